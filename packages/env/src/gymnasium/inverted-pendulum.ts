import type { Task } from '../env/task.ts';
import { append, isFiniteVector } from '../measures/vectors.ts';
import { gymnasiumInvertedPendulum } from '../models/generated/texts.ts';
import { modelOf } from './model-option.ts';
import { uniformState } from './state-noise.ts';

/** Options of InvertedPendulum-v5, with Gymnasium's defaults. */
export const invertedPendulumOptions = { model: undefined as unknown, frame_skip: 2, reset_noise_scale: 0.01 };

const LARGEST_ANGLE = 0.2;

/** InvertedPendulum-v5: balance a pole on a cart. */
export function invertedPendulum(o: typeof invertedPendulumOptions): Task {
  return {
    frameSkip: o.frame_skip,
    reads: [],
    model: () => modelOf(gymnasiumInvertedPendulum, o.model),
    reset: (ctx, rng) => uniformState(ctx, rng, o.reset_noise_scale),
    observe: ({ data }, out) => void append(out, append(out, 0, data.qpos), data.qvel),
    evaluate(ctx) {
      const { qpos, qvel } = ctx.data;
      ctx.terminated = !isFiniteVector(qpos) || !isFiniteVector(qvel) || Math.abs(qpos[1] as number) > LARGEST_ANGLE;
      ctx.reward = ctx.terminated ? 0 : 1;
      ctx.info['reward_survive'] = ctx.reward;
    },
  };
}
