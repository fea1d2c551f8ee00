import { acos, asin, atan2, cos, sin } from '@qpos/core/math';

const TURN = 2 * Math.PI;
const LEAST = 1e-15; // lengths and sines below this are none

/** A path in a plane from `a` to `b` past a circle about the origin. */
export interface CirclePath {
  /** The ends: two numbers each. */
  readonly a: Float64Array;
  readonly b: Float64Array;
  /** A point on the side where the path must pass, if `hasSide`. */
  readonly side: Float64Array;
  hasSide: boolean;
  /** Where the path meets and leaves the circle: two numbers each. */
  readonly meets: Float64Array;
  readonly leaves: Float64Array;
}

export const makeCirclePath = (): CirclePath => ({
  a: new Float64Array(2),
  b: new Float64Array(2),
  side: new Float64Array(2),
  hasSide: false,
  meets: new Float64Array(2),
  leaves: new Float64Array(2),
});

function put(p: Float64Array, radius: number, angle: number): void {
  p[0] = radius * cos(angle);
  p[1] = radius * sin(angle);
}

/**
 * The path around the outside of a circle. Fills `meets` and `leaves` and returns the arc between them, or -1 if the straight line is free.
 *
 * From an end at distance d the tangent points lie acos(r / d) to either side of it, so an arc is the angle between the ends less both of
 * those. A negative arc means that the tangents cross, unless one end lies between the circle and the other's tangent.
 */
export function outerPath(p: CirclePath, radius: number): number {
  const { a, b } = p;
  const da = Math.sqrt(a[0] * a[0] + a[1] * a[1]);
  const db = Math.sqrt(b[0] * b[0] + b[1] * b[1]);
  if (da < radius || db < radius || radius < LEAST || isFree(p, radius)) return -1;
  const alpha = acos(radius / da);
  const beta = acos(radius / db);
  const start = atan2(a[1], a[0]);
  const gap = atan2(b[1], b[0]) - start;
  const left = gap < 0 ? gap + TURN : gap; // angle from a to b, counterclockwise
  const worthLeft = worth(p, radius, start, left, alpha, beta, 1);
  const worthRight = worth(p, radius, start, TURN - left, alpha, beta, -1);
  if (worthLeft === -Infinity && worthRight === -Infinity) return -1;
  const sign = worthRight > worthLeft ? -1 : 1;
  const arc = (sign > 0 ? left : TURN - left) - alpha - beta;
  put(p.meets, radius, start + sign * alpha);
  put(p.leaves, radius, start + sign * (alpha + arc));
  return radius * (arc < 0 ? arc + TURN : arc);
}

/** Whether the straight line misses the circle, on the right side of it if there is one. */
function isFree({ a, b, side, hasSide }: CirclePath, radius: number): boolean {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const square = dx * dx + dy * dy;
  if (square < LEAST) return true;
  const at = Math.max(0, Math.min(1, -(dx * a[0] + dy * a[1]) / square));
  const [x, y] = [a[0] + at * dx, a[1] + at * dy];
  return x * x + y * y > radius * radius && (!hasSide || side[0] * x + side[1] * y >= 0);
}

/** How good a way around is: short, or near the side point; -Infinity if its tangents cross. */
function worth(
  { side, hasSide }: CirclePath,
  radius: number,
  start: number,
  gap: number,
  alpha: number,
  beta: number,
  sign: number,
): number {
  const arc = gap - alpha - beta;
  if (arc < 0 && gap >= Math.abs(alpha - beta)) return -Infinity;
  if (!hasSide) return -arc;
  const middle = start + sign * (alpha + 0.5 * arc);
  const length = Math.sqrt(side[0] * side[0] + side[1] * side[1]);
  if (length < LEAST) return radius;
  const toward = (side[0] * cos(middle) + side[1] * sin(middle)) / length;
  return cos(0.5 * arc) < 0 ? -toward : toward; // the direction between the tangent points, as the engine has it
}

const FIRST_SINE = 1 - 1e-7; // where Newton's method starts
const CLOSED = 1e-6; // of its angles: the engine's own, so that both stop at the same point
const MOST_STEPS = 20;

/**
 * The path that is pressed against the inside of a circle by ends outside of it: it touches in one point, with equal angles to the radius.
 * Returns 0, or -1 if the straight line enters the circle.
 */
export function innerPath(p: CirclePath, radius: number): number {
  const { a, b } = p;
  const da = Math.sqrt(a[0] * a[0] + a[1] * a[1]);
  const db = Math.sqrt(b[0] * b[0] + b[1] * b[1]);
  if (da <= radius || db <= radius || radius < LEAST || entersCircle(a, b, radius)) return -1;
  const middle = atan2(a[1] + b[1], a[0] + b[0]);
  touchAt(p, radius, middle);
  const cosine = (a[0] * b[0] + a[1] * b[1]) / (da * db);
  if (cosine < LEAST - 1) return -1;
  if (cosine > 1 - LEAST) return 0;
  const sine = equalAngles(radius / da, radius / db, acos(cosine));
  if (sine < 0) return 0;
  const first = a[0] * b[1] - a[1] * b[0] > 0; // the end from which the other lies counterclockwise
  const e = first ? a : b;
  const turn = asin(sine) - asin((radius / (first ? da : db)) * sine);
  touchAt(p, radius, atan2(e[1], e[0]) + turn);
  return 0;
}

function touchAt(p: CirclePath, radius: number, angle: number): void {
  put(p.meets, radius, angle);
  p.leaves.set(p.meets);
}

function entersCircle(a: Float64Array, b: Float64Array, radius: number): boolean {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const square = dx * dx + dy * dy;
  const at = -(dx * a[0] + dy * a[1]) / square;
  if (!(square > LEAST && at > 0 && at < 1)) return false;
  const [x, y] = [a[0] + at * dx, a[1] + at * dy];
  return x * x + y * y <= radius * radius;
}

const cosineOf = (sine: number): number => Math.max(LEAST, Math.sqrt(1 - sine * sine));

/** The z with asin(u·z) + asin(w·z) - 2·asin(z) + opening = 0, by Newton's method from the right; -1 if it fails. */
function equalAngles(u: number, w: number, opening: number): number {
  let z = FIRST_SINE;
  for (let k = 0; k < MOST_STEPS; k++) {
    const error = asin(u * z) + asin(w * z) - 2 * asin(z) + opening;
    if (k === 0 ? error > 0 : error > CLOSED) return -1;
    if (Math.abs(error) <= CLOSED) return z;
    const slope = u / cosineOf(u * z) + w / cosineOf(w * z) - 2 / cosineOf(z);
    const next = z - error / slope;
    if (slope > -LEAST || next > z) return -1;
    z = next;
  }
  return -1;
}
