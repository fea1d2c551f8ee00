import type { Task } from '../env/task.ts';
import { pointDistance, sumOfSquares } from '../measures/vectors.ts';
import { gymnasiumPusher } from '../models/generated/texts.ts';
import { bodyId, modelOf } from './model-option.ts';

/** Options of Pusher-v5, with Gymnasium's defaults. */
export const pusherOptions = {
  model: undefined as unknown,
  frame_skip: 5,
  reward_near_weight: 0.5,
  reward_dist_weight: 1,
  reward_control_weight: 0.1,
};

const ARM_JOINTS = 7;
const VELOCITY_NOISE = 5e-3;
const LEAST_DISTANCE = 0.17;

/** Pusher-v5: push a puck to its place with a fork. */
export function pusher(o: typeof pusherOptions): Task {
  let tip = 0;
  let object = 0;
  let goal = 0;
  return {
    frameSkip: o.frame_skip,
    reads: ['xpos'],
    observation(model) {
      tip = bodyId(model, 'tips_arm');
      object = bodyId(model, 'object');
      goal = bodyId(model, 'goal');
      return 2 * ARM_JOINTS + 9;
    },
    model: () => modelOf(gymnasiumPusher, o.model),
    reset({ data, initQvel }, rng) {
      const { qpos, qvel } = data;
      const puck = qpos.length - 4;
      let y: number;
      let x: number;
      do {
        y = rng.uniform(-0.3, 0);
        x = rng.uniform(-0.2, 0.2);
      } while (!(Math.sqrt(x * x + y * y) > LEAST_DISTANCE));
      qpos[puck] = y;
      qpos[puck + 1] = x;
      qpos.fill(0, puck + 2);
      for (let k = 0; k < qvel.length; k++)
        qvel[k] = (initQvel[k] as number) + rng.uniform(-VELOCITY_NOISE, VELOCITY_NOISE);
      qvel.fill(0, qvel.length - 4);
    },
    observe({ data }, out) {
      const { qpos, qvel, xpos } = data;
      for (let k = 0; k < ARM_JOINTS; k++) {
        out[k] = qpos[k] as number;
        out[ARM_JOINTS + k] = qvel[k] as number;
      }
      for (let k = 0; k < 3; k++) {
        out[2 * ARM_JOINTS + k] = xpos[3 * tip + k] as number;
        out[2 * ARM_JOINTS + 3 + k] = xpos[3 * object + k] as number;
        out[2 * ARM_JOINTS + 6 + k] = xpos[3 * goal + k] as number;
      }
    },
    evaluate(ctx, action) {
      const { xpos } = ctx.data;
      const near = -pointDistance(xpos, object, xpos, tip) * o.reward_near_weight;
      const distance = -pointDistance(xpos, object, xpos, goal) * o.reward_dist_weight;
      const effort = -sumOfSquares(action) * o.reward_control_weight;
      ctx.reward = distance + effort + near;
      ctx.info['reward_dist'] = distance;
      ctx.info['reward_ctrl'] = effort;
      ctx.info['reward_near'] = near;
    },
  };
}
