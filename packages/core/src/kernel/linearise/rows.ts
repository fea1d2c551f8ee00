// @cold

import { endOfStep, integratesDiscretely } from '../constraint/end-of-step.ts';
import { isSparse } from '../constraint/jacobian/mode.ts';
import { mulJacVec } from '../constraint/jacobian/product.ts';
import { constraintUpdate } from '../constraint/update.ts';
import type { F64, f64, i32 } from '../dialect.ts';
import { subFrom } from '../math/linear/dense.ts';
import type { Data, Model } from '../model/classes.ts';
import { CNSTR_CONTACT_ELLIPTIC, CNSTRSTATE_CONE, CNSTRSTATE_QUADRATIC } from '../model/constants.ts';

/**
 * States of the rows at the acceleration that the solver has found, and the second derivatives of the costs of cones.
 *
 * @reads nefc qacc efc_aref
 * @writes inverseJar
 */
export function updateRows(m: Model, d: Data): void {
  if (d.nefc === 0) return;
  mulJacVec(m, d, d.inverseJar, 0, d.qacc, 0);
  subFrom(d.inverseJar, 0, d.efc_aref, 0, d.nefc);
  constraintUpdate(m, d, d.inverseJar, 0, true);
}

/** Whether some row has a force that varies with the acceleration. @reads nefc efc_state */
export function rowsVary(d: Data): boolean {
  for (let r = 0; r < d.nefc; r++)
    if (d.efc_state[r] === CNSTRSTATE_QUADRATIC || d.efc_state[r] === CNSTRSTATE_CONE) return true;
  return false;
}

/**
 * The constraint forces as functions of acceleration and velocity: H (nv×nv) += JᵀWJ, and the columns from `c` on, one of nv numbers for
 * each velocity, += JᵀW·d aref/d qvel. W is the second derivative of the cost of the rows in their present states.
 *
 * @reads nefc efc_state efc_type efc_id efc_D contact_dim
 */
export function addRows(m: Model, d: Data, H: F64, columns: F64, c: i32): void {
  let r = 0;
  while (r < d.nefc) {
    const contact = d.efc_type[r] === CNSTR_CONTACT_ELLIPTIC;
    if (contact && d.efc_state[r] === CNSTRSTATE_CONE) addCone(m, d, r, H, columns, c);
    else if (d.efc_state[r] === CNSTRSTATE_QUADRATIC) addProduct(m, d, r, r, d.efc_D[r], H, columns, c);
    r += contact && d.efc_state[r] === CNSTRSTATE_CONE ? d.contact_dim[d.efc_id[r]] : 1;
  }
}

/** @reads efc_id contact_dim contact_H */
function addCone(m: Model, d: Data, row: i32, H: F64, columns: F64, c: i32): void {
  const id = d.efc_id[row];
  const dim = d.contact_dim[id];
  for (let k = 0; k < dim; k++)
    for (let l = 0; l < dim; l++) addProduct(m, d, row + k, row + l, d.contact_H[36 * id + k * dim + l], H, columns, c);
}

/** H += w·JᵣᵀJₛ, and the columns the same times d aref/d(Jₛ·qvel). @reads efc_J efc_J_rownnz efc_J_rowadr efc_J_colind */
function addProduct(m: Model, d: Data, r: i32, s: i32, w: f64, H: F64, columns: F64, c: i32): void {
  const nv = m.nv;
  const J = d.efc_J;
  const sparse = isSparse(m);
  const left: i32 = sparse ? d.efc_J_rowadr[r] : r * nv;
  const right: i32 = sparse ? d.efc_J_rowadr[s] : s * nv;
  const leftCount: i32 = sparse ? d.efc_J_rownnz[r] : nv;
  const rightCount: i32 = sparse ? d.efc_J_rownnz[s] : nv;
  const slope = referenceByVel(m, d, s);
  for (let l = 0; l < rightCount; l++) {
    const x: f64 = w * J[right + l];
    if (x === 0) continue;
    const j: i32 = sparse ? d.efc_J_colind[right + l] : l;
    for (let k = 0; k < leftCount; k++) {
      const i: i32 = sparse ? d.efc_J_colind[left + k] : k;
      const value: f64 = J[left + k] * x;
      H[i * nv + j] += value;
      columns[c + j * nv + i] += slope * value;
    }
  }
}

/** d aref / d(J·qvel) of a row. @reads efc_KBIP */
function referenceByVel(m: Model, d: Data, row: i32): f64 {
  const KBIP = d.efc_KBIP;
  const damping = KBIP[4 * row + 1];
  if (!integratesDiscretely(m)) return -damping;
  return -(damping + m.opt_timestep * KBIP[4 * row] * KBIP[4 * row + 2]) / endOfStep(m, d, row);
}
