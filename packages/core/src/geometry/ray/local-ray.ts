import { type F64, type f64, type i32, scratchF64 } from '../../dialect.ts';
import { MINVAL } from '../contact.ts';

// Ray queries: each returns the smallest x ≥ 0 with pnt + x·vec on the surface, or -1, and writes the outward unit normal there (zero on a miss).

/** The ray under way in the frame of the shape: point, then direction. */
export const ray = scratchF64(6);

/** Both solutions of the last quadratic, ascending; -1 when there is none. */
export const roots = scratchF64(2);

/** Expresses the ray in the frame (pos, mat), in `ray`. */
export function enterFrame(pos: F64, p: i32, mat: F64, m: i32, pnt: F64, q: i32, vec: F64, v: i32): void {
  const dx = pnt[q] - pos[p];
  const dy = pnt[q + 1] - pos[p + 1];
  const dz = pnt[q + 2] - pos[p + 2];
  for (let k = 0; k < 3; k++) {
    ray[k] = mat[m + k] * dx + mat[m + 3 + k] * dy + mat[m + 6 + k] * dz;
    ray[3 + k] = mat[m + k] * vec[v] + mat[m + 3 + k] * vec[v + 1] + mat[m + 6 + k] * vec[v + 2];
  }
}

/** Smallest non-negative x with a·x² + 2·b·x + c = 0, or -1. */
export function solveQuadratic(a: f64, b: f64, c: f64): f64 {
  const disc = b * b - a * c;
  if (!(disc >= 0) || !(a >= MINVAL)) {
    roots[0] = -1;
    roots[1] = -1;
    return -1;
  }
  const root = Math.sqrt(disc);
  roots[0] = (-b - root) / a;
  roots[1] = (-b + root) / a;
  return roots[0] >= 0 ? roots[0] : roots[1] >= 0 ? roots[1] : -1;
}

/** Where the ray meets the sphere of squared radius `radius2` about pos. */
export function hitBall(pos: F64, p: i32, radius2: f64, pnt: F64, q: i32, vec: F64, v: i32): f64 {
  const dx = pnt[q] - pos[p];
  const dy = pnt[q + 1] - pos[p + 1];
  const dz = pnt[q + 2] - pos[p + 2];
  const vx = vec[v];
  const vy = vec[v + 1];
  const vz = vec[v + 2];
  return solveQuadratic(
    vx * vx + vy * vy + vz * vz,
    vx * dx + vy * dy + vz * dz,
    dx * dx + dy * dy + dz * dz - radius2,
  );
}
