/**
 * The elementary functions of the engine. Unlike those of `Math` they give the same bits in every JavaScript engine.
 */
import * as elementary from '../kernel/math/elementary/trig.ts';

/**
 * Sine of an angle. The same bits on every machine.
 *
 * @param x Angle in radians.
 * @returns The sine.
 * @example
 * console.log(sin(Math.PI / 6)); // 0.5, up to rounding
 */
export function sin(x: number): number {
  return elementary.sin(x);
}

/**
 * Cosine of an angle. The same bits on every machine.
 *
 * @param x Angle in radians.
 * @returns The cosine.
 * @example
 * console.log(cos(0)); // 1
 */
export function cos(x: number): number {
  return elementary.cos(x);
}

/**
 * Tangent of an angle. The same bits on every machine.
 *
 * @param x Angle in radians.
 * @returns The tangent.
 * @example
 * console.log(tan(0)); // 0
 */
export function tan(x: number): number {
  return elementary.tan(x);
}

/**
 * Arcsine. The same bits on every machine.
 *
 * @param x A number in [-1, 1].
 * @returns An angle in [-π/2, π/2], or NaN outside of the domain.
 * @example
 * console.log(asin(1)); // π/2
 */
export function asin(x: number): number {
  return elementary.asin(x);
}

/**
 * Arccosine. The same bits on every machine.
 *
 * @param x A number in [-1, 1].
 * @returns An angle in [0, π], or NaN outside of the domain.
 * @example
 * console.log(acos(-1)); // π
 */
export function acos(x: number): number {
  return elementary.acos(x);
}

/**
 * Arctangent. The same bits on every machine.
 *
 * @param x Any number.
 * @returns An angle in [-π/2, π/2].
 * @example
 * console.log(atan(1)); // π/4
 */
export function atan(x: number): number {
  return elementary.atan(x);
}

/**
 * Angle of the vector (x, y) from the x axis. The same bits on every machine.
 *
 * @param y Second coordinate.
 * @param x First coordinate.
 * @returns An angle in [-π, π].
 * @example
 * console.log(atan2(1, 0)); // π/2
 */
export function atan2(y: number, x: number): number {
  return elementary.atan2(y, x);
}

/**
 * The exponential function eˣ. The same bits on every machine.
 *
 * @param x Any number.
 * @returns e to the power of x.
 * @example
 * console.log(exp(0)); // 1
 */
export function exp(x: number): number {
  return elementary.exp(x);
}

/**
 * Natural logarithm. The same bits on every machine.
 *
 * @param x A positive number.
 * @returns The logarithm; -Infinity for 0, NaN below.
 * @example
 * console.log(log(1)); // 0
 */
export function log(x: number): number {
  return elementary.log(x);
}

/**
 * Power xʸ. The same bits on every machine.
 *
 * @param x The base.
 * @param y The exponent.
 * @returns x to the power of y.
 * @example
 * console.log(pow(2, 10)); // 1024
 */
export function pow(x: number, y: number): number {
  return elementary.pow(x, y);
}

/**
 * Cube root. The same bits on every machine.
 *
 * @param x Any number.
 * @returns The cube root, with the sign of x.
 * @example
 * console.log(cbrt(-27)); // -3
 */
export function cbrt(x: number): number {
  return elementary.cbrt(x);
}

/**
 * Length of the vector (x, y), without overflow on the way. The same bits on every machine.
 *
 * @param x First coordinate.
 * @param y Second coordinate.
 * @returns The length.
 * @example
 * console.log(hypot(3, 4)); // 5
 */
export function hypot(x: number, y: number): number {
  return elementary.hypot(x, y);
}

/**
 * Hyperbolic tangent. The same bits on every machine.
 *
 * @param x Any number.
 * @returns A number in [-1, 1].
 * @example
 * console.log(tanh(0)); // 0
 */
export function tanh(x: number): number {
  return elementary.tanh(x);
}
