// @cold

import { type F64, type f64, type i32, scratchF64 } from '../dialect.ts';
import { mulMatMat3, mulMatTMat3 } from './mat3.ts';
import { mulQuat, normalize4, quat2Mat, unit4 } from './quat.ts';
import { MINVAL, max } from './scalar.ts';

/** Off-diagonal elements below this share of the largest element of the matrix count as zero. */
const OFF_EPS: f64 = 4 * MINVAL;

/** Eigenvalues closer than this share of the largest element of the matrix are not put in order. */
const ORDER_EPS: f64 = 1000 * MINVAL;

/** cos 45°, as the oracle writes it. */
const HALF_ROOT: f64 = 0.707106781186548;

const rotated = scratchF64(9); // the matrix in the current frame
const turn = scratchF64(4); // rotation of one step

/**
 * Eigenvalues (decreasing), eigenvectors (columns, right-handed) and their rotation as a quaternion, of a symmetric 3×3 matrix.
 * Jacobi iteration that accumulates a quaternion; returns the number of iterations. Outputs must not alias `mat`.
 *
 * @see Golub, Van Loan, Matrix Computations, §8.5
 * @see mju_eig3
 */
export function eig3(eigval: F64, e: i32, eigvec: F64, v: i32, quat: F64, q: i32, mat: F64, m: i32): i32 {
  let size: f64 = 0;
  for (let k = 0; k < 9; k++) size = max(size, Math.abs(mat[m + k]));
  unit4(quat, q);
  let iter = 0;
  for (; iter < 500; iter++) {
    quat2Mat(eigvec, v, quat, q);
    mulMatTMat3(rotated, 0, eigvec, v, mat, m);
    mulMatMat3(rotated, 0, rotated, 0, eigvec, v);
    eigval[e] = rotated[0];
    eigval[e + 1] = rotated[4];
    eigval[e + 2] = rotated[8];

    // rotate in the plane of the largest off-diagonal element
    const xy = Math.abs(rotated[1]),
      xz = Math.abs(rotated[2]),
      yz = Math.abs(rotated[5]);
    let row = 1;
    let col = 2;
    let axis = 0;
    if (xy > xz && xy > yz) {
      row = 0;
      col = 1;
      axis = 2;
    } else if (xz > yz) {
      row = 0;
      axis = 1;
    }
    const off = rotated[3 * row + col];
    if (Math.abs(off) <= OFF_EPS * size) break;

    // tangent of the smaller of the two angles that make it zero, then of half that angle
    const tau = (rotated[4 * col] - rotated[4 * row]) / (2 * off);
    let t: f64 = 0;
    if (tau >= 0) t = 1 / (tau + Math.sqrt(1 + tau * tau));
    else t = -1 / (-tau + Math.sqrt(1 + tau * tau));
    const half = t / (1 + Math.sqrt(1 + t * t));
    const c = 1 / Math.sqrt(1 + half * half);
    unit4(turn, 0);
    turn[0] = c;
    turn[axis + 1] = axis === 1 ? half * c : -half * c;
    mulQuat(quat, q, quat, q, turn, 0);
    normalize4(quat, q);
  }

  // decreasing order: compare (0,1), (1,2), (0,1); an exchange is a quarter turn around the third axis
  for (let pass = 0; pass < 3; pass++) {
    const k = pass % 2;
    const a = eigval[e + k],
      b = eigval[e + k + 1];
    if (!(a + ORDER_EPS * size < b)) continue;
    eigval[e + k] = b;
    eigval[e + k + 1] = a;
    unit4(turn, 0);
    turn[0] = HALF_ROOT;
    turn[((k + 2) % 3) + 1] = HALF_ROOT;
    mulQuat(quat, q, quat, q, turn, 0);
    normalize4(quat, q);
  }
  quat2Mat(eigvec, v, quat, q);
  return iter;
}
