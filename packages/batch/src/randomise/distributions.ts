import { ArgumentError } from '@qpos/core';
import { exp } from '@qpos/core/math';
import type { RandomGenerator } from '../random/generator.ts';

/** A distribution of numbers. */
export interface Distribution {
  /**
   * Draws a number.
   *
   * @param random The generator to draw from.
   * @returns The number.
   */
  sample(random: RandomGenerator): number;
  /**
   * The number at a place of the standard normal distribution: so that distributions of different kinds can be correlated.
   *
   * @param z The place, in standard deviations.
   * @returns The number.
   */
  fromNormal(z: number): number;
  /** What it is correlated with, and how much. */
  readonly link?: { readonly key: string; readonly correlation: number };
}

const numbers = (names: string, values: readonly number[]): void => {
  if (!values.every(Number.isFinite))
    throw new ArgumentError(`${names} must be finite numbers, not ${values.join(', ')}`);
};

/**
 * All numbers in a range, equally likely.
 *
 * @param low The least.
 * @param high The end.
 * @returns The distribution.
 * @example
 * const sim = await BatchSim.create(model, { n: 2, workers: 0 });
 * randomise(sim, { geom_friction: uniform(0.6, 1.2) }, 1);
 * await sim.close();
 */
export function uniform(low: number, high: number): Distribution {
  numbers('low and high', [low, high]);
  if (high < low) throw new ArgumentError(`the range of uniform(${low}, ${high}) is empty`);
  return {
    sample: (random) => random.uniform(low, high),
    fromNormal: (z) => low + (high - low) * normalCdf(z),
  };
}

/**
 * Normally distributed numbers.
 *
 * @param mean Their mean.
 * @param deviation Their standard deviation.
 * @returns The distribution.
 * @example
 * const sim = await BatchSim.create(model, { n: 2, workers: 0 });
 * randomise(sim, { dof_armature: { distribution: normal(0, 0.001), mode: 'add', least: 0 } }, 1);
 * await sim.close();
 */
export function normal(mean: number, deviation: number): Distribution {
  checkDeviation(mean, deviation);
  return {
    sample: (random) => random.normal(mean, deviation),
    fromNormal: (z) => mean + deviation * z,
  };
}

/**
 * Positive numbers whose logarithms are normally distributed: factors that are as likely to double as to halve.
 *
 * @param mean Mean of the logarithm; 0 makes 1 the median.
 * @param deviation Standard deviation of the logarithm.
 * @returns The distribution.
 * @example
 * const sim = await BatchSim.create(model, { n: 2, workers: 0 });
 * randomise(sim, { body_mass: { distribution: logNormal(0, 0.1), mode: 'scale' } }, 1);
 * await sim.close();
 */
export function logNormal(mean: number, deviation: number): Distribution {
  checkDeviation(mean, deviation);
  return {
    sample: (random) => exp(random.normal(mean, deviation)),
    fromNormal: (z) => exp(mean + deviation * z),
  };
}

/**
 * One of some numbers, equally likely.
 *
 * @param values The numbers.
 * @returns The distribution.
 * @example
 * const sim = await BatchSim.create(model, { n: 2, workers: 0 });
 * randomise(sim, { 'opt.timestep': choice([0.001, 0.002]) }, 1);
 * await sim.close();
 */
export function choice(values: readonly number[]): Distribution {
  if (!Array.isArray(values) || values.length === 0) throw new ArgumentError('there is nothing to choose from');
  numbers('choices', values);
  const at = (k: number): number => values[Math.min(k, values.length - 1)] as number;
  return {
    sample: (random) => at(random.integers(values.length)),
    fromNormal: (z) => at(Math.floor(normalCdf(z) * values.length)),
  };
}

/**
 * A distribution whose draws go with those of others of the same key: for the same object, as a mass and its inertia, or a gain and its
 * damping.
 *
 * @param key What it goes with: every distribution with this key in the same `randomise`.
 * @param distribution How the numbers are distributed.
 * @param correlation How much, between -1 and 1, of the underlying normal numbers with a common one; 1 by default.
 * @returns The distribution.
 * @example
 * const sim = await BatchSim.create(model, { n: 2, workers: 0 });
 * const factor = { distribution: correlated('size', logNormal(0, 0.1)), mode: 'scale' } as const;
 * randomise(sim, { body_mass: factor, body_inertia: factor }, 1); // the same factor for a body's mass and inertia
 * await sim.close();
 */
export function correlated(key: string, distribution: Distribution, correlation = 1): Distribution {
  if (typeof key !== 'string') throw new ArgumentError(`a key is text, not ${String(key)}`);
  checkDistribution('correlated', distribution);
  if (typeof correlation !== 'number' || !(correlation >= -1 && correlation <= 1))
    throw new ArgumentError(`a correlation is between -1 and 1, not ${String(correlation)}`);
  return { ...distribution, link: { key, correlation } };
}

/** Refuses what numbers cannot be drawn from. */
export function checkDistribution(what: string, distribution: Distribution): void {
  if (typeof distribution?.sample !== 'function' || typeof distribution.fromNormal !== 'function')
    throw new ArgumentError(`${what} needs a distribution`);
}

function checkDeviation(mean: number, deviation: number): void {
  numbers('mean and deviation', [mean, deviation]);
  if (deviation < 0) throw new ArgumentError(`a standard deviation is not negative, as ${deviation} is`);
}

const SQRT_2PI = 2.5066282746310002;
const TAIL = 4; // where the continued fraction takes over from the series
const TERMS = 80;

/** The share of normal numbers below z: a series around 0, a continued fraction for the tails. */
export function normalCdf(z: number): number {
  const x = Math.abs(z);
  const density = exp(-0.5 * x * x) / SQRT_2PI;
  if (x > TAIL) {
    let fraction = 0;
    for (let k = TERMS; k > 0; k--) fraction = k / (x + fraction);
    const tail = density / (x + fraction);
    return z < 0 ? tail : 1 - tail;
  }
  // Φ(x) - 1/2 = φ(x) Σ x^(2k+1) / (2k+1)!!
  let term = x;
  let sum = x;
  for (let k = 1; k < TERMS; k++) {
    term *= (x * x) / (2 * k + 1);
    sum += term;
  }
  return z < 0 ? 0.5 - density * sum : 0.5 + density * sum;
}
