import type { f64 } from '../dialect.ts';
import type { Data, Model } from '../model/classes.ts';
import { biasAdhesion } from './adhesion.ts';
import { endOfStep, integratesDiscretely } from './end-of-step.ts';
import { mulJacVec } from './jacobian/product.ts';
import { addSurfaceVelocity } from './jacobian/surface-velocity.ts';
import { subtractVelocityProduct } from './jacobian/velocity-product.ts';

/**
 * Velocities and reference accelerations of the constraint rows, aref = -B·vel - K·imp·(pos - margin). The discrete integrator
 * has velocity and position at the end of the step in it, which depend on the acceleration: see `endOfStep`.
 *
 * @reads nefc qvel efc_KBIP efc_pos efc_margin
 * @writes efc_vel efc_aref
 * @see mj_referenceConstraint
 */
export function referenceConstraint(m: Model, d: Data): void {
  const { nefc, efc_vel, efc_aref, efc_pos, efc_margin, efc_KBIP: KBIP } = d;
  mulJacVec(m, d, efc_vel, 0, d.qvel, 0);
  addSurfaceVelocity(m, d);
  const ahead: f64 = integratesDiscretely(m) ? m.opt_timestep : 0.0;
  for (let row = 0; row < nefc; row++) {
    const k = 4 * row;
    let pos: f64 = efc_pos[row] - efc_margin[row];
    if (ahead > 0) pos += ahead * efc_vel[row];
    efc_aref[row] = -KBIP[k + 1] * efc_vel[row] - KBIP[k] * KBIP[k + 2] * pos;
  }
  subtractVelocityProduct(m, d);
  if (ahead > 0) for (let row = 0; row < nefc; row++) efc_aref[row] /= endOfStep(m, d, row);
  biasAdhesion(m, d);
}
