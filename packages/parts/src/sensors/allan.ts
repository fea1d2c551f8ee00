import { count, numbers, PartsError } from '../errors.ts';

/**
 * The Allan deviation of a recording: how much averages over neighbouring times differ. White noise of density N gives N/√τ, a random walk of density K
 * gives K·√(τ/3).
 *
 * @param samples Readings at equal distances in time.
 * @param cluster Number of readings that are averaged: τ times the rate.
 * @returns The deviation, over all pairs of clusters that overlap or not.
 * @see IEEE Std 952-1997, annex C
 * @example
 * const alternating = Array.from({ length: 100 }, (_, k) => (k % 2 ? 1 : -1));
 * console.log(allanDeviation(alternating, 1)); // √2
 */
export function allanDeviation(samples: ArrayLike<number>, cluster: number): number {
  const values = numbers('samples', samples);
  const m = count('cluster', cluster);
  const n = values.length;
  if (n < 2 * m) throw new PartsError('bad-argument', `two clusters need ${2 * m} samples, but there are ${n}`);
  const sums = new Float64Array(n + 1);
  for (let k = 0; k < n; k++) sums[k + 1] = sums[k] + values[k];
  let total = 0;
  for (let k = 0; k + 2 * m <= n; k++) {
    const difference = (sums[k + 2 * m] - 2 * sums[k + m] + sums[k]) / m;
    total += difference * difference;
  }
  return Math.sqrt(total / (2 * (n - 2 * m + 1)));
}
