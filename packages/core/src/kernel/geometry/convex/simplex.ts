import { type F64, type f64, type i32, scratchF64, scratchI32 } from '../../dialect.ts';
import { MINVAL } from '../../math/scalar.ts';
import { dot3 } from '../../math/vec3.ts';
import { INFINITE, VERTEX } from './minkowski.ts';

// The points of segments, triangles and tetrahedra that are nearest to the origin. A vertex is the offset of its three numbers in `verts`.

const triangleWeight = scratchF64(3);
const edgeWeight = scratchF64(2);
const foot = scratchF64(3); // projection of the origin
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

/** A triangle seen along a coordinate axis: the two coordinates that are left, and twice its signed area. */
class Projection {
  x: i32 = 0;
  y: i32 = 0;
  area: f64 = 0;
}
const projection = new Projection();

/** Twice the signed area of a triangle in the coordinates x and y. */
function projectedArea(verts: F64, a: i32, b: i32, c: i32, x: i32, y: i32): f64 {
  return (
    verts[b + x] * verts[c + y] -
    verts[b + y] * verts[c + x] -
    verts[a + x] * verts[c + y] +
    verts[a + y] * verts[c + x] +
    verts[a + x] * verts[b + y] -
    verts[a + y] * verts[b + x]
  );
}

/** Sets `projection` to the one on a coordinate plane that keeps most of the triangle's area. */
function widestProjection(verts: F64, a: i32, b: i32, c: i32): void {
  const yz = projectedArea(verts, a, b, c, 1, 2);
  const xz = projectedArea(verts, a, b, c, 0, 2);
  const xy = projectedArea(verts, a, b, c, 0, 1);
  const alongX = Math.abs(yz);
  const alongY = Math.abs(xz);
  const alongZ = Math.abs(xy);
  if (alongX >= alongY && alongX >= alongZ) {
    projection.x = 1;
    projection.y = 2;
    projection.area = yz;
  } else {
    projection.x = 0;
    projection.y = alongY >= alongZ ? 2 : 1;
    projection.area = alongY >= alongZ ? xz : xy;
  }
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
  widestProjection(verts, a, b, c);
  const { x, y, area } = projection;
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
  widestProjection(verts, a, b, c);
  const { x, y, area } = projection;
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

/** Barycentric coordinates of the point of a tetrahedron nearest to the origin. */
function nearestOnTetrahedron(res: F64, simplex: F64): void {
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

/** Barycentric coordinates of the point of a simplex of n vertices (of VERTEX numbers each) that is nearest to the origin. */
export function nearestOnSimplex(res: F64, simplex: F64, n: i32): void {
  for (let k = 0; k < 4; k++) res[k] = 0;
  switch (n) {
    case 4:
      nearestOnTetrahedron(res, simplex);
      break;
    case 3:
      nearestOnTriangle(res, simplex, 0, VERTEX, 2 * VERTEX);
      break;
    case 2:
      nearestOnSegment(res, simplex, 0, VERTEX);
      break;
    default:
      res[0] = 1;
      break;
  }
}
