// @cold

import type { f64, i32 } from '../../dialect.ts';
import type { Data, Model } from '../../model/classes.ts';
import { CNSTR_EQUALITY, NEQDATA } from '../../model/constants.ts';
import { columnOf, commitRows, openRows, RowBlock, writeRow } from '../rows.ts';
import { coupling, couplingSlope } from './polynomial.ts';

const rows = new RowBlock();

/**
 * One row that couples two scalar joints, q₁ - ref₁ = c₀ + c₁x + c₂x² + c₃x³ + c₄x⁴ with x = q₂ - ref₂, or fixes one.
 *
 * @reads qpos
 * @writes efc_J
 * @see mj_instantiateEquality
 */
export function jointRows(m: Model, d: Data, e: i32): void {
  const first = m.eq_obj1id[e];
  const second = m.eq_obj2id[e];
  const dof1 = m.jnt_dofadr[first];
  const dof2: i32 = second >= 0 ? m.jnt_dofadr[second] : dof1;
  const chain = d.rowChain;
  const nnz: i32 = dof1 === dof2 ? 1 : 2;
  const place1: i32 = dof1 <= dof2 ? 0 : 1; // in the increasing list of the two
  const place2: i32 = dof2 <= dof1 ? 0 : 1;
  chain[place1] = dof1;
  chain[place2] = dof2;
  openRows(m, d, rows, 1, chain, 0, nnz);

  d.efc_J[rows.base + columnOf(rows, place1)] = 1;
  let pos: f64 = jointValue(m, d, first) - m.eq_data[NEQDATA * e];
  let diag: f64 = m.dof_invweight0[dof1];
  if (second >= 0) {
    const x = jointValue(m, d, second);
    const slope = couplingSlope(m, e, x);
    d.efc_J[rows.base + columnOf(rows, place2)] = dof1 === dof2 ? 1 - slope : -slope;
    pos -= coupling(m, e, x);
    diag += m.dof_invweight0[dof2];
  }
  writeRow(d, rows.first, pos, 0, 0, diag);
  commitRows(d, rows, CNSTR_EQUALITY, e);
}

/** Value of a scalar joint relative to the reference configuration. */
function jointValue(m: Model, d: Data, j: i32): f64 {
  const adr = m.jnt_qposadr[j];
  return d.qpos[adr] - m.qpos0[adr];
}
