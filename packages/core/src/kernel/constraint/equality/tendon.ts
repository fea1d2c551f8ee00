// @cold

import type { f64, i32 } from '../../dialect.ts';
import { copy, copyI } from '../../math/linear/dense.ts';
import { combineSparse } from '../../math/linear/sparse.ts';
import type { Data, Model } from '../../model/classes.ts';
import { CNSTR_EQUALITY, NEQDATA } from '../../model/constants.ts';
import { writePacked } from '../jacobian/tendon-row.ts';
import { commitRows, openRows, RowBlock, writeRow } from '../rows.ts';
import { coupling, couplingSlope } from './polynomial.ts';

const rows = new RowBlock();

/**
 * One row that couples the lengths of two tendons as `jointRows` couples joints, relative to their lengths in the reference
 * configuration, or fixes one.
 *
 * @reads ten_length ten_J
 * @writes tendon_efcadr
 * @see mj_instantiateEquality
 */
export function tendonRows(m: Model, d: Data, e: i32): void {
  const first = m.eq_obj1id[e];
  const second = m.eq_obj2id[e];
  const { rowChain: chain, rowValues: values } = d;
  let nnz = m.ten_J_rownnz[first];
  copyI(chain, 0, m.ten_J_colind, m.ten_J_rowadr[first], nnz);
  copy(values, 0, d.ten_J, m.ten_J_rowadr[first], nnz);
  let pos: f64 = tendonValue(m, d, first) - m.eq_data[NEQDATA * e];
  let diag: f64 = m.tendon_invweight0[first];
  markTendon(d, first, e);
  if (second >= 0) {
    const x = tendonValue(m, d, second);
    const adr = m.ten_J_rowadr[second];
    nnz = combineSparse(
      values,
      0,
      chain,
      0,
      nnz,
      1,
      d.ten_J,
      adr,
      m.ten_J_colind,
      adr,
      m.ten_J_rownnz[second],
      -couplingSlope(m, e, x),
    );
    pos -= coupling(m, e, x);
    diag += m.tendon_invweight0[second];
    markTendon(d, second, e);
  }

  openRows(m, d, rows, 1, chain, 0, nnz);
  writePacked(d, rows, values, 0, 1);
  writeRow(d, rows.first, pos, 0, 0, diag);
  commitRows(d, rows, CNSTR_EQUALITY, e);
}

/** Length of a tendon relative to the reference configuration. */
function tendonValue(m: Model, d: Data, t: i32): f64 {
  return d.ten_length[t] - m.tendon_length0[t];
}

/** Notes the first constraint on a tendon; for an equality MuJoCo keeps its number, not its row. */
function markTendon(d: Data, t: i32, e: i32): void {
  if (d.tendon_efcadr[t] === -1) d.tendon_efcadr[t] = e;
}
