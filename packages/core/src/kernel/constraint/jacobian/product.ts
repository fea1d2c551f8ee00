import type { F64, i32 } from '../../dialect.ts';
import { mulMatTVec, mulMatVec } from '../../math/linear/dense.ts';
import { mulMatTVecSparse, mulMatVecSparse } from '../../math/linear/sparse.ts';
import type { Data, Model } from '../../model/classes.ts';
import { isSparse } from './mode.ts';

/**
 * res (nefc) = J·vec
 *
 * @reads nefc efc_J efc_J_rownnz efc_J_rowadr efc_J_colind
 * @see mj_mulJacVec
 */
export function mulJacVec(m: Model, d: Data, res: F64, r: i32, vec: F64, v: i32): void {
  if (d.nefc === 0) return;
  if (isSparse(m)) mulMatVecSparse(res, r, d.efc_J, vec, v, d.nefc, d.efc_J_rownnz, d.efc_J_rowadr, d.efc_J_colind);
  else mulMatVec(res, r, d.efc_J, 0, vec, v, d.nefc, m.nv);
}

/**
 * res (nv) = Jᵀ·vec; untouched when there are no rows
 *
 * @reads nefc efc_J efc_J_rownnz efc_J_rowadr efc_J_colind
 * @see mj_mulJacTVec
 */
export function mulJacTVec(m: Model, d: Data, res: F64, r: i32, vec: F64, v: i32): void {
  if (d.nefc === 0) return;
  if (isSparse(m))
    mulMatTVecSparse(res, r, d.efc_J, vec, v, d.nefc, m.nv, d.efc_J_rownnz, d.efc_J_rowadr, d.efc_J_colind);
  else mulMatTVec(res, r, d.efc_J, 0, vec, v, d.nefc, m.nv);
}
