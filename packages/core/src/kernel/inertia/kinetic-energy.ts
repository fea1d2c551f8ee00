import { dot } from '../math/linear/dense.ts';
import type { Data, Model } from '../model/classes.ts';
import { mulM } from './mass-matrix.ts';

/**
 * Kinetic energy, `energy[1]` = ½·qvelᵀ·M·qvel.
 *
 * @reads qvel smoothVec
 * @writes energy flg_energyvel smoothVec
 * @see mj_energyVel
 */
export function energyVel(m: Model, d: Data): void {
  mulM(m, d, d.smoothVec, 0, d.qvel, 0);
  d.energy[1] = 0.5 * dot(d.smoothVec, 0, d.qvel, 0, m.nv);
  d.flg_energyvel = 1;
}
