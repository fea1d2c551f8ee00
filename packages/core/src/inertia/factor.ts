import type { F64, i32 } from '../dialect.ts';
import { copy } from '../math/dense.ts';
import { ldlFactor, ldlSolve, ldlSolveHalf } from '../math/ldl.ts';
import type { Data, Model } from '../model/kernel.ts';

/**
 * The factor of the inertia matrix, M = LᵀDL.
 *
 * @reads M
 * @writes qLD qLDiagInv
 * @see mj_factorM
 */
export function factorM(m: Model, d: Data): void {
  copy(d.qLD, 0, d.M, 0, m.nC);
  ldlFactor(d.qLD, d.qLDiagInv, m.nv, m.M_rownnz, m.M_rowadr, m.M_colind);
}

/**
 * x = M⁻¹·y for `n` vectors, one after the other; `x` may be `y`.
 *
 * @reads qLD qLDiagInv
 * @see mj_solveM
 */
export function solveM(m: Model, d: Data, x: F64, o: i32, y: F64, i: i32, n: i32): void {
  if (x !== y || o !== i) copy(x, o, y, i, n * m.nv);
  ldlSolve(x, o, d.qLD, d.qLDiagInv, m.nv, n, m.M_rownnz, m.M_rowadr, m.M_colind);
}

/**
 * x = D^-½·L⁻ᵀ·y for `n` vectors, so that xᵀx = yᵀM⁻¹y; `sqrtInvD` (nv) holds D^-½.
 *
 * @reads qLD
 * @see mj_solveM2
 */
export function solveM2(m: Model, d: Data, x: F64, o: i32, y: F64, i: i32, sqrtInvD: F64, n: i32): void {
  if (x !== y || o !== i) copy(x, o, y, i, n * m.nv);
  ldlSolveHalf(x, o, d.qLD, sqrtInvD, m.nv, n, m.M_rownnz, m.M_rowadr, m.M_colind);
}
