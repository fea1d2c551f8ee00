import { type F64, type f64, type i32, scratchF64 } from '../../dialect.ts';
import { cross3, dot3, normalize3, sub3, zero3 } from '../../math/vec3.ts';
import { MINVAL } from '../contact.ts';

/** The triangle of the next query: three vertices. */
export const triangle = scratchF64(9);

// basis of the plane across the ray
const basis0 = scratchF64(3);
const basis1 = scratchF64(3);
const offset = scratchF64(3);
const edge0 = scratchF64(3);
const edge1 = scratchF64(3);
const cross = scratchF64(3);

/** Prepares triangle queries for rays of direction dir[d]. */
export function setRayDirection(dir: F64, d: i32): void {
  const ax = Math.abs(dir[d]);
  const ay = Math.abs(dir[d + 1]);
  const az = Math.abs(dir[d + 2]);
  const largest = ax >= ay && ax >= az ? 0 : ay >= az ? 1 : 2;
  for (let k = 0; k < 3; k++) basis0[k] = k === largest ? 0 : 1;
  const s = -dot3(dir, d, basis0, 0) / dot3(dir, d, dir, d);
  for (let k = 0; k < 3; k++) basis1[k] = basis0[k] + dir[d + k] * s;
  normalize3(basis1, 0);
  cross3(basis0, 0, basis1, 0, dir, d);
  normalize3(basis0, 0);
}

/** Are three numbers all positive or all negative? */
function oneSided(a: f64, b: f64, c: f64): boolean {
  return (a > 0 && b > 0 && c > 0) || (a < 0 && b < 0 && c < 0);
}

/** Vertex k of `triangle` along a vector of the basis, seen from the origin of the ray. */
function along(basis: F64, k: i32, pnt: F64, q: i32): f64 {
  const dx = triangle[k] - pnt[q];
  const dy = triangle[k + 1] - pnt[q + 1];
  const dz = triangle[k + 2] - pnt[q + 2];
  return basis[0] * dx + basis[1] * dy + basis[2] * dz;
}

/** Ray (point at pnt[q], direction at vec[v], prepared by `setRayDirection`) against `triangle`; the normal follows the order of its vertices. */
export function rayTriangle(normal: F64, n: i32, pnt: F64, q: i32, vec: F64, v: i32): f64 {
  zero3(normal, n);

  // along the ray the triangle must cover the origin
  const u0 = along(basis0, 0, pnt, q);
  const u1 = along(basis0, 3, pnt, q);
  const u2 = along(basis0, 6, pnt, q);
  if (oneSided(u0, u1, u2)) return -1;
  const w0 = along(basis1, 0, pnt, q);
  const w1 = along(basis1, 3, pnt, q);
  const w2 = along(basis1, 6, pnt, q);
  if (oneSided(w0, w1, w2)) return -1;
  const a = u0 - u2;
  const b = u1 - u2;
  const c = w0 - w2;
  const d = w1 - w2;
  const det = a * d - b * c;
  if (Math.abs(det) < MINVAL) return -1;
  const t0 = (d * -u2 - b * -w2) / det;
  const t1 = (-c * -u2 + a * -w2) / det;
  if (!(t0 >= 0) || !(t1 >= 0) || t0 + t1 > 1) return -1;

  // intersection with its plane
  sub3(edge0, 0, triangle, 0, triangle, 6);
  sub3(edge1, 0, triangle, 3, triangle, 6);
  sub3(offset, 0, pnt, q, triangle, 6);
  cross3(cross, 0, edge0, 0, edge1, 0);
  const slope = dot3(vec, v, cross, 0);
  if (Math.abs(slope) < MINVAL) return -1;
  const x = -dot3(offset, 0, cross, 0) / slope;
  normalize3(cross, 0);
  for (let k = 0; k < 3; k++) normal[n + k] = cross[k];
  return x;
}
