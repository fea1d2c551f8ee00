import { type F64, type f64, type i32, scratchF64, scratchI32 } from '../../dialect.ts';
import { MINVAL } from '../../math/scalar.ts';
import { dot3, norm3, set3, sub3 } from '../../math/vec3.ts';
import type { CcdOptions } from './ccd-options.ts';
import { type ConvexShape, isPolytope, shapeCentre } from './convex-shape.ts';
import { copyVertex, DIFF, INFINITE, minkowskiSupport, ON_A, ON_B, VERTEX } from './minkowski.ts';
import { nearestOnSimplex } from './simplex.ts';

const MINVAL2: f64 = 1e-30;
const MAXVAL2: f64 = 1e20;

/** How a search by GJK ended. */
export class GjkResult {
  /** Distance of the shapes; 0 when they overlap, INFINITE when they are farther apart than the cutoff. */
  dist: f64 = 0;
  /** A separating direction was found. */
  separated: boolean = false;
  /** The nearest points `onA` and `onB` are known. */
  located: boolean = false;
  readonly onA: F64 = scratchF64(3);
  readonly onB: F64 = scratchF64(3);
  iterations: i32 = 0;

  /** The last simplex: vertices of A - B. */
  nsimplex: i32 = 0;
  readonly simplex: F64 = scratchF64(4 * VERTEX);

  /** For separated shapes when only contact was asked for: a unit direction along which B lies beyond A, and B's least coordinate along it. */
  hasDirection: boolean = false;
  readonly direction: F64 = scratchF64(3);
  least: f64 = 0;
}

const nearest = scratchF64(3); // point of the current simplex that is nearest to the origin
const weight = scratchF64(4); // its barycentric coordinates
const probe = scratchF64(VERTEX);

/** res = Σ weight·part over the first n simplex vertices; `part` selects the difference or a point on A or B. */
function blend(res: F64, simplex: F64, n: i32, part: i32): void {
  for (let k = 0; k < 3; k++) {
    let s = weight[0] * simplex[part + k];
    for (let v = 1; v < n; v++) s += weight[v] * simplex[v * VERTEX + part + k];
    res[k] = s;
  }
}

const trial = scratchF64(4 * VERTEX); // tetrahedron of intersects()
const slot = scratchI32(4); // its vertices in orientation order
const faceNormal = scratchF64(12);
const faceDist = scratchF64(4);

/** Signed distance of the origin's opposite: n·a for the unit normal n of triangle a, b, c; INFINITE when there is none. */
function planeDistance(f: i32, a: i32, b: i32, c: i32): f64 {
  const ax = trial[a];
  const ay = trial[a + 1];
  const az = trial[a + 2];
  const ux = trial[c] - ax;
  const uy = trial[c + 1] - ay;
  const uz = trial[c + 2] - az;
  const vx = trial[b] - ax;
  const vy = trial[b + 1] - ay;
  const vz = trial[b + 2] - az;
  let nx = uy * vz - uz * vy;
  let ny = uz * vx - ux * vz;
  let nz = ux * vy - uy * vx;
  const len2 = nx * nx + ny * ny + nz * nz;
  let dist = INFINITE;
  if (len2 > MINVAL2 && len2 < MAXVAL2) {
    const inv = 1 / Math.sqrt(len2);
    nx *= inv;
    ny *= inv;
    nz *= inv;
    dist = nx * ax + ny * ay + nz * az;
  }
  faceNormal[3 * f] = nx;
  faceNormal[3 * f + 1] = ny;
  faceNormal[3 * f + 2] = nz;
  return dist;
}

/** Notes that (x, y, z) separates A from B, as support vertex v of A - B along it shows. */
function noteDirection(result: GjkResult, verts: F64, v: i32, x: f64, y: f64, z: f64): void {
  set3(result.direction, 0, x, y, z);
  result.least = x * verts[v + ON_B] + y * verts[v + ON_B + 1] + z * verts[v + ON_B + 2];
  result.hasDirection = true;
}

/**
 * Does A - B contain the origin? Starts from the tetrahedron in `result` and moves its worst vertex across the opposite face until the origin is
 * inside (1, with the tetrahedron left in `result`), a separating plane is found (0), or it cannot tell (-1).
 */
function intersects(a: ConvexShape, b: ConvexShape, maxIterations: i32, result: GjkResult): i32 {
  const simplex = result.simplex;
  for (let k = 0; k < 4 * VERTEX; k++) trial[k] = simplex[k];
  for (let k = 0; k < 4; k++) slot[k] = k;
  for (let iteration = result.iterations; iteration < maxIterations; iteration++) {
    result.iterations = iteration;
    const v0 = slot[0] * VERTEX;
    const v1 = slot[1] * VERTEX;
    const v2 = slot[2] * VERTEX;
    const v3 = slot[3] * VERTEX;
    faceDist[0] = planeDistance(0, v2, v1, v3);
    faceDist[1] = planeDistance(1, v0, v2, v3);
    faceDist[2] = planeDistance(2, v1, v0, v3);
    faceDist[3] = planeDistance(3, v0, v1, v2);
    if (faceDist[0] === 0 || faceDist[1] === 0 || faceDist[2] === 0 || faceDist[3] === 0) return -1;

    const i = faceDist[0] < faceDist[1] ? 0 : 1;
    const j = faceDist[2] < faceDist[3] ? 2 : 3;
    const worst = faceDist[i] < faceDist[j] ? i : j;
    if (faceDist[worst] > 0) {
      for (let k = 0; k < 4; k++) copyVertex(simplex, k * VERTEX, trial, slot[k] * VERTEX);
      result.nsimplex = 4;
      return 1;
    }

    const w = slot[worst] * VERTEX;
    const n = 3 * worst;
    minkowskiSupport(trial, w, a, b, faceNormal[n], faceNormal[n + 1], faceNormal[n + 2]);
    if (dot3(faceNormal, n, trial, w) < 0) {
      noteDirection(result, trial, w, faceNormal[n], faceNormal[n + 1], faceNormal[n + 2]);
      result.nsimplex = 0;
      return 0;
    }

    // keep the orientation
    const p = (worst + 1) & 3;
    const q = (worst + 2) & 3;
    const swap = slot[p];
    slot[p] = slot[q];
    slot[q] = swap;
  }
  result.iterations = maxIterations;
  return -1;
}

/** Ends a query whose shapes are apart by more than the cutoff. */
function endApart(result: GjkResult, iteration: i32): void {
  result.separated = true;
  result.located = false;
  result.iterations = iteration;
  result.nsimplex = 0;
  result.dist = INFINITE;
}

/** Support vertex v towards the origin from `nearest`, whose length is `len`. */
function towardsOrigin(verts: F64, v: i32, a: ConvexShape, b: ConvexShape, len: f64): void {
  const inv = 1 / len;
  minkowskiSupport(verts, v, a, b, -(nearest[0] * inv), -(nearest[1] * inv), -(nearest[2] * inv));
}

/** Keeps the vertices of the simplex that `nearest` depends on, with their weights; returns their number. */
function reduceSimplex(simplex: F64): i32 {
  let n = 0;
  for (let k = 0; k < 4; k++) {
    if (weight[k] === 0) continue;
    if (n !== k) copyVertex(simplex, n * VERTEX, simplex, k * VERTEX);
    weight[n++] = weight[k];
  }
  return n;
}

/**
 * Gilbert–Johnson–Keerthi: distance and nearest points of two convex shapes.
 *
 * With a cutoff of 0 it only decides contact: the distance is 0 when the shapes overlap, INFINITE when they are apart, or one within
 * tolerance when undecided. With a positive cutoff it finds the distance and the nearest points of shapes nearer than that.
 *
 * @see Gilbert, Johnson, Keerthi (1988); Montanari, Petrinic, Barbieri, Improving the GJK Algorithm (2017)
 */
export function gjk(a: ConvexShape, b: ConvexShape, options: CcdOptions, result: GjkResult): void {
  const simplex = result.simplex;
  const { cutoff, tolerance, iterations: maxIterations } = options;
  const wantDistance = cutoff > 0;
  let mayTest = !wantDistance;
  const exact = isPolytope(a) && isPolytope(b);
  const minGap: f64 = exact ? 0 : 0.5 * (tolerance * tolerance);
  const minLen = exact ? MINVAL : tolerance;
  result.separated = false;
  result.hasDirection = false;
  shapeCentre(result.onA, 0, a);
  shapeCentre(result.onB, 0, b);

  sub3(nearest, 0, result.onA, 0, result.onB, 0);
  let len = norm3(nearest, 0);
  let lastLen: f64 = 0;
  let n = 0;
  let iteration = 0;
  for (; iteration < maxIterations; iteration++) {
    if (len < minLen || Math.abs(lastLen - len) < MINVAL) break;

    // next vertex; stop when the Frank-Wolfe duality gap is closed
    const v = n * VERTEX;
    towardsOrigin(simplex, v, a, b, len);
    sub3(probe, 0, nearest, 0, simplex, v);
    if (dot3(nearest, 0, probe, 0) < minGap) break;

    // lower bound of the distance, times len
    const lower = dot3(nearest, 0, simplex, v);
    if (lower > 0 && (!wantDistance || (cutoff < INFINITE && lower >= cutoff * len))) {
      if (!wantDistance)
        noteDirection(result, simplex, v, -(nearest[0] / len), -(nearest[1] / len), -(nearest[2] / len));
      endApart(result, iteration);
      return;
    }

    // a tetrahedron, and only contact matters
    if (n === 3 && mayTest) {
      result.iterations = iteration;
      const hit = intersects(a, b, maxIterations, result);
      if (hit >= 0) {
        result.located = false;
        result.separated = hit === 0;
        result.dist = hit > 0 ? 0 : INFINITE;
        return;
      }
      iteration = result.iterations;
      mayTest = false;
    }

    // nearest point of the simplex, and the vertices that it needs
    nearestOnSimplex(weight, simplex, n + 1);
    n = reduceSimplex(simplex);
    if (n === 0) {
      endApart(result, iteration);
      return;
    }
    blend(nearest, simplex, n, DIFF);
    lastLen = len;
    len = norm3(nearest, 0);
    if (n === 4) break;
  }

  if (n > 0) {
    blend(result.onA, simplex, n, ON_A);
    blend(result.onB, simplex, n, ON_B);
  }
  towardsOrigin(probe, 0, a, b, len);
  if (dot3(nearest, 0, probe, 0) > 0) result.separated = true;
  result.located = true;
  result.iterations = iteration;
  result.nsimplex = n;
  result.dist = n === 4 && !result.separated ? 0 : len;
}
