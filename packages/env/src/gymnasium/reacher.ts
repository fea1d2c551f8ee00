import { cos, sin } from '@qpos/core/math';
import type { Task } from '../env/task.ts';
import { pointDistance, sumOfSquares } from '../measures/vectors.ts';
import { gymnasiumReacher } from '../models/generated/texts.ts';
import { bodyId, modelOf } from './model-option.ts';

/** Options of Reacher-v5, with Gymnasium's defaults. */
export const reacherOptions = {
  model: undefined as unknown,
  frame_skip: 2,
  reward_dist_weight: 1,
  reward_control_weight: 1,
};

const ANGLE_NOISE = 0.1;
const VELOCITY_NOISE = 5e-3;
const REACH = 0.2;

/** Reacher-v5: touch a point with the tip of two links. */
export function reacher(o: typeof reacherOptions): Task {
  let tip = 0;
  let target = 0;
  return {
    frameSkip: o.frame_skip,
    reads: ['xpos'],
    observation(model) {
      tip = bodyId(model, 'fingertip');
      target = bodyId(model, 'target');
      return 10;
    },
    model: () => modelOf(gymnasiumReacher, o.model),
    reset({ data, initQpos, initQvel }, rng) {
      const { qpos, qvel } = data;
      for (let k = 0; k < qpos.length; k++) qpos[k] = rng.uniform(-ANGLE_NOISE, ANGLE_NOISE) + (initQpos[k] as number);
      let x: number;
      let y: number;
      do {
        x = rng.uniform(-REACH, REACH);
        y = rng.uniform(-REACH, REACH);
      } while (!(Math.sqrt(x * x + y * y) < REACH));
      qpos[qpos.length - 2] = x;
      qpos[qpos.length - 1] = y;
      for (let k = 0; k < qvel.length; k++)
        qvel[k] = (initQvel[k] as number) + rng.uniform(-VELOCITY_NOISE, VELOCITY_NOISE);
      qvel.fill(0, qvel.length - 2);
    },
    observe({ data }, out) {
      const { qpos, qvel, xpos } = data;
      for (let k = 0; k < 2; k++) {
        out[k] = cos(qpos[k] as number);
        out[2 + k] = sin(qpos[k] as number);
        out[4 + k] = qpos[2 + k] as number;
        out[6 + k] = qvel[k] as number;
        out[8 + k] = (xpos[3 * tip + k] as number) - (xpos[3 * target + k] as number);
      }
    },
    evaluate(ctx, action) {
      const { xpos } = ctx.data;
      const distance = -pointDistance(xpos, tip, xpos, target) * o.reward_dist_weight;
      const effort = -sumOfSquares(action) * o.reward_control_weight;
      ctx.reward = distance + effort;
      ctx.info['reward_dist'] = distance;
      ctx.info['reward_ctrl'] = effort;
    },
  };
}
