/**
 * M = Lᵀ·D·L for a symmetric matrix whose sparsity is that of a kinematic tree: the row of a dof has its ancestors and,
 * last, itself. Elimination from the leaves to the root then makes no new nonzeros. The factor takes the place of M:
 * L left of the diagonal, D on it, and 1/D in an array of its own.
 *
 * @see Featherstone, Rigid Body Dynamics Algorithms (2008), §6.5
 */
import type { F64, I32, i32 } from '../../dialect.ts';
import { MINVAL } from '../scalar.ts';
import { addToScl, dotSparse, scl } from './leaf.ts';

/** Factorises `mat` in place, for all `n` dofs. Returns the last dof whose pivot had to be raised, or -1. */
export function ldlFactor(mat: F64, diaginv: F64, n: i32, rownnz: I32, rowadr: I32, colind: I32): i32 {
  let singular: i32 = -1;
  for (let k = n - 1; k >= 0; k--) if (eliminate(mat, diaginv, k, rownnz, rowadr, colind) && singular < 0) singular = k;
  return singular;
}

/** The same for the `n` dofs listed in `index`, in increasing order; the list holds whole trees. */
export function ldlFactorIndexed(
  mat: F64,
  diaginv: F64,
  n: i32,
  rownnz: I32,
  rowadr: I32,
  colind: I32,
  index: I32,
): i32 {
  let singular: i32 = -1;
  for (let k = n - 1; k >= 0; k--)
    if (eliminate(mat, diaginv, index[k], rownnz, rowadr, colind) && singular < 0) singular = index[k];
  return singular;
}

/** Takes dof `i` out of the rows of its ancestors. Returns whether its pivot was below MINVAL, and so was raised to it. */
function eliminate(mat: F64, diaginv: F64, i: i32, rownnz: I32, rowadr: I32, colind: I32): boolean {
  const start = rowadr[i],
    diag = start + rownnz[i] - 1;
  const singular = mat[diag] < MINVAL;
  if (singular) mat[diag] = MINVAL;
  const inv = 1 / mat[diag];
  diaginv[i] = inv;
  if (diag === start) return singular; // a dof without ancestors
  for (let k = diag - 1; k >= start; k--) {
    const j = colind[k];
    addToScl(mat, rowadr[j], mat, start, -mat[k] * inv, rownnz[j]);
  }
  scl(mat, start, mat, start, inv, diag - start);
  return singular;
}

/** x = M⁻¹·x for `count` vectors of `n` numbers, one after the other. */
export function ldlSolve(
  x: F64,
  v: i32,
  mat: F64,
  diaginv: F64,
  n: i32,
  count: i32,
  rownnz: I32,
  rowadr: I32,
  colind: I32,
): void {
  for (let c = 0; c < count; c++) {
    const o = v + c * n;
    for (let i = n - 1; i >= 0; i--) backward(x, o, mat, i, rownnz, rowadr, colind);
    for (let i = 0; i < n; i++) x[o + i] *= diaginv[i];
    for (let i = 0; i < n; i++) forward(x, o, mat, i, rownnz, rowadr, colind);
  }
}

/** x = M⁻¹·x at the `n` dofs listed in `index`, in increasing order; the list holds whole trees. */
export function ldlSolveIndexed(
  x: F64,
  v: i32,
  mat: F64,
  diaginv: F64,
  n: i32,
  rownnz: I32,
  rowadr: I32,
  colind: I32,
  index: I32,
): void {
  for (let k = n - 1; k >= 0; k--) backward(x, v, mat, index[k], rownnz, rowadr, colind);
  for (let k = 0; k < n; k++) x[v + index[k]] *= diaginv[index[k]];
  for (let k = 0; k < n; k++) forward(x, v, mat, index[k], rownnz, rowadr, colind);
}

/** x = D^-½·L⁻ᵀ·x for `count` vectors of `n` numbers, so that xᵀx = yᵀM⁻¹y; `sqrtInvD` holds D^-½. */
export function ldlSolveHalf(
  x: F64,
  v: i32,
  mat: F64,
  sqrtInvD: F64,
  n: i32,
  count: i32,
  rownnz: I32,
  rowadr: I32,
  colind: I32,
): void {
  for (let c = 0; c < count; c++) {
    const o = v + c * n;
    for (let i = n - 1; i > 0; i--) backward(x, o, mat, i, rownnz, rowadr, colind);
    for (let i = 0; i < n; i++) x[o + i] *= sqrtInvD[i];
  }
}

/** One row of x = L⁻ᵀ·x. */
function backward(x: F64, o: i32, mat: F64, i: i32, rownnz: I32, rowadr: I32, colind: I32): void {
  const xi = x[o + i];
  if (xi === 0) return;
  const start = rowadr[i],
    diag = start + rownnz[i] - 1;
  for (let k = start; k < diag; k++) x[o + colind[k]] -= mat[k] * xi;
}

/** One row of x = L⁻¹·x. */
function forward(x: F64, o: i32, mat: F64, i: i32, rownnz: I32, rowadr: I32, colind: I32): void {
  const count = rownnz[i] - 1;
  if (count > 0) x[o + i] -= dotSparse(mat, rowadr[i], x, o, count, colind, rowadr[i]);
}
