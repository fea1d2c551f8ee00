/**
 * The cost along qacc + α·search, which is convex and piecewise smooth with a known second derivative. Costs are relative to α = 0, which
 * keeps the digits of small improvements.
 *
 * Per row, `solverQuad` has the coefficients of ½D(jar + α·Jv)²; a contact with an elliptic cone has there those of the sum of its
 * rows and U₀, V₀, U·U, U·V, V·V, Dm of its circular cone (U from jar, V from Jv).
 */
import type { F64, f64, i32 } from '../../dialect.ts';
import { dot } from '../../math/linear/leaf.ts';
import { MINVAL } from '../../math/scalar.ts';
import type { Data } from '../../model/classes.ts';
import { BLOCK_CONE, BLOCK_EQUALITY, BLOCK_FRICTION } from '../blocks.ts';
import type { Island } from '../island.ts';

/** What a line search came to: slope and decrease of the cost where it ended, and evaluations. */
export class LineResult {
  slope: f64 = 0;
  gain: f64 = 0;
  evaluations: i32 = 0;
}

/** The cost at a point of the line, and its derivatives. */
export class LinePoint {
  alpha: f64 = 0;
  cost: f64 = 0;
  slope: f64 = 0;
  curve: f64 = 0;
}

/** Coefficients of 1, α and α². */
class Quadratic {
  constant: f64 = 0;
  linear: f64 = 0;
  square: f64 = 0;
}

const always = new Quadratic(); // of what holds for every α: deviation from the smooth acceleration, and equalities
const quadratic = new Quadratic(); // that, and the rows that are quadratic at a point, while its cost is summed up
/** Fills `solverQuad` and the coefficients that hold for every α. */
export function prepare(d: Data, island: Island): void {
  const first = island.firstDof,
    n = island.endDof - first,
    search = d.solverSearch;
  let linear: f64 = dot(search, first, d.solverMa, first, n) - dot(d.solverFrcSmooth, first, search, first, n);
  let square: f64 = 0.5 * dot(search, first, d.solverMv, first, n);

  const { solverD: D, solverJar: jar, solverJv: Jv, solverQuad: quad } = d;
  if (island.firstOther > island.firstBlock) {
    const endEquality = island.firstRow + island.ne;
    for (let r = island.firstRow; r < endEquality; r++) {
      linear += Jv[r] * (D[r] * jar[r]);
      square += 0.5 * (Jv[r] * D[r] * Jv[r]);
    }
  }
  for (let b = island.firstOther; b < island.endBlock; b++) {
    const kind = d.blockKind[b];
    if (kind === BLOCK_CONE) prepareCone(d, b);
    if (kind === BLOCK_CONE || kind === BLOCK_FRICTION) continue;
    const row = d.blockRow[b];
    b = lastOfKind(d, b, island.endBlock);
    const rowEnd = d.blockRow[b] + d.blockRows[b];
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
  always.linear = linear;
  always.square = square;
}

/** Coefficients of a contact with an elliptic cone. @reads contact_friction contact_mu */
function prepareCone(d: Data, b: i32): void {
  const { solverD: D, solverJar: jar, solverJv: Jv, solverQuad: quad, contact_friction: friction } = d;
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

/** Cost and derivatives at `alpha`. */
export function evaluate(p: LinePoint, d: Data, island: Island, result: LineResult, alpha: f64): void {
  p.alpha = alpha;
  p.cost = 0;
  p.slope = 0;
  p.curve = 0;
  quadratic.constant = 0;
  quadratic.linear = always.linear;
  quadratic.square = always.square;
  for (let b = island.firstOther; b < island.endBlock; b++) {
    const kind = d.blockKind[b],
      row = d.blockRow[b];
    if (kind === BLOCK_EQUALITY) continue;
    if (kind === BLOCK_CONE) {
      addCone(p, d.solverQuad, 3 * row, d.contact_mu[d.blockContact[b]]);
      continue;
    }
    b = lastOfKind(d, b, island.endBlock);
    const rowEnd = d.blockRow[b] + d.blockRows[b];
    if (kind === BLOCK_FRICTION) addFriction(p, d, row, rowEnd);
    else addLimits(p, d, row, rowEnd);
  }
  p.cost += alpha * alpha * quadratic.square + alpha * quadratic.linear + quadratic.constant;
  p.slope += 2 * alpha * quadratic.square + quadratic.linear;
  p.curve += 2 * quadratic.square;
  if (p.curve <= 0) p.curve = MINVAL;
  result.evaluations++;
}

/** The last block that follows block `b` with none of another kind between: contacts of a single row each are handled as one run. */
function lastOfKind(d: Data, b: i32, end: i32): i32 {
  const kind = d.blockKind;
  let last = b;
  while (last + 1 < end && kind[last + 1] === kind[b]) last++;
  return last;
}

/** Adds a contact with an elliptic cone, whose coefficients are at quad[q]. */
function addCone(p: LinePoint, quad: F64, q: i32, mu: f64): void {
  const alpha = p.alpha,
    UV = quad[q + 6],
    VV = quad[q + 7];
  const N = quad[q + 3] + alpha * quad[q + 4];
  const TT = quad[q + 5] + alpha * (2 * UV + alpha * VV);
  const T: f64 = TT > 0 ? Math.sqrt(TT) : 0;
  const zone = coneZone(N, TT, T, mu);
  p.cost += coneGain(quad, q, alpha, mu, N, T, zone);
  if (zone === 2) {
    p.slope += 2 * alpha * quad[q + 2] + quad[q + 1];
    p.curve += 2 * quad[q + 2];
  } else if (zone === 3) {
    const Dm = quad[q + 8],
      half = UV + alpha * VV;
    const T1 = half / T;
    const T2 = VV / T - (half * T1) / TT;
    const gap = N - mu * T,
      gap1 = quad[q + 4] - mu * T1;
    p.slope += Dm * gap * gap1;
    p.curve += Dm * (gap1 * gap1 + gap * (-mu * T2));
  }
}

/** Adds rows of friction loss. */
function addFriction(p: LinePoint, d: Data, row: i32, rowEnd: i32): void {
  for (let r = row; r < rowEnd; r++) {
    const start = d.solverJar[r],
      v = d.solverJv[r],
      floss = d.solverFloss[r],
      bound = d.solverBound[r],
      D = d.solverD[r];
    const x = start + p.alpha * v;
    p.cost += frictionGain(start, x, floss, bound, D);
    if (-bound < x && x < bound) {
      p.slope += D * x * v;
      p.curve += D * v * v;
    } else if (x <= -bound) {
      p.slope += -floss * v;
    } else {
      p.slope += floss * v;
    }
  }
}

/** Adds rows that push one way: limits, and contacts with pyramids or without friction. */
function addLimits(p: LinePoint, d: Data, row: i32, rowEnd: i32): void {
  const { solverJar: jar, solverJv: Jv, solverQuad: quad } = d;
  const alpha = p.alpha;
  let cost: f64 = p.cost;
  let constant: f64 = quadratic.constant;
  let linear: f64 = quadratic.linear;
  let square: f64 = quadratic.square;
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
  p.cost = cost;
  quadratic.constant = constant;
  quadratic.linear = linear;
  quadratic.square = square;
}

/** The minimum of the parabola that fits at a point. */
export function newtonPoint(p: LinePoint): f64 {
  return p.alpha - p.slope / p.curve;
}

export function copyPoint(to: LinePoint, from: LinePoint): void {
  to.alpha = from.alpha;
  to.cost = from.cost;
  to.slope = from.slope;
  to.curve = from.curve;
}

/** Ends the search at a point. */
export function take(result: LineResult, p: LinePoint): f64 {
  result.slope = Math.abs(p.slope);
  result.gain = -p.cost;
  return p.alpha;
}
