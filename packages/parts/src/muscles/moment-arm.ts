import { finite, numbers, PartsError } from '../errors.ts';

/**
 * How a muscle acts on one joint. A positive arm shortens the muscle as the angle grows, so its tension turns the joint that way.
 *
 * @example
 * const arm = constantArm(0.04);
 * console.log(arm.arm(0.3), arm.excursion(0.5)); // 0.04 m, and 0.02 m shorter
 */
export interface MomentArm {
  /**
   * The arm.
   *
   * @param angle Angle of the joint in radians.
   * @returns The arm in metres.
   */
  arm(angle: number): number;
  /**
   * How much shorter the muscle is than at angle 0: the integral of the arm.
   *
   * @param angle Angle of the joint in radians.
   * @returns The difference in metres.
   */
  excursion(angle: number): number;
}

/**
 * The arm of a pulley.
 *
 * @param arm The arm in metres.
 * @returns The moment arm.
 * @example
 * const pulley = constantArm(0.05);
 * console.log(pulley.excursion(2)); // 0.1
 */
export function constantArm(arm: number): MomentArm {
  finite('arm', arm);
  return { arm: () => arm, excursion: (angle) => arm * angle };
}

/**
 * An arm that is a polynomial of the angle: linear with two coefficients, quadratic with three.
 *
 * @param coefficients Coefficients from the constant one on, in metres per radian to the power.
 * @returns The moment arm.
 * @example
 * const arm = polynomialArm([0.04, 0, -0.005]); // 0.04 - 0.005 q²
 * console.log(arm.arm(1)); // 0.035
 */
export function polynomialArm(coefficients: ArrayLike<number>): MomentArm {
  const c = numbers('coefficients', coefficients);
  if (c.length === 0) throw new PartsError('bad-argument', 'a polynomial needs at least one coefficient');
  return {
    arm(angle) {
      let sum = 0;
      for (let k = c.length - 1; k >= 0; k--) sum = sum * angle + c[k];
      return sum;
    },
    excursion(angle) {
      let sum = 0;
      for (let k = c.length - 1; k >= 0; k--) sum = sum * angle + c[k] / (k + 1);
      return sum * angle;
    },
  };
}

/**
 * An arm through measured points: a natural cubic spline, constant outside of the measured angles.
 *
 * @param angles Angles in radians, increasing; at least two.
 * @param arms The arm at each, in metres.
 * @returns The moment arm.
 * @example
 * const biceps = splineArm([0, 0.8, 1.6, 2.4], [0.02, 0.035, 0.043, 0.03]);
 * console.log(biceps.arm(1.6)); // 0.043
 */
export function splineArm(angles: ArrayLike<number>, arms: ArrayLike<number>): MomentArm {
  const x = numbers('angles', angles);
  const y = numbers('arms', arms, x.length);
  if (x.length < 2 || x.some((a, k) => k > 0 && a <= x[k - 1]))
    throw new PartsError('bad-argument', 'angles must be at least two, in increasing order');
  const bend = secondDerivatives(x, y);
  const last = x.length - 1;
  const whole = new Float64Array(x.length); // integral from the first angle to each
  for (let k = 0; k < last; k++) whole[k + 1] = whole[k] + partArea(x, y, bend, k, x[k + 1]);
  const area = (angle: number): number => {
    if (angle <= x[0]) return (angle - x[0]) * y[0];
    if (angle >= x[last]) return whole[last] + (angle - x[last]) * y[last];
    const k = partOf(x, angle);
    return whole[k] + partArea(x, y, bend, k, angle);
  };
  const start = area(0);
  return {
    arm(angle) {
      if (angle <= x[0]) return y[0];
      if (angle >= x[last]) return y[last];
      const k = partOf(x, angle);
      const h = x[k + 1] - x[k];
      const [a, b] = [(x[k + 1] - angle) / h, (angle - x[k]) / h];
      return a * y[k] + b * y[k + 1] + ((a * a * a - a) * bend[k] + (b * b * b - b) * bend[k + 1]) * ((h * h) / 6);
    },
    excursion: (angle) => area(angle) - start,
  };
}

/** The interval of an angle within the ends. */
function partOf(x: Float64Array, angle: number): number {
  let k = 0;
  while (k < x.length - 2 && angle > x[k + 1]) k++;
  return k;
}

/** Integral of a spline from the start of an interval to an angle in it. */
function partArea(x: Float64Array, y: Float64Array, bend: Float64Array, k: number, angle: number): number {
  const h = x[k + 1] - x[k];
  const [a, b] = [(x[k + 1] - angle) / h, (angle - x[k]) / h];
  const [a2, b2] = [a * a, b * b];
  const straight = 0.5 * (y[k] * (1 - a2) + y[k + 1] * b2);
  const bent = bend[k] * (2 * a2 - a2 * a2 - 1) + bend[k + 1] * (b2 * b2 - 2 * b2);
  return h * (straight + (bent * h * h) / 24);
}

/** Second derivatives of the natural cubic spline: a tridiagonal system. */
function secondDerivatives(x: Float64Array, y: Float64Array): Float64Array {
  const n = x.length;
  const bend = new Float64Array(n);
  const rest = new Float64Array(n);
  for (let k = 1; k < n - 1; k++) {
    const [before, after] = [x[k] - x[k - 1], x[k + 1] - x[k]];
    const share = before / (before + after);
    const pivot = share * bend[k - 1] + 2;
    bend[k] = (share - 1) / pivot;
    const jump = (y[k + 1] - y[k]) / after - (y[k] - y[k - 1]) / before;
    rest[k] = ((6 * jump) / (before + after) - share * rest[k - 1]) / pivot;
  }
  bend[n - 1] = 0;
  for (let k = n - 2; k >= 0; k--) bend[k] = bend[k] * bend[k + 1] + rest[k];
  return bend;
}
