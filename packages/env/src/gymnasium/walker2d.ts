import type { Task } from '../env/task.ts';
import { gymnasiumWalker2d } from '../models/generated/texts.ts';
import { planarBiped } from './planar-biped.ts';

/** Options of Walker2d-v5, with Gymnasium's defaults. */
export const walker2dOptions = {
  model: undefined as unknown,
  frame_skip: 4,
  forward_reward_weight: 1,
  ctrl_cost_weight: 1e-3,
  healthy_reward: 1,
  terminate_when_unhealthy: true,
  healthy_z_range: [0.8, 2] as [number, number],
  healthy_angle_range: [-1, 1] as [number, number],
  reset_noise_scale: 5e-3,
  exclude_current_positions_from_observation: true,
};

/** Walker2d-v5: walk forward without falling. */
export const walker2d = (o: typeof walker2dOptions): Task => planarBiped(gymnasiumWalker2d, o);
