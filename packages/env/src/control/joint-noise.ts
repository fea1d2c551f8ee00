import type { RandomGenerator } from '@qpos/batch';
import { enums, type Model } from '@qpos/core';
import type { TaskContext } from '../env/task.ts';

/** Every hinge and slide with limits anywhere within them, other hinges at any angle; roots named here stay where they are. */
export function randomJoints({ model, data }: TaskContext, rng: RandomGenerator, fixed: readonly string[]): void {
  for (let j = 0; j < model.njnt; j++) {
    const type = model.jnt_type[j];
    if (type === enums.JointType.FREE || type === enums.JointType.BALL || fixed.includes(model.joint(j).name)) continue;
    const [low, high] = jointRange(model, j);
    data.qpos[model.jnt_qposadr[j] as number] = rng.uniform(low, high);
  }
}

function jointRange(model: Model, j: number): readonly [number, number] {
  if (model.jnt_limited[j]) return [model.jnt_range[2 * j] as number, model.jnt_range[2 * j + 1] as number];
  return model.jnt_type[j] === enums.JointType.HINGE ? [-Math.PI, Math.PI] : [0, 0];
}
