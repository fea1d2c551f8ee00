// @cold

import { contactBody } from '../collision/contact-body.ts';
import type { i32 } from '../dialect.ts';
import { maxI, minI } from '../math/scalar.ts';
import type { Data, Model } from '../model/classes.ts';
import { CNSTR_CONTACT_FRICTIONLESS, CNSTR_FRICTION_DOF, CNSTR_LIMIT_JOINT } from '../model/constants.ts';

/** Dofs from `first` on, before `end`. */
export class DofRange {
  first: i32 = 0;
  end: i32 = 0;
}

/**
 * The least range with all trees that some row acts on. M has no entries between trees, so that what the rows answer to forces in the range stays
 * there, and forces outside have no answer.
 *
 * @reads nefc efc_type efc_id
 */
export function setRowTrees(m: Model, d: Data, range: DofRange): void {
  range.first = m.nv;
  range.end = 0;
  for (let r = 0; r < d.nefc; r++) {
    const type = d.efc_type[r];
    const id = d.efc_id[r];
    if (type === CNSTR_FRICTION_DOF) addTree(m, range, id);
    else if (type === CNSTR_LIMIT_JOINT) addTree(m, range, m.jnt_dofadr[id]);
    else if (type < CNSTR_CONTACT_FRICTIONLESS) {
      range.first = 0;
      range.end = m.nv;
    } else for (let side = 0; side < 2; side++) addTree(m, range, lastDof(m, contactBody(m, d, id, side)));
  }
  if (range.first > range.end) range.first = range.end;
}

/** The last of the dofs that move a body; -1 if nothing does. */
export function lastDof(m: Model, body: i32): i32 {
  const b = m.body_weldid[body];
  return b === 0 ? -1 : m.body_dofadr[b] + m.body_dofnum[b] - 1;
}

function addTree(m: Model, range: DofRange, dof: i32): void {
  if (dof < 0) return;
  const tree = m.dof_treeid[dof];
  range.first = minI(range.first, m.tree_dofadr[tree]);
  range.end = maxI(range.end, m.tree_dofadr[tree] + m.tree_dofnum[tree]);
}
