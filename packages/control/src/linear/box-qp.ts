import { checkCount } from '../errors.ts';
import { factorCholesky, solveCholesky } from './factor.ts';

const MOST_ITERATIONS = 100;
const SMALL_GRADIENT = 1e-10; // of a free variable, where the search ends
const DECREASE = 0.1; // of what the slope promises, that a step must keep
const SHORTEST_STEP = 1e-12;

/**
 * Least ½xᵀHx + gᵀx within bounds, by Newton steps in the variables that are not held at a bound. Working memory is its own, so that a
 * solution allocates nothing.
 *
 * @see Bertsekas: Projected Newton methods for optimization problems with simple constraints (1982)
 * @example
 * const qp = new BoxQp(2);
 * const x = new Float64Array(2);
 * qp.solve(x, Float64Array.of(2, 0, 0, 2), Float64Array.of(-2, -6), Float64Array.of(0, 0), Float64Array.of(2, 2));
 * console.log(x, [...qp.free]); // 1, 2: the second is held
 */
export class BoxQp {
  /** Variables. */
  readonly n: number;
  /** 1 for each variable that is not held at a bound by the solution. */
  readonly free: Uint8Array;
  /** How many those are. */
  freeCount = 0;
  /** Cholesky factor of H in the free variables, freeCount × freeCount. */
  readonly factor: Float64Array;
  readonly #gradient: Float64Array;
  readonly #step: Float64Array;
  readonly #trial: Float64Array;

  /** @param n How many variables. */
  constructor(n: number) {
    checkCount('n', n, 0);
    this.n = n;
    this.free = new Uint8Array(n);
    this.factor = new Float64Array(n * n);
    this.#gradient = new Float64Array(n);
    this.#step = new Float64Array(n);
    this.#trial = new Float64Array(n);
  }

  /**
   * Solves one problem.
   *
   * @param x Where to begin; receives the solution.
   * @param H Symmetric matrix, n × n by rows.
   * @param g Linear part.
   * @param lower Lower bounds.
   * @param upper Upper bounds.
   * @returns Whether it was solved; not if H is not positive definite in the free variables.
   */
  solve(x: Float64Array, H: Float64Array, g: Float64Array, lower: Float64Array, upper: Float64Array): boolean {
    const { n } = this;
    const [gradient, step, trial] = [this.#gradient, this.#step, this.#trial];
    for (let i = 0; i < n; i++) x[i] = clamp(x[i], lower[i], upper[i]);
    let value = this.#value(x, H, g);
    for (let k = 0; k < MOST_ITERATIONS; k++) {
      this.#differentiate(x, H, g, lower, upper);
      if (!this.#factorFree(H)) return false;
      if (this.#largestFree() <= SMALL_GRADIENT) return true;
      const slope = this.#newtonStep();
      if (!(slope < 0)) return true;
      let length = 1;
      let next = Number.POSITIVE_INFINITY;
      while (length > SHORTEST_STEP) {
        for (let i = 0; i < n; i++) trial[i] = clamp(x[i] + length * step[i], lower[i], upper[i]);
        next = this.#value(trial, H, g);
        let promised = 0;
        for (let i = 0; i < n; i++) promised += gradient[i] * (trial[i] - x[i]);
        if (next <= value + DECREASE * promised) break;
        length *= 0.5;
      }
      if (!(next < value)) return true; // as far as the numbers go
      x.set(trial);
      value = next;
    }
    this.#differentiate(x, H, g, lower, upper);
    return this.#factorFree(H);
  }

  #value(x: Float64Array, H: Float64Array, g: Float64Array): number {
    const { n } = this;
    let sum = 0;
    for (let i = 0; i < n; i++) {
      let row = 0;
      for (let j = 0; j < n; j++) row += H[i * n + j] * x[j];
      sum += x[i] * (0.5 * row + g[i]);
    }
    return sum;
  }

  /** The gradient, and which variables are free: not at a bound that the gradient pushes them against. */
  #differentiate(x: Float64Array, H: Float64Array, g: Float64Array, lower: Float64Array, upper: Float64Array): void {
    const { n, free } = this;
    this.freeCount = 0;
    for (let i = 0; i < n; i++) {
      let s = g[i];
      for (let j = 0; j < n; j++) s += H[i * n + j] * x[j];
      this.#gradient[i] = s;
      const held = (x[i] <= lower[i] && s > 0) || (x[i] >= upper[i] && s < 0);
      free[i] = held ? 0 : 1;
      this.freeCount += free[i];
    }
  }

  #factorFree(H: Float64Array): boolean {
    const { n, free, factor, freeCount } = this;
    let k = 0;
    for (let i = 0; i < n; i++)
      if (free[i] === 1) for (let j = 0; j < n; j++) if (free[j] === 1) factor[k++] = H[i * n + j];
    return factorCholesky(factor, factor, freeCount);
  }

  #largestFree(): number {
    let most = 0;
    for (let i = 0; i < this.n; i++) if (this.free[i] === 1) most = Math.max(most, Math.abs(this.#gradient[i]));
    return most;
  }

  /** Newton's step in the free variables; returns the slope along it. */
  #newtonStep(): number {
    const { n, free, factor, freeCount } = this;
    const [gradient, step, packed] = [this.#gradient, this.#step, this.#trial];
    let k = 0;
    for (let i = 0; i < n; i++) if (free[i] === 1) packed[k++] = -gradient[i];
    solveCholesky(packed, factor, freeCount);
    let slope = 0;
    k = 0;
    for (let i = 0; i < n; i++) {
      step[i] = free[i] === 1 ? packed[k++] : 0;
      slope += step[i] * gradient[i];
    }
    return slope;
  }
}

const clamp = (x: number, low: number, high: number): number => Math.min(Math.max(x, low), high);
