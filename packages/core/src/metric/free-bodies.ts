import { freeBodyBlock } from '../derivative/free-body.ts';
import { type F64, type I32, type i32, scratchF64, scratchI32 } from '../dialect.ts';
import { copy, mulMatVec, subFrom } from '../math/dense.ts';
import { luFactor, luSolve } from '../math/lu.ts';
import type { Data, Model } from '../model/kernel.ts';
import { metricMatrix } from './product.ts';

const block = scratchF64(36); // effective metric of a free body with its gyroscopic terms
const pivot = scratchI32(6); // rows that were exchanged in its factor
const solution = scratchF64(6); // acceleration of the free body

/**
 * Accelerations of free bodies of their own that nothing touches, with the derivative of their gyroscopic forces, which no symmetric metric has.
 *
 * @reads metricForce
 * @writes qacc
 */
export function accelerateFreeBodies(m: Model, d: Data): void {
  for (let j = 0; j < m.njnt; j++) {
    const adr = m.jnt_dofadr[j];
    if (isTouched(m, d, adr) || !freeBodyBlock(m, d, j, block, metricMatrix(d), false)) continue;
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
  for (let j = 0; j < m.njnt; j++) {
    const adr = m.jnt_dofadr[j];
    if (isTouched(m, d, adr) || !freeBodyBlock(m, d, j, block, metricMatrix(d), false)) continue;
    mulMatVec(force, adr, block, 0, d.qacc, adr, 6, 6);
    subFrom(force, adr, d.efm_c, adr, 6);
    subFrom(force, adr, d.efm_ca, adr, 6);
  }
}

/** Whether a constraint row, a tendon or an actuator of the metric acts on the tree of dof `i`. */
function isTouched(m: Model, d: Data, i: i32): boolean {
  const tree = m.dof_treeid[i];
  for (let r = 0; r < d.nefc; r++)
    if (hasTree(m, tree, d.efc_J_colind, d.efcRowColumns[r], d.efcRowNnz[r])) return true;
  for (let t = 0; t < d.nefmT; t++) {
    const id = d.efm_tid[t];
    if (hasTree(m, tree, m.ten_J_colind, m.ten_J_rowadr[id], m.ten_J_rownnz[id])) return true;
  }
  for (let t = 0; t < d.nefmA; t++) {
    const a = d.efm_aid[t];
    const end = m.actuator_outadr[a] + m.actuator_outnum[a];
    for (let o = m.actuator_outadr[a]; o < end; o++)
      if (hasTree(m, tree, d.moment_colind, d.moment_rowadr[o], d.moment_rownnz[o])) return true;
  }
  return false;
}

/** Whether a dof of the tree is in a list. */
function hasTree(m: Model, tree: i32, list: I32, adr: i32, n: i32): boolean {
  for (let k = adr; k < adr + n; k++) if (m.dof_treeid[list[k]] === tree) return true;
  return false;
}
