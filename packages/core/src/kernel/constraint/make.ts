import { copy, fillI } from '../math/linear/dense.ts';
import { maxI } from '../math/scalar.ts';
import type { Data, Model } from '../model/classes.ts';
import { DSBL_CONSTRAINT } from '../model/constants.ts';
import { contactRows } from './contact.ts';
import { effectiveDiagonal } from './effective-diagonal.ts';
import { integratesDiscretely } from './end-of-step.ts';
import { equalityRows } from './equality.ts';
import { frictionRows } from './friction.ts';
import { makeImpedance } from './impedance/impedance.ts';
import { limitRows } from './limit.ts';
import { clearRows, closeRows } from './rows.ts';

/**
 * Assembles all constraint rows, in the order equality, friction loss, limits, contacts.
 *
 * @reads ncon nefc efc_diagA
 * @writes ne nf nl nefc nJ nY nA tendon_efcadr efc_type efc_id efc_J efc_pos efc_margin efc_frictionloss efc_diagA maxuse_con maxuse_efc
 * @see mj_makeConstraint
 */
export function makeConstraint(m: Model, d: Data): void {
  clearRows(d);
  d.nY = 0;
  d.nA = 0;
  if ((m.opt_disableflags & DSBL_CONSTRAINT) !== 0) return;
  fillI(d.tendon_efcadr, 0, -1, m.ntendon);
  equalityRows(m, d);
  frictionRows(m, d);
  limitRows(m, d);
  contactRows(m, d);
  closeRows(m, d);
  d.maxuse_con = maxI(d.maxuse_con, d.ncon);
  d.maxuse_efc = maxI(d.maxuse_efc, d.nefc);
  if (integratesDiscretely(m)) copy(d.diagBase, 0, d.efc_diagA, 0, d.nefc);
  effectiveDiagonal(m, d);
  makeImpedance(m, d);
}
