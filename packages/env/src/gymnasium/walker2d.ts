import type { Task } from '../env/task.ts';
import { gymnasiumWalker2d } from '../models/generated/texts.ts';
import { planarBiped, planarBipedOptions } from './planar-biped.ts';

/** Options of Walker2d-v5, with Gymnasium's defaults. */
export const walker2dOptions = {
  ...planarBipedOptions,
  healthy_z_range: [0.8, 2] as [number, number],
  healthy_angle_range: [-1, 1] as [number, number],
};

/** Walker2d-v5: walk forward without falling. */
export const walker2d = (o: typeof walker2dOptions): Task => planarBiped(gymnasiumWalker2d, o);
