import { cos, exp, log, Ray, RayBasis, RayHit, rayTriangle, setBasis, sin } from '@qpos/core/numerics';
import { row } from './row.ts';

type F = Float64Array;

const SMALL = 1e-15; // discriminants below it are critical damping

/** Position after time t of x'' = -k·x - b·x', from x = pos0 and x' = vel0. */
function springDamper(pos0: number, vel0: number, k: number, b: number, t: number): number {
  const discriminant = b * b - 4 * k;
  if (discriminant > SMALL) {
    const root = Math.sqrt(discriminant);
    const [fast, slow] = [(-b - root) / 2, (-b + root) / 2];
    const share = (pos0 * slow - vel0) / (slow - fast);
    return share * exp(fast * t) + (pos0 - share) * exp(slow * t);
  }
  const rate = -b / 2;
  if (discriminant >= -SMALL) return exp(rate * t) * (pos0 + (vel0 - rate * pos0) * t);
  const frequency = Math.sqrt(-discriminant) / 2;
  const beside = (vel0 - rate * pos0) / frequency;
  return exp(rate * t) * (pos0 * cos(frequency * t) + beside * sin(frequency * t));
}

/** Two independent numbers from the standard normal distribution: the first is returned. */
function standardNormal(second: F | null): number {
  for (;;) {
    const x = 2 * Math.random() - 1;
    const y = 2 * Math.random() - 1;
    const s = x * x + y * y;
    if (s === 0 || s >= 1) continue;
    const scale = Math.sqrt((-2 * log(s)) / s);
    if (second !== null) second[0] = y * scale;
    return x * scale;
  }
}

/** A ray against the triangles of a skin: the distance, or -1, and the corner of the triangle that is nearest to the hit. */
function raySkin(
  nface: number,
  nvert: number,
  face: ArrayLike<number>,
  vert: ArrayLike<number>,
  point: F,
  direction: F,
  nearest: Int32Array | null,
): number {
  const [ray, basis, hit] = [new Ray(), new RayBasis(), new RayHit()];
  ray.pnt.set(point);
  ray.vec.set(direction);
  setBasis(basis, ray.vec);
  const triangle = new Float64Array(9);
  let least = -1;
  let corner = -1;
  for (let f = 0; f < nface; f++) {
    const corners = [0, 1, 2].map((k) => face[3 * f + k] as number);
    if (corners.some((v) => !(v >= 0 && v < nvert))) continue;
    corners.forEach((v, k) => {
      for (let i = 0; i < 3; i++) triangle[3 * k + i] = vert[3 * v + i] as number;
    });
    rayTriangle(triangle, ray, basis, hit);
    if (hit.dist < 0 || (least >= 0 && hit.dist >= least)) continue;
    least = hit.dist;
    const away = corners.map((_, k) => {
      const offset = [0, 1, 2].map(
        (i) => (ray.pnt[i] as number) + least * (ray.vec[i] as number) - (triangle[3 * k + i] as number),
      );
      return offset.reduce((sum, x) => sum + x * x, 0);
    });
    corner = corners[away.indexOf(Math.min(...away))] as number;
  }
  if (nearest !== null && least >= 0) nearest[0] = corner;
  return least;
}

const SUFFIXES = ' KMGTPE';

/** A number of bytes in the largest unit of which it is a whole multiple. */
function bytesText(n: number): string {
  for (let k = SUFFIXES.length - 1; k > 0; k--) {
    const unit = 1024 ** k;
    if (n >= unit && n % unit === 0) return `${n / unit}${SUFFIXES[k]}`;
  }
  return String(n);
}

/** Formulas that need neither a model nor an array. */
export const smallFormulas = {
  mju_springDamper: row('#pos0 #vel0 #Kp #Kv #dt', springDamper),
  mju_standardNormal: row('?>num2[~1]', standardNormal),
  mju_raySkin: row('#nface #nvert <face[~3*nface] <vert[~3*nvert] <pnt[~3] <vec[~3] ?>vertid[~1]', raySkin),
  mju_writeNumBytes: row('#nbytes', bytesText),
};
