// @cold

import { isSparse } from '../../constraint/jacobian/mode.ts';
/**
 * Pairs as rows of the constraint solver, after those of the model. The row of a pair is its distance at the end of the step, so that
 *
 *     J·qacc - aref = residual,   D·h² = its stiffness
 *
 * and the cost of the row is the energy of the pair over h². Rows do not act while the residual is above zero.
 */
import { columnOf, commitRows, openRows, RowBlock } from '../../constraint/rows.ts';
import { type f64, type i32, scratchF64 } from '../../dialect.ts';
import { addToScl, zero } from '../../math/linear/leaf.ts';
import { dot3, sub3 } from '../../math/vec3.ts';
import type { Data, Model } from '../../model/classes.ts';
import { CNSTR_CONTACT_FRICTIONLESS } from '../../model/constants.ts';
import { presentStiffness } from './active-set.ts';
import { residual, vertexCount, vertexOf } from './pairs.ts';
import { addWay } from './points.ts';

/** `efc_id` of a row that no contact is behind. */
const NO_CONTACT: i32 = -1;

/** Where the rows of the model end. */
export class ModelRows {
  nefc: i32 = 0;
  nJ: i32 = 0;
  /** `efc_J_rowsuper` of the last of them, which a row after it may change. */
  rowsuper: i32 = 0;
  /** How many rows there were with those of the pairs. */
  solved: i32 = 0;
}

const rows = new RowBlock();
const way = scratchF64(3);

/** Adds dof `i` to the first n columns, which are increasing; returns how many there are then. @writes ipcColumn ipcValue */
function addColumn(d: Data, n: i32, i: i32, value: f64): i32 {
  const column = d.ipcColumn;
  let at = n;
  while (at > 0 && column[at - 1] > i) at--;
  if (at > 0 && column[at - 1] === i) {
    d.ipcValue[at - 1] += value;
    return n;
  }
  for (let k = n; k > at; k--) {
    column[k] = column[k - 1];
    d.ipcValue[k] = d.ipcValue[k - 1];
  }
  column[at] = i;
  d.ipcValue[at] = value;
  return n + 1;
}

/** Derivative of the distance of pair `p` by the accelerations of the dofs; returns how many move it. @reads ipcDof ipcNormal ipcWeight cdof */
function setColumns(m: Model, d: Data, p: i32): i32 {
  const h = m.opt_timestep;
  let n = 0;
  for (let q = 0; q < vertexCount(d.ipcKind[p]); q++) {
    const weight = h * h * d.ipcWeight[4 * p + q];
    for (let i = d.ipcDof[vertexOf(d, p, q)]; i >= 0; i = m.dof_parentid[i])
      n = addColumn(d, n, i, weight * dot3(d.ipcNormal, 3 * p, d.cdof, 6 * i + 3));
  }
  return n;
}

/** The acceleration along the row at which the residual of pair `p` is zero. @reads ipcFreePos flexvert_xpos qvel ipcNormal ipcWeight */
function reference(m: Model, d: Data, p: i32): f64 {
  let s = -residual(d, p, d.ipcFreePos);
  for (let q = 0; q < vertexCount(d.ipcKind[p]); q++) {
    const v = vertexOf(d, p, q);
    if (d.ipcDof[v] < 0) continue;
    sub3(way, 0, d.flexvert_xpos, 3 * v, d.ipcFreePos, 3 * v);
    addWay(way, 0, m, d, v, d.qvel, m.opt_timestep);
    s -= d.ipcWeight[4 * p + q] * dot3(d.ipcNormal, 3 * p, way, 0);
  }
  return s;
}

/** Adds the row of pair `p`. @writes efc_J efc_D efc_R efc_aref efc_frictionloss */
function addRow(m: Model, d: Data, p: i32): void {
  const n = setColumns(m, d, p);
  if (n === 0) return;
  openRows(m, d, rows, 1, d.ipcColumn, 0, n);
  for (let k = 0; k < n; k++) d.efc_J[rows.base + columnOf(rows, k)] = d.ipcValue[k];
  if (!commitRows(d, rows, CNSTR_CONTACT_FRICTIONLESS, NO_CONTACT)) return;
  const row = rows.first;
  d.efc_D[row] = presentStiffness(d, p) / (m.opt_timestep * m.opt_timestep);
  d.efc_R[row] = 1 / d.efc_D[row];
  d.efc_aref[row] = reference(m, d, p);
  d.efc_frictionloss[row] = 0;
}

/**
 * Adds the rows of the pairs that are taken to those of the model.
 *
 * @reads nipcpair ipcTaken efc_J_rowsuper
 */
export function addPairRows(before: ModelRows, m: Model, d: Data): void {
  before.nefc = d.nefc;
  before.nJ = d.nJ;
  before.rowsuper = d.nefc > 0 ? d.efc_J_rowsuper[d.nefc - 1] : 0;
  if (!isSparse(m)) d.nJ = d.nefc * m.nv; // what was left out at its end makes no place
  for (let p = 0; p < d.nipcpair; p++) if (d.ipcTaken[p] !== 0) addRow(m, d, p);
}

/**
 * Takes the rows of the pairs off again, and sums their forces on the dofs.
 *
 * @reads nefc efc_force efc_J efcRowNnz efcRowColumns efc_J_colind efc_J_rowadr
 * @writes ipcForce nefc nJ efc_J_rowsuper
 */
export function removePairRows(before: ModelRows, m: Model, d: Data): void {
  const sparse = isSparse(m);
  before.solved = d.nefc;
  zero(d.ipcForce, 0, m.nv);
  for (let row = before.nefc; row < d.nefc; row++) {
    const force = d.efc_force[row];
    if (force === 0) continue;
    if (!sparse) {
      addToScl(d.ipcForce, 0, d.efc_J, row * m.nv, force, m.nv);
      continue;
    }
    const list = d.efcRowColumns[row];
    for (let k = 0; k < d.efcRowNnz[row]; k++)
      d.ipcForce[d.efc_J_colind[list + k]] += d.efc_J[d.efc_J_rowadr[row] + k] * force;
  }
  d.nefc = before.nefc;
  d.nJ = before.nJ;
  if (d.nefc > 0) d.efc_J_rowsuper[d.nefc - 1] = before.rowsuper;
}
