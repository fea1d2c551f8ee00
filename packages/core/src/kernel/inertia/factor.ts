import type { F64, i32 } from '../dialect.ts';
import { copy } from '../math/linear/dense.ts';
import { ldlFactor, ldlFactorIndexed, ldlSolve, ldlSolveHalf, ldlSolveIndexed } from '../math/linear/ldl.ts';
import type { Data, Model } from '../model/classes.ts';
import { WARN_INERTIA } from '../model/constants.ts';
import { hostWarning } from '../model/host.ts';
import { someAsleep } from '../sleep/state.ts';

/**
 * The factor of the inertia matrix, M = LᵀDL.
 *
 * @reads M
 * @writes qLD qLDiagInv
 * @see mj_factorM
 */
export function factorM(m: Model, d: Data): void {
  if (someAsleep(m, d)) copyAwakeRows(m, d, d.qLD);
  else copy(d.qLD, 0, d.M, 0, m.nC);
  factorInertia(m, d, d.qLD, d.qLDiagInv);
}

/**
 * mat = M in the rows of the dofs that are awake.
 *
 * @reads M nv_awake dof_awake_ind
 */
export function copyAwakeRows(m: Model, d: Data, mat: F64): void {
  for (let k = 0; k < d.nv_awake; k++) {
    const i = d.dof_awake_ind[k];
    copy(mat, m.M_rowadr[i], d.M, m.M_rowadr[i], m.M_rownnz[i]);
  }
}

/**
 * The factor of `mat`, on the pattern of M, in the rows of the dofs that are awake. Warns if it is singular.
 *
 * @reads nv_awake dof_awake_ind
 */
export function factorInertia(m: Model, d: Data, mat: F64, diagInv: F64): void {
  const singular = someAsleep(m, d)
    ? ldlFactorIndexed(mat, diagInv, d.nv_awake, m.M_rownnz, m.M_rowadr, m.M_colind, d.dof_awake_ind)
    : ldlFactor(mat, diagInv, m.nv, m.M_rownnz, m.M_rowadr, m.M_colind);
  if (singular >= 0) hostWarning(d, WARN_INERTIA, singular);
}

/**
 * x = mat⁻¹·x for a factor of `factorInertia`, at the dofs that are awake.
 *
 * @reads nv_awake dof_awake_ind
 */
export function solveAwake(m: Model, d: Data, x: F64, mat: F64, diagInv: F64): void {
  ldlSolveIndexed(x, 0, mat, diagInv, d.nv_awake, m.M_rownnz, m.M_rowadr, m.M_colind, d.dof_awake_ind);
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
export function solveM2(m: Model, d: Data, x: F64, y: F64, sqrtInvD: F64, n: i32): void {
  if (x !== y) copy(x, 0, y, 0, n * m.nv);
  ldlSolveHalf(x, 0, d.qLD, sqrtInvD, m.nv, n, m.M_rownnz, m.M_rowadr, m.M_colind);
}
