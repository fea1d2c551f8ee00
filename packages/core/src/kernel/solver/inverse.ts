// @cold

import { mulJacVec } from '../constraint/jacobian/product.ts';
import { constraintUpdate } from '../constraint/update.ts';
import { subFrom, zero } from '../math/linear/dense.ts';
import type { Data, Model } from '../model/classes.ts';

/**
 * Constraint forces at a given acceleration: the force of a row, or of a contact's rows, is a function of its J·qacc - aref.
 *
 * @reads qacc efc_aref inverseJar nefc
 * @writes efc_force efc_state qfrc_constraint inverseJar
 * @see mj_invConstraint
 */
export function invConstraint(m: Model, d: Data): void {
  if (d.nefc === 0) {
    zero(d.qfrc_constraint, 0, m.nv);
    return;
  }
  mulJacVec(m, d, d.inverseJar, 0, d.qacc, 0);
  subFrom(d.inverseJar, 0, d.efc_aref, 0, d.nefc);
  constraintUpdate(m, d, d.inverseJar, 0, false);
}
