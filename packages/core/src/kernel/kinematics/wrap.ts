import { type F64, type f64, type i32, scratchF64 } from '../dialect.ts';
import { acos, asin, cos, sin } from '../math/elementary/trig.ts';
import { norm, normalize, scl } from '../math/linear/dense.ts';
import { mulMatTVec3, mulMatVec3 } from '../math/mat3.ts';
import { MINVAL, max, PI } from '../math/scalar.ts';
import { addTo3, copy3, cross3, dot3, norm3, normalize3, scl3, set3, sub3 } from '../math/vec3.ts';
import { WRAP_CYLINDER, WRAP_SPHERE } from '../model/constants.ts';

const CROSSED: f64 = -10000; // worth of a path that crosses itself
const FIRST_SINE: f64 = 1 - 1e-7; // where Newton's method of the inside path starts
const INSIDE_TOLERANCE: f64 = 1e-6;
const INSIDE_ITERATIONS: i32 = 20;

const relative = scratchF64(3); // a point relative to the geom, world axes
const ends = scratchF64(6); // the two sites in the frame of the geom
const axes = scratchF64(6); // of the plane in which the path bends
const normal = scratchF64(3); // of that plane
const flat = scratchF64(4); // the two sites in the plane
const sideSite = scratchF64(3); // in the frame of the geom
const side = scratchF64(2); // the point of the circle next to the side site
const tangents = scratchF64(4); // where the path meets and leaves the circle
const local = scratchF64(6); // the same points in the frame of the geom
const term = scratchF64(3);

/** A path between two sites around a geom, in the world. */
export class WrapPath {
  /** The first site, where the path meets and leaves the surface, and the second site. */
  readonly points: F64 = scratchF64(12);
  /** Pose, radius and kind (WRAP_SPHERE, WRAP_CYLINDER) of the geom. */
  readonly centre: F64 = scratchF64(3);
  readonly mat: F64 = scratchF64(9);
  radius: f64 = 0;
  type: i32 = 0;
  /** The side site that the path must pass, if there is one. */
  hasSide: boolean = false;
  readonly side: F64 = scratchF64(3);
}

/**
 * The shortest path between two sites around a sphere or an infinite cylinder, or along its inside when the side site is inside.
 * Writes the two points where the path meets and leaves the surface and returns the length between them, or -1 when the straight line
 * is free.
 *
 * The path bends in the plane through both sites and the centre of a sphere, or across the axis of a cylinder, along which it
 * rises evenly.
 *
 * @see mju_wrap
 */
export function wrap(path: WrapPath): f64 {
  const { points, radius } = path;
  toGeom(ends, 0, points, 0, path);
  toGeom(ends, 3, points, 9, path);
  if (norm3(ends, 0) < MINVAL || norm3(ends, 3) < MINVAL) return -1;
  if (path.type === WRAP_SPHERE) sphereAxes();
  else {
    set3(axes, 0, 1, 0, 0);
    set3(axes, 3, 0, 1, 0);
  }
  for (let k = 0; k < 4; k++) flat[k] = dot3(ends, k < 2 ? 0 : 3, axes, 3 * (k & 1));

  let length: f64 = -1;
  if (!path.hasSide) length = outside(false, radius);
  else {
    toGeom(sideSite, 0, path.side, 0, path);
    side[0] = dot3(sideSite, 0, axes, 0);
    side[1] = dot3(sideSite, 0, axes, 3);
    normalize(side, 0, 2);
    scl(side, 0, side, 0, radius, 2);
    length = norm3(sideSite, 0) < radius ? inside(radius) : outside(true, radius);
  }
  if (length < 0) return -1;

  // from the plane to the frame of the geom
  for (let k = 0; k < 2; k++) {
    scl3(local, 3 * k, axes, 0, tangents[2 * k]);
    scl3(term, 0, axes, 3, tangents[2 * k + 1]);
    addTo3(local, 3 * k, term, 0);
  }
  if (path.type === WRAP_CYLINDER) length = climb(length);

  for (let k = 0; k < 2; k++) {
    mulMatVec3(points, 3 + 3 * k, path.mat, 0, local, 3 * k);
    addTo3(points, 3 + 3 * k, path.centre, 0);
  }
  return length;
}

/** res = a world point in the frame of the geom */
function toGeom(res: F64, r: i32, point: F64, p: i32, path: WrapPath): void {
  sub3(relative, 0, point, p, path.centre, 0);
  mulMatTVec3(res, r, path.mat, 0, relative, 0);
}

/** Axes of the plane through both sites and the centre: the first toward the first site. */
function sphereAxes(): void {
  copy3(axes, 0, ends, 0);
  normalize3(axes, 0);
  cross3(normal, 0, ends, 0, ends, 3);
  if (normalize3(normal, 0) < MINVAL) anyNormal();
  cross3(axes, 3, normal, 0, axes, 0);
  normalize3(axes, 3);
}

/** A normal to the line of the sites: across it and the diagonal of the two axes that it follows less. */
function anyNormal(): void {
  const x = Math.abs(axes[0]);
  const y = Math.abs(axes[1]);
  const z = Math.abs(axes[2]);
  set3(axes, 3, 1, 1, 1);
  let largest: i32 = 0;
  if (y > x && y > z) largest = 1;
  if (z > x && z > y) largest = 2;
  axes[3 + largest] = 0;
  cross3(normal, 0, axes, 0, axes, 3);
  normalize3(normal, 0);
}

/** Heights of the tangent points of a cylinder, in proportion to the path; returns the length of the helix. */
function climb(arc: f64): f64 {
  const x0 = ends[0] - local[0];
  const y0 = ends[1] - local[1];
  const x1 = ends[3] - local[3];
  const y1 = ends[4] - local[4];
  const before = Math.sqrt(x0 * x0 + y0 * y0);
  const after = Math.sqrt(x1 * x1 + y1 * y1);
  const rise = ends[5] - ends[2];
  const total = before + arc + after;
  local[2] = ends[2] + (rise * before) / total;
  local[5] = ends[2] + (rise * (before + arc)) / total;
  const height = Math.abs(local[5] - local[2]);
  return Math.sqrt(arc * arc + height * height);
}

const candidates = scratchF64(8); // tangent points of the two ways around the circle
const middle = scratchF64(2);

/** The path around a circle at the origin, past `side` if it is given; fills `tangents` and returns the arc, or -1. */
function outside(hasSide: boolean, radius: f64): f64 {
  const square0 = flat[0] * flat[0] + flat[1] * flat[1];
  const square1 = flat[2] * flat[2] + flat[3] * flat[3];
  const square = radius * radius;
  if (square0 < square || square1 < square || radius < MINVAL) return -1;
  const dx = flat[2] - flat[0];
  const dy = flat[3] - flat[1];
  const distance = dx * dx + dy * dy;
  if (distance < MINVAL) return -1;

  // the straight line misses the circle, on the right side
  let at: f64 = -(dx * flat[0] + dy * flat[1]) / distance;
  if (at < 0) at = 0;
  else if (at > 1) at = 1;
  const nearX = at * dx + flat[0];
  const nearY = at * dy + flat[1];
  if (nearX * nearX + nearY * nearY > square && (!hasSide || side[0] * nearX + side[1] * nearY >= 0)) return -1;

  const root0 = Math.sqrt(square0 - square);
  const root1 = Math.sqrt(square1 - square);
  touch(0, 0, 1, square, radius, root0, square0);
  touch(2, 2, -1, square, radius, root1, square1);
  touch(4, 0, -1, square, radius, root0, square0);
  touch(6, 2, 1, square, radius, root1, square1);
  const way: i32 = worth(0, hasSide) > worth(4, hasSide) ? 0 : 1;
  for (let k = 0; k < 4; k++) tangents[k] = candidates[4 * way + k];
  if (crossing(tangents, 0)) return -1;
  return arcLength(way, radius);
}

/** candidates[c, c+1] = tangent point of the circle from site `e`, to the right (`turn` 1) or the left (-1) of it */
function touch(c: i32, e: i32, turn: f64, square: f64, radius: f64, root: f64, distance: f64): void {
  const x = flat[e];
  const y = flat[e + 1];
  candidates[c] = (x * square + turn * radius * y * root) / distance;
  candidates[c + 1] = (y * square - turn * radius * x * root) / distance;
}

/** How good a way around the circle is: near the side point, or short, and not crossing itself. */
function worth(c: i32, hasSide: boolean): f64 {
  if (crossing(candidates, c)) return CROSSED;
  if (!hasSide) {
    const x = candidates[c] - candidates[c + 2];
    const y = candidates[c + 1] - candidates[c + 3];
    return -(x * x + y * y);
  }
  middle[0] = candidates[c] + candidates[c + 2];
  middle[1] = candidates[c + 1] + candidates[c + 3];
  normalize(middle, 0, 2);
  return middle[0] * side[0] + middle[1] * side[1];
}

/** Whether the segments from the two sites to their tangent points, at `touching[c]`, meet in the plane. */
function crossing(touching: F64, c: i32): boolean {
  const ux = touching[c] - flat[0];
  const uy = touching[c + 1] - flat[1];
  const vx = touching[c + 2] - flat[2];
  const vy = touching[c + 3] - flat[3];
  const det = vy * ux - vx * uy;
  if (Math.abs(det) < MINVAL) return false;
  const wx = flat[0] - flat[2];
  const wy = flat[1] - flat[3];
  const along = (vx * wy - vy * wx) / det;
  const across = (ux * wy - uy * wx) / det;
  return along >= 0 && along <= 1 && across >= 0 && across <= 1;
}

const unit0 = scratchF64(2);
const unit1 = scratchF64(2);

/** Length of the arc between the tangent points; `way` 1 goes counterclockwise. */
function arcLength(way: i32, radius: f64): f64 {
  for (let k = 0; k < 2; k++) {
    unit0[k] = tangents[k];
    unit1[k] = tangents[2 + k];
  }
  normalize(unit0, 0, 2);
  normalize(unit1, 0, 2);
  let angle: f64 = acos(unit0[0] * unit1[0] + unit0[1] * unit1[1]);
  const turn = tangents[1] * tangents[2] - tangents[0] * tangents[3];
  if ((turn > 0 && way !== 0) || (turn < 0 && way === 0)) angle = 2 * PI - angle;
  return radius * angle;
}

/**
 * The path that is pressed against the inside of a circle by both sites outside of it: it touches in one point, where it makes equal
 * angles with the radius. Both tangent points are that one; returns 0, or -1 if the straight line enters the circle.
 */
function inside(radius: f64): f64 {
  const length0 = norm(flat, 0, 2);
  const length1 = norm(flat, 2, 2);
  if (length0 <= radius || length1 <= radius || radius < MINVAL || length0 < MINVAL || length1 < MINVAL) return -1;
  const dx = flat[2] - flat[0];
  const dy = flat[3] - flat[1];
  const distance = dx * dx + dy * dy;
  if (distance > MINVAL) {
    const at = -(dx * flat[0] + dy * flat[1]) / distance;
    if (at > 0 && at < 1) {
      middle[0] = flat[0] + dx * at;
      middle[1] = flat[1] + dy * at;
      if (norm(middle, 0, 2) <= radius) return -1;
    }
  }

  // until a better point is found: between the sites
  middle[0] = 0.5 * (flat[0] + flat[2]);
  middle[1] = 0.5 * (flat[1] + flat[3]);
  normalize(middle, 0, 2);
  meetAt(middle[0] * radius, middle[1] * radius);

  const cosine = (length0 * length0 + length1 * length1 - distance) / (2 * length0 * length1);
  if (cosine < -1 + MINVAL) return -1;
  if (cosine > 1 - MINVAL) return 0;
  const ratio0 = radius / length0;
  const ratio1 = radius / length1;
  const sine = equalAngles(ratio0, ratio1, acos(cosine));
  if (sine < 0) return 0;

  // turn from the site that comes first to the point of contact
  const first = flat[0] * flat[3] - flat[1] * flat[2] > 0;
  const turn: f64 = asin(sine) - (first ? asin(ratio0 * sine) : asin(ratio1 * sine));
  const e: i32 = first ? 0 : 2;
  middle[0] = flat[e];
  middle[1] = flat[e + 1];
  normalize(middle, 0, 2);
  const c = cos(turn);
  const s = sin(turn);
  meetAt(radius * (c * middle[0] - s * middle[1]), radius * (s * middle[0] + c * middle[1]));
  return 0;
}

function meetAt(x: f64, y: f64): void {
  tangents[0] = x;
  tangents[1] = y;
  tangents[2] = x;
  tangents[3] = y;
}

/** How far the angles are from closing when the sine of the angle with the radius is z. */
function closing(a: f64, b: f64, z: f64, opening: f64): f64 {
  return asin(a * z) + asin(b * z) - 2 * asin(z) + opening;
}

/** The cosine of an angle, kept above zero, from the square of its sine. */
function cosineOf(square: f64): f64 {
  return max(MINVAL, Math.sqrt(1 - square));
}

/** The z for which asin(a·z) + asin(b·z) - 2·asin(z) + opening vanishes, by Newton's method from the right; -1 if it fails. */
function equalAngles(a: f64, b: f64, opening: f64): f64 {
  let z: f64 = FIRST_SINE;
  let error: f64 = closing(a, b, z, opening);
  if (error > 0) return -1;
  let iteration: i32 = 0;
  while (iteration < INSIDE_ITERATIONS && Math.abs(error) > INSIDE_TOLERANCE) {
    const slope = a / cosineOf(z * z * a * a) + b / cosineOf(z * z * b * b) - 2 / cosineOf(z * z);
    if (slope > -MINVAL) return -1;
    const next = z - error / slope;
    if (next > z) return -1;
    z = next;
    error = closing(a, b, z, opening);
    if (error > INSIDE_TOLERANCE) return -1;
    iteration++;
  }
  return iteration >= INSIDE_ITERATIONS ? -1 : z;
}
