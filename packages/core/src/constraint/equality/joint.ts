import type { f64, i32 } from '../../dialect.ts';
import { CNSTR_EQUALITY, NEQDATA } from '../../model/constants.ts';
import type { Data, Model } from '../../model/kernel.ts';
import { isSparse } from '../jacobian-mode.ts';
import { commitRows, openRows } from '../rows.ts';
import { coupling, couplingSlope } from './polynomial.ts';

/**
 * One row that couples two scalar joints, q₁ - ref₁ = c₀ + c₁x + c₂x² + c₃x³ + c₄x⁴ with x = q₂ - ref₂, or fixes one.
 *
 * @reads qpos
 * @see mj_instantiateEquality
 */
export function jointRows(m: Model, d: Data, e: i32): void {
  const first = m.eq_obj1id[e];
  const second = m.eq_obj2id[e];
  const dof1 = m.jnt_dofadr[first];
  const dof2: i32 = second >= 0 ? m.jnt_dofadr[second] : dof1;
  const chain = d.rowChain;
  const nnz: i32 = dof1 === dof2 ? 1 : 2;
  chain[0] = dof1 < dof2 ? dof1 : dof2;
  if (nnz === 2) chain[1] = dof1 < dof2 ? dof2 : dof1;

  const sparse = isSparse(m);
  const base = openRows(m, d, 1, nnz);
  const at1: i32 = base + (sparse ? (dof1 <= dof2 ? 0 : 1) : dof1);
  const at2: i32 = base + (sparse ? (dof2 <= dof1 ? 0 : 1) : dof2);
  const row = d.nefc;
  d.efc_J[at1] = 1;
  let pos: f64 = jointValue(m, d, first) - m.eq_data[NEQDATA * e];
  let diag: f64 = m.dof_invweight0[dof1];
  if (second >= 0) {
    const x = jointValue(m, d, second);
    const slope = couplingSlope(m, e, x);
    d.efc_J[at2] = dof1 === dof2 ? 1 - slope : -slope;
    pos -= coupling(m, e, x);
    diag += m.dof_invweight0[dof2];
  }
  d.efc_pos[row] = pos;
  d.efc_margin[row] = 0;
  d.efc_frictionloss[row] = 0;
  d.efc_diagA[row] = diag;
  commitRows(m, d, 1, CNSTR_EQUALITY, e, nnz, chain, 0);
}

/** Value of a scalar joint relative to the reference configuration. */
function jointValue(m: Model, d: Data, j: i32): f64 {
  const adr = m.jnt_qposadr[j];
  return d.qpos[adr] - m.qpos0[adr];
}
