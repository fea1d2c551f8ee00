import * as linear from '@qpos/core/numerics';
import { onArrays, onLists, row } from './row.ts';

type F = Float64Array;
type I = Int32Array;
const { dense } = linear;

/** Dense, banded and sparse matrices. */
export const matrices = {
  mju_eye: row('>mat[sq]', (mat: F) => dense.eye(mat, 0, Math.sqrt(mat.length))),
  mju_transpose: row('>res[nr*nc] <mat[nr*nc] #nr #nc', onArrays(dense.transpose)),
  mju_symmetrize: row('>res[n*n] <mat[n*n] #n', onArrays(dense.symmetrize)),
  mju_mulMatVec: row('>res[nr] <mat[nr*nc] <vec[nc] #nr #nc', onArrays(dense.mulMatVec)),
  mju_mulMatTVec: row('>res[nc] <mat[nr*nc] <vec[nr] #nr #nc', onArrays(dense.mulMatTVec)),
  mju_mulVecMatVec: row('<vec1 <mat[vec1*vec2] <vec2[=vec1]', onLists(dense.mulVecMatVec)),
  mju_mulMatMat: row('>res[r1*c2] <mat1[r1*c1] <mat2[c1*c2] #r1 #c1 #c2', onArrays(dense.mulMatMat)),
  mju_mulMatMatT: row('>res[r1*r2] <mat1[r1*c1] <mat2[r2*c1] #r1 #c1 #r2', onArrays(dense.mulMatMatT)),
  mju_mulMatTMat: row('>res[c1*c2] <mat1[r1*c1] <mat2[r1*c2] #r1 #c1 #c2', onArrays(dense.mulMatTMat)),
  mju_sqrMatTD: row('>res[nc*nc] <mat[nr*nc] ?<diag[nr] #nr #nc', weightedSquare),

  mju_cholFactor: row('>mat[sq] #mindiag', (mat: F, least: number) =>
    linear.cholFactor(mat, 0, Math.sqrt(mat.length), least),
  ),
  mju_cholSolve: row('>res[root] <mat[sq] <vec[root]', onLists(linear.cholSolve)),
  mju_cholUpdate: row('>mat[sq] >x[root] !flg_plus', (mat: F, x: F, plus: boolean) =>
    linear.cholUpdate(mat, 0, x, 0, x.length, plus),
  ),
  mju_bandDiag: row('#i #ntotal #nband #ndense', linear.bandDiag),
  mju_cholFactorBand: row('>mat[band] #ntotal #nband #ndense #diagadd #diagmul', onArrays(linear.cholFactorBand)),
  mju_cholSolveBand: row('>res[ntotal] <mat[band] <vec[ntotal] #ntotal #nband #ndense', onArrays(linear.cholSolveBand)),
  mju_band2Dense: row(
    '>res[ntotal*ntotal] <mat[band] #ntotal #nband #ndense !flg_sym',
    (res: F, mat: F, ntotal: number, nband: number, ndense: number, symmetric: boolean) =>
      linear.band2Dense(res, 0, mat, 0, ntotal, nband, ndense, symmetric),
  ),
  mju_dense2Band: row('>res[band] <mat[ntotal*ntotal] #ntotal #nband #ndense', onArrays(linear.dense2Band)),
  mju_bandMulMatVec: row(
    '>res[ntotal*nvec] <mat[band] <vec[ntotal*nvec] #ntotal #nband #ndense #nvec !flg_sym',
    (res: F, mat: F, v: F, ntotal: number, nband: number, ndense: number, nvec: number, symmetric: boolean) =>
      linear.bandMulMatVec(res, 0, mat, 0, v, 0, ntotal, nband, ndense, nvec, symmetric),
  ),
  mju_dense2sparse: row(
    '>res <mat[nr*nc] #nr #nc >rownnz[nr] >rowadr[nr] >colind[=res]',
    (res: F, mat: F, nr: number, nc: number, rownnz: I, rowadr: I, colind: I) =>
      Number(linear.dense2sparse(res, mat, 0, nr, nc, rownnz, rowadr, colind, res.length) < 0),
  ),
  mju_sparse2dense: row(
    '>res[nr*nc] <mat #nr #nc <rownnz[nr] <rowadr[nr] <colind',
    (res: F, mat: F, nr: number, nc: number, rownnz: I, rowadr: I, colind: I) =>
      linear.sparse2dense(res, 0, mat, nr, nc, rownnz, rowadr, colind),
  ),
  mju_sym2dense: row(
    '>res[~n*n] <mat #n <rownnz[~n] <rowadr[~n] <colind',
    (res: F, mat: F, n: number, rownnz: I, rowadr: I, colind: I) =>
      linear.sym2dense(res, 0, mat, n, rownnz, rowadr, colind),
  ),
  mju_boxQP: row('>res >R ?>index[=res] <H[sq] <g[=res] ?<lower[=res] ?<upper[=res]', boundedMinimum),
  // the official package takes the length of mu as the dimension, so that the last coefficient has no effect
  mju_encodePyramid: row('>pyramid[2*mu] <force[mu+1] <mu', (pyramid: F, force: F, mu: F) => {
    const share = (force[0] as number) / (mu.length - 1);
    for (let k = 0; k < mu.length - 1; k++) {
      const along = Math.min(share, (force[k + 1] as number) / (mu[k] as number));
      pyramid[2 * k] = 0.5 * (share + along);
      pyramid[2 * k + 1] = 0.5 * (share - along);
    }
  }),
  mju_decodePyramid: row('>force[mu+1] <pyramid[2*mu] <mu', (force: F, pyramid: F, mu: F) =>
    linear.decodePyramid(force, 0, pyramid, 0, mu, 0, mu.length),
  ),
};

/** res = matᵀ·diag·mat; without a diagonal it is the identity. */
function weightedSquare(res: F, mat: F, diag: F | null, nr: number, nc: number): void {
  const scaled = diag === null ? mat : mat.map((x, k) => x * (diag[Math.floor(k / nc)] as number));
  dense.mulMatTMat(res, 0, mat, 0, Float64Array.from(scaled), 0, nr, nc, nc);
}

/** Least ½xᵀHx + gᵀx within bounds; returns the number of variables that are at none, or -1. */
function boundedMinimum(res: F, R: F, index: I | null, H: F, g: F, lower: F | null, upper: F | null): number {
  const n = res.length;
  const free = new Int32Array(3 * n);
  const low = lower ?? new Float64Array(n).fill(-Infinity);
  const high = upper ?? new Float64Array(n).fill(Infinity);
  const isBounded = lower !== null || upper !== null;
  const rank = linear.boxQP(res, R, free, H, g, n, low, high, isBounded, new Float64Array(4 * n));
  index?.set(free.subarray(0, n));
  return rank;
}
