import { loadModel } from '@qpos/spec';
import type { Task } from '../env/task.ts';
import { uprightness } from '../measures/body-frame.ts';
import { atLeast, type ToleranceOptions, tolerance } from '../measures/tolerance.ts';
import { append } from '../measures/vectors.ts';
import { gymnasiumWalker2d } from '../models/generated/texts.ts';
import { randomJoints } from './joint-noise.ts';

/** Options of the walker: the speed that earns the full reward, in m/s; 0 is standing. */
export const walkerOptions = (speed: number) => ({ frame_skip: 10, speed });

const STANDING_HEIGHT = 1.2;
const STANDING: ToleranceOptions = { lower: STANDING_HEIGHT, upper: Infinity, margin: STANDING_HEIGHT / 2 };
const ROOT = ['rootx', 'rootz', 'rooty'];

/** Stand, walk or run in a plane, from any posture. */
export function walkerTask(o: ReturnType<typeof walkerOptions>): Task {
  const moving = atLeast(o.speed, o.speed / 2, 0.5);
  let torso = 0;
  return {
    frameSkip: o.frame_skip,
    reads: ['xpos', 'xmat'],
    observation(model) {
      torso = model.body('torso').id;
      return model.nq - 1 + model.nv;
    },
    model: () => loadModel(gymnasiumWalker2d),
    reset: (ctx, rng) => randomJoints(ctx, rng, ROOT),
    observe: ({ data }, out) => void append(out, append(out, 0, data.qpos, 1), data.qvel),
    evaluate(ctx) {
      const { data, info } = ctx;
      const height = data.xpos[3 * torso + 2] as number;
      const standing = tolerance(height, STANDING);
      const stand = (3 * standing + (1 + uprightness(data, torso)) / 2) / 4;
      const velocity = data.qvel[0] as number;
      const move = o.speed === 0 ? 1 : tolerance(velocity, moving);
      ctx.reward = (stand * (5 * move + 1)) / 6;
      info['x_velocity'] = velocity;
      info['height'] = height;
    },
  };
}
