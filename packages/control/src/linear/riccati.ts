import { ControlError } from '../errors.ts';
import { identity, largest, multiply, multiplyByTransposed, multiplyTransposed, symmetrise } from './dense.ts';
import { factorCholesky, solveCholesky, solveGeneral } from './factor.ts';

const MOST_DOUBLINGS = 60; // of the horizon: 2^60 steps
const CONVERGED = 1e-14; // change of P, of its largest entry

/** A linear system x' = A·x + B·u with the cost Σ xᵀQx + uᵀRu + 2xᵀNu. Matrices are stored by rows. */
export interface LinearProblem {
  readonly n: number;
  readonly nu: number;
  readonly A: Float64Array;
  readonly B: Float64Array;
  readonly Q: Float64Array;
  readonly R: Float64Array;
  readonly N?: Float64Array | undefined;
}

/** The best linear feedback u = -K·x, and the cost xᵀPx that is left from x on. */
export interface RiccatiSolution {
  /** Gains, nu × n. */
  readonly K: Float64Array;
  /** Cost to go, n × n. */
  readonly P: Float64Array;
}

/**
 * The stabilising solution of the discrete algebraic Riccati equation by doubling: each pass doubles the horizon that P looks ahead.
 *
 *     W = I + G·P    A ← A·W⁻¹·A    G ← G + A·W⁻¹·G·Aᵀ    P ← P + Aᵀ·P·W⁻¹·A
 *
 * starting from G = B·R⁻¹·Bᵀ and P = Q. The convergence is quadratic.
 *
 * @see Chu, Fan, Lin, Wang: Structure-preserving algorithms for periodic discrete-time algebraic Riccati equations (2004)
 */
export function solveRiccati(problem: LinearProblem): RiccatiSolution {
  const { n, nu } = problem;
  const size = n * n;
  const P = problem.Q.slice();
  const A = problem.A.slice();
  const [G, W, X, Y, Z] = [size, size, 2 * size, size, size].map((k) => new Float64Array(k)) as Workspace;
  removeCrossTerm(problem, A, P);
  const inverseR = invertWeights(problem.R, nu);
  const BR = new Float64Array(n * nu);
  multiply(BR, problem.B, inverseR, n, nu, nu);
  multiplyByTransposed(G, BR, problem.B, n, nu, n);
  for (let k = 0; k < MOST_DOUBLINGS; k++) {
    // X = W⁻¹·[A G]
    multiply(W, G, P, n, n, n);
    for (let i = 0; i < n; i++) W[i * (n + 1)] += 1;
    joinColumns(X, A, G, n);
    if (!solveGeneral(X, W, n, 2 * n)) break;
    splitColumns(Y, Z, X, n);
    // P += Aᵀ·P·(W⁻¹A), G += A·(W⁻¹G)·Aᵀ, A = A·(W⁻¹A)
    multiply(W, P, Y, n, n, n);
    const change = addTransposedProduct(P, A, W, n);
    multiply(W, A, Z, n, n, n);
    multiplyByTransposed(Z, W, A, n, n, n);
    for (let i = 0; i < size; i++) G[i] += Z[i];
    multiply(W, A, Y, n, n, n);
    A.set(W);
    symmetrise(P, n);
    symmetrise(G, n);
    if (!Number.isFinite(change)) break;
    if (change <= CONVERGED * largest(P)) return { K: gains(problem, P), P };
  }
  throw new ControlError('not-stabilisable', 'no feedback makes this system stable', {
    hint: 'is every unstable motion reached by a control and seen by the cost?',
  });
}

type Workspace = [Float64Array, Float64Array, Float64Array, Float64Array, Float64Array];

/** K = (R + BᵀPB)⁻¹·(BᵀPA + Nᵀ). */
export function gains({ n, nu, A, B, R, N }: LinearProblem, P: Float64Array): Float64Array {
  const PB = new Float64Array(n * nu);
  const H = new Float64Array(nu * nu);
  const K = new Float64Array(nu * n);
  multiply(PB, P, B, n, n, nu);
  multiplyTransposed(H, B, PB, nu, n, nu);
  for (let i = 0; i < nu * nu; i++) H[i] += R[i];
  multiplyTransposed(K, PB, A, nu, n, n);
  if (N !== undefined) for (let i = 0; i < nu; i++) for (let j = 0; j < n; j++) K[i * n + j] += N[j * nu + i];
  if (!factorCholesky(H, H, nu)) throw new ControlError('not-positive', 'R + BᵀPB is not positive definite');
  solveCholesky(K, H, nu, n);
  return K;
}

/** One step back in time: the gains for the cost to go `next`, and P = Q + Aᵀ·next·(A - B·K), made symmetric. */
export function backwardStep(problem: LinearProblem, next: Float64Array): RiccatiSolution {
  const { n, nu, A, B, Q } = problem;
  const K = gains(problem, next);
  const closed = new Float64Array(n * n);
  const P = new Float64Array(n * n);
  const product = new Float64Array(n * n);
  multiply(closed, B, K, n, nu, n);
  for (let i = 0; i < n * n; i++) closed[i] = A[i] - closed[i];
  multiply(product, next, closed, n, n, n);
  multiplyTransposed(P, A, product, n, n, n);
  for (let i = 0; i < n * n; i++) P[i] += Q[i];
  symmetrise(P, n);
  return { K, P };
}

/** With v = u + R⁻¹Nᵀx there is no cross term: A - B·R⁻¹·Nᵀ and Q - N·R⁻¹·Nᵀ. */
function removeCrossTerm({ n, nu, B, R, N }: LinearProblem, A: Float64Array, Q: Float64Array): void {
  if (N === undefined) return;
  const RN = new Float64Array(nu * n);
  multiplyByTransposed(RN, invertWeights(R, nu), N, nu, nu, n);
  const product = new Float64Array(n * n);
  multiply(product, B, RN, n, nu, n);
  for (let i = 0; i < n * n; i++) A[i] -= product[i];
  multiply(product, N, RN, n, nu, n);
  for (let i = 0; i < n * n; i++) Q[i] -= product[i];
}

function invertWeights(R: Float64Array, nu: number): Float64Array {
  const factor = new Float64Array(nu * nu);
  const inverse = identity(nu);
  if (!factorCholesky(factor, R, nu))
    throw new ControlError('not-positive', 'R, the cost of controls, is not positive definite');
  solveCholesky(inverse, factor, nu, nu);
  return inverse;
}

/** P += Aᵀ·W; returns the largest change. */
function addTransposedProduct(P: Float64Array, A: Float64Array, W: Float64Array, n: number): number {
  const product = new Float64Array(n * n);
  multiplyTransposed(product, A, W, n, n, n);
  for (let i = 0; i < n * n; i++) P[i] += product[i];
  return largest(product);
}

/** res = [a b]. */
function joinColumns(res: Float64Array, a: Float64Array, b: Float64Array, n: number): void {
  for (let i = 0; i < n; i++) {
    res.set(a.subarray(i * n, i * n + n), 2 * i * n);
    res.set(b.subarray(i * n, i * n + n), (2 * i + 1) * n);
  }
}

/** [a b] = x. */
function splitColumns(a: Float64Array, b: Float64Array, x: Float64Array, n: number): void {
  for (let i = 0; i < n; i++) {
    a.set(x.subarray(2 * i * n, (2 * i + 1) * n), i * n);
    b.set(x.subarray((2 * i + 1) * n, (2 * i + 2) * n), i * n);
  }
}
