import { loadModel } from '@qpos/spec';
import type { Task } from '../env/task.ts';
import { atLeast, tolerance } from '../measures/tolerance.ts';
import { append } from '../measures/vectors.ts';
import { cheetah } from '../models/generated/texts.ts';
import { randomJoints } from './joint-noise.ts';

/** Options of the cheetah: the speed that earns the full reward, in m/s. */
export const cheetahOptions = { frame_skip: 2, speed: 10 };

const ROOT = ['rootx', 'rootz', 'rooty'];

/** Run as fast as possible. */
export function cheetahTask(o: typeof cheetahOptions): Task {
  const run = atLeast(o.speed, o.speed);
  return {
    frameSkip: o.frame_skip,
    reads: [],
    observation: ({ nq, nv }) => nq - 1 + nv,
    model: () => loadModel(cheetah),
    reset: (ctx, rng) => randomJoints(ctx, rng, ROOT),
    observe: ({ data }, out) => void append(out, append(out, 0, data.qpos, 1), data.qvel),
    evaluate(ctx) {
      const velocity = ctx.data.qvel[0] as number;
      ctx.reward = tolerance(velocity, run);
      ctx.info['x_velocity'] = velocity;
    },
  };
}
