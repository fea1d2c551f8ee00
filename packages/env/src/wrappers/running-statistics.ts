import { EnvError } from '../errors.ts';

/**
 * Mean and variance of vectors that come one after another. Statistics of parts merge into those of the whole, in any grouping, so
 * workers can keep their own.
 *
 * @see Chan, Golub, LeVeque, Updating Formulae and a Pairwise Algorithm for Computing Sample Variances (1979)
 * @example
 * const statistics = new RunningStatistics(2);
 * statistics.add([1, 10]);
 * statistics.add([3, 10]);
 * console.log(statistics.mean); // close to 2, 10
 */
export class RunningStatistics {
  /** The mean of each element. */
  readonly mean: Float64Array;
  /** The variance of each element. */
  readonly variance: Float64Array;
  /** How many vectors there were, with the weight of the prior. */
  count: number;

  /**
   * @param size Length of the vectors.
   * @param prior Weight of the mean 0 and variance 1 that the statistics start with; Gymnasium's is 1e-4.
   */
  constructor(size: number, prior = 1e-4) {
    if (!Number.isSafeInteger(size) || size < 0 || size > 2 ** 31)
      throw new EnvError('bad-argument', `there are no statistics of ${String(size)} numbers`);
    if (typeof prior !== 'number' || !(prior >= 0))
      throw new EnvError('bad-argument', `prior is a number from 0 on, not ${String(prior)}`);
    this.mean = new Float64Array(size);
    this.variance = new Float64Array(size).fill(1);
    this.count = prior;
  }

  /**
   * Adds a vector.
   *
   * @param x The vector.
   * @param offset Where it begins in `x`.
   */
  add(x: ArrayLike<number>, offset = 0): void {
    const { mean, variance, count } = this;
    const total = count + 1;
    for (let k = 0; k < mean.length; k++) {
      const delta = (x[offset + k] as number) - (mean[k] as number);
      mean[k] = (mean[k] as number) + delta / total;
      variance[k] = ((variance[k] as number) * count + (delta * delta * count) / total) / total;
    }
    this.count = total;
  }

  /**
   * Adds all that other statistics have seen.
   *
   * @param other Statistics of vectors of the same length, without a prior (`new RunningStatistics(size, 0)`) unless theirs shall count too.
   */
  merge(other: RunningStatistics): void {
    const { mean, variance, count } = this;
    if (other.mean.length !== mean.length)
      throw new EnvError('bad-argument', `statistics of ${other.mean.length} and ${mean.length} numbers do not merge`);
    const total = count + other.count;
    if (total === 0) return;
    for (let k = 0; k < mean.length; k++) {
      const delta = (other.mean[k] as number) - (mean[k] as number);
      const spread = (variance[k] as number) * count + (other.variance[k] as number) * other.count;
      mean[k] = (mean[k] as number) + (delta * other.count) / total;
      variance[k] = (spread + (delta * delta * count * other.count) / total) / total;
    }
    this.count = total;
  }

  /**
   * The statistics as plain numbers: count, means, variances.
   *
   * @returns A copy that `load` takes back.
   */
  save(): Float64Array {
    return Float64Array.of(this.count, ...this.mean, ...this.variance);
  }

  /**
   * Goes back to saved statistics.
   *
   * @param saved What `save` returned.
   */
  load(saved: ArrayLike<number>): void {
    const size = this.mean.length;
    if (saved.length !== 2 * size + 1)
      throw new EnvError(
        'bad-argument',
        `statistics of ${size} numbers are saved as ${2 * size + 1}, not ${saved.length}`,
      );
    this.count = saved[0] as number;
    for (let k = 0; k < size; k++) {
      this.mean[k] = saved[1 + k] as number;
      this.variance[k] = saved[1 + size + k] as number;
    }
  }
}
