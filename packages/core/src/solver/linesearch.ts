/**
 * Exact line search. Along qacc + α·search the cost is convex and piecewise smooth with a known second derivative, so that
 * Newton's method in one dimension, kept inside a bracket, finds its minimum. Costs are relative to α = 0, which keeps the
 * digits of small improvements.
 *
 * Per row, `solverQuad` has the coefficients of ½D(jar + α·Jv)²; a contact with an elliptic cone has there those of the sum of its
 * rows and U₀, V₀, U·U, U·V, V·V, Dm of its circular cone (U from jar, V from Jv).
 */
import { type F64, type f64, type i32, isNaN64, scratchF64 } from '../dialect.ts';
import { dot } from '../math/leaf.ts';
import { MINVAL } from '../math/scalar.ts';
import type { Data } from '../model/kernel.ts';
import { BLOCK_CONE, BLOCK_EQUALITY, BLOCK_FRICTION, BLOCK_LIMIT } from './blocks.ts';
import {
  END_BLOCK,
  END_DOF,
  FIRST_BLOCK,
  FIRST_DOF,
  GAIN,
  GAUSS1,
  GAUSS2,
  NEVAL,
  num,
  SCALE,
  SLOPE,
  span,
} from './context.ts';

/** A point of the line is four numbers: α, cost, first and second derivative. */
const POINT: i32 = 4;
const DERIV: i32 = 2;
const CURVE: i32 = 3;

const points = scratchF64(28); // the points below, one after the other
const P1: i32 = 0;
const P2: i32 = 4;
const NEXT1: i32 = 8;
const NEXT2: i32 = 12;
const MIDDLE: i32 = 16;
const KEPT1: i32 = 20; // NEXT1 and NEXT2 before either side moves
const KEPT2: i32 = 24;

const quadratic = scratchF64(2); // coefficients of α and α² that hold for every α

/** Fills `solverQuad` and the coefficients that hold for every α: deviation from the smooth acceleration, and equalities. */
function prepare(d: Data): void {
  const first = span[FIRST_DOF],
    n = span[END_DOF] - first;
  const search = d.solverSearch,
    Ma = d.solverMa,
    Mv = d.solverMv;
  num[GAUSS1] = dot(search, first, Ma, first, n) - dot(d.solverFrcSmooth, first, search, first, n);
  num[GAUSS2] = 0.5 * dot(search, first, Mv, first, n);
  let linear: f64 = num[GAUSS1];
  let square: f64 = num[GAUSS2];

  const blockRow = d.blockRow,
    blockRows = d.blockRows,
    blockKind = d.blockKind;
  const D = d.solverD,
    jar = d.solverJar,
    Jv = d.solverJv,
    quad = d.solverQuad;
  const end = span[END_BLOCK];
  for (let b = span[FIRST_BLOCK]; b < end; b++) {
    const kind = blockKind[b],
      row = blockRow[b];
    let rowEnd = row + blockRows[b];
    if (kind === BLOCK_CONE) {
      prepareCone(d, b);
      continue;
    }
    if (kind === BLOCK_FRICTION) continue;
    for (; b + 1 < end && blockKind[b + 1] === kind; b++) rowEnd += blockRows[b + 1];
    for (let r = row; r < rowEnd; r++) {
      const scaled = D[r] * jar[r];
      const q1 = Jv[r] * scaled;
      const q2 = 0.5 * (Jv[r] * D[r] * Jv[r]);
      if (kind === BLOCK_EQUALITY) {
        linear += q1;
        square += q2;
      } else {
        quad[3 * r] = 0.5 * (jar[r] * scaled);
        quad[3 * r + 1] = q1;
        quad[3 * r + 2] = q2;
      }
    }
  }
  quadratic[0] = linear;
  quadratic[1] = square;
}

function prepareCone(d: Data, b: i32): void {
  const D = d.solverD,
    jar = d.solverJar,
    Jv = d.solverJv,
    quad = d.solverQuad,
    friction = d.contact_friction;
  const row = d.blockRow[b],
    rows = d.blockRows[b],
    c = d.blockContact[b];
  const mu = d.contact_mu[c];
  let q0: f64 = 0;
  let q1: f64 = 0;
  let q2: f64 = 0;
  let UU: f64 = 0;
  let UV: f64 = 0;
  let VV: f64 = 0;
  for (let j = 0; j < rows; j++) {
    const x = jar[row + j],
      v = Jv[row + j];
    const scaled = D[row + j] * x;
    q0 += x * scaled;
    q1 += v * scaled;
    q2 += v * D[row + j] * v;
    if (j === 0) continue;
    const f = friction[5 * c + j - 1];
    const u = x * f,
      w = v * f;
    UU += u * u;
    UV += u * w;
    VV += w * w;
  }
  const q = 3 * row;
  quad[q] = 0.5 * q0;
  quad[q + 1] = q1;
  quad[q + 2] = 0.5 * q2;
  quad[q + 3] = jar[row] * mu;
  quad[q + 4] = Jv[row] * mu;
  quad[q + 5] = UU;
  quad[q + 6] = UV;
  quad[q + 7] = VV;
  quad[q + 8] = D[row] / (mu * mu * (1 + mu * mu));
}

/** Cost of a friction loss row. */
function frictionCost(x: f64, floss: f64, bound: f64, D: f64): f64 {
  if (-bound < x && x < bound) return 0.5 * D * x * x;
  return x <= -bound ? floss * (-0.5 * bound - x) : floss * (-0.5 * bound + x);
}

/** -1, 0, 1: below, in and above the quadratic zone of a friction loss row. */
function frictionZone(x: f64, bound: f64): i32 {
  if (-bound < x && x < bound) return 0;
  return x <= -bound ? -1 : 1;
}

/** Difference of the costs of a friction loss row at `x` and at `start`, exact within a zone. */
function frictionGain(start: f64, x: f64, floss: f64, bound: f64, D: f64): f64 {
  const zone = frictionZone(start, bound);
  if (zone !== frictionZone(x, bound)) return frictionCost(x, floss, bound, D) - frictionCost(start, floss, bound, D);
  if (zone === 0) return 0.5 * D * (x - start) * (x + start);
  return zone < 0 ? floss * (start - x) : floss * (x - start);
}

/** 1 top, 2 bottom, 3 between, of a circular cone. */
function coneZone(N: f64, square: f64, T: f64, mu: f64): i32 {
  if (square <= 0) return N < 0 ? 2 : 1;
  if (N >= mu * T) return 1;
  return mu * N + T <= 0 ? 2 : 3;
}

/**
 * Difference of the costs of a cone at α and at 0. Within the middle zone the difference of N - μT is formed without cancellation;
 * between bottom and middle zone, from the quadratic cost and the gap ½·Dm·(μN + T)² by which the two differ.
 */
function coneGain(quad: F64, q: i32, alpha: f64, mu: f64, N: f64, T: f64, zone: i32): f64 {
  const U0 = quad[q + 3],
    UU = quad[q + 5],
    Dm = quad[q + 8];
  const T0: f64 = UU > 0 ? Math.sqrt(UU) : 0;
  const start = coneZone(U0, UU, T0, mu);
  if (start === 1) {
    if (zone === 1) return 0;
    if (zone === 2) return alpha * alpha * quad[q + 2] + alpha * quad[q + 1] + quad[q];
    return 0.5 * Dm * (N - mu * T) * (N - mu * T);
  }
  if (start === 2) {
    if (zone === 1) return -quad[q];
    if (zone === 2) return alpha * alpha * quad[q + 2] + alpha * quad[q + 1];
    const gap = mu * N + T;
    return alpha * (alpha * quad[q + 2] + quad[q + 1]) - 0.5 * Dm * gap * gap;
  }
  const rest = U0 - mu * T0;
  if (zone === 1) return -0.5 * Dm * rest * rest;
  if (zone === 2) {
    const gap = mu * U0 + T0;
    return alpha * (alpha * quad[q + 2] + quad[q + 1]) + 0.5 * Dm * gap * gap;
  }
  const change = alpha * quad[q + 4] - mu * ((alpha * (2 * quad[q + 6] + alpha * quad[q + 7])) / (T + T0));
  return 0.5 * Dm * change * (2 * rest + change);
}

/** Cost and derivatives at `alpha`, written to point `p`. */
function evaluate(d: Data, p: i32, alpha: f64): void {
  const blockRow = d.blockRow,
    blockRows = d.blockRows,
    blockKind = d.blockKind;
  const D = d.solverD,
    floss = d.solverFloss,
    bound = d.solverBound,
    jar = d.solverJar,
    Jv = d.solverJv,
    quad = d.solverQuad;
  const end = span[END_BLOCK];
  let cost: f64 = 0;
  let slope: f64 = 0;
  let curve: f64 = 0;
  let constant: f64 = 0;
  let linear: f64 = quadratic[0];
  let square: f64 = quadratic[1];
  for (let b = span[FIRST_BLOCK]; b < end; b++) {
    const kind = blockKind[b],
      row = blockRow[b];
    let rowEnd = row + blockRows[b];
    if (kind === BLOCK_EQUALITY) continue;
    if (kind === BLOCK_CONE) {
      const q = 3 * row,
        mu = d.contact_mu[d.blockContact[b]];
      const N = quad[q + 3] + alpha * quad[q + 4];
      const UV = quad[q + 6],
        VV = quad[q + 7];
      const TT = quad[q + 5] + alpha * (2 * UV + alpha * VV);
      const T: f64 = TT > 0 ? Math.sqrt(TT) : 0;
      const zone = coneZone(N, TT, T, mu);
      cost += coneGain(quad, q, alpha, mu, N, T, zone);
      if (zone === 2) {
        slope += 2 * alpha * quad[q + 2] + quad[q + 1];
        curve += 2 * quad[q + 2];
      } else if (zone === 3) {
        const Dm = quad[q + 8],
          half = UV + alpha * VV;
        const T1 = half / T;
        const T2 = VV / T - (half * T1) / TT;
        const gap = N - mu * T,
          gap1 = quad[q + 4] - mu * T1;
        slope += Dm * gap * gap1;
        curve += Dm * (gap1 * gap1 + gap * (-mu * T2));
      }
    } else if (kind === BLOCK_FRICTION) {
      for (let r = row; r < rowEnd; r++) {
        const start = jar[r],
          v = Jv[r];
        const x = start + alpha * v;
        cost += frictionGain(start, x, floss[r], bound[r], D[r]);
        if (-bound[r] < x && x < bound[r]) {
          slope += D[r] * x * v;
          curve += D[r] * v * v;
        } else if (x <= -bound[r]) {
          slope += -floss[r] * v;
        } else {
          slope += floss[r] * v;
        }
      }
    } else {
      // many contacts are a row each: without their blocks a third less time
      for (; b + 1 < end && blockKind[b + 1] === BLOCK_LIMIT; b++) rowEnd += blockRows[b + 1];
      for (let r = row; r < rowEnd; r++) {
        const start = jar[r];
        const before: f64 = start < 0 ? quad[3 * r] : 0;
        if (start + alpha * Jv[r] < 0) {
          constant += quad[3 * r] - before;
          linear += quad[3 * r + 1];
          square += quad[3 * r + 2];
        } else {
          cost -= before;
        }
      }
    }
  }
  cost += alpha * alpha * square + alpha * linear + constant;
  slope += 2 * alpha * square + linear;
  curve += 2 * square;
  points[p] = alpha;
  points[p + 1] = cost;
  points[p + DERIV] = slope;
  points[p + CURVE] = curve <= 0 ? MINVAL : curve;
  span[NEVAL]++;
}

/** The minimum of the parabola that fits at point `p`. */
function newtonPoint(p: i32): f64 {
  return points[p] - points[p + DERIV] / points[p + CURVE];
}

function copyPoint(to: i32, from: i32): void {
  for (let k = 0; k < POINT; k++) points[to + k] = points[from + k];
}

/** Ends the search at point `p`. */
function take(p: i32, slopeScale: f64): f64 {
  num[SLOPE] = Math.abs(points[p + DERIV]) * slopeScale;
  num[GAIN] = -points[p + 1];
  return points[p];
}

/** Whether candidate `c` is between side `p` of the bracket and the minimum. */
function isCloser(p: i32, c: i32): boolean {
  const side = points[p + DERIV],
    candidate = points[c + DERIV];
  return (side < 0 && candidate < 0 && side < candidate) || (side > 0 && candidate > 0 && side > candidate);
}

/** Moves side `p` of the bracket to the best of the candidates and evaluates its Newton point; false if none is better. */
function tighten(d: Data, p: i32, next: i32): boolean {
  let moved = false;
  if (isCloser(p, KEPT1)) {
    copyPoint(p, KEPT1);
    moved = true;
  }
  if (isCloser(p, KEPT2)) {
    copyPoint(p, KEPT2);
    moved = true;
  }
  if (isCloser(p, MIDDLE)) {
    copyPoint(p, MIDDLE);
    moved = true;
  }
  if (moved) evaluate(d, next, newtonPoint(p));
  return moved;
}

/**
 * The step α along `solverSearch` that minimises the cost of the island, or 0 where there is none. `solverMv` and `solverJv` are up to
 * date. The search ends where the slope is below `tolerance` (scaled) or after `iterations` evaluations.
 *
 * @writes solverQuad
 */
export function lineSearch(d: Data, tolerance: f64, iterations: i32, length: f64): f64 {
  span[NEVAL] = 0;
  const gtol = (tolerance * length) / num[SCALE];
  const slopeScale = num[SCALE] / length;
  prepare(d);

  // always try one Newton step
  evaluate(d, P2, 0);
  evaluate(d, P1, newtonPoint(P2));
  if (Math.abs(points[P1 + DERIV]) < gtol && (points[P1] === 0 || points[P1 + 1] < 0)) return take(P1, slopeScale);

  // move on by Newton steps until the slope changes sign
  const forward = points[P1 + DERIV] < 0;
  while ((forward ? points[P1 + DERIV] : -points[P1 + DERIV]) <= -gtol && span[NEVAL] < iterations) {
    copyPoint(P2, P1);
    evaluate(d, P1, newtonPoint(P1));
    if (Math.abs(points[P1 + DERIV]) < gtol && points[P1 + 1] < 0) return take(P1, slopeScale);
  }
  if (span[NEVAL] >= iterations || isNaN64(points[P1 + DERIV])) return take(P1, slopeScale);

  // P1 and P2 bracket the minimum: try the Newton points of both sides and the middle
  copyPoint(NEXT2, P1);
  evaluate(d, NEXT1, newtonPoint(P1));
  while (span[NEVAL] < iterations) {
    evaluate(d, MIDDLE, 0.5 * (points[P1] + points[P2]));
    let best = -1;
    if (Math.abs(points[NEXT1 + DERIV]) < gtol) best = NEXT1;
    if (Math.abs(points[NEXT2 + DERIV]) < gtol && (best < 0 || points[NEXT2 + 1] < points[best + 1])) best = NEXT2;
    if (Math.abs(points[MIDDLE + DERIV]) < gtol && (best < 0 || points[MIDDLE + 1] < points[best + 1])) best = MIDDLE;
    if (best >= 0) return take(best, slopeScale);

    copyPoint(KEPT1, NEXT1);
    copyPoint(KEPT2, NEXT2);
    const moved1 = tighten(d, P1, NEXT1);
    const moved2 = tighten(d, P2, NEXT2);
    if (!moved1 && !moved2) return take(MIDDLE, slopeScale);
  }

  // out of evaluations: the better side, if it is any better than staying
  const cost1 = points[P1 + 1],
    cost2 = points[P2 + 1];
  if (cost1 <= cost2 && cost1 < 0) return take(P1, slopeScale);
  if (cost2 <= cost1 && cost2 < 0) return take(P2, slopeScale);
  return 0;
}
