import type { Data, Model } from '../model/kernel.ts';
import { biasAdhesion } from './adhesion.ts';
import { mulJacVec } from './product.ts';
import { addSurfaceVelocity } from './surface-velocity.ts';
import { subtractVelocityProduct } from './velocity-product.ts';

/**
 * Velocities and reference accelerations of the constraint rows, aref = -B·vel - K·imp·(pos - margin).
 *
 * @reads qvel efc_J efc_KBIP efc_pos efc_margin
 * @writes efc_vel efc_aref
 * @see mj_referenceConstraint
 */
export function referenceConstraint(m: Model, d: Data): void {
  const nefc = d.nefc;
  const efc_vel = d.efc_vel;
  const efc_aref = d.efc_aref;
  const efc_pos = d.efc_pos;
  const efc_margin = d.efc_margin;
  const KBIP = d.efc_KBIP;
  mulJacVec(m, d, efc_vel, 0, d.qvel, 0);
  addSurfaceVelocity(m, d);
  for (let row = 0; row < nefc; row++) {
    const k = 4 * row;
    efc_aref[row] = -KBIP[k + 1] * efc_vel[row] - KBIP[k] * KBIP[k + 2] * (efc_pos[row] - efc_margin[row]);
  }
  biasAdhesion(m, d);
  subtractVelocityProduct(m, d);
}
