/**
 * Weighted Gram matrices, S = matᵀ·diag·mat, of a sparse nr×nc matrix given with its transpose: first the pattern, then the values.
 * Columns of S are increasing within a row; a column of `mat` without values has no diagonal element.
 * @cold
 */
import type { F64, f64, I32, i32 } from '../../dialect.ts';
import { minI } from '../scalar.ts';
import { addToScl, zero } from './leaf.ts';

/**
 * Counts the nonzeros of each row of S (`resnnz`, `resadr`) in its lower triangle, or in both when `upper`; returns their sum.
 * `marker` (nc) is working memory.
 */
export function sqrMatTDCount(
  resnnz: I32,
  resadr: I32,
  nc: i32,
  upper: boolean,
  rownnz: I32,
  rowadr: I32,
  colind: I32,
  rownnzT: I32,
  rowadrT: I32,
  colindT: I32,
  marker: I32,
): i32 {
  for (let c = 0; c < nc; c++) {
    resnnz[c] = 0;
    marker[c] = -1;
  }
  for (let i = 0; i < nc; i++) {
    const start = rowadrT[i],
      end = start + rownnzT[i];
    for (let k = start; k < end; k++) {
      const row = colindT[k],
        rowEnd = rowadr[row] + rownnz[row];
      for (let a = rowadr[row]; a < rowEnd; a++) {
        const c = colind[a];
        if (c > i) break;
        if (marker[c] === i) continue;
        marker[c] = i;
        resnnz[i]++;
        if (upper && c < i) resnnz[c]++;
      }
    }
  }
  let adr = 0;
  for (let i = 0; i < nc; i++) {
    resadr[i] = adr;
    adr += resnnz[i];
  }
  return adr;
}

/**
 * Fills the columns of S, given the addresses of `sqrMatTDCount`; on return `resnnz` counts as there. With `upper`, `diagind`
 * holds the address of each diagonal element and the mirror image follows it; otherwise it is not touched.
 * `marker` (nc) is working memory.
 */
export function sqrMatTDPattern(
  resnnz: I32,
  resadr: I32,
  resind: I32,
  diagind: I32,
  nc: i32,
  upper: boolean,
  rownnz: I32,
  rowadr: I32,
  colind: I32,
  rownnzT: I32,
  rowadrT: I32,
  colindT: I32,
  marker: I32,
): void {
  for (let c = 0; c < nc; c++) {
    resnnz[c] = 0;
    marker[c] = -1;
  }

  // column by column, so that each row of the lower triangle comes out sorted
  for (let c = 0; c < nc; c++) {
    const start = rowadrT[c],
      end = start + rownnzT[c];
    for (let k = start; k < end; k++) {
      const row = colindT[k],
        first = rowadr[row];
      for (let a = first + rownnz[row] - 1; a >= first; a--) {
        const i = colind[a];
        if (i < c) break;
        if (marker[i] === c) continue;
        marker[i] = c;
        resind[resadr[i] + resnnz[i]] = c;
        resnnz[i]++;
      }
    }
  }
  if (!upper) return;

  // mirror the lower triangle behind the diagonal
  for (let i = 0; i < nc; i++) {
    diagind[i] = resadr[i] + resnnz[i] - 1;
    marker[i] = resnnz[i];
  }
  for (let i = 0; i < nc; i++) {
    const start = resadr[i],
      end = start + marker[i];
    for (let k = start; k < end; k++) {
      const c = resind[k];
      if (c >= i) break;
      resind[resadr[c] + resnnz[c]] = i;
      resnnz[c]++;
    }
  }
}

/**
 * Fills the lower triangle of S (all of its pattern when the pattern is lower only). `diag` is used when `weighted`.
 * `buffer` (nc) is working memory, zero before and after.
 */
export function sqrMatTDValues(
  res: F64,
  nc: i32,
  resnnz: I32,
  resadr: I32,
  resind: I32,
  mat: F64,
  rownnz: I32,
  rowadr: I32,
  colind: I32,
  matT: F64,
  rownnzT: I32,
  rowadrT: I32,
  colindT: I32,
  diag: F64,
  weighted: boolean,
  buffer: F64,
): void {
  for (let i = 0; i < nc; i++) {
    const start = rowadrT[i],
      end = start + rownnzT[i];
    for (let k = start; k < end; k++) {
      const row = colindT[k];
      const s: f64 = weighted ? diag[row] * matT[k] : matT[k];
      if (s === 0) continue;
      addRow(buffer, i, s, mat, rowadr[row], rownnz[row], colind);
    }
    const resEnd = resadr[i] + resnnz[i];
    for (let a = resadr[i]; a < resEnd; a++) {
      const c = resind[a];
      res[a] = buffer[c];
      buffer[c] = 0;
    }
  }
}

/** buffer += s·row for the columns up to `most` of a sparse row; they are mostly consecutive. */
function addRow(buffer: F64, most: i32, s: f64, mat: F64, adr: i32, nnz: i32, colind: I32): void {
  const end = adr + nnz,
    first = colind[adr];
  if (colind[end - 1] - first === nnz - 1) {
    if (first <= most) addToScl(buffer, first, mat, adr, s, minI(most - first + 1, nnz));
    return;
  }
  for (let a = adr; a < end; a++) {
    const c = colind[a];
    if (c > most) break;
    buffer[c] += s * mat[a];
  }
}

/** Copies the lower triangle of S to its upper triangle; `cursor` (nc) is working memory. */
export function mirrorLower(res: F64, nc: i32, resadr: I32, resind: I32, diagind: I32, cursor: I32): void {
  for (let i = 0; i < nc; i++) cursor[i] = diagind[i] + 1;
  for (let i = 0; i < nc; i++) {
    for (let k = resadr[i]; k < diagind[i]; k++) {
      const c = resind[k];
      res[cursor[c]] = res[k];
      cursor[c]++;
    }
  }
}

/**
 * Dense S (nc×nc) = matᵀ·diag·mat, lower triangle, or both when `upper`. `diag` is used when `weighted`.
 */
export function sqrMatTD(
  res: F64,
  r: i32,
  mat: F64,
  m: i32,
  diag: F64,
  d: i32,
  nr: i32,
  nc: i32,
  weighted: boolean,
  upper: boolean,
): void {
  const end = m + nr * nc;
  if (!upper) zero(res, r, nc * nc);
  for (let i = 0; i < nc; i++) {
    let j = 0;
    // four elements at a time, each summed over the rows in their order
    for (; j <= i - 3; j += 4) {
      let s0: f64 = 0;
      let s1: f64 = 0;
      let s2: f64 = 0;
      let s3: f64 = 0;
      for (let row = m, k = d; row < end; row += nc, k++) {
        const weight: f64 = weighted ? diag[k] : 1;
        const s: f64 = mat[row + i] * weight;
        if (mat[row + i] === 0 || weight === 0) continue;
        s0 += mat[row + j] * s;
        s1 += mat[row + j + 1] * s;
        s2 += mat[row + j + 2] * s;
        s3 += mat[row + j + 3] * s;
      }
      res[r + i * nc + j] = s0;
      res[r + i * nc + j + 1] = s1;
      res[r + i * nc + j + 2] = s2;
      res[r + i * nc + j + 3] = s3;
    }
    for (; j <= i; j++) {
      let sum: f64 = 0;
      for (let row = m, k = d; row < end; row += nc, k++) {
        const weight: f64 = weighted ? diag[k] : 1;
        if (mat[row + i] === 0 || weight === 0) continue;
        sum += mat[row + j] * (mat[row + i] * weight);
      }
      res[r + i * nc + j] = sum;
    }
  }
  if (!upper) return;
  for (let i = 0; i < nc; i++) {
    for (let j = i + 1; j < nc; j++) res[r + i * nc + j] = res[r + j * nc + i];
  }
}
