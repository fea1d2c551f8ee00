import type { Task } from '../env/task.ts';
import { gymnasiumHalfCheetah } from '../models/generated/texts.ts';
import { runner } from './runner.ts';
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
export const halfCheetah = (o: typeof halfCheetahOptions): Task =>
  runner(gymnasiumHalfCheetah, o, {
    coordinates: 1,
    reset: normalState,
    describe({ data, info }) {
      info['x_position'] = data.qpos[0];
    },
  });
