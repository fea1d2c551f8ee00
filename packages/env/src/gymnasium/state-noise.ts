import type { RandomGenerator } from '@qpos/batch';
import type { TaskContext } from '../env/task.ts';

/** The initial state with uniform noise in [-scale, scale): positions first, then velocities. */
export function uniformState({ data, initQpos, initQvel }: TaskContext, rng: RandomGenerator, scale: number): void {
  for (let k = 0; k < initQpos.length; k++) data.qpos[k] = (initQpos[k] as number) + rng.uniform(-scale, scale);
  for (let k = 0; k < initQvel.length; k++) data.qvel[k] = (initQvel[k] as number) + rng.uniform(-scale, scale);
}

/** The initial state with uniform noise in [-scale, scale) on positions, then normal noise on velocities. */
export function normalState({ data, initQpos, initQvel }: TaskContext, rng: RandomGenerator, scale: number): void {
  for (let k = 0; k < initQpos.length; k++) data.qpos[k] = (initQpos[k] as number) + rng.uniform(-scale, scale);
  for (let k = 0; k < initQvel.length; k++) data.qvel[k] = (initQvel[k] as number) + scale * rng.normal();
}
