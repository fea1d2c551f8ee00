import type { F64, i32 } from '../dialect.ts';
import { mulMatTVec, mulMatVec } from '../math/dense.ts';
import { mulMatTVecSparse, mulMatVecSparse } from '../math/sparse.ts';
import type { Data, Model } from '../model/kernel.ts';
import { isSparse } from './jacobian-mode.ts';

/** res (nefc) = J·vec. @reads efc_J @see mj_mulJacVec */
export function mulJacVec(m: Model, d: Data, res: F64, r: i32, vec: F64, v: i32): void {
  if (d.nefc === 0) return;
  if (isSparse(m)) mulMatVecSparse(res, r, d.efc_J, vec, v, d.nefc, d.efc_J_rownnz, d.efc_J_rowadr, d.efc_J_colind);
  else mulMatVec(res, r, d.efc_J, 0, vec, v, d.nefc, m.nv);
}

/** res (nv) = Jᵀ·vec; untouched when there are no rows. @reads efc_J @see mj_mulJacTVec */
export function mulJacTVec(m: Model, d: Data, res: F64, r: i32, vec: F64, v: i32): void {
  if (d.nefc === 0) return;
  if (isSparse(m))
    mulMatTVecSparse(res, r, d.efc_J, vec, v, d.nefc, m.nv, d.efc_J_rownnz, d.efc_J_rowadr, d.efc_J_colind);
  else mulMatTVec(res, r, d.efc_J, 0, vec, v, d.nefc, m.nv);
}
