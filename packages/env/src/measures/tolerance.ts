import { acos, cos, exp, log, tanh } from '@qpos/core/math';
import { checkSettings, EnvError } from '../errors.ts';

/** The shape with which `tolerance` falls off outside of its bounds. */
export type Falloff =
  | 'gaussian'
  | 'hyperbolic'
  | 'long-tail'
  | 'reciprocal'
  | 'cosine'
  | 'linear'
  | 'quadratic'
  | 'tanh-squared';

/** How `tolerance` measures. */
export interface ToleranceOptions {
  /** From here on the result is 1; 0 by default. */
  readonly lower?: number;
  /** Up to here the result is 1; 0 by default. */
  readonly upper?: number;
  /** How far outside of the bounds the result has fallen to `valueAtMargin`; with 0, the default, it falls to 0 at once. */
  readonly margin?: number;
  /** The shape of the fall; `gaussian` by default. */
  readonly falloff?: Falloff;
  /** The result at the margin; 0.1 by default. */
  readonly valueAtMargin?: number;
}

/** From `lower` on all is well; below, the result falls in a line to `valueAtMargin` at the margin. */
export const atLeast = (lower: number, margin: number, valueAtMargin = 0): ToleranceOptions => ({
  lower,
  upper: Infinity,
  margin,
  valueAtMargin,
  falloff: 'linear',
});

/** Results at a distance in margins, given the value at a distance of 1. All are 1 at 0 and never rise. */
const falloffs: Readonly<Record<Falloff, (x: number, atOne: number) => number>> = {
  gaussian: (x, atOne) => exp(log(atOne) * x * x),
  hyperbolic: (x, atOne) => {
    const rate = log(1 / atOne + Math.sqrt(1 / (atOne * atOne) - 1));
    return 2 / (exp(rate * x) + exp(-rate * x));
  },
  'long-tail': (x, atOne) => 1 / ((1 / atOne - 1) * x * x + 1),
  reciprocal: (x, atOne) => 1 / ((1 / atOne - 1) * x + 1),
  cosine: (x, atOne) => {
    const angle = acos(2 * atOne - 1) * x;
    return angle < Math.PI ? (1 + cos(angle)) / 2 : 0;
  },
  linear: (x, atOne) => Math.max(0, 1 - (1 - atOne) * x),
  quadratic: (x, atOne) => Math.max(0, 1 - (1 - atOne) * x * x),
  'tanh-squared': (x, atOne) => {
    const root = Math.sqrt(1 - atOne);
    const value = tanh(0.5 * log((1 + root) / (1 - root)) * x);
    return 1 - value * value;
  },
};

/** Shapes that never reach 0. */
const ENDLESS: ReadonlySet<Falloff> = new Set(['gaussian', 'hyperbolic', 'long-tail', 'reciprocal', 'tanh-squared']);

/**
 * How well a number lies within bounds: 1 inside, and less the farther it is outside. Rewards are products and means of such measures, as in
 * the DeepMind Control Suite.
 *
 * @param x The number.
 * @param options Bounds, and how the result falls off outside of them.
 * @returns A number in [0, 1].
 * @see Tassa et al., DeepMind Control Suite (2018), §3
 * @example
 * const height = 1.1;
 * console.log(tolerance(height, { lower: 1.2, upper: Infinity, margin: 0.6 })); // standing well, but not quite
 */
export function tolerance(x: number, options: ToleranceOptions = {}): number {
  checkSettings('options', options);
  if (typeof x !== 'number') throw new EnvError('bad-argument', `tolerance measures numbers, not ${String(x)}`);
  const { lower = 0, upper = 0, margin = 0, falloff = 'gaussian', valueAtMargin = 0.1 } = options;
  if (!(lower <= upper)) throw new EnvError('bad-argument', `tolerance cannot lie between ${lower} and ${upper}`);
  if (!(margin >= 0)) throw new EnvError('bad-argument', `the margin of a tolerance is not negative: ${margin}`);
  if (!(valueAtMargin >= 0 && valueAtMargin < 1) || (valueAtMargin === 0 && ENDLESS.has(falloff)))
    throw new EnvError('bad-argument', `'${falloff}' cannot have fallen to ${valueAtMargin} at the margin`);
  if (x >= lower && x <= upper) return 1;
  if (margin === 0) return 0;
  return falloffs[falloff]((x < lower ? lower - x : x - upper) / margin, valueAtMargin);
}
