// @cold

import { mulJacTVec, mulJacVec } from '../constraint/jacobian/product.ts';
import type { F64, f64, i32 } from '../dialect.ts';
import { copy, subFrom, zero } from '../math/linear/dense.ts';
import type { Data, Model } from '../model/classes.ts';
import { CNSTRSTATE_CONE, CNSTRSTATE_QUADRATIC, CNSTRSTATE_SATISFIED } from '../model/constants.ts';
import { updateRows } from './rows.ts';

/** Numbers that are kept of each row: state, force, J·qacc - aref, D, type and id. */
const PER_ROW: i32 = 6;

/**
 * Keeps the rows at the acceleration that the solver has found, and the second derivatives of the costs of cones: 6·nefc + 36·ncon numbers
 * from `k` on.
 *
 * @reads nefc efc_state efc_force inverseJar efc_D efc_type efc_id ncon contact_H
 */
export function keepRows(m: Model, d: Data, kept: F64, k: i32): void {
  updateRows(m, d);
  for (let r = 0; r < d.nefc; r++) {
    const at: i32 = k + PER_ROW * r;
    kept[at] = d.efc_state[r];
    kept[at + 1] = d.efc_force[r];
    kept[at + 2] = d.inverseJar[r];
    kept[at + 3] = d.efc_D[r];
    kept[at + 4] = d.efc_type[r];
    kept[at + 5] = d.efc_id[r];
  }
  copy(kept, k + PER_ROW * d.nefc, d.contact_H, 0, 36 * d.ncon);
}

/**
 * qfrc_constraint at the present position, with the forces of `frozenRows`.
 *
 * @writes qfrc_constraint
 */
export function frozenForces(m: Model, d: Data, kept: F64, k: i32, nefc: i32): boolean {
  if (!frozenRows(m, d, kept, k, nefc)) return false;
  if (nefc === 0) zero(d.qfrc_constraint, 0, m.nv);
  else mulJacTVec(m, d, d.qfrc_constraint, 0, d.efc_force, 0);
  return true;
}

/**
 * Forces of rows at the present position, with rows that stay in the states of `keepRows` and cones that are linear there: near enough for a
 * derivative, while the accelerations do not give way to the nudge. False if the rows are not `nefc` of the same kinds any more.
 *
 * @reads nefc efc_type efc_id qacc efc_aref inverseJar efc_D
 * @writes inverseJar efc_force
 */
export function frozenRows(m: Model, d: Data, kept: F64, k: i32, nefc: i32): boolean {
  if (d.nefc !== nefc) return false;
  if (nefc === 0) return true;
  mulJacVec(m, d, d.inverseJar, 0, d.qacc, 0);
  subFrom(d.inverseJar, 0, d.efc_aref, 0, nefc);
  let r = 0;
  while (r < nefc) {
    const at: i32 = k + PER_ROW * r;
    if (kept[at + 4] !== d.efc_type[r] || kept[at + 5] !== d.efc_id[r]) return false;
    if (kept[at] === CNSTRSTATE_CONE) {
      setCone(d, r, kept, k, nefc);
      r += d.contact_dim[d.efc_id[r]];
      continue;
    }
    if (kept[at] === CNSTRSTATE_QUADRATIC) d.efc_force[r] = -d.efc_D[r] * d.inverseJar[r];
    else d.efc_force[r] = kept[at] === CNSTRSTATE_SATISFIED ? 0 : kept[at + 1];
    r++;
  }
  return true;
}

/** @reads efc_id contact_dim inverseJar efc_D @writes efc_force */
function setCone(d: Data, row: i32, kept: F64, k: i32, nefc: i32): void {
  const id = d.efc_id[row];
  const dim = d.contact_dim[id];
  const H: i32 = k + PER_ROW * nefc + 36 * id;
  for (let a = 0; a < dim; a++) {
    const at: i32 = k + PER_ROW * (row + a);
    let force: f64 = kept[at + 1] * (d.efc_D[row + a] / kept[at + 3]);
    for (let b = 0; b < dim; b++)
      force -= kept[H + a * dim + b] * (d.inverseJar[row + b] - kept[k + PER_ROW * (row + b) + 2]);
    d.efc_force[row + a] = force;
  }
}
