import { cos, sin } from '@qpos/core/math';
import type { Task } from '../env/task.ts';
import { appendClipped } from '../measures/vectors.ts';
import { gymnasiumInvertedDoublePendulum } from '../models/generated/texts.ts';
import { modelOf } from './model-option.ts';
import { normalState } from './state-noise.ts';

/** Options of InvertedDoublePendulum-v5, with Gymnasium's defaults. */
export const invertedDoublePendulumOptions = {
  model: undefined as unknown,
  frame_skip: 5,
  healthy_reward: 10,
  reset_noise_scale: 0.1,
};

const BOUND = 10;

/** InvertedDoublePendulum-v5: balance two poles on a cart. */
export function invertedDoublePendulum(o: typeof invertedDoublePendulumOptions): Task {
  return {
    frameSkip: o.frame_skip,
    reads: ['site_xpos', 'qfrc_constraint'],
    observation: ({ nq, nv }) => 2 * nq - 1 + nv + 1,
    model: () => modelOf(gymnasiumInvertedDoublePendulum, o.model),
    reset: (ctx, rng) => normalState(ctx, rng, o.reset_noise_scale),
    observe({ data }, out) {
      const { qpos } = data;
      const angles = qpos.length - 1;
      out[0] = qpos[0] as number;
      for (let k = 1; k <= angles; k++) {
        out[k] = sin(qpos[k] as number);
        out[angles + k] = cos(qpos[k] as number);
      }
      const at = appendClipped(out, 2 * angles + 1, data.qvel, 0, -BOUND, BOUND);
      out[at] = Math.max(-BOUND, Math.min(BOUND, data.qfrc_constraint[0] as number));
    },
    evaluate(ctx) {
      const { site_xpos, qvel } = ctx.data;
      const x = site_xpos[0] as number;
      const y = site_xpos[2] as number;
      const v1 = qvel[1] as number;
      const v2 = qvel[2] as number;
      ctx.terminated = y <= 1;
      const distance = 0.01 * x * x + (y - 2) * (y - 2);
      const speed = 1e-3 * v1 * v1 + 5e-3 * v2 * v2;
      const survive = ctx.terminated ? 0 : o.healthy_reward;
      ctx.reward = survive - distance - speed;
      ctx.info['reward_survive'] = survive;
      ctx.info['distance_penalty'] = -distance;
      ctx.info['velocity_penalty'] = -speed;
    },
  };
}
