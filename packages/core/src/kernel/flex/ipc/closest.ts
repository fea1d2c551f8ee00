/** Closest points of two features, by the weights of their corners. */
import { type F64, type f64, type i32, scratchF64 } from '../../dialect.ts';
import { clip } from '../../math/scalar.ts';
import { dist3, dot3, sub3, zero3 } from '../../math/vec3.ts';

/** Squared length below which a segment is a point, and squared sine times both lengths below which two are parallel. */
const SHORT: f64 = 1e-12;

/** The closest points of two features: their distance, and where they are. */
export class Closest {
  dist: f64 = 0;
  /** Weights of the corners, first those of the first feature. */
  readonly weight: F64 = scratchF64(4);
  readonly point1: F64 = scratchF64(3);
  readonly point2: F64 = scratchF64(3);
}

const ab = scratchF64(3); // sides of the triangle from a, or directions of the segments
const ac = scratchF64(3);
const toPoint = scratchF64(3); // from a corner to the point, or from one segment to the other

/** The weights of b and c of the point of a triangle that is closest to a given one. */
class TriangleWeights {
  b: f64 = 0;
  c: f64 = 0;
}

const at = new TriangleWeights();

function setWeights(b: f64, c: f64): void {
  at.b = b;
  at.c = c;
}

/**
 * Finds the closest point of the triangle abc by the region of its plane in which the projection of the point is: corners first, then sides,
 * then the inside. The regions follow from the products of the sides ab and ac with the ways from the corners to the point.
 *
 * @see Ericson, Real-Time Collision Detection (2005), §5.1.5
 */
function triangleWeights(p: F64, i: i32, abc: F64, j: i32): void {
  sub3(ab, 0, abc, j + 3, abc, j);
  sub3(ac, 0, abc, j + 6, abc, j);
  sub3(toPoint, 0, p, i, abc, j);
  const bFromA = dot3(ab, 0, toPoint, 0),
    cFromA = dot3(ac, 0, toPoint, 0);
  if (bFromA <= 0 && cFromA <= 0) {
    setWeights(0, 0);
    return;
  }
  sub3(toPoint, 0, p, i, abc, j + 3);
  const bFromB = dot3(ab, 0, toPoint, 0),
    cFromB = dot3(ac, 0, toPoint, 0);
  if (bFromB >= 0 && cFromB <= bFromB) {
    setWeights(1, 0);
    return;
  }
  const nearAb = bFromA * cFromB - bFromB * cFromA;
  if (nearAb <= 0 && bFromA >= 0 && bFromB <= 0) {
    setWeights(bFromA / (bFromA - bFromB), 0);
    return;
  }
  sub3(toPoint, 0, p, i, abc, j + 6);
  const bFromC = dot3(ab, 0, toPoint, 0),
    cFromC = dot3(ac, 0, toPoint, 0);
  if (cFromC >= 0 && bFromC <= cFromC) {
    setWeights(0, 1);
    return;
  }
  const nearAc = bFromC * cFromA - bFromA * cFromC;
  if (nearAc <= 0 && cFromA >= 0 && cFromC <= 0) {
    setWeights(0, cFromA / (cFromA - cFromC));
    return;
  }
  const nearBc = bFromB * cFromC - bFromC * cFromB;
  const pastB = cFromB - bFromB,
    pastC = bFromC - cFromC;
  if (nearBc <= 0 && pastB >= 0 && pastC >= 0) {
    setWeights(1 - pastB / (pastB + pastC), pastB / (pastB + pastC));
    return;
  }
  const all = 1.0 / (nearBc + nearAc + nearAb);
  setWeights(nearAc * all, nearAb * all);
}

/** The point at p[i] and the triangle with corners at abc[j]. */
export function pointTriangle(res: Closest, p: F64, i: i32, abc: F64, j: i32): void {
  triangleWeights(p, i, abc, j);
  const { weight, point1, point2 } = res;
  const a = 1 - at.b - at.c;
  weight[0] = 1;
  weight[1] = a;
  weight[2] = at.b;
  weight[3] = at.c;
  for (let k = 0; k < 3; k++) {
    point1[k] = p[i + k];
    point2[k] = a * abc[j + k] + at.b * abc[j + 3 + k] + at.c * abc[j + 6 + k];
  }
  res.dist = dist3(point1, 0, point2, 0);
}

/** The segments with ends at a[i] and b[j]. Of parallel ones it is the start of the first that is closest. */
export function segments(res: Closest, a: F64, i: i32, b: F64, j: i32): void {
  sub3(ab, 0, a, i + 3, a, i);
  sub3(ac, 0, b, j + 3, b, j);
  sub3(toPoint, 0, a, i, b, j);
  const length1 = dot3(ab, 0, ab, 0),
    length2 = dot3(ac, 0, ac, 0),
    offset1 = dot3(ab, 0, toPoint, 0),
    offset2 = dot3(ac, 0, toPoint, 0),
    along = dot3(ab, 0, ac, 0);
  let s: f64 = 0;
  let t: f64 = 0;
  if (length1 > SHORT && length2 > SHORT) {
    const apart = length1 * length2 - along * along;
    if (apart > SHORT) s = clip((along * offset2 - offset1 * length2) / apart, 0, 1);
    t = (along * s + offset2) / length2;
    if (t < 0) s = -offset1 / length1;
    else if (t > 1) s = (along - offset1) / length1;
  } else if (length1 > SHORT) s = -offset1 / length1;
  else if (length2 > SHORT) t = offset2 / length2;
  s = clip(s, 0, 1);
  t = clip(t, 0, 1);
  const { weight, point1, point2 } = res;
  weight[0] = 1 - s;
  weight[1] = s;
  weight[2] = 1 - t;
  weight[3] = t;
  for (let k = 0; k < 3; k++) {
    point1[k] = a[i + k] + s * ab[k];
    point2[k] = b[j + k] + t * ac[k];
  }
  res.dist = dist3(point1, 0, point2, 0);
}

/** normal = the direction from the second point to the first; zero where they are the same, so that nothing pushes. */
export function separation(normal: F64, n: i32, closest: Closest, least: f64): void {
  if (closest.dist < least) {
    zero3(normal, n);
    return;
  }
  for (let k = 0; k < 3; k++) normal[n + k] = (closest.point1[k] - closest.point2[k]) / closest.dist;
}
