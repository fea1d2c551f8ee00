import { exp, log, pow } from '@qpos/core/math';

/**
 * How a residual becomes a cost. `p` and `q` are its parameters:
 *
 * - `identity`: x itself, of one number: for what already is a cost;
 * - `quadratic`: ½·|x|²;
 * - `l22`: (|x|^q + p^q)^(1/q) - p, for q = 2 the same as `l2`;
 * - `l2`: √(|x|² + p²) - p, the length of the vector, smooth at 0;
 * - `cosh`: Σ p²·(cosh(xᵢ/p) - 1), steep far away;
 * - `power`: Σ |xᵢ|ᵖ;
 * - `smooth-abs`: Σ √(xᵢ² + p²) - p;
 * - `smooth-abs-2`: Σ (|xᵢ|^q + p^q)^(1/q) - p;
 * - `rectify`: Σ p·log(1 + exp(xᵢ/p)), for what may only be below 0; with p = 0, Σ max(xᵢ, 0).
 */
export type NormName =
  | 'identity'
  | 'quadratic'
  | 'l22'
  | 'l2'
  | 'cosh'
  | 'power'
  | 'smooth-abs'
  | 'smooth-abs-2'
  | 'rectify';

/** The value of a norm, with its gradient and Hessian where they are wanted. */
export interface Norm {
  /** Parameters where none are given. */
  readonly defaults: readonly number[];
  /** The value of x[at ... at + n). */
  value(x: Float64Array, at: number, n: number, parameters: readonly number[]): number;
  /** Writes the gradient (n) and adds nothing else; the Hessian is n × n. */
  derivatives(
    gradient: Float64Array,
    hessian: Float64Array,
    x: Float64Array,
    at: number,
    n: number,
    parameters: readonly number[],
  ): void;
}

/** A function of one number with its first two derivatives. */
interface Curve {
  value(x: number, p: number, q: number): number;
  slope(x: number, p: number, q: number): number;
  curvature(x: number, p: number, q: number): number;
}

/** A norm that is a sum over the numbers of the residual. */
const separable = (defaults: readonly number[], curve: Curve): Norm => ({
  defaults,
  value(x, at, n, [p = 0, q = 0]) {
    let sum = 0;
    for (let i = 0; i < n; i++) sum += curve.value(x[at + i], p, q);
    return sum;
  },
  derivatives(gradient, hessian, x, at, n, [p = 0, q = 0]) {
    hessian.fill(0, 0, n * n);
    for (let i = 0; i < n; i++) {
      gradient[i] = curve.slope(x[at + i], p, q);
      hessian[i * (n + 1)] = curve.curvature(x[at + i], p, q);
    }
  },
});

const lengthOf = (x: Float64Array, at: number, n: number, p: number): number => {
  let squares = p * p;
  for (let i = 0; i < n; i++) squares += x[at + i] * x[at + i];
  return Math.sqrt(squares);
};

const l2: Norm = {
  defaults: [0.1],
  value: (x, at, n, [p = 0]) => lengthOf(x, at, n, p) - p,
  derivatives(gradient, hessian, x, at, n, [p = 0]) {
    const length = lengthOf(x, at, n, p);
    const inverse = length > 0 ? 1 / length : 0;
    for (let i = 0; i < n; i++) gradient[i] = x[at + i] * inverse;
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++) hessian[i * n + j] = ((i === j ? 1 : 0) - gradient[i] * gradient[j]) * inverse;
  },
};

const cosh = (x: number): number => 0.5 * (exp(x) + exp(-x));
const sinh = (x: number): number => 0.5 * (exp(x) - exp(-x));

/** 1/(1 + exp(-x)) */
const logistic = (x: number): number => (x >= 0 ? 1 / (1 + exp(-x)) : exp(x) / (1 + exp(x)));

const smoothAbs2: Curve = {
  value: (x, p, q) => pow(pow(Math.abs(x), q) + pow(p, q), 1 / q) - p,
  slope(x, p, q) {
    const a = Math.abs(x);
    return a === 0 ? 0 : Math.sign(x) * pow(a, q - 1) * pow(pow(a, q) + pow(p, q), 1 / q - 1);
  },
  curvature(x, p, q) {
    const a = Math.abs(x);
    if (a === 0) return q === 2 && p > 0 ? 1 / p : 0;
    return (q - 1) * pow(a, q - 2) * pow(p, q) * pow(pow(a, q) + pow(p, q), 1 / q - 2);
  },
};

/** A function of the length alone: its curvature acts along x, its slope over the length across. */
const l22: Norm = {
  defaults: [0.1, 2],
  value: (x, at, n, [p = 0, q = 2]) => smoothAbs2.value(lengthOf(x, at, n, 0), p, q),
  derivatives(gradient, hessian, x, at, n, [p = 0, q = 2]) {
    const length = lengthOf(x, at, n, 0);
    const along = smoothAbs2.curvature(length, p, q);
    const across = length > 0 ? smoothAbs2.slope(length, p, q) / length : along;
    for (let i = 0; i < n; i++) gradient[i] = across * x[at + i];
    const bend = length > 0 ? (along - across) / (length * length) : 0;
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++) hessian[i * n + j] = (i === j ? across : 0) + bend * x[at + i] * x[at + j];
  },
};

export const norms: Readonly<Record<NormName, Norm>> = {
  identity: separable([], { value: (x) => x, slope: () => 1, curvature: () => 0 }),
  quadratic: separable([], { value: (x) => 0.5 * x * x, slope: (x) => x, curvature: () => 1 }),
  l22,
  l2,
  cosh: separable([0.1], {
    value: (x, p) => p * p * (cosh(x / p) - 1),
    slope: (x, p) => p * sinh(x / p),
    curvature: (x, p) => cosh(x / p),
  }),
  power: separable([2], {
    value: (x, p) => pow(Math.abs(x), p),
    slope: (x, p) => (x === 0 ? 0 : Math.sign(x) * p * pow(Math.abs(x), p - 1)),
    curvature: (x, p) => (x === 0 ? (p === 2 ? 2 : 0) : p * (p - 1) * pow(Math.abs(x), p - 2)),
  }),
  'smooth-abs': separable([0.1], {
    value: (x, p) => Math.sqrt(x * x + p * p) - p,
    slope: (x, p) => (x === 0 ? 0 : x / Math.sqrt(x * x + p * p)),
    curvature: (x, p) => (p === 0 ? 0 : (p * p) / ((x * x + p * p) * Math.sqrt(x * x + p * p))),
  }),
  'smooth-abs-2': separable([0.1, 2], smoothAbs2),
  rectify: separable([0.1], {
    value: (x, p) => (p === 0 ? Math.max(x, 0) : Math.max(x, 0) + p * log(1 + exp(-Math.abs(x) / p))),
    slope: (x, p) => (p === 0 ? (x > 0 ? 1 : 0) : logistic(x / p)),
    curvature: (x, p) => (p === 0 ? 0 : (logistic(x / p) * logistic(-x / p)) / p),
  }),
};
