import type { F64, I32, i32 } from '../dialect.ts';
import { addToMatSparse, addToSymSparse, dotSparse, mulSymVecSparse, sym2dense } from '../math/linear/sparse.ts';
import type { Data, Model } from '../model/classes.ts';
import { crb } from './crb.ts';
import { tendonArmature } from './tendon-armature.ts';

/**
 * The joint-space inertia matrix with the inertia that tendons and actuators reflect.
 *
 * @see mj_makeM
 */
export function makeM(m: Model, d: Data): void {
  crb(m, d);
  tendonArmature(m, d);
}

/**
 * res = M·vec; `res` must not be `vec`.
 *
 * @reads M
 * @see mj_mulM
 */
export function mulM(m: Model, d: Data, res: F64, r: i32, vec: F64, v: i32): void {
  mulSymVecSparse(res, r, d.M, vec, v, m.nv, m.M_rownnz, m.M_rowadr, m.M_colind);
}

/**
 * res = D^½·L·vec, a square root of M times vec; `res` must not be `vec`.
 *
 * @reads qLD
 * @see mj_mulM2
 */
export function mulM2(m: Model, d: Data, res: F64, r: i32, vec: F64, v: i32): void {
  const qLD = d.qLD;
  for (let i = 0; i < m.nv; i++) {
    const start = m.M_rowadr[i];
    const left = m.M_rownnz[i] - 1;
    const sum = vec[v + i] + dotSparse(qLD, start, vec, v, left, m.M_colind, start);
    res[r + i] = sum * Math.sqrt(qLD[start + left]);
  }
}

/**
 * dst (nv×nv) = M, both triangles.
 *
 * @reads M
 * @see mj_fullM
 */
export function fullM(m: Model, d: Data, dst: F64, r: i32): void {
  sym2dense(dst, r, d.M, m.nv, m.M_rownnz, m.M_rowadr, m.M_colind);
}

/**
 * dst (nv×nv) += M, lower triangle only.
 *
 * @reads M
 * @see mj_addM
 */
export function addM(m: Model, d: Data, dst: F64, r: i32): void {
  addToSymSparse(dst, r, d.M, m.nv, m.M_rownnz, m.M_rowadr, m.M_colind, false);
}

/**
 * dst += M for a matrix in compressed rows that have room for M's elements.
 *
 * @reads M
 * @see mj_addM
 */
export function addMSparse(m: Model, d: Data, dst: F64, rownnz: I32, rowadr: I32, colind: I32): void {
  addToMatSparse(dst, rownnz, rowadr, colind, m.nv, d.M, m.M_rownnz, m.M_rowadr, m.M_colind);
}
