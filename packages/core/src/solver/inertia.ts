/** Products with M and its inverse over the dofs of one island; M is in compressed rows, diagonal last, columns numbered as rows are. */
import type { F64, f64, I32, i32 } from '../dialect.ts';
import { copy, dotSparse } from '../math/leaf.ts';

/** res = M·vec for dofs `dof` ≤ i < `end` */
export function mulInertia(res: F64, mat: F64, vec: F64, dof: i32, end: i32, nnz: I32, adr: I32, ind: I32): void {
  for (let i = dof; i < end; i++) {
    const start = adr[i],
      diag = start + nnz[i] - 1;
    const x = vec[i];
    let s: f64 = mat[diag] * x;
    for (let k = diag - 1; k >= start; k--) {
      const j = ind[k],
        v = mat[k];
      s += v * vec[j];
      res[j] += v * x;
    }
    res[i] = s;
  }
}

/** res = M⁻¹·vec for dofs `dof` ≤ i < `end`, by the factor Lᵀ·D·L of M */
export function solveInertia(
  res: F64,
  LD: F64,
  diaginv: F64,
  vec: F64,
  dof: i32,
  end: i32,
  nnz: I32,
  adr: I32,
  ind: I32,
): void {
  copy(res, dof, vec, dof, end - dof);
  for (let i = end - 1; i > dof; i--) {
    const x = res[i];
    if (x === 0) continue;
    const start = adr[i],
      diag = start + nnz[i] - 1;
    for (let k = start; k < diag; k++) res[ind[k]] -= LD[k] * x;
  }
  for (let i = dof; i < end; i++) {
    const count = nnz[i] - 1;
    let x: f64 = res[i] * diaginv[i];
    if (count > 0) x -= dotSparse(LD, adr[i], res, 0, count, ind, adr[i]);
    res[i] = x;
  }
}
