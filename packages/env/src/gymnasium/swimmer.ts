import type { Task } from '../env/task.ts';
import { gymnasiumSwimmer } from '../models/generated/texts.ts';
import { describeFloorPosition } from './floor-position.ts';
import { runner } from './runner.ts';
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
export const swimmer = (o: typeof swimmerOptions): Task =>
  runner(gymnasiumSwimmer, o, { coordinates: 2, reset: uniformState, describe: describeFloorPosition });
