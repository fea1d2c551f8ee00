import { count, notNegative, numbers, oneOf, PartsError, settings, within } from '../errors.ts';
import { cholesky, choleskySolve } from '../linear/dense.ts';

/** What a residual is multiplied with: nothing, the inverse diagonal, or the inverse of blocks along the diagonal. */
export type Preconditioner = 'none' | 'jacobi' | 'block-jacobi';

/** Settings of a `CgSolver`. */
export interface CgConfig {
  /** Most iterations. */
  readonly maxIterations: number;
  /** Fewest iterations. */
  readonly minIterations: number;
  /** Ends when the residual is below this share of the right-hand side. */
  readonly tolerance: number;
  /** Share of the position error that a step takes away. */
  readonly baumgarte: number;
  /** Added to the diagonal. */
  readonly regularisation: number;
  /** Share of the last solution that the next begins with; 0 for none. */
  readonly warmStart: number;
  /** What the residual is multiplied with. */
  readonly preconditioner: Preconditioner;
}

const PRECONDITIONERS: readonly Preconditioner[] = ['none', 'jacobi', 'block-jacobi'];

/** Settings for common needs. */
export const CG_PRESETS = {
  default: config(50, 1e-6, 0.2, 1e-9, 0.9, 3),
  highAccuracy: config(200, 1e-10, 0.1, 1e-12, 0.95, 5),
  realtime: config(20, 1e-4, 0.3, 1e-8, 0.85, 2),
  largeSystem: config(100, 1e-6, 0.2, 1e-9, 0.9, 5),
} as const;

function config(
  maxIterations: number,
  tolerance: number,
  baumgarte: number,
  regularisation: number,
  warmStart: number,
  minIterations: number,
): CgConfig {
  return {
    maxIterations,
    minIterations,
    tolerance,
    baumgarte,
    regularisation,
    warmStart,
    preconditioner: 'block-jacobi',
  };
}

/** Settings that are complete and checked. */
export function readCgConfig(given: Partial<CgConfig>): CgConfig {
  const c = { ...CG_PRESETS.default, ...settings('config', given) };
  count('maxIterations', c.maxIterations);
  count('minIterations', c.minIterations, 0);
  notNegative('tolerance', c.tolerance);
  within('baumgarte', c.baumgarte, 0, 1);
  notNegative('regularisation', c.regularisation);
  within('warmStart', c.warmStart, 0, 1);
  oneOf('preconditioner', c.preconditioner, PRECONDITIONERS);
  return c;
}

/** How a solution was found. */
export interface CgResult {
  /** The solution; the solver overwrites it with the next. */
  readonly x: Float64Array;
  /** Whether the residual fell below the tolerance. */
  readonly converged: boolean;
  /** Iterations that it took. */
  readonly iterations: number;
  /** Length of the residual. */
  readonly residual: number;
  /** Residual as a share of that of the first guess. */
  readonly ratio: number;
}

/**
 * Solves A·x = b with A symmetric positive definite by preconditioned conjugate gradients, and keeps the solution as the first guess for the next.
 *
 * @example
 * const solver = new CgSolver({ preconditioner: 'jacobi' });
 * const { x, iterations } = solver.solve([4, 1, 1, 3], [1, 2]);
 * console.log(x, iterations); // 1/11 7/11 in two iterations or three
 */
export class CgSolver {
  /** Its settings. */
  readonly config: CgConfig;
  #last = new Float64Array(0);
  #solves = 0;
  #iterations = 0;
  #failures = 0;

  /** @param config What differs from the default settings. */
  constructor(config: Partial<CgConfig> = {}) {
    this.config = readCgConfig(config);
  }

  /** Solutions, iterations and solutions that did not converge since the solver was made. */
  get statistics(): { readonly solves: number; readonly iterations: number; readonly failures: number } {
    return { solves: this.#solves, iterations: this.#iterations, failures: this.#failures };
  }

  /** Forgets the last solution. */
  reset(): void {
    this.#last = new Float64Array(0);
  }

  /**
   * Solves a system.
   *
   * @param A Matrix by rows, symmetric and positive definite.
   * @param b Right-hand side.
   * @param blocks Sizes of the blocks along the diagonal that the preconditioner inverts; 1 each by default.
   * @returns The solution and how it was found.
   */
  solve(A: ArrayLike<number>, b: ArrayLike<number>, blocks?: ArrayLike<number>): CgResult {
    const rhs = numbers('b', b);
    const n = rhs.length;
    const matrix = numbers('A', A, n * n);
    const { regularisation, warmStart, preconditioner } = this.config;
    for (let i = 0; i < n; i++) matrix[(n + 1) * i] += regularisation;
    const sizes = preconditioner === 'block-jacobi' ? readBlocks(blocks, n) : new Float64Array(n).fill(1);
    const apply = preconditioner === 'none' ? undefined : blockInverse(matrix, n, sizes);
    const x = this.#last.length === n ? this.#last.map((y) => warmStart * y) : new Float64Array(n);
    const result = this.#iterate(matrix, rhs, x, apply);
    this.#last = x;
    this.#solves++;
    this.#iterations += result.iterations;
    if (!result.converged) this.#failures++;
    return result;
  }

  #iterate(A: Float64Array, b: Float64Array, x: Float64Array, precondition?: (z: Float64Array) => void): CgResult {
    const { maxIterations, minIterations, tolerance } = this.config;
    const n = b.length;
    const r = b.map((bi, i) => bi - rowDot(A, n, i, x));
    const z = r.slice();
    precondition?.(z);
    const p = z.slice();
    const image = new Float64Array(n);
    const [first, enough] = [norm(r), tolerance * norm(b)];
    let [rz, iterations, residual] = [dot(r, z), 0, first];
    while (iterations < maxIterations && (residual > enough || iterations < minIterations) && residual > 0) {
      for (let i = 0; i < n; i++) image[i] = rowDot(A, n, i, p);
      const curvature = dot(p, image);
      if (!(curvature > 0)) {
        if (residual <= enough) break; // nothing is left but rounding
        throw new PartsError('not-positive', 'the matrix is not positive definite');
      }
      const alpha = rz / curvature;
      for (let i = 0; i < n; i++) {
        x[i] += alpha * p[i];
        r[i] -= alpha * image[i];
        z[i] = r[i];
      }
      precondition?.(z);
      const next = dot(r, z);
      const beta = next / rz;
      for (let i = 0; i < n; i++) p[i] = z[i] + beta * p[i];
      [rz, residual] = [next, norm(r)];
      iterations++;
    }
    return { x, converged: residual <= enough, iterations, residual, ratio: first > 0 ? residual / first : 0 };
  }
}

function readBlocks(blocks: ArrayLike<number> | undefined, n: number): Float64Array {
  if (blocks === undefined) return new Float64Array(n).fill(1);
  const sizes = numbers('blocks', blocks);
  for (const [k, size] of sizes.entries()) count(`blocks[${k}]`, size);
  if (sizes.reduce((sum, size) => sum + size, 0) !== n)
    throw new PartsError('bad-argument', `the blocks must have ${n} rows in all`);
  return sizes;
}

/** Multiplies with the inverse of the blocks along the diagonal, by their Cholesky factors. */
export function blockInverse(A: Float64Array, n: number, sizes: ArrayLike<number>): (z: Float64Array) => void {
  const factors: { first: number; size: number; factor: Float64Array }[] = [];
  for (let k = 0, first = 0; k < sizes.length; first += sizes[k], k++) {
    const size = sizes[k];
    const factor = new Float64Array(size * size);
    for (let i = 0; i < size; i++) for (let j = 0; j < size; j++) factor[size * i + j] = A[n * (first + i) + first + j];
    if (!cholesky(factor, 0, size))
      throw new PartsError('not-positive', `block ${k} along the diagonal is not positive definite`);
    factors.push({ first, size, factor });
  }
  return (z) => {
    for (const { first, size, factor } of factors) choleskySolve(factor, 0, size, z, first);
  };
}

/** The product of a row and a vector. */
export function rowDot(A: Float64Array, n: number, row: number, x: Float64Array): number {
  let sum = 0;
  for (let j = 0; j < n; j++) sum += A[n * row + j] * x[j];
  return sum;
}

export const dot = (a: Float64Array, b: Float64Array): number => a.reduce((sum, x, k) => sum + x * b[k], 0);
const norm = (a: Float64Array): number => Math.sqrt(dot(a, a));
