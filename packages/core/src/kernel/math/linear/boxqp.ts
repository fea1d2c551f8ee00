// @cold

import type { F64, f64, I32, i32 } from '../../dialect.ts';
import { MINVAL, max, min } from '../scalar.ts';
import { cholFactor, cholSolve } from './cholesky.ts';
import { addTo, addToScl, copy, dot, scl, zero } from './leaf.ts';

const MAX_ITER = 100;

/** Squared norm of the free gradient at which the minimum counts as found. */
const MIN_GRAD: f64 = 1e-16;

/** Each step of the line search is this fraction of the one before; below MIN_STEP it gives up. */
const BACKTRACK: f64 = 0.5;
const MIN_STEP: f64 = 1e-22;

/** A step is accepted if it gains this fraction of the improvement predicted by the gradient. */
const ARMIJO: f64 = 0.1;

/**
 * Minimises ½xᵀHx + xᵀg subject to lower ≤ x ≤ upper: projected Newton with an Armijo line search.
 * Without bounds (`bounded` false) it is the Newton point.
 *
 * `res` (n) holds the start and then the solution, `R` (n×n) the Cholesky factor of the free part of H, `index` (3n) the free
 * dimensions in its first part, `work` (4n) is working memory. Only the lower triangle of H is read. An absent bound is ±infinity.
 * Returns the number of free dimensions, or -1 when it fails.
 *
 * @see Tassa, Mansard, Todorov, Control-limited differential dynamic programming (2014)
 * @see mju_boxQP
 */
export function boxQP(
  res: F64,
  R: F64,
  index: I32,
  H: F64,
  g: F64,
  n: i32,
  lower: F64,
  upper: F64,
  bounded: boolean,
  work: F64,
): i32 {
  const grad = 0,
    search = n,
    candidate = 2 * n,
    temp = 3 * n; // parts of work
  const clamped = n,
    before = 2 * n; // parts of index

  if (!bounded) {
    for (let i = 0; i < n; i++) index[i] = i;
    copy(R, 0, H, 0, n * n);
    if (cholFactor(R, 0, n, MINVAL) < n) return -1;
    cholSolve(res, 0, R, 0, g, 0, n);
    scl(res, 0, res, 0, -1, n);
    return n;
  }

  for (let i = 0; i < n; i++) res[i] = min(max(res[i], lower[i]), upper[i]);
  let free = n;
  for (let iter = 0; iter < MAX_ITER; iter++) {
    const start = objective(res, 0, H, g, n);
    mulSymVec(work, grad, H, res, 0, n);
    addTo(work, grad, g, 0, n);

    // a dimension is clamped when the gradient pushes it against its bound
    let changed = iter === 0;
    free = 0;
    for (let i = 0; i < n; i++) {
      const slope = work[grad + i];
      const fixed = (res[i] === lower[i] && slope > 0) || (res[i] === upper[i] && slope < 0);
      index[clamped + i] = fixed ? 1 : 0;
      if (index[clamped + i] !== index[before + i]) changed = true;
      index[before + i] = index[clamped + i];
      if (!fixed) {
        index[free] = i;
        free++;
      }
    }
    if (free === 0) return 0;

    // Newton point of the free dimensions, the others fixed
    for (let i = 0; i < n; i++) work[temp + i] = index[clamped + i] !== 0 ? res[i] : 0;
    mulSymVec(work, search, H, work, temp, n);
    addTo(work, search, g, 0, n);
    for (let k = 0; k < free; k++) work[search + k] = work[search + index[k]];
    if (changed) {
      for (let k = 0; k < free; k++) {
        for (let c = 0; c <= k; c++) R[k * free + c] = H[index[k] * n + index[c]];
      }
      if (cholFactor(R, 0, free, MINVAL) < free) return -1;
    }
    cholSolve(work, temp, R, 0, work, search, free);
    zero(work, search, n);
    for (let k = 0; k < free; k++) work[search + index[k]] = -work[temp + k] - res[index[k]];

    // stop at a small gradient, or when the direction does not descend
    let square: f64 = 0;
    for (let k = 0; k < free; k++) square += work[grad + index[k]] * work[grad + index[k]];
    if (square < MIN_GRAD) return free;
    const promise = dot(work, search, work, grad, n);
    if (promise >= 0) return -1;

    // shorten the step until it improves enough
    let step: f64 = 1;
    let exhausted = false;
    let improvement: f64 = 0;
    do {
      scl(work, candidate, work, search, step, n);
      addTo(work, candidate, res, 0, n);
      for (let i = 0; i < n; i++) {
        if (work[candidate + i] < lower[i]) work[candidate + i] = lower[i];
        else if (work[candidate + i] > upper[i]) work[candidate + i] = upper[i];
      }
      const value = objective(work, candidate, H, g, n);
      step *= BACKTRACK;
      exhausted = step < MIN_STEP;
      improvement = (value - start) / (step * promise);
    } while (!exhausted && improvement < ARMIJO);
    copy(res, 0, work, candidate, n);
    if (exhausted) return free;
  }
  return free;
}

/** ½xᵀHx + xᵀg, from the lower triangle of H */
function objective(x: F64, i: i32, H: F64, g: F64, n: i32): f64 {
  let square: f64 = 0;
  for (let k = 0; k < n; k++) {
    const v = x[i + k];
    square += v * H[n * k + k] * v;
    square += 2 * v * dot(H, n * k, x, i, k);
  }
  return 0.5 * square + dot(x, i, g, 0, n);
}

/** res = H·x, from the lower triangle of H */
function mulSymVec(res: F64, r: i32, H: F64, x: F64, i: i32, n: i32): void {
  for (let k = 0; k < n; k++) {
    const v = x[i + k];
    res[r + k] = H[n * k + k] * v + dot(H, n * k, x, i, k);
    addToScl(res, r, H, n * k, v, k);
  }
}
