/** Bound of the rounding error of an orientation determinant, relative to its permanent. */
const ERROR_BOUND = (7 + 56 * 2 ** -53) * 2 ** -53;
/** Float32 numbers are whole multiples of 1 / this. */
const FLOAT32_SCALE = 2 ** 149;

/**
 * On which side of the plane of points a, b, c (counterclockwise from above) point d lies: positive above, negative
 * below, zero exactly in it. Exact for points whose coordinates are float32 numbers: in floating point where its error
 * cannot change the sign, in integers elsewhere.
 *
 * @see Shewchuk, Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates (1997)
 */
export function sideOf(p: Float64Array, a: number, b: number, c: number, d: number): number {
  const i = 3 * a;
  const j = 3 * b;
  const k = 3 * c;
  const l = 3 * d;
  const ax = p[i] - p[l];
  const ay = p[i + 1] - p[l + 1];
  const az = p[i + 2] - p[l + 2];
  const bx = p[j] - p[l];
  const by = p[j + 1] - p[l + 1];
  const bz = p[j + 2] - p[l + 2];
  const cx = p[k] - p[l];
  const cy = p[k + 1] - p[l + 1];
  const cz = p[k + 2] - p[l + 2];
  const bxcy = bx * cy;
  const cxby = cx * by;
  const cxay = cx * ay;
  const axcy = ax * cy;
  const axby = ax * by;
  const bxay = bx * ay;
  const det = az * (bxcy - cxby) + bz * (cxay - axcy) + cz * (axby - bxay);
  const permanent =
    (Math.abs(bxcy) + Math.abs(cxby)) * Math.abs(az) +
    (Math.abs(cxay) + Math.abs(axcy)) * Math.abs(bz) +
    (Math.abs(axby) + Math.abs(bxay)) * Math.abs(cz);
  if (Math.abs(det) > ERROR_BOUND * permanent || permanent === 0) return -det;
  return exactSideOf(p, i, j, k, l);
}

/** The same for coordinates that start at i, j, k, l, in integers. */
function exactSideOf(p: Float64Array, i: number, j: number, k: number, l: number): number {
  const at = (n: number): bigint => BigInt(p[n] * FLOAT32_SCALE);
  const [dx, dy, dz] = [at(l), at(l + 1), at(l + 2)];
  const [ax, ay, az] = [at(i) - dx, at(i + 1) - dy, at(i + 2) - dz];
  const [bx, by, bz] = [at(j) - dx, at(j + 1) - dy, at(j + 2) - dz];
  const [cx, cy, cz] = [at(k) - dx, at(k + 1) - dy, at(k + 2) - dz];
  const det = az * (bx * cy - cx * by) + bz * (cx * ay - ax * cy) + cz * (ax * by - bx * ay);
  return det > 0n ? -1 : det < 0n ? 1 : 0;
}
