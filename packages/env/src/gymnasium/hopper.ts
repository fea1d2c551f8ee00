import type { Task } from '../env/task.ts';
import { gymnasiumHopper } from '../models/generated/texts.ts';
import { planarBiped, planarBipedOptions } from './planar-biped.ts';

/** Options of Hopper-v5, with Gymnasium's defaults. */
export const hopperOptions = {
  ...planarBipedOptions,
  healthy_state_range: [-100, 100] as [number, number],
  healthy_z_range: [0.7, Infinity] as [number, number],
  healthy_angle_range: [-0.2, 0.2] as [number, number],
};

/** Hopper-v5: hop forward without falling. */
export function hopper(o: typeof hopperOptions): Task {
  const [low, high] = o.healthy_state_range;
  return planarBiped(gymnasiumHopper, o, ({ data: { qpos, qvel } }) => {
    for (let k = 2; k < qpos.length; k++) if (!(low < (qpos[k] as number) && (qpos[k] as number) < high)) return false;
    for (let k = 0; k < qvel.length; k++) if (!(low < (qvel[k] as number) && (qvel[k] as number) < high)) return false;
    return true;
  });
}
