/**
 * The smallest of ½xᵀAx + xᵀb under Σ (xᵢ/dᵢ)² ≤ r²: friction inside an elliptic cone.
 *
 * With y = x/d the constraint is |y| ≤ r. Newton's method on the multiplier λ ≥ 0 solves |(A + λ)⁻¹b| = r; λ = 0 when the
 * free minimum is inside. Each function returns whether the constraint is active; a matrix that is nearly singular gives x = 0.
 * @cold
 */
import { type F64, type f64, type i32, scratchF64 } from '../../dialect.ts';
import { cholFactor, cholSolve } from './cholesky.ts';
import { copy, dot, scl, zero } from './leaf.ts';

const MAX_ITER = 20;

/** Determinants, residuals and steps below this end the iteration. */
const EPS: f64 = 1e-10;

const scaled = scratchF64(25); // d·A·d
const shifted = scratchF64(25); // factor of scaled + λ
const bias = scratchF64(5); // d·b
const slope = scratchF64(5); // (A + λ)⁻¹y

/** Two dimensions; A is a 2×2 matrix. */
export function qcqp2(res: F64, x: i32, A: F64, a: i32, b: F64, i: i32, d: F64, j: i32, r: f64): boolean {
  const d0 = d[j],
    d1 = d[j + 1];
  const b0 = b[i] * d0,
    b1 = b[i + 1] * d1;
  const a00 = A[a] * d0 * d0,
    a11 = A[a + 3] * d1 * d1,
    a01 = A[a + 1] * d0 * d1;
  let lambda: f64 = 0;
  let y0: f64 = 0;
  let y1: f64 = 0;
  for (let iter = 0; iter < MAX_ITER; iter++) {
    const det = (a00 + lambda) * (a11 + lambda) - a01 * a01;
    if (det < EPS) {
      res[x] = 0;
      res[x + 1] = 0;
      return false;
    }
    const inv = 1 / det;
    const p00 = (a11 + lambda) * inv,
      p11 = (a00 + lambda) * inv,
      p01 = -a01 * inv;
    y0 = -p00 * b0 - p01 * b1;
    y1 = -p01 * b0 - p11 * b1;
    const excess = y0 * y0 + y1 * y1 - r * r;
    if (excess < EPS) break;
    const derivative = -2 * (p00 * y0 * y0 + 2 * p01 * y0 * y1 + p11 * y1 * y1);
    const step = -excess / derivative;
    if (step < EPS) break;
    lambda += step;
  }
  res[x] = y0 * d0;
  res[x + 1] = y1 * d1;
  return lambda !== 0;
}

/** Three dimensions; A is a 3×3 matrix. */
export function qcqp3(res: F64, x: i32, A: F64, a: i32, b: F64, i: i32, d: F64, j: i32, r: f64): boolean {
  const d0 = d[j],
    d1 = d[j + 1],
    d2 = d[j + 2];
  const b0 = b[i] * d0,
    b1 = b[i + 1] * d1,
    b2 = b[i + 2] * d2;
  const a00 = A[a] * d0 * d0,
    a11 = A[a + 4] * d1 * d1,
    a22 = A[a + 8] * d2 * d2;
  const a01 = A[a + 1] * d0 * d1,
    a02 = A[a + 2] * d0 * d2,
    a12 = A[a + 5] * d1 * d2;
  let lambda: f64 = 0;
  let y0: f64 = 0;
  let y1: f64 = 0;
  let y2: f64 = 0;
  for (let iter = 0; iter < MAX_ITER; iter++) {
    // adjugate of A + λ, then its inverse
    const l0 = a00 + lambda,
      l1 = a11 + lambda,
      l2 = a22 + lambda;
    let p00: f64 = l1 * l2 - a12 * a12;
    let p11: f64 = l0 * l2 - a02 * a02;
    let p22: f64 = l0 * l1 - a01 * a01;
    let p01: f64 = a02 * a12 - a01 * l2;
    let p02: f64 = a01 * a12 - a02 * l1;
    let p12: f64 = a01 * a02 - a12 * l0;
    const det = l0 * p00 + a01 * p01 + a02 * p02;
    if (det < EPS) {
      res[x] = 0;
      res[x + 1] = 0;
      res[x + 2] = 0;
      return false;
    }
    const inv = 1 / det;
    p00 *= inv;
    p11 *= inv;
    p22 *= inv;
    p01 *= inv;
    p02 *= inv;
    p12 *= inv;
    y0 = -p00 * b0 - p01 * b1 - p02 * b2;
    y1 = -p01 * b0 - p11 * b1 - p12 * b2;
    y2 = -p02 * b0 - p12 * b1 - p22 * b2;
    const excess = y0 * y0 + y1 * y1 + y2 * y2 - r * r;
    if (excess < EPS) break;
    const derivative =
      -2 * (p00 * y0 * y0 + p11 * y1 * y1 + p22 * y2 * y2) - 4 * (p01 * y0 * y1 + p02 * y0 * y2 + p12 * y1 * y2);
    const step = -excess / derivative;
    if (step < EPS) break;
    lambda += step;
  }
  res[x] = y0 * d0;
  res[x + 1] = y1 * d1;
  res[x + 2] = y2 * d2;
  return lambda !== 0;
}

/** Up to five dimensions; A is an n×n matrix. */
export function qcqp(res: F64, x: i32, A: F64, a: i32, b: F64, i: i32, d: F64, j: i32, r: f64, n: i32): boolean {
  for (let row = 0; row < n; row++) {
    bias[row] = b[i + row] * d[j + row];
    for (let col = 0; col < n; col++) scaled[row * n + col] = A[a + row * n + col] * d[j + row] * d[j + col];
  }
  let lambda: f64 = 0;
  for (let iter = 0; iter < MAX_ITER; iter++) {
    copy(shifted, 0, scaled, 0, n * n);
    for (let k = 0; k < n; k++) shifted[k * (n + 1)] += lambda;
    if (cholFactor(shifted, 0, n, EPS) < n) {
      zero(res, x, n);
      return false;
    }
    cholSolve(res, x, shifted, 0, bias, 0, n);
    scl(res, x, res, x, -1, n);
    const excess = dot(res, x, res, x, n) - r * r;
    if (excess < EPS) break;
    cholSolve(slope, 0, shifted, 0, res, x, n);
    const derivative = -2 * dot(res, x, slope, 0, n);
    const step = -excess / derivative;
    if (step < EPS) break;
    lambda += step;
  }
  for (let k = 0; k < n; k++) res[x + k] = res[x + k] * d[j + k];
  return lambda !== 0;
}
