// @cold

import { freeBodyBlock } from '../derivative/free-body.ts';
import { type F64, type I32, type i32, scratchF64, scratchI32 } from '../dialect.ts';
import { copy, mulMatVec, subFrom, zeroI } from '../math/linear/dense.ts';
import { luFactor, luSolve } from '../math/linear/lu.ts';
import type { Data, Model } from '../model/classes.ts';
import { Coupling, nextCoupling, startCouplings } from './couplings.ts';
import { metricMatrix } from './product.ts';

const block = scratchF64(36); // effective metric of a free body with its gyroscopic terms
const pivot = scratchI32(6); // rows that were exchanged in its factor
const solution = scratchF64(6); // acceleration of the free body
const coupling = new Coupling(); // the term of the metric at hand

/**
 * Accelerations of free bodies of their own that nothing touches, with the derivative of their gyroscopic forces, which no symmetric metric has.
 *
 * @reads metricForce
 * @writes qacc
 */
export function accelerateFreeBodies(m: Model, d: Data): void {
  markTouched(m, d);
  for (let j = 0; j < m.njnt; j++) {
    const adr = m.jnt_dofadr[j];
    if (!isLone(m, d, j)) continue;
    if (!luFactor(block, 0, 6, pivot, 0)) continue;
    luSolve(solution, 0, block, 0, d.metricForce, adr, pivot, 0, 6);
    copy(d.qacc, adr, solution, 0, 6);
  }
}

/**
 * Replaces the force of the accelerations of such bodies, in `force`, by the one with their gyroscopic terms.
 *
 * @reads qacc efm_c efm_ca
 */
export function addGyroscopic(m: Model, d: Data, force: F64): void {
  markTouched(m, d);
  for (let j = 0; j < m.njnt; j++) {
    const adr = m.jnt_dofadr[j];
    if (!isLone(m, d, j)) continue;
    mulMatVec(force, adr, block, 0, d.qacc, adr, 6, 6);
    subFrom(force, adr, d.efm_c, adr, 6);
    subFrom(force, adr, d.efm_ca, adr, 6);
  }
}

/** Puts the metrics of such bodies with their gyroscopic terms into the dense metric `mat` (nv×nv). */
export function setGyroscopic(m: Model, d: Data, mat: F64): void {
  markTouched(m, d);
  for (let j = 0; j < m.njnt; j++) {
    const adr = m.jnt_dofadr[j];
    if (!isLone(m, d, j)) continue;
    for (let r = 0; r < 6; r++) copy(mat, (adr + r) * m.nv + adr, block, 6 * r, 6);
  }
}

/**
 * Notes the trees on which constraint rows, tendons or actuators of the metric act.
 *
 * @reads nefc efcRowColumns efcRowNnz efc_J_colind
 * @writes treeTouched
 */
function markTouched(m: Model, d: Data): void {
  zeroI(d.treeTouched, 0, m.ntree);
  for (let r = 0; r < d.nefc; r++) markList(m, d, d.efc_J_colind, d.efcRowColumns[r], d.efcRowNnz[r]);
  startCouplings(coupling);
  while (nextCoupling(coupling, m, d)) {
    if (coupling.scale !== 0) markList(m, d, coupling.column, coupling.adr, coupling.end - coupling.adr);
  }
}

function markList(m: Model, d: Data, list: I32, adr: i32, n: i32): void {
  for (let k = adr; k < adr + n; k++) d.treeTouched[m.dof_treeid[list[k]]] = 1;
}

/** Whether joint `j` moves a free body of its own that nothing touches; then `block` is its metric. @reads treeTouched */
function isLone(m: Model, d: Data, j: i32): boolean {
  if (d.treeTouched[m.dof_treeid[m.jnt_dofadr[j]]] !== 0) return false;
  return freeBodyBlock(m, d, j, block, metricMatrix(d), false);
}
