// @cold

import { type F64, type f64, type i32, scratchF64 } from '../../dialect.ts';
import { MINVAL } from '../../math/scalar.ts';
import { copy3, cross3, dot3, normalize3, sub3 } from '../../math/vec3.ts';
import { miss, type Ray, type RayHit } from './ray.ts';

/** Two unit vectors across a ray. */
export class RayBasis {
  readonly u: F64 = scratchF64(3);
  readonly w: F64 = scratchF64(3);
}

const offset = scratchF64(3);
const edge0 = scratchF64(3);
const edge1 = scratchF64(3);
const cross = scratchF64(3);

/** Sets the basis for triangles that are met by a ray of direction `vec`. */
export function setBasis(basis: RayBasis, vec: F64): void {
  const ax = Math.abs(vec[0]);
  const ay = Math.abs(vec[1]);
  const az = Math.abs(vec[2]);
  const largest = ax >= ay && ax >= az ? 0 : ay >= az ? 1 : 2;
  for (let k = 0; k < 3; k++) basis.u[k] = k === largest ? 0 : 1;
  const s = -dot3(vec, 0, basis.u, 0) / dot3(vec, 0, vec, 0);
  for (let k = 0; k < 3; k++) basis.w[k] = basis.u[k] + vec[k] * s;
  normalize3(basis.w, 0);
  cross3(basis.u, 0, basis.w, 0, vec, 0);
  normalize3(basis.u, 0);
}

/** Are three numbers all positive or all negative? */
function oneSided(a: f64, b: f64, c: f64): boolean {
  return (a > 0 && b > 0 && c > 0) || (a < 0 && b < 0 && c < 0);
}

/** The vertex at triangle[k] along a direction, seen from the point `pnt`. */
function along(direction: F64, triangle: F64, k: i32, pnt: F64): f64 {
  const dx = triangle[k] - pnt[0];
  const dy = triangle[k + 1] - pnt[1];
  const dz = triangle[k + 2] - pnt[2];
  return direction[0] * dx + direction[1] * dy + direction[2] * dz;
}

/** Ray, with its basis, against a triangle of three vertices; the normal follows their order. */
export function rayTriangle(triangle: F64, ray: Ray, basis: RayBasis, hit: RayHit): void {
  const pnt = ray.pnt;
  miss(hit);

  // along the ray the triangle must cover the origin
  const u0 = along(basis.u, triangle, 0, pnt);
  const u1 = along(basis.u, triangle, 3, pnt);
  const u2 = along(basis.u, triangle, 6, pnt);
  if (oneSided(u0, u1, u2)) return;
  const w0 = along(basis.w, triangle, 0, pnt);
  const w1 = along(basis.w, triangle, 3, pnt);
  const w2 = along(basis.w, triangle, 6, pnt);
  if (oneSided(w0, w1, w2)) return;
  const a = u0 - u2;
  const b = u1 - u2;
  const c = w0 - w2;
  const d = w1 - w2;
  const det = a * d - b * c;
  if (Math.abs(det) < MINVAL) return;
  const t0 = (d * -u2 - b * -w2) / det;
  const t1 = (-c * -u2 + a * -w2) / det;
  if (!(t0 >= 0) || !(t1 >= 0) || t0 + t1 > 1) return;

  // intersection with its plane
  sub3(edge0, 0, triangle, 0, triangle, 6);
  sub3(edge1, 0, triangle, 3, triangle, 6);
  sub3(offset, 0, pnt, 0, triangle, 6);
  cross3(cross, 0, edge0, 0, edge1, 0);
  const slope = dot3(ray.vec, 0, cross, 0);
  if (Math.abs(slope) < MINVAL) return;
  hit.dist = -dot3(offset, 0, cross, 0) / slope;
  normalize3(cross, 0);
  copy3(hit.normal, 0, cross, 0);
}
