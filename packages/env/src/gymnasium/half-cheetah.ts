import type { Task, TaskContext } from '../env/task.ts';
import { append, sumOfSquares } from '../measures/vectors.ts';
import { gymnasiumHalfCheetah } from '../models/generated/texts.ts';
import { modelOf } from './model-option.ts';
import { normalState } from './state-noise.ts';

/** Options of HalfCheetah-v5, with Gymnasium's defaults. */
export const halfCheetahOptions = {
  model: undefined as unknown,
  frame_skip: 5,
  forward_reward_weight: 1,
  ctrl_cost_weight: 0.1,
  reset_noise_scale: 0.1,
  exclude_current_positions_from_observation: true,
};

/** HalfCheetah-v5: run forward, with little effort. */
export function halfCheetah(o: typeof halfCheetahOptions): Task {
  const skipped = o.exclude_current_positions_from_observation ? 1 : 0;
  const before = new Float64Array(1);
  return {
    frameSkip: o.frame_skip,
    observation: ({ nq, nv }) => nq + nv - skipped,
    model: () => modelOf(gymnasiumHalfCheetah, o.model),
    reset(ctx, rng) {
      normalState(ctx, rng, o.reset_noise_scale);
      ctx.info['x_position'] = ctx.data.qpos[0];
    },
    act({ data }, action) {
      before[0] = data.qpos[0] as number;
      append(data.ctrl, 0, action);
    },
    observe: ({ data }, out) => void append(out, append(out, 0, data.qpos, skipped), data.qvel),
    evaluate(ctx: TaskContext, action) {
      const x = ctx.data.qpos[0] as number;
      const velocity = (x - (before[0] as number)) / ctx.dt;
      const forward = o.forward_reward_weight * velocity;
      const effort = o.ctrl_cost_weight * sumOfSquares(action);
      ctx.reward = forward - effort;
      const { info } = ctx;
      info['x_position'] = x;
      info['x_velocity'] = velocity;
      info['reward_forward'] = forward;
      info['reward_ctrl'] = -effort;
    },
  };
}
