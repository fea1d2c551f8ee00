/**
 * The dimensionless curves of a Hill muscle, each with its slope. Lengths are in optimal fibre lengths, velocities in the fibre's highest
 * shortening speed (negative shortens), forces in the highest isometric force.
 */
import { exp } from '@qpos/core/math';
import { real } from '../errors.ts';

const WIDTH_SHORT = 0.45; // of the bell below the optimal length
const WIDTH_LONG = 0.56; // and above it
const SHORTEST = 0.5; // active force vanishes at and below this length
const LONGEST = 1.6; // and at and above this one
const TAPER = 0.1; // the bell goes to zero over this much at either end

/** 3x² - 2x³ between 0 and 1. */
const smooth = (x: number): number => (x <= 0 ? 0 : x >= 1 ? 1 : x * x * (3 - 2 * x));
const smoothSlope = (x: number): number => (x <= 0 || x >= 1 ? 0 : 6 * x * (1 - x));

const bell = (l: number): number => {
  const x = (l - 1) / (l < 1 ? WIDTH_SHORT : WIDTH_LONG);
  return exp(-x * x);
};

/**
 * Active force of a fully active fibre by its length: an asymmetric bell exp(-((l - 1) / w)²), w = 0.45 below the optimal length and 0.56
 * above, that goes smoothly to zero over the last tenth before 0.5 and 1.6.
 *
 * @param length Fibre length in optimal fibre lengths.
 * @returns Force in highest isometric forces, at most 1.
 * @example
 * console.log(activeForceLength(1)); // 1
 */
export function activeForceLength(length: number): number {
  real('length', length);
  if (!(length > SHORTEST && length < LONGEST)) return 0;
  return bell(length) * smooth((length - SHORTEST) / TAPER) * smooth((LONGEST - length) / TAPER);
}

/**
 * Slope of `activeForceLength`.
 *
 * @param length Fibre length in optimal fibre lengths.
 * @returns Its derivative by `length`.
 * @example
 * console.log(activeForceLengthSlope(1)); // 0: the top of the curve
 */
export function activeForceLengthSlope(length: number): number {
  real('length', length);
  if (!(length > SHORTEST && length < LONGEST)) return 0;
  const width = length < 1 ? WIDTH_SHORT : WIDTH_LONG;
  const [low, high] = [(length - SHORTEST) / TAPER, (LONGEST - length) / TAPER];
  const value = bell(length);
  const slope = (-2 * value * (length - 1)) / (width * width);
  const taper = smooth(low) * smooth(high);
  return slope * taper + (value * (smoothSlope(low) * smooth(high) - smooth(low) * smoothSlope(high))) / TAPER;
}

const PASSIVE_SLACK = 1; // no passive force below this length
const PASSIVE_FULL = 1.5; // the passive force is the highest isometric one here
const PASSIVE_SHAPE = 4;
const PASSIVE_SCALE = 1 / (exp(PASSIVE_SHAPE) - 1);
const PASSIVE_MOST = 3; // beyond this length, which no fibre survives, the curve goes on straight

const stretch = (l: number): number => (l - PASSIVE_SLACK) / (PASSIVE_FULL - PASSIVE_SLACK);

/**
 * Force of the parallel elastic element by the length of the fibre: (e^(4s) - 1) / (e⁴ - 1) with s = 2 (l - 1), zero below the optimal
 * length and 1 at 1.5 times that. Beyond three optimal lengths it goes on as a straight line.
 *
 * @param length Fibre length in optimal fibre lengths.
 * @returns Force in highest isometric forces.
 * @example
 * console.log(passiveForceLength(1.5)); // 1
 */
export function passiveForceLength(length: number): number {
  real('length', length);
  if (!(length > PASSIVE_SLACK)) return 0;
  const l = Math.min(length, PASSIVE_MOST);
  const value = (exp(PASSIVE_SHAPE * stretch(l)) - 1) * PASSIVE_SCALE;
  return value + (length - l) * passiveForceLengthSlope(l);
}

/**
 * Slope of `passiveForceLength`.
 *
 * @param length Fibre length in optimal fibre lengths.
 * @returns Its derivative by `length`.
 * @example
 * console.log(passiveForceLengthSlope(0.8)); // 0
 */
export function passiveForceLengthSlope(length: number): number {
  real('length', length);
  if (!(length > PASSIVE_SLACK)) return 0;
  const l = Math.min(length, PASSIVE_MOST);
  return (PASSIVE_SHAPE / (PASSIVE_FULL - PASSIVE_SLACK)) * exp(PASSIVE_SHAPE * stretch(l)) * PASSIVE_SCALE;
}

/**
 * Energy that the parallel elastic element holds: the integral of `passiveForceLength`.
 *
 * @param length Fibre length in optimal fibre lengths.
 * @returns Energy in highest isometric forces times optimal fibre lengths.
 * @example
 * console.log(passiveEnergy(1)); // 0
 */
export function passiveEnergy(length: number): number {
  real('length', length);
  if (!(length > PASSIVE_SLACK)) return 0;
  const l = Math.min(length, PASSIVE_MOST);
  const scale = (PASSIVE_FULL - PASSIVE_SLACK) / PASSIVE_SHAPE;
  const value = PASSIVE_SCALE * (scale * (exp(PASSIVE_SHAPE * stretch(l)) - 1) - (l - PASSIVE_SLACK));
  const beyond = length - l;
  return value + beyond * (passiveForceLength(l) + 0.5 * beyond * passiveForceLengthSlope(l));
}

const HILL = 0.25; // Hill's a / F₀: how much the shortening branch is curved
const LENGTHENING_MOST = 1.5; // force of a fibre that is stretched fast
const LENGTHENING_SCALE = (LENGTHENING_MOST - 1) / (1 + 1 / HILL); // makes the slope at rest the same from both sides

/**
 * How velocity changes the active force. Shortening: Hill's hyperbola (1 + v) / (1 - 4v), 1 at rest, 0 at the highest shortening speed and
 * beyond. Lengthening: a hyperbola of the same slope at rest that approaches 1.5.
 *
 * @param velocity Fibre velocity in highest shortening speeds; negative shortens.
 * @returns Factor of the isometric force, in [0, 1.5).
 * @example
 * console.log(forceVelocity(0), forceVelocity(-1)); // 1 0
 */
export function forceVelocity(velocity: number): number {
  real('velocity', velocity);
  if (velocity <= -1) return 0;
  if (velocity <= 0) return (1 + velocity) / (1 - velocity / HILL);
  if (velocity === Infinity) return LENGTHENING_MOST;
  return 1 + ((LENGTHENING_MOST - 1) * velocity) / (velocity + LENGTHENING_SCALE);
}

/**
 * Slope of `forceVelocity`.
 *
 * @param velocity Fibre velocity in highest shortening speeds; negative shortens.
 * @returns Its derivative by `velocity`.
 * @example
 * console.log(forceVelocitySlope(0)); // 5, from both sides
 */
export function forceVelocitySlope(velocity: number): number {
  real('velocity', velocity);
  if (velocity < -1) return 0;
  if (velocity <= 0) {
    const below = 1 - velocity / HILL;
    return (1 + 1 / HILL) / (below * below);
  }
  const below = velocity + LENGTHENING_SCALE;
  return ((LENGTHENING_MOST - 1) * LENGTHENING_SCALE) / (below * below);
}

/**
 * The velocity at which a fibre has a given force: the inverse of `forceVelocity`.
 *
 * @param force Factor of the isometric force, in [0, 1.5).
 * @returns Fibre velocity in highest shortening speeds; -1 below the domain, Infinity above.
 * @example
 * console.log(velocityOfForce(1)); // 0
 */
export function velocityOfForce(force: number): number {
  real('force', force);
  if (force <= 0) return -1;
  if (force <= 1) return (force - 1) / (1 + force / HILL);
  if (force >= LENGTHENING_MOST) return Infinity;
  const part = (force - 1) / (LENGTHENING_MOST - 1);
  return (LENGTHENING_SCALE * part) / (1 - part);
}

const TENDON_STIFFNESS = 35; // force at a strain of 1, of the highest isometric force

/**
 * Force of the series elastic element, the tendon: 35·strain², zero where it is slack. The highest isometric force stretches it by 17 %.
 *
 * @param strain Elongation of the tendon in slack lengths.
 * @returns Force in highest isometric forces.
 * @example
 * console.log(tendonForce(0.1)); // 0.35
 */
export function tendonForce(strain: number): number {
  real('strain', strain);
  return strain > 0 ? TENDON_STIFFNESS * strain * strain : 0;
}

/**
 * Slope of `tendonForce`.
 *
 * @param strain Elongation of the tendon in slack lengths.
 * @returns Its derivative by `strain`.
 * @example
 * console.log(tendonForceSlope(0)); // 0
 */
export function tendonForceSlope(strain: number): number {
  real('strain', strain);
  return strain > 0 ? 2 * TENDON_STIFFNESS * strain : 0;
}

/**
 * Energy that the tendon holds: the integral of `tendonForce`.
 *
 * @param strain Elongation of the tendon in slack lengths.
 * @returns Energy in highest isometric forces times slack lengths.
 * @example
 * console.log(tendonEnergy(0.1)); // 0.01166...
 */
export function tendonEnergy(strain: number): number {
  real('strain', strain);
  return strain > 0 ? (TENDON_STIFFNESS * strain * strain * strain) / 3 : 0;
}
