// @cold

import { type F64, type f64, scratchF64 } from '../../dialect.ts';
import { mulMatTVec3 } from '../../math/mat3.ts';
import { MINVAL } from '../../math/scalar.ts';
import { copy3, dot3, sub3, zero3 } from '../../math/vec3.ts';

/** The points pnt + x·vec with x ≥ 0. */
export class Ray {
  readonly pnt: F64 = scratchF64(3);
  readonly vec: F64 = scratchF64(3);
}

/** Where a ray first meets a surface. */
export class RayHit {
  /** The x of the point, or -1 when the ray misses. */
  dist: f64 = 0;
  /** Outward unit normal there, zero on a miss. */
  readonly normal: F64 = scratchF64(3);
}

/** Both solutions of a quadratic equation, ascending; -1 when there is none. */
export class Roots {
  low: f64 = 0;
  high: f64 = 0;
}

const offset = scratchF64(3);
const ballRoots = new Roots();

/** Notes that the ray misses. */
export function miss(hit: RayHit): void {
  hit.dist = -1;
  zero3(hit.normal, 0);
}

/** Takes a hit over if it is the nearest so far; returns whether it is. */
export function keepNearer(nearest: RayHit, hit: RayHit): boolean {
  if (!(hit.dist >= 0 && (nearest.dist < 0 || hit.dist < nearest.dist))) return false;
  nearest.dist = hit.dist;
  copy3(nearest.normal, 0, hit.normal, 0);
  return true;
}

/** Expresses a ray in the frame (pos, mat). */
export function enterFrame(local: Ray, ray: Ray, pos: F64, mat: F64): void {
  sub3(offset, 0, ray.pnt, 0, pos, 0);
  mulMatTVec3(local.pnt, 0, mat, 0, offset, 0);
  mulMatTVec3(local.vec, 0, mat, 0, ray.vec, 0);
}

/** Smallest non-negative x with a·x² + 2·b·x + c = 0, or -1. */
export function solveQuadratic(a: f64, b: f64, c: f64, roots: Roots): f64 {
  const disc = b * b - a * c;
  roots.low = -1;
  roots.high = -1;
  if (!(disc >= 0) || !(a >= MINVAL)) return -1;
  const root = Math.sqrt(disc);
  roots.low = (-b - root) / a;
  roots.high = (-b + root) / a;
  return roots.low >= 0 ? roots.low : roots.high >= 0 ? roots.high : -1;
}

/** Where a ray meets the sphere of squared radius `radius2` about `pos`, or -1. */
export function hitBall(ray: Ray, pos: F64, radius2: f64): f64 {
  const vec = ray.vec;
  sub3(offset, 0, ray.pnt, 0, pos, 0);
  const b = dot3(vec, 0, offset, 0);
  return solveQuadratic(dot3(vec, 0, vec, 0), b, dot3(offset, 0, offset, 0) - radius2, ballRoots);
}
