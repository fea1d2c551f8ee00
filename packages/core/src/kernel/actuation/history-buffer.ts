// @cold

import { type F64, type f64, type i32, idiv, toF64, toInt } from '../dialect.ts';
import { copy } from '../math/linear/dense.ts';
import { MINVAL } from '../math/scalar.ts';

/**
 * A ring of `n` samples of `dim` numbers, at `h` in an array: a number for the user, the slot of the newest sample, `n` times, and `n`
 * samples. Samples are numbered from the oldest, 0, to the newest, n - 1; their times increase.
 */
const HEADER: i32 = 2;

const HOLD: i32 = 0; // interpolation: the last sample before
const LINEAR: i32 = 1;

/** Numbers that a ring of `n` samples takes. */
export function historySize(n: i32, dim: i32): i32 {
  return HEADER + n * (1 + dim);
}

/** Where the time of sample `k` is. */
function timeAt(buf: F64, h: i32, n: i32, k: i32): i32 {
  return h + HEADER + ((toInt(buf[h + 1]) + 1 + k) % n);
}

/** Where sample `k` is. */
function sampleAt(buf: F64, h: i32, n: i32, dim: i32, k: i32): i32 {
  return h + HEADER + n + dim * ((toInt(buf[h + 1]) + 1 + k) % n);
}

/** The first sample that is not before `t`, or n. */
function firstNotBefore(buf: F64, h: i32, n: i32, t: f64): i32 {
  if (t <= buf[timeAt(buf, h, n, 0)]) return 0;
  if (t > buf[timeAt(buf, h, n, n - 1)]) return n;
  let before: i32 = 0;
  let after: i32 = n - 1;
  while (after - before > 1) {
    const k = idiv(before + after, 2);
    if (buf[timeAt(buf, h, n, k)] < t) before = k;
    else after = k;
  }
  return after;
}

/** Starts a ring with samples of zero, one per `step` up to the one before time 0; `user` is kept in its first number. */
export function historyStart(buf: F64, h: i32, n: i32, dim: i32, step: f64, user: f64): void {
  buf[h] = user;
  buf[h + 1] = toF64(n - 1);
  for (let k = 0; k < n; k++) buf[h + HEADER + k] = -toF64(n - k) * step;
  for (let k = 0; k < n * dim; k++) buf[h + HEADER + n + k] = 0;
}

/**
 * Makes room for a sample at time `t` and returns where its numbers go: over a sample of the same time, else the oldest is dropped.
 *
 * @see mju_historyInsert
 */
export function historyInsert(buf: F64, h: i32, n: i32, dim: i32, t: f64): i32 {
  const k = firstNotBefore(buf, h, n, t);
  if (k < n && Math.abs(t - buf[timeAt(buf, h, n, k)]) < MINVAL) return sampleAt(buf, h, n, dim, k);
  if (k === n) {
    buf[h + 1] = toF64((toInt(buf[h + 1]) + 1) % n);
    buf[timeAt(buf, h, n, n - 1)] = t;
    return sampleAt(buf, h, n, dim, n - 1);
  }

  // in the middle: older samples move down by one; before all of them: the oldest is replaced
  for (let older = 0; older < k - 1; older++) {
    buf[timeAt(buf, h, n, older)] = buf[timeAt(buf, h, n, older + 1)];
    copy(buf, sampleAt(buf, h, n, dim, older), buf, sampleAt(buf, h, n, dim, older + 1), dim);
  }
  const slot: i32 = k > 0 ? k - 1 : 0;
  buf[timeAt(buf, h, n, slot)] = t;
  return sampleAt(buf, h, n, dim, slot);
}

/**
 * res (dim) = the value at time `t`: the sample before it (interp 0), or between its neighbours by a line (1) or a cubic with Catmull-Rom
 * slopes (2). Before the oldest and after the newest sample the value is constant.
 *
 * @see mju_historyRead
 */
export function historyRead(res: F64, r: i32, buf: F64, h: i32, n: i32, dim: i32, t: f64, interp: i32): void {
  let k: i32 = n - 1;
  if (t <= buf[timeAt(buf, h, n, 0)] + MINVAL) k = 0;
  else if (t < buf[timeAt(buf, h, n, n - 1)] - MINVAL) {
    k = firstNotBefore(buf, h, n, t);
    if (Math.abs(t - buf[timeAt(buf, h, n, k)]) >= MINVAL) {
      if (interp !== HOLD) {
        for (let c = 0; c < dim; c++) res[r + c] = between(buf, h, n, dim, k, c, t, interp);
        return;
      }
      k--;
    }
  }
  copy(res, r, buf, sampleAt(buf, h, n, dim, k), dim);
}

/** Number `c` of the value at time `t`, between samples k - 1 and k. */
function between(buf: F64, h: i32, n: i32, dim: i32, k: i32, c: i32, t: f64, interp: i32): f64 {
  const start = buf[timeAt(buf, h, n, k - 1)];
  const step = buf[timeAt(buf, h, n, k)] - start;
  const x = (t - start) / step;
  const y0 = buf[sampleAt(buf, h, n, dim, k - 1) + c];
  const y1 = buf[sampleAt(buf, h, n, dim, k) + c];
  if (interp === LINEAR) return y0 + x * (y1 - y0);
  const slope0: f64 = k > 1 ? slope(buf, h, n, dim, k - 2, k, c) : 0.0;
  const slope1: f64 = k < n - 1 ? slope(buf, h, n, dim, k - 1, k + 1, c) : 0.0;
  const x2 = x * x;
  const x3 = x2 * x;
  return (
    (2 * x3 - 3 * x2 + 1) * y0 + (x3 - 2 * x2 + x) * step * slope0 + (-2 * x3 + 3 * x2) * y1 + (x3 - x2) * step * slope1
  );
}

/** Mean slope of number `c` between samples i and j. */
function slope(buf: F64, h: i32, n: i32, dim: i32, i: i32, j: i32, c: i32): f64 {
  const rise = buf[sampleAt(buf, h, n, dim, j) + c] - buf[sampleAt(buf, h, n, dim, i) + c];
  return rise / (buf[timeAt(buf, h, n, j)] - buf[timeAt(buf, h, n, i)]);
}
