import { type F64, type f64, type i32, scratchF64, scratchI32 } from '../dialect.ts';
import { dot3, norm3, sub3 } from '../math/vec3.ts';
import { MINVAL } from './contact.ts';
import { shapeA, shapeB } from './convex-shape.ts';
import {
  copyVertex,
  DIFF,
  FOUND,
  INFINITE,
  ITERATIONS,
  minkowskiSupport,
  NSIMPLEX,
  NWITNESS,
  noteSeparator,
  ON_A,
  ON_B,
  SEPARATED,
  separator,
  simplex,
  status,
  VERTEX,
  witnessA,
  witnessB,
  witnessDist,
} from './minkowski.ts';
import { isDiscrete } from './shape.ts';

const MINVAL2: f64 = 1e-30;
const MAXVAL2: f64 = 1e20;

const nearest = scratchF64(3); // point of the current simplex that is nearest to the origin
const weight = scratchF64(4); // its barycentric coordinates
const triangleWeight = scratchF64(3);
const edgeWeight = scratchF64(2);
const foot = scratchF64(3); // projection of the origin
const probe = scratchF64(VERTEX);
const faceVertex = scratchI32(3);

/** 1 when a and b are both positive, -1 when both are negative, else 0. */
function commonSign(a: f64, b: f64): i32 {
  if (a > 0 && b > 0) return 1;
  if (a < 0 && b < 0) return -1;
  return 0;
}

/** Determinant of the matrix with columns a, b, c. */
export function det3(a: F64, i: i32, b: F64, j: i32, c: F64, k: i32): f64 {
  return (
    a[i] * (b[j + 1] * c[k + 2] - b[j + 2] * c[k + 1]) +
    a[i + 1] * (b[j + 2] * c[k] - b[j] * c[k + 2]) +
    a[i + 2] * (b[j] * c[k + 1] - b[j + 1] * c[k])
  );
}

/** Projects the origin on the plane of vertices a, b, c; false when they have no plane. */
export function projectOnPlane(res: F64, r: i32, verts: F64, a: i32, b: i32, c: i32): boolean {
  const ax = verts[a];
  const ay = verts[a + 1];
  const az = verts[a + 2];
  const bx = verts[b];
  const by = verts[b + 1];
  const bz = verts[b + 2];
  const cx = verts[c];
  const cy = verts[c + 1];
  const cz = verts[c + 2];
  const ux = bx - ax;
  const uy = by - ay;
  const uz = bz - az;
  const wx = cx - bx;
  const wy = cy - by;
  const wz = cz - bz;

  // the same normal from three corners, until one is well conditioned
  let nx = wy * uz - wz * uy;
  let ny = wz * ux - wx * uz;
  let nz = wx * uy - wy * ux;
  let nv = nx * bx + ny * by + nz * bz;
  let nn = nx * nx + ny * ny + nz * nz;
  if (nn === 0) return false;
  if (nv === 0 || !(nn > MINVAL)) {
    const vx = cx - ax;
    const vy = cy - ay;
    const vz = cz - az;
    nx = uy * vz - uz * vy;
    ny = uz * vx - ux * vz;
    nz = ux * vy - uy * vx;
    nv = nx * ax + ny * ay + nz * az;
    nn = nx * nx + ny * ny + nz * nz;
    if (nn === 0) return false;
    if (nv === 0 || !(nn > MINVAL)) {
      nx = vy * wz - vz * wy;
      ny = vz * wx - vx * wz;
      nz = vx * wy - vy * wx;
      nv = nx * cx + ny * cy + nz * cz;
      nn = nx * nx + ny * ny + nz * nz;
    }
  }
  const s = nv / nn;
  res[r] = s * nx;
  res[r + 1] = s * ny;
  res[r + 2] = s * nz;
  return true;
}

/** Barycentric coordinates of the point of segment a, b nearest to the origin. */
function nearestOnSegment(res: F64, verts: F64, a: i32, b: i32): void {
  // component in which the segment is longest
  let axis = 0;
  let span = verts[a] - verts[b];
  for (let k = 1; k < 3; k++) {
    const d = verts[a + k] - verts[b + k];
    if (Math.abs(d) >= Math.abs(span)) {
      span = d;
      axis = k;
    }
  }

  const ux = verts[b] - verts[a];
  const uy = verts[b + 1] - verts[a + 1];
  const uz = verts[b + 2] - verts[a + 2];
  const bu = verts[b] * ux + verts[b + 1] * uy + verts[b + 2] * uz;
  const t = -(bu / (ux * ux + uy * uy + uz * uz));
  const p = verts[b + axis] + t * (axis === 0 ? ux : axis === 1 ? uy : uz);
  const wa = p - verts[b + axis];
  const wb = verts[a + axis] - p;
  const inside = commonSign(span, wa) !== 0 && commonSign(span, wb) !== 0;
  res[0] = inside ? wa / span : 0;
  res[1] = inside ? wb / span : 1;
}

const minor = scratchF64(1);

/**
 * The projection of a triangle on a coordinate plane that keeps most of its area: returns the coordinates kept as 4·x + y and leaves twice the signed
 * area in `minor`.
 */
function widestProjection(verts: F64, a: i32, b: i32, c: i32): i32 {
  const ax = verts[a];
  const ay = verts[a + 1];
  const az = verts[a + 2];
  const bx = verts[b];
  const by = verts[b + 1];
  const bz = verts[b + 2];
  const cx = verts[c];
  const cy = verts[c + 1];
  const cz = verts[c + 2];
  const yz = by * cz - bz * cy - ay * cz + az * cy + ay * bz - az * by;
  const xz = bx * cz - bz * cx - ax * cz + az * cx + ax * bz - az * bx;
  const xy = bx * cy - by * cx - ax * cy + ay * cx + ax * by - ay * bx;
  const area0 = Math.abs(yz);
  const area1 = Math.abs(xz);
  const area2 = Math.abs(xy);
  if (area0 >= area1 && area0 >= area2) {
    minor[0] = yz;
    return 4 * 1 + 2;
  }
  if (area1 >= area2) {
    minor[0] = xz;
    return 2;
  }
  minor[0] = xy;
  return 1;
}

/** Twice the signed area of the projected triangle p, a, b. */
function subArea(p: F64, i: i32, verts: F64, a: i32, b: i32, x: i32, y: i32): f64 {
  return (
    p[i + x] * verts[a + y] +
    p[i + y] * verts[b + x] +
    verts[a + x] * verts[b + y] -
    p[i + x] * verts[b + y] -
    p[i + y] * verts[a + x] -
    verts[b + x] * verts[a + y]
  );
}

/** Affine coordinates of the point p in the triangle a, b, c. */
export function affineCoordinates(res: F64, verts: F64, a: i32, b: i32, c: i32, p: F64, i: i32): void {
  const plane = widestProjection(verts, a, b, c);
  const x = plane >> 2;
  const y = plane & 3;
  const area = minor[0];
  res[0] = subArea(p, i, verts, b, c, x, y) / area;
  res[1] = subArea(p, i, verts, c, a, x, y) / area;
  res[2] = subArea(p, i, verts, a, b, x, y) / area;
}

/** Barycentric coordinates of the point of triangle a, b, c nearest to the origin. */
function nearestOnTriangle(res: F64, verts: F64, a: i32, b: i32, c: i32): void {
  if (!projectOnPlane(foot, 0, verts, a, b, c)) {
    nearestOnSegment(edgeWeight, verts, a, b);
    res[0] = edgeWeight[0];
    res[1] = edgeWeight[1];
    res[2] = 0;
    return;
  }
  const plane = widestProjection(verts, a, b, c);
  const x = plane >> 2;
  const y = plane & 3;
  const area = minor[0];
  const wa = subArea(foot, 0, verts, b, c, x, y);
  const wb = subArea(foot, 0, verts, c, a, x, y);
  const wc = subArea(foot, 0, verts, a, b, x, y);
  const outA = commonSign(area, wa) === 0;
  const outB = commonSign(area, wb) === 0;
  const outC = commonSign(area, wc) === 0;
  if (!outA && !outB && !outC) {
    res[0] = wa / area;
    res[1] = wb / area;
    res[2] = wc / area;
    return;
  }

  // outside: the nearest of the edges that face the origin
  let best = INFINITE;
  res[0] = 0;
  res[1] = 0;
  res[2] = 0;
  for (let k = 0; k < 3; k++) {
    if (k === 0 ? !outA : k === 1 ? !outB : !outC) continue;
    const u = k === 0 ? b : a;
    const v = k === 2 ? b : c;
    nearestOnSegment(edgeWeight, verts, u, v);
    const wu = edgeWeight[0];
    const wv = edgeWeight[1];
    const px = wu * verts[u] + wv * verts[v];
    const py = wu * verts[u + 1] + wv * verts[v + 1];
    const pz = wu * verts[u + 2] + wv * verts[v + 2];
    const d = px * px + py * py + pz * pz;
    if (k > 0 && !(d < best)) continue;
    best = d;
    res[0] = k === 0 ? 0 : wu;
    res[1] = k === 0 ? wu : k === 1 ? 0 : wv;
    res[2] = k === 2 ? 0 : wv;
  }
}

/** Barycentric coordinates of the point of the tetrahedron in `simplex` nearest to the origin. */
function nearestOnTetrahedron(res: F64): void {
  const a = 0;
  const b = VERTEX;
  const c = 2 * VERTEX;
  const d = 3 * VERTEX;
  const va = -det3(simplex, b, simplex, c, simplex, d);
  const vb = det3(simplex, a, simplex, c, simplex, d);
  const vc = -det3(simplex, a, simplex, b, simplex, d);
  const vd = det3(simplex, a, simplex, b, simplex, c);
  const volume = va + vb + vc + vd;
  const outA = commonSign(volume, va) === 0;
  const outB = commonSign(volume, vb) === 0;
  const outC = commonSign(volume, vc) === 0;
  const outD = commonSign(volume, vd) === 0;
  if (!outA && !outB && !outC && !outD) {
    res[0] = va / volume;
    res[1] = vb / volume;
    res[2] = vc / volume;
    res[3] = vd / volume;
    return;
  }

  // outside: the nearest of the faces that face the origin
  let best = INFINITE;
  for (let k = 0; k < 4; k++) {
    if (k === 0 ? !outA : k === 1 ? !outB : k === 2 ? !outC : !outD) continue;
    let n = 0;
    for (let q = 0; q < 4; q++) if (q !== k) faceVertex[n++] = q;
    const u = faceVertex[0];
    const v = faceVertex[1];
    const w = faceVertex[2];
    nearestOnTriangle(triangleWeight, simplex, u * VERTEX, v * VERTEX, w * VERTEX);
    combine(foot, simplex, triangleWeight, u * VERTEX, v * VERTEX, w * VERTEX);
    const dist2 = dot3(foot, 0, foot, 0);
    if (k > 0 && !(dist2 < best)) continue;
    best = dist2;
    res[k] = 0;
    res[u] = triangleWeight[0];
    res[v] = triangleWeight[1];
    res[w] = triangleWeight[2];
  }
}

/** res = w[0]·a + w[1]·b + w[2]·c. */
function combine(res: F64, verts: F64, w: F64, a: i32, b: i32, c: i32): void {
  for (let k = 0; k < 3; k++) res[k] = w[0] * verts[a + k] + w[1] * verts[b + k] + w[2] * verts[c + k];
}

/** Barycentric coordinates of the point of the n-vertex simplex nearest to the origin, in `weight`. */
function nearestOnSimplex(n: i32): void {
  for (let k = 0; k < 4; k++) weight[k] = 0;
  switch (n) {
    case 4:
      nearestOnTetrahedron(weight);
      break;
    case 3:
      nearestOnTriangle(weight, simplex, 0, VERTEX, 2 * VERTEX);
      break;
    case 2:
      nearestOnSegment(weight, simplex, 0, VERTEX);
      break;
    default:
      weight[0] = 1;
      break;
  }
}

/** res = Σ weight·part over the first n simplex vertices; `part` selects the difference or a point on A or B. */
function blend(res: F64, n: i32, part: i32): void {
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

/**
 * Does A - B contain the origin? Starts from the tetrahedron in `simplex` and moves its worst vertex across the opposite face until the origin is
 * inside (1, with the tetrahedron left in `simplex`), a separating plane is found (0), or it cannot tell (-1).
 */
function intersects(maxIterations: i32): i32 {
  for (let k = 0; k < 4 * VERTEX; k++) trial[k] = simplex[k];
  for (let k = 0; k < 4; k++) slot[k] = k;
  for (let iteration = status[ITERATIONS]; iteration < maxIterations; iteration++) {
    status[ITERATIONS] = iteration;
    const a = slot[0] * VERTEX;
    const b = slot[1] * VERTEX;
    const c = slot[2] * VERTEX;
    const d = slot[3] * VERTEX;
    faceDist[0] = planeDistance(0, c, b, d);
    faceDist[1] = planeDistance(1, a, c, d);
    faceDist[2] = planeDistance(2, b, a, d);
    faceDist[3] = planeDistance(3, a, b, c);
    if (faceDist[0] === 0 || faceDist[1] === 0 || faceDist[2] === 0 || faceDist[3] === 0) return -1;

    const i = faceDist[0] < faceDist[1] ? 0 : 1;
    const j = faceDist[2] < faceDist[3] ? 2 : 3;
    const worst = faceDist[i] < faceDist[j] ? i : j;
    if (faceDist[worst] > 0) {
      for (let k = 0; k < 4; k++) copyVertex(simplex, k * VERTEX, trial, slot[k] * VERTEX);
      status[NSIMPLEX] = 4;
      return 1;
    }

    const w = slot[worst] * VERTEX;
    const n = 3 * worst;
    minkowskiSupport(trial, w, faceNormal[n], faceNormal[n + 1], faceNormal[n + 2]);
    if (dot3(faceNormal, n, trial, w) < 0) {
      noteSeparator(trial, w, faceNormal[n], faceNormal[n + 1], faceNormal[n + 2]);
      status[NSIMPLEX] = 0;
      return 0;
    }

    // keep the orientation
    const p = (worst + 1) & 3;
    const q = (worst + 2) & 3;
    const swap = slot[p];
    slot[p] = slot[q];
    slot[q] = swap;
  }
  status[ITERATIONS] = maxIterations;
  return -1;
}

/** Ends a query whose shapes are apart by more than the cutoff. */
function apart(iteration: i32): void {
  status[SEPARATED] = 1;
  status[ITERATIONS] = iteration;
  status[NSIMPLEX] = 0;
  status[NWITNESS] = 0;
  witnessDist[0] = INFINITE;
}

/** Support vertex towards the origin from `nearest`. */
function towardsOrigin(verts: F64, v: i32, len: f64): void {
  const inv = 1 / len;
  minkowskiSupport(verts, v, -(nearest[0] * inv), -(nearest[1] * inv), -(nearest[2] * inv));
}

/**
 * Gilbert–Johnson–Keerthi on shapeA and shapeB, from the initial witness points in witnessA and witnessB.
 *
 * With `cutoff` 0 it only decides contact: witnessDist[0] is 0 when the shapes overlap, INFINITE when they are apart, or a distance within
 * tolerance when undecided. With a positive cutoff it finds the distance and the witness points of shapes nearer than that.
 * `simplex` holds the final simplex, `status` the counts.
 *
 * @see Gilbert, Johnson, Keerthi (1988); Montanari, Petrinic, Barbieri, Improving the GJK Algorithm (2017)
 */
export function gjk(cutoff: f64, tolerance: f64, maxIterations: i32): void {
  const wantDistance = cutoff > 0;
  let mayTest = !wantDistance;
  const discrete = isDiscrete(shapeA) && isDiscrete(shapeB);
  const minGap: f64 = discrete ? 0 : 0.5 * (tolerance * tolerance);
  const minLen = discrete ? MINVAL : tolerance;
  status[SEPARATED] = 0;
  separator[FOUND] = 0;

  sub3(nearest, 0, witnessA, 0, witnessB, 0);
  let len = norm3(nearest, 0);
  let lastLen: f64 = 0;
  let n = 0;
  let iteration = 0;
  for (; iteration < maxIterations; iteration++) {
    if (len < minLen || Math.abs(lastLen - len) < MINVAL) break;

    // next vertex; stop when the Frank-Wolfe duality gap is closed
    const v = n * VERTEX;
    towardsOrigin(simplex, v, len);
    sub3(probe, 0, nearest, 0, simplex, v);
    if (dot3(nearest, 0, probe, 0) < minGap) break;

    // lower bound of the distance, times len
    const lower = dot3(nearest, 0, simplex, v);
    if (lower > 0 && (!wantDistance || (cutoff < INFINITE && lower >= cutoff * len))) {
      if (!wantDistance) noteSeparator(simplex, v, -(nearest[0] / len), -(nearest[1] / len), -(nearest[2] / len));
      apart(iteration);
      return;
    }

    // a tetrahedron, and only contact matters
    if (n === 3 && mayTest) {
      status[ITERATIONS] = iteration;
      const hit = intersects(maxIterations);
      if (hit >= 0) {
        status[NWITNESS] = 0;
        status[SEPARATED] = hit === 0 ? 1 : 0;
        witnessDist[0] = hit > 0 ? 0 : INFINITE;
        return;
      }
      iteration = status[ITERATIONS];
      mayTest = false;
    }

    // nearest point of the simplex, and the vertices that it needs
    nearestOnSimplex(n + 1);
    n = 0;
    for (let k = 0; k < 4; k++) {
      if (weight[k] === 0) continue;
      if (n !== k) copyVertex(simplex, n * VERTEX, simplex, k * VERTEX);
      weight[n++] = weight[k];
    }
    if (n === 0) {
      apart(iteration);
      return;
    }
    blend(nearest, n, DIFF);
    lastLen = len;
    len = norm3(nearest, 0);
    if (n === 4) break;
  }

  if (n > 0) {
    blend(witnessA, n, ON_A);
    blend(witnessB, n, ON_B);
  }
  towardsOrigin(probe, 0, len);
  if (dot3(nearest, 0, probe, 0) > 0) status[SEPARATED] = 1;
  status[NWITNESS] = 1;
  status[ITERATIONS] = iteration;
  status[NSIMPLEX] = n;
  witnessDist[0] = n === 4 && status[SEPARATED] === 0 ? 0 : len;
}
