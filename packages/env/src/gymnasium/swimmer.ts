import type { Task, TaskContext } from '../env/task.ts';
import { append, sumOfSquares } from '../measures/vectors.ts';
import { gymnasiumSwimmer } from '../models/generated/texts.ts';
import { modelOf } from './model-option.ts';
import { uniformState } from './state-noise.ts';

/** Options of Swimmer-v5, with Gymnasium's defaults. */
export const swimmerOptions = {
  model: undefined as unknown,
  frame_skip: 4,
  forward_reward_weight: 1,
  ctrl_cost_weight: 1e-4,
  reset_noise_scale: 0.1,
  exclude_current_positions_from_observation: true,
};

/** Swimmer-v5: swim to the right. */
export function swimmer(o: typeof swimmerOptions): Task {
  const skipped = o.exclude_current_positions_from_observation ? 2 : 0;
  const before = new Float64Array(2);
  const describe = ({ data, info }: TaskContext): void => {
    const x = data.qpos[0] as number;
    const y = data.qpos[1] as number;
    info['x_position'] = x;
    info['y_position'] = y;
    info['distance_from_origin'] = Math.sqrt(x * x + y * y);
  };
  return {
    frameSkip: o.frame_skip,
    observation: ({ nq, nv }) => nq + nv - skipped,
    model: () => modelOf(gymnasiumSwimmer, o.model),
    reset(ctx, rng) {
      uniformState(ctx, rng, o.reset_noise_scale);
      describe(ctx);
    },
    act({ data }, action) {
      before[0] = data.qpos[0] as number;
      before[1] = data.qpos[1] as number;
      append(data.ctrl, 0, action);
    },
    observe: ({ data }, out) => void append(out, append(out, 0, data.qpos, skipped), data.qvel),
    evaluate(ctx, action) {
      const { data, dt, info } = ctx;
      const velocity = ((data.qpos[0] as number) - (before[0] as number)) / dt;
      const forward = o.forward_reward_weight * velocity;
      const effort = o.ctrl_cost_weight * sumOfSquares(action);
      ctx.reward = forward - effort;
      describe(ctx);
      info['x_velocity'] = velocity;
      info['y_velocity'] = ((data.qpos[1] as number) - (before[1] as number)) / dt;
      info['reward_forward'] = forward;
      info['reward_ctrl'] = -effort;
    },
  };
}
