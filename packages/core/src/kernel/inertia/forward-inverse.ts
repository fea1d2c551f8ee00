// @cold

import { xfrcAccumulate } from '../kinematics/apply-force.ts';
import { add, copy, norm, subFrom } from '../math/linear/dense.ts';
import type { Data, Model } from '../model/classes.ts';

/** Reports no difference when nothing is compared. @writes solver_fwdinv */
export function clearComparison(d: Data): void {
  d.solver_fwdinv[0] = 0;
  d.solver_fwdinv[1] = 0;
}

/**
 * Keeps the constraint forces of the forward dynamics.
 *
 * @reads qfrc_constraint efc_force nefc
 * @writes savedForce savedEfcForce
 */
export function keepForward(m: Model, d: Data): void {
  copy(d.savedForce, 0, d.qfrc_constraint, 0, m.nv);
  copy(d.savedEfcForce, 0, d.efc_force, 0, d.nefc);
}

/**
 * Discrepancies between forward and inverse dynamics: of the constraint forces, and of the applied forces.
 *
 * @reads savedForce qfrc_constraint qfrc_inverse qfrc_applied qfrc_actuator smoothVec
 * @writes solver_fwdinv smoothVec
 */
export function compareForces(m: Model, d: Data): void {
  const nv = m.nv;
  const difference = d.smoothVec;
  copy(difference, 0, d.savedForce, 0, nv);
  subFrom(difference, 0, d.qfrc_constraint, 0, nv);
  d.solver_fwdinv[0] = norm(difference, 0, nv);
  add(difference, 0, d.qfrc_applied, 0, d.qfrc_actuator, 0, nv);
  xfrcAccumulate(m, d, difference, 0);
  subFrom(difference, 0, d.qfrc_inverse, 0, nv);
  d.solver_fwdinv[1] = norm(difference, 0, nv);
}

/**
 * Restores the constraint forces of the forward dynamics.
 *
 * @reads savedForce savedEfcForce nefc
 * @writes qfrc_constraint efc_force
 */
export function restoreForward(m: Model, d: Data): void {
  copy(d.qfrc_constraint, 0, d.savedForce, 0, m.nv);
  copy(d.efc_force, 0, d.savedEfcForce, 0, d.nefc);
}
