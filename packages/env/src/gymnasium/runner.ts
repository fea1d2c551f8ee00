import type { RandomGenerator } from '@qpos/batch';
import type { Task, TaskContext } from '../env/task.ts';
import { append, appendClipped, sumOfSquares } from '../measures/vectors.ts';
import { modelOf } from './model-option.ts';

/** Options that all runners have. */
interface RunnerOptions {
  readonly model: unknown;
  readonly frame_skip: number;
  readonly forward_reward_weight: number;
  readonly ctrl_cost_weight: number;
  readonly reset_noise_scale: number;
  readonly exclude_current_positions_from_observation: boolean;
}

/** What runners differ in. */
interface Runner {
  /** Coordinates that tell where it is: x, or x and y. */
  readonly coordinates: 1 | 2;
  readonly reset: (ctx: TaskContext, rng: RandomGenerator, scale: number) => void;
  readonly describe: (ctx: TaskContext) => void;
  /** Velocities are clipped to this when observed. */
  readonly velocityBound?: number;
  /** The reward for not having fallen; ends the episode after a fall. */
  readonly survive?: (ctx: TaskContext) => number;
}

/** Run to the right with little effort: HalfCheetah-v5, Swimmer-v5, Hopper-v5 and Walker2d-v5. */
export function runner(
  text: string,
  o: RunnerOptions,
  { coordinates, reset, describe, velocityBound = Infinity, survive }: Runner,
): Task {
  const skipped = o.exclude_current_positions_from_observation ? coordinates : 0;
  const before = new Float64Array(2);
  return {
    frameSkip: o.frame_skip,
    reads: [],
    observation: ({ nq, nv }) => nq + nv - skipped,
    model: () => modelOf(text, o.model),
    reset(ctx, rng) {
      reset(ctx, rng, o.reset_noise_scale);
      describe(ctx);
    },
    act({ data }, action) {
      before[0] = data.qpos[0] as number;
      before[1] = data.qpos[1] as number;
      append(data.ctrl, 0, action);
    },
    observe: ({ data }, out) =>
      void appendClipped(out, append(out, 0, data.qpos, skipped), data.qvel, 0, -velocityBound, velocityBound),
    evaluate(ctx, action) {
      const { data, dt, info } = ctx;
      const velocity = ((data.qpos[0] as number) - (before[0] as number)) / dt;
      const forward = o.forward_reward_weight * velocity;
      const surviving = survive?.(ctx);
      const effort = o.ctrl_cost_weight * sumOfSquares(action);
      ctx.reward = forward + (surviving ?? 0) - effort;
      describe(ctx);
      info['x_velocity'] = velocity;
      if (coordinates === 2) info['y_velocity'] = ((data.qpos[1] as number) - (before[1] as number)) / dt;
      info['reward_forward'] = forward;
      info['reward_ctrl'] = -effort;
      if (surviving !== undefined) info['reward_survive'] = surviving;
    },
  };
}
