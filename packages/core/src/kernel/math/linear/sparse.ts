/**
 * Sparse vectors and matrices. A sparse vector is a run of values and a run of increasing indices. A matrix is in compressed
 * rows: row `i` has `rownnz[i]` values at `mat[rowadr[i]]` and their columns at `colind[rowadr[i]]`.
 * A symmetric matrix stores its lower triangle; the diagonal is the last value of each row.
 */
import type { F64, f64, I32, i32 } from '../../dialect.ts';
import { addSclScl, addToScl, copy, dotSparse, scl, zero } from './leaf.ts';

export { dotSparse };

/** Whether two runs of indices are equal. */
export function equalI(a: I32, i: i32, b: I32, j: i32, n: i32): boolean {
  for (let k = 0; k < n; k++) if (a[i + k] !== b[j + k]) return false;
  return true;
}

/** a · b, both sparse */
export function dotSparse2(
  a: F64,
  i: i32,
  aind: I32,
  ai: i32,
  na: i32,
  b: F64,
  j: i32,
  bind: I32,
  bj: i32,
  nb: i32,
): f64 {
  let s: f64 = 0;
  let p = 0;
  let q = 0;
  while (p < na && q < nb) {
    const ca = aind[ai + p],
      cb = bind[bj + q];
    if (ca === cb) {
      s += a[i + p] * b[j + q];
      p++;
      q++;
    } else if (ca < cb) {
      p++;
    } else {
      q++;
    }
  }
  return s;
}

/** res (3) = three sparse rows of `nnz` values, which share their indices, times the dense vector b. */
export function dotSparseX3(res: F64, r: i32, a: F64, i: i32, b: F64, j: i32, nnz: i32, ind: I32, c: i32): void {
  let x: f64 = 0;
  let y: f64 = 0;
  let z: f64 = 0;
  for (let k = 0; k < nnz; k++) {
    const s = b[j + ind[c + k]];
    x += a[i + k] * s;
    y += a[i + nnz + k] * s;
    z += a[i + 2 * nnz + k] * s;
  }
  res[r] = x;
  res[r + 1] = y;
  res[r + 2] = z;
}

/** res[ind] += s·a, for a sparse vector a */
export function addToSparse(res: F64, r: i32, a: F64, i: i32, s: f64, nnz: i32, ind: I32, c: i32): void {
  for (let k = 0; k < nnz; k++) res[r + ind[c + k]] += a[i + k] * s;
}

/** res = vec[ind] */
export function gather(res: F64, r: i32, vec: F64, v: i32, ind: I32, c: i32, n: i32): void {
  for (let k = 0; k < n; k++) res[r + k] = vec[v + ind[c + k]];
}

/** res[ind] = vec */
export function scatter(res: F64, r: i32, vec: F64, v: i32, ind: I32, c: i32, n: i32): void {
  for (let k = 0; k < n; k++) res[r + ind[c + k]] = vec[v + k];
}

/** The number of indices in the union of two sorted runs. */
export function combineSparseCount(aind: I32, ai: i32, na: i32, bind: I32, bj: i32, nb: i32): i32 {
  let common = 0;
  let p = 0;
  let q = 0;
  while (p < na && q < nb) {
    const ca = aind[ai + p],
      cb = bind[bj + q];
    if (ca === cb) {
      common++;
      p++;
      q++;
    } else if (ca < cb) {
      p++;
    } else {
      q++;
    }
  }
  return na + nb - common;
}

/** dst = s·dst + t·src for sparse vectors; `dst` must have room for the union. Returns the new count of `dst`. */
export function combineSparse(
  dst: F64,
  i: i32,
  dstind: I32,
  di: i32,
  ndst: i32,
  s: f64,
  src: F64,
  j: i32,
  srcind: I32,
  sj: i32,
  nsrc: i32,
  t: f64,
): i32 {
  if (ndst === nsrc && equalI(dstind, di, srcind, sj, ndst)) {
    addSclScl(dst, i, dst, i, s, src, j, t, ndst);
    return ndst;
  }

  // merge from the back, so that dst is not overwritten before it is read
  const count = combineSparseCount(dstind, di, ndst, srcind, sj, nsrc);
  let p = ndst - 1;
  let q = nsrc - 1;
  let w = count - 1;
  while (q >= 0) {
    const cs = srcind[sj + q];
    const cd = p >= 0 ? dstind[di + p] : -1;
    if (cd > cs) {
      dst[i + w] = s * dst[i + p];
      dstind[di + w] = cd;
      p--;
    } else {
      if (cd === cs) {
        dst[i + w] = s * dst[i + p] + t * src[j + q];
        p--;
      } else {
        dst[i + w] = t * src[j + q];
      }
      dstind[di + w] = cs;
      q--;
    }
    w--;
  }
  if (s !== 1) for (; p >= 0; p--) dst[i + p] *= s;
  return count;
}

/** dst = s·dst, plus t·src at the indices that dst has; src may have others, which are dropped. */
export function combineSparseInc(
  dst: F64,
  i: i32,
  dstind: I32,
  di: i32,
  ndst: i32,
  s: f64,
  src: F64,
  j: i32,
  srcind: I32,
  sj: i32,
  nsrc: i32,
  t: f64,
): void {
  if (ndst === nsrc && equalI(dstind, di, srcind, sj, ndst)) {
    addSclScl(dst, i, dst, i, s, src, j, t, ndst);
    return;
  }
  if (s !== 1) scl(dst, i, dst, i, s, ndst);
  addToSclSparseInc(dst, i, dstind, di, ndst, src, j, srcind, sj, nsrc, t);
}

/** dst += t·src at the indices that both have */
export function addToSclSparseInc(
  dst: F64,
  i: i32,
  dstind: I32,
  di: i32,
  ndst: i32,
  src: F64,
  j: i32,
  srcind: I32,
  sj: i32,
  nsrc: i32,
  t: f64,
): void {
  let p = 0;
  let q = 0;
  while (p < ndst && q < nsrc) {
    const cd = dstind[di + p],
      cs = srcind[sj + q];
    if (cd === cs) {
      dst[i + p] += t * src[j + q];
      p++;
      q++;
    } else if (cs < cd) {
      q++;
    } else {
      p++;
    }
  }
}

/**
 * dst = dst + t·src for `nrow` dense-packed rows that share their indices (row k of dst at `dst[i + k·ndst]`).
 * `buf` (nrow × union) and `bufind` (union) are working memory. Returns the new count of `dst`.
 */
export function addToSparseMat(
  dst: F64,
  i: i32,
  dstind: I32,
  di: i32,
  ndst: i32,
  src: F64,
  j: i32,
  srcind: I32,
  sj: i32,
  nsrc: i32,
  nrow: i32,
  t: f64,
  buf: F64,
  b: i32,
  bufind: I32,
  bi: i32,
): i32 {
  if (ndst === nsrc && equalI(dstind, di, srcind, sj, ndst)) {
    addToScl(dst, i, src, j, t, nrow * ndst);
    return ndst;
  }

  // merge column by column
  let p = 0;
  let q = 0;
  let n = 0;
  while (p < ndst || q < nsrc) {
    const takeDst = p < ndst && (q >= nsrc || dstind[di + p] <= srcind[sj + q]);
    const takeSrc = q < nsrc && (p >= ndst || srcind[sj + q] <= dstind[di + p]);
    for (let k = 0; k < nrow; k++) {
      let v: f64 = 0;
      if (takeDst && takeSrc) v = dst[i + p + k * ndst] + t * src[j + q + k * nsrc];
      else if (takeDst) v = dst[i + p + k * ndst];
      else v = t * src[j + q + k * nsrc];
      buf[b + nrow * n + k] = v;
    }
    bufind[bi + n] = takeDst ? dstind[di + p] : srcind[sj + q];
    n++;
    if (takeDst) p++;
    if (takeSrc) q++;
  }

  // back to rows
  for (let c = 0; c < n; c++) {
    dstind[di + c] = bufind[bi + c];
    for (let k = 0; k < nrow; k++) dst[i + k * n + c] = buf[b + nrow * c + k];
  }
  return n;
}

/** res = union of two sorted runs of indices; returns its count. `res` must not alias an input. */
export function addChains(res: I32, r: i32, a: I32, i: i32, na: i32, b: I32, j: i32, nb: i32): i32 {
  let p = 0;
  let q = 0;
  let n = 0;
  while (p < na && q < nb) {
    const ca = a[i + p],
      cb = b[j + q];
    res[r + n] = ca < cb ? ca : cb;
    n++;
    if (ca <= cb) p++;
    if (cb <= ca) q++;
  }
  for (; p < na; p++) {
    res[r + n] = a[i + p];
    n++;
  }
  for (; q < nb; q++) {
    res[r + n] = b[j + q];
    n++;
  }
  return n;
}

/** res (nr) = mat·vec */
export function mulMatVecSparse(
  res: F64,
  r: i32,
  mat: F64,
  vec: F64,
  v: i32,
  nr: i32,
  rownnz: I32,
  rowadr: I32,
  colind: I32,
): void {
  for (let k = 0; k < nr; k++) res[r + k] = dotSparse(mat, rowadr[k], vec, v, rownnz[k], colind, rowadr[k]);
}

/** res (nc) = matᵀ·vec */
export function mulMatTVecSparse(
  res: F64,
  r: i32,
  mat: F64,
  vec: F64,
  v: i32,
  nr: i32,
  nc: i32,
  rownnz: I32,
  rowadr: I32,
  colind: I32,
): void {
  zero(res, r, nc);
  for (let k = 0; k < nr; k++) {
    const s = vec[v + k];
    if (s !== 0) addToSparse(res, r, mat, rowadr[k], s, rownnz[k], colind, rowadr[k]);
  }
}

/** res (n) = mat·vec for a symmetric matrix */
export function mulSymVecSparse(
  res: F64,
  r: i32,
  mat: F64,
  vec: F64,
  v: i32,
  n: i32,
  rownnz: I32,
  rowadr: I32,
  colind: I32,
): void {
  zero(res, r, n);
  for (let i = 0; i < n; i++) {
    const start = rowadr[i],
      diag = start + rownnz[i] - 1;
    const x = vec[v + i];
    let s: f64 = mat[diag] * x;

    // an element left of the diagonal stands for its mirror image, too
    for (let k = diag - 1; k >= start; k--) {
      const j = colind[k],
        m = mat[k];
      s += m * vec[v + j];
      res[r + j] += m * x;
    }
    res[r + i] = s;
  }
}

/** res (dense n×n) += the symmetric matrix; its upper triangle only when `upper`. */
export function addToSymSparse(
  res: F64,
  r: i32,
  mat: F64,
  n: i32,
  rownnz: I32,
  rowadr: I32,
  colind: I32,
  upper: boolean,
): void {
  for (let i = 0; i < n; i++) {
    const start = rowadr[i],
      end = start + rownnz[i];
    for (let k = start; k < end; k++) {
      const j = colind[k];
      res[r + i * n + j] += mat[k];
      if (upper && j < i) res[r + j * n + i] += mat[k];
    }
  }
}

/** dst += src row by row; the rows of dst must have room for the union. */
export function addToMatSparse(
  dst: F64,
  rownnz: I32,
  rowadr: I32,
  colind: I32,
  nr: i32,
  src: F64,
  srcnnz: I32,
  srcadr: I32,
  srcind: I32,
): void {
  for (let i = 0; i < nr; i++) {
    const a = rowadr[i],
      b = srcadr[i];
    rownnz[i] = combineSparse(dst, a, colind, a, rownnz[i], 1, src, b, srcind, b, srcnnz[i], 1);
  }
}

/** res = mat for the `n` rows in the list */
export function copySparse(res: F64, mat: F64, rownnz: I32, rowadr: I32, rows: I32, n: i32): void {
  for (let k = 0; k < n; k++) copy(res, rowadr[rows[k]], mat, rowadr[rows[k]], rownnz[rows[k]]);
}

/** res = 0 for the `n` rows in the list */
export function zeroSparse(res: F64, rownnz: I32, rowadr: I32, rows: I32, n: i32): void {
  for (let k = 0; k < n; k++) zero(res, rowadr[rows[k]], rownnz[rows[k]]);
}

/** Writes a dense nr×nc matrix in compressed rows; returns the number of nonzeros, or -1 if `capacity` is too small. */
export function dense2sparse(
  res: F64,
  mat: F64,
  m: i32,
  nr: i32,
  nc: i32,
  rownnz: I32,
  rowadr: I32,
  colind: I32,
  capacity: i32,
): i32 {
  let adr = 0;
  for (let i = 0; i < nr; i++) {
    rowadr[i] = adr;
    for (let j = 0; j < nc; j++) {
      const v = mat[m + i * nc + j];
      if (v === 0) continue;
      if (adr >= capacity) return -1;
      colind[adr] = j;
      res[adr] = v;
      adr++;
    }
    rownnz[i] = adr - rowadr[i];
  }
  return adr;
}

/** res (dense nr×nc) = mat */
export function sparse2dense(
  res: F64,
  r: i32,
  mat: F64,
  nr: i32,
  nc: i32,
  rownnz: I32,
  rowadr: I32,
  colind: I32,
): void {
  zero(res, r, nr * nc);
  for (let i = 0; i < nr; i++) {
    const start = rowadr[i],
      end = start + rownnz[i];
    for (let k = start; k < end; k++) res[r + i * nc + colind[k]] = mat[k];
  }
}

/** res (dense n×n, both triangles) = the symmetric matrix */
export function sym2dense(res: F64, r: i32, mat: F64, n: i32, rownnz: I32, rowadr: I32, colind: I32): void {
  zero(res, r, n * n);
  for (let i = 0; i < n; i++) {
    const start = rowadr[i],
      end = start + rownnz[i];
    for (let k = start; k < end; k++) {
      const j = colind[k];
      if (j > i) continue;
      res[r + i * n + j] = mat[k];
      res[r + j * n + i] = mat[k];
    }
  }
}

/**
 * Closes the gaps between rows, in place, and drops values of magnitude `minval` or less (none when `minval` is negative).
 * Returns the number of nonzeros.
 */
export function compressSparse(mat: F64, nr: i32, rownnz: I32, rowadr: I32, colind: I32, minval: f64): i32 {
  let adr = 0;
  for (let i = 0; i < nr; i++) {
    const start = rowadr[i],
      end = start + rownnz[i];
    rowadr[i] = adr;
    for (let k = start; k < end; k++) {
      if (minval >= 0 && Math.abs(mat[k]) <= minval) continue;
      mat[adr] = mat[k];
      colind[adr] = colind[k];
      adr++;
    }
    rownnz[i] = adr - rowadr[i];
  }
  return adr;
}

/** Pattern of the transpose of an nr×nc matrix: counts, addresses and columns of its nc rows. */
export function transposePattern(
  resnnz: I32,
  resadr: I32,
  resind: I32,
  nr: i32,
  nc: i32,
  rownnz: I32,
  rowadr: I32,
  colind: I32,
): void {
  countColumns(resnnz, resadr, nr, nc, rownnz, rowadr, colind);
  for (let i = 0; i < nr; i++) {
    const start = rowadr[i],
      end = start + rownnz[i];
    for (let k = start; k < end; k++) {
      const c = colind[k];
      resind[resadr[c]] = i;
      resadr[c]++;
    }
  }
  rewind(resadr, resnnz, nc);
}

/** res = transpose of an nr×nc matrix, with its pattern */
export function transposeSparse(
  res: F64,
  resnnz: I32,
  resadr: I32,
  resind: I32,
  mat: F64,
  nr: i32,
  nc: i32,
  rownnz: I32,
  rowadr: I32,
  colind: I32,
): void {
  countColumns(resnnz, resadr, nr, nc, rownnz, rowadr, colind);
  for (let i = 0; i < nr; i++) {
    const start = rowadr[i],
      end = start + rownnz[i];
    for (let k = start; k < end; k++) {
      const c = colind[k],
        adr = resadr[c];
      resind[adr] = i;
      res[adr] = mat[k];
      resadr[c] = adr + 1;
    }
  }
  rewind(resadr, resnnz, nc);
}

/** Nonzeros of each column, and the addresses of the columns one after the other. */
function countColumns(colnnz: I32, coladr: I32, nr: i32, nc: i32, rownnz: I32, rowadr: I32, colind: I32): void {
  for (let c = 0; c < nc; c++) colnnz[c] = 0;
  for (let i = 0; i < nr; i++) {
    const start = rowadr[i],
      end = start + rownnz[i];
    for (let k = start; k < end; k++) colnnz[colind[k]]++;
  }
  let adr = 0;
  for (let c = 0; c < nc; c++) {
    coladr[c] = adr;
    adr += colnnz[c];
  }
}

/** Resets addresses that were used as write cursors to the starts of their rows. */
function rewind(adr: I32, nnz: I32, n: i32): void {
  for (let i = 0; i < n; i++) adr[i] -= nnz[i];
}

/** super[i] = how many of the rows after row i have the same pattern as row i, without a gap. */
export function superSparse(rowsuper: I32, nr: i32, rownnz: I32, rowadr: I32, colind: I32): void {
  for (let i = nr - 1; i >= 0; i--) {
    const same =
      i < nr - 1 && rownnz[i] === rownnz[i + 1] && equalI(colind, rowadr[i], colind, rowadr[i + 1], rownnz[i]);
    rowsuper[i] = same ? rowsuper[i + 1] + 1 : 0;
  }
}
