/**
 * What the dual solvers share. They change the forces of one contact, or one row, at a time so as to lower
 *
 *     ½ fᵀ(A + R)f + fᵀb,   A = J·M⁻¹·Jᵀ
 *
 * within the friction cones. Rows are those of Data, in the order of the model; an island is a list of them, or all.
 */

import { isSparse } from '../constraint/jacobian/mode.ts';
import { type F64, type f64, type i32, scratchF64 } from '../dialect.ts';
import { mulVecMatVec } from '../math/linear/dense.ts';
import { copy, dot, dotFresh, dotSparse, zero } from '../math/linear/leaf.ts';
import { qcqp, qcqp2, qcqp3 } from '../math/linear/qcqp.ts';
import { MINVAL, max } from '../math/scalar.ts';
import type { Data, Model } from '../model/classes.ts';
import {
  CNSTR_CONTACT_ELLIPTIC,
  CNSTRSTATE_CONE,
  CNSTRSTATE_LINEARNEG,
  CNSTRSTATE_LINEARPOS,
  CNSTRSTATE_QUADRATIC,
  CNSTRSTATE_SATISFIED,
} from '../model/constants.ts';
import type { Island } from './island.ts';

/** An increase of the cost beyond this, which rounding may cause, is not accepted. */
export const ROUNDING: f64 = 1e-10;

/** Least diagonal of a block whose R was taken away. */
const LEAST_DIAGONAL: f64 = 1e-10;

const delta = scratchF64(6); // change of the forces of a block
const tangent = scratchF64(6); // friction forces
const point = scratchF64(6); // forces in the space where the cone is circular

/** Row of Data that is the c-th of the island at hand. @reads solverRow */
export function rowAt(d: Data, c: i32): i32 {
  return d.solverRow[c];
}

/** Rows of an island. */
export function rowCount(island: Island): i32 {
  return island.endRow - island.firstRow;
}

/** Rows that row `i` starts: those of a contact with an elliptic cone, else one. @reads efc_type efc_id contact_dim */
export function blockSize(d: Data, i: i32): i32 {
  return d.efc_type[i] === CNSTR_CONTACT_ELLIPTIC ? d.contact_dim[d.efc_id[i]] : 1;
}

/**
 * The rows of an island: which they are, the inverse diagonal of A + R, or of A when `bare`, the inverse of that, and where the diagonal is.
 *
 * @reads efc_AR efc_AR_rowadr efc_AR_colind efc_R nefc map_iefc2efc
 * @writes solverRow solverWeight solverCurvature solverDiag
 */
export function prepareIsland(m: Model, d: Data, island: Island, bare: boolean): void {
  const AR = d.efc_AR,
    sparse = isSparse(m),
    count = rowCount(island);
  for (let c = 0; c < count; c++) {
    const i: i32 = island.whole ? c : d.map_iefc2efc[island.firstRow + c];
    d.solverRow[c] = i;
    let adr = i * (d.nefc + 1);
    if (sparse) {
      adr = d.efc_AR_rowadr[i];
      while (d.efc_AR_colind[adr] !== i) adr++;
    }
    d.solverDiag[i] = adr;
    const inv: f64 = 1 / (bare ? max(MINVAL, AR[adr] - d.efc_R[i]) : AR[adr]);
    d.solverWeight[c] = inv;
    d.solverCurvature[c] = 1 / inv;
  }
}

/** res = the block of A + R (of A when `bare`) at rows and columns i ≤ r < i + n; the rows of a contact follow each other in both. @reads efc_AR efc_R */
export function diagonalBlock(res: F64, d: Data, i: i32, n: i32, bare: boolean): void {
  for (let r = 0; r < n; r++) {
    copy(res, r * n, d.efc_AR, d.solverDiag[i + r] - r, n);
    if (bare) res[r * n + r] = max(LEAST_DIAGONAL, res[r * n + r] - d.efc_R[i + r]);
  }
}

/** b + (A + R)·force in row `r`; one of the forces was set just before. @reads efc_b efc_AR efc_AR_rownnz efc_AR_rowadr efc_AR_colind efc_force nefc */
export function residualOf(d: Data, r: i32, sparse: boolean): f64 {
  if (!sparse) return d.efc_b[r] + dotFresh(d.efc_AR, r * d.nefc, d.efc_force, 0, d.nefc);
  const adr = d.efc_AR_rowadr[r];
  return d.efc_b[r] + dotSparse(d.efc_AR, adr, d.efc_force, 0, d.efc_AR_rownnz[r], d.efc_AR_colind, adr);
}

/** res = b + (A + R)·force for `n` rows from `i` on; without R when `bare`. @reads efc_R efc_force */
export function residual(res: F64, d: Data, i: i32, n: i32, sparse: boolean, bare: boolean): void {
  for (let r = i; r < i + n; r++) {
    res[r - i] = residualOf(d, r, sparse);
    if (bare) res[r - i] -= d.efc_R[r] * d.efc_force[r];
  }
}

/** Change of the cost by the step from `old` to the forces at `f`; a step that raises it is taken back. */
export function costChange(A: F64, force: F64, f: i32, old: F64, res: F64, n: i32): f64 {
  for (let k = 0; k < n; k++) delta[k] = force[f + k] - old[k];
  const change = 0.5 * mulVecMatVec(delta, 0, A, 0, delta, 0, n) + dot(delta, 0, res, 0, n);
  if (change > ROUNDING) {
    copy(force, f, old, 0, n);
    return 0;
  }
  return change;
}

/** Scales `n` friction forces at `f` to the ellipse of the given normal force; only if they are outside, when `within`. */
function scaleToEllipse(force: F64, f: i32, normal: f64, friction: F64, a: i32, n: i32, within: boolean): void {
  let s: f64 = 0;
  for (let j = 0; j < n; j++) s += (force[f + j] * force[f + j]) / (friction[a + j] * friction[a + j]);
  if (within && !(s > normal * normal)) return;
  const scale = Math.sqrt((normal * normal) / max(MINVAL, s));
  for (let j = 0; j < n; j++) force[f + j] *= scale;
}

/** Puts the forces of the block at row `i` into its cone. @reads contact_friction efc_id @writes efc_force */
export function projectBlock(d: Data, i: i32, n: i32): void {
  const force = d.efc_force;
  if (force[i] < 0) zero(force, i, n);
  else if (n > 1) scaleToEllipse(force, i + 1, force[i], d.contact_friction, 5 * d.efc_id[i], n - 1, true);
}

/** Friction forces of the contact at row `i` for the normal force it has: the least of ½fᵀAf + fᵀb in the ellipse. @writes efc_force */
export function solveFriction(d: Data, i: i32, n: i32, A: F64, b: F64): void {
  const force = d.efc_force,
    a = 5 * d.efc_id[i];
  if (force[i] < MINVAL) {
    zero(force, i + 1, n);
    return;
  }
  let active = false;
  if (n === 2) active = qcqp2(tangent, 0, A, 0, b, 0, d.contact_friction, a, force[i]);
  else if (n === 3) active = qcqp3(tangent, 0, A, 0, b, 0, d.contact_friction, a, force[i]);
  else active = qcqp(tangent, 0, A, 0, b, 0, d.contact_friction, a, force[i], n);
  if (active) scaleToEllipse(tangent, 0, force[i], d.contact_friction, a, n, false);
  copy(force, i + 1, tangent, 0, n);
}

/** State of the contact at row `i` by its forces. @reads contact_mu contact_friction efc_id */
function coneState(d: Data, i: i32, dim: i32): i32 {
  const force = d.efc_force,
    a = 5 * d.efc_id[i],
    mu = d.contact_mu[d.efc_id[i]];
  for (let j = 1; j < dim; j++) point[j] = force[i + j] / d.contact_friction[a + j - 1];
  const N = force[i] / mu;
  const T = Math.sqrt(dot(point, 1, point, 1, dim - 1));
  if (mu * N >= T) return CNSTRSTATE_SATISFIED;
  return N + mu * T <= 0 ? CNSTRSTATE_QUADRATIC : CNSTRSTATE_CONE;
}

/** Sets the state of a row; returns 1 if it had another. @writes efc_state */
function setState(d: Data, i: i32, state: i32): i32 {
  const before = d.efc_state[i];
  d.efc_state[i] = state;
  return before === state ? 0 : 1;
}

/**
 * States of the rows of an island by their forces. Counts the active rows of the island; returns the number of states that changed.
 *
 * @reads efc_frictionloss efc_type
 */
export function updateStates(d: Data, island: Island): i32 {
  const force = d.efc_force,
    floss = d.efc_frictionloss,
    ne = island.ne,
    nf = island.nf,
    count = rowCount(island);
  let nactive = ne + nf;
  let changes = 0;
  for (let c = 0; c < ne; c++) changes += setState(d, rowAt(d, c), CNSTRSTATE_QUADRATIC);
  for (let c = ne; c < ne + nf; c++) {
    const i = rowAt(d, c);
    if (force[i] <= -floss[i]) changes += setState(d, i, CNSTRSTATE_LINEARPOS);
    else if (force[i] >= floss[i]) changes += setState(d, i, CNSTRSTATE_LINEARNEG);
    else changes += setState(d, i, CNSTRSTATE_QUADRATIC);
  }
  let c = ne + nf;
  while (c < count) {
    const i = rowAt(d, c),
      dim = blockSize(d, i);
    let s: i32 = CNSTRSTATE_SATISFIED;
    if (d.efc_type[i] === CNSTR_CONTACT_ELLIPTIC) s = coneState(d, i, dim);
    else if (!(force[i] <= 0)) s = CNSTRSTATE_QUADRATIC;
    for (let j = 0; j < dim; j++) changes += setState(d, i + j, s);
    if (s !== CNSTRSTATE_SATISFIED) nactive += dim;
    c += dim;
  }
  island.nactive = nactive;
  return changes;
}
