import type { Model } from '../../model.ts';
import { contradicts, expectIndex, expectValue } from '../field-error.ts';

/**
 * The patterns of M (each dof with its ancestors; a simple dof alone), D (with ancestors and descendants) and B (dofs that move a body or
 * that it carries), in ascending order, row after row. The tree must have been checked.
 */
export function checkSparsity(m: Model): void {
  checkSimple(m);
  const depth = new Int32Array(m.nv);
  for (let i = 0; i < m.nv; i++) depth[i] = m.dof_parentid[i] < 0 ? 1 : depth[m.dof_parentid[i]] + 1;
  checkInertia(m, depth);
  checkDerivative(m, depth);
  if (m.nv > 0) checkBodies(m);
}

/** `dof_simplenum`: how many dofs from here on are simple, which all dofs of a body are or none. */
function checkSimple(m: Model): void {
  for (let i = m.nv - 1; i >= 0; i--) {
    const count = m.dof_simplenum[i];
    const after = i + 1 < m.nv ? m.dof_simplenum[i + 1] : 0;
    if (count !== 0) expectValue('dof_simplenum', i, count, after + 1);
    const b = m.dof_bodyid[i];
    if (count !== 0 && m.dof_parentid[m.body_dofadr[b]] >= 0)
      contradicts('dof_simplenum', i, count, 'a simple dof depends on no other body');
    const parent = m.dof_parentid[i];
    if (parent >= 0 && (m.dof_simplenum[parent] !== 0) !== (count !== 0))
      contradicts('dof_simplenum', i, count, `dof ${parent}, on which it depends, says otherwise`);
    if (parent >= 0 && count !== 0 && m.dof_bodyid[parent] !== b)
      contradicts('dof_simplenum', i, count, 'a simple dof depends on no other body');
  }
}

/** A row: where it starts, given where the one before ends; returns where it ends. */
function rowEnd(name: string, i: number, start: number, address: number, count: number, expected: number): number {
  expectValue(`${name}_rowadr`, i, address, start);
  expectValue(`${name}_rownnz`, i, count, expected);
  return start + expected;
}

function checkInertia(m: Model, depth: Int32Array): void {
  let end = 0;
  let legacy = 0;
  for (let i = 0; i < m.nv; i++) {
    expectValue('dof_Madr', i, m.dof_Madr[i], legacy);
    legacy += depth[i];
    end = rowEnd('M', i, end, m.M_rowadr[i], m.M_rownnz[i], m.dof_simplenum[i] > 0 ? 1 : depth[i]);
    if (end > m.nC) contradicts('nC', 0, m.nC, 'M has more entries');
    for (let k = end - 1, j = i; k >= m.M_rowadr[i]; k--, j = m.dof_parentid[j])
      expectValue('M_colind', k, m.M_colind[k], j);
  }
  expectValue('nC', 0, m.nC, end);
  expectValue('nM', 0, m.nM, legacy);
}

function checkDerivative(m: Model, depth: Int32Array): void {
  const { nv } = m;
  const below = new Int32Array(nv); // descendants
  for (let i = nv - 1; i >= 0; i--) if (m.dof_parentid[i] >= 0) below[m.dof_parentid[i]] += below[i] + 1;
  let end = 0;
  for (let i = 0; i < nv; i++) {
    end = rowEnd('D', i, end, m.D_rowadr[i], m.D_rownnz[i], depth[i] + below[i]);
    if (end > m.nD) contradicts('nD', 0, m.nD, 'D has more entries');
    expectValue('D_diag', i, m.D_diag[i], depth[i] - 1);
  }
  expectValue('nD', 0, m.nD, end);
  // descendants of a dof are the dofs right after it: the tree is in depth-first order
  for (let i = 0; i < nv; i++) {
    let k = m.D_rowadr[i] + depth[i] - 1;
    for (let n = 1; n <= below[i]; n++) expectValue('D_colind', k + n, m.D_colind[k + n], i + n);
    for (let j = i; j >= 0; j = m.dof_parentid[j], k--) expectValue('D_colind', k, m.D_colind[k], j);
  }
}

function checkBodies(m: Model): void {
  const { nbody, nv } = m;
  const carried = new Int32Array(nbody); // dofs of the subtree
  const above = new Int32Array(nbody); // dofs of its ancestors
  for (let b = nbody - 1; b > 0; b--) {
    carried[b] += m.body_dofnum[b];
    carried[m.body_parentid[b]] += carried[b];
  }
  let end = 0;
  let next = 0; // first dof of the subtree
  for (let b = 0; b < nbody; b++) {
    const parent = m.body_parentid[b];
    if (parent > 0) above[b] = above[parent] + m.body_dofnum[parent];
    const start = end;
    end = rowEnd('B', b, end, m.B_rowadr[b], m.B_rownnz[b], above[b] + carried[b]);
    if (end > m.nB) contradicts('nB', 0, m.nB, 'B has more entries');
    for (let k = 0; k < carried[b]; k++)
      expectValue('B_colind', start + above[b] + k, m.B_colind[start + above[b] + k], next + k);
    for (let k = 0; k < above[b]; k++) {
      const inherited = k < above[parent];
      const dof = inherited ? m.B_colind[m.B_rowadr[parent] + k] : m.body_dofadr[parent] + k - above[parent];
      expectValue('B_colind', start + k, m.B_colind[start + k], dof);
    }
    next += m.body_dofnum[b];
  }
  expectIndex('nB', 0, next, nv + 1);
  expectValue('nB', 0, m.nB, end);
}
