import { count, notNegative, numbers, PartsError, settings } from '../errors.ts';
import { blockInverse, type CgConfig, dot, readCgConfig, rowDot } from './cg-solver.ts';

/** Forces of contacts, and how they were found. */
export interface ContactForces {
  /** Normal and two tangential forces of each contact. */
  readonly forces: Float64Array;
  /** Iterations that it took. */
  readonly iterations: number;
  /** How far the forces are from where a step down the gradient and back into the cones would leave them, as an acceleration. */
  readonly residual: number;
  /** Whether the residual fell below the tolerance. */
  readonly converged: boolean;
}

/**
 * Forces of contacts with friction: minimises ½ λᵀWλ + bᵀλ over the cones |λ_t| ≤ μ·λ_n, which is the problem that the engine solves with elliptic
 * cones. Conjugate gradients, preconditioned by the inverse of the 3×3 block of each contact; each step ends in the cones, and in place of one that would not
 * go down there is a sweep over the contacts.
 *
 * @param W Inverse inertia at the contacts, J M⁻¹ Jᵀ with what the engine adds to its diagonal: 3n × 3n numbers by rows; normal first, then two tangents.
 * @param b Acceleration at the contacts without forces, less the wanted one: 3n numbers.
 * @param friction Coefficient of friction of each contact.
 * @param config Iterations, tolerance (a share of |b|), preconditioner.
 * @returns The forces.
 * @example
 * const { forces } = solveContacts([1, 0, 0, 0, 1, 0, 0, 0, 1], [-10, 3, 0], [0.2]);
 * console.log(forces); // pushes with 10 or more, and drags against the sliding as much as the cone allows
 */
export function solveContacts(
  W: ArrayLike<number>,
  b: ArrayLike<number>,
  friction: ArrayLike<number>,
  config: Partial<CgConfig> = {},
): ContactForces {
  const mu = numbers('friction', friction);
  count('friction.length', mu.length);
  for (const [k, m] of mu.entries()) notNegative(`friction[${k}]`, m);
  const n = 3 * mu.length;
  return new ContactProblem(
    numbers('W', W, n * n),
    numbers('b', b, n),
    mu,
    readCgConfig(settings('config', config)),
  ).solve();
}

/** Moves the force at `at` to the nearest one in its cone. */
export function projectOnCone(force: Float64Array, at: number, mu: number): void {
  const [normal, x, y] = [force[at], force[at + 1], force[at + 2]];
  const tangent = Math.hypot(x, y);
  if (tangent <= mu * normal) return;
  const along = Math.max(0, (normal + mu * tangent) / (1 + mu * mu));
  const scale = along === 0 || tangent === 0 ? 0 : (mu * along) / tangent;
  force[at] = along;
  force[at + 1] = scale * x;
  force[at + 2] = scale * y;
}

class ContactProblem {
  readonly #W: Float64Array;
  readonly #b: Float64Array;
  readonly #mu: Float64Array;
  readonly #config: CgConfig;
  readonly #n: number;
  readonly #shortStep: number;

  constructor(W: Float64Array, b: Float64Array, mu: Float64Array, config: CgConfig) {
    this.#n = b.length;
    for (let i = 0; i < this.#n; i++) W[(this.#n + 1) * i] += config.regularisation;
    [this.#W, this.#b, this.#mu, this.#config] = [W, b, mu, config];
    this.#shortStep = 1 / largestRow(W, this.#n);
    if (!(this.#shortStep > 0)) throw new PartsError('not-positive', 'W is not positive definite');
  }

  solve(): ContactForces {
    const { maxIterations, minIterations, tolerance, preconditioner } = this.#config;
    const n = this.#n;
    const precondition = preconditioner === 'none' ? undefined : blockInverse(this.#W, n, sizesFor(preconditioner, n));
    const enough = tolerance * Math.sqrt(dot(this.#b, this.#b));
    let force: Float64Array = new Float64Array(n);
    let gradient = this.#gradient(force);
    let search: Float64Array = new Float64Array(n);
    let [previous, iterations, residual] = [0, 0, this.#residual(force, gradient)];
    while (iterations < maxIterations && (residual > enough || iterations < minIterations)) {
      const z = gradient.slice();
      precondition?.(z);
      const now = dot(gradient, z);
      const beta = previous > 0 ? now / previous : 0;
      search = search.map((s, i) => beta * s - z[i]);
      const next = this.#descend(force, gradient, search);
      // a face of a cone that was reached or left ends the conjugacy
      previous = next.straight ? now : 0;
      force = next.force;
      gradient = this.#gradient(force);
      residual = this.#residual(force, gradient);
      iterations++;
    }
    return { forces: force, iterations, residual, converged: residual <= enough };
  }

  #gradient(force: Float64Array): Float64Array {
    return this.#b.map((bi, i) => bi + rowDot(this.#W, this.#n, i, force));
  }

  #cost(force: Float64Array, gradient: Float64Array): number {
    return (dot(force, gradient) + dot(force, this.#b)) / 2;
  }

  /** The lowest point along a direction, back in the cones; or, where that goes up, a sweep over the contacts, which never does. */
  #descend(
    force: Float64Array,
    gradient: Float64Array,
    search: Float64Array,
  ): { force: Float64Array; straight: boolean } {
    const slope = dot(gradient, search);
    const curvature = search.reduce((sum, s, i) => sum + s * rowDot(this.#W, this.#n, i, search), 0);
    if (slope < 0 && curvature > 0) {
      const alpha = -slope / curvature;
      const aimed = force.map((f, i) => f + alpha * search[i]);
      const next = this.#project(aimed.slice());
      if (this.#cost(next, this.#gradient(next)) < this.#cost(force, gradient))
        return { force: next, straight: next.every((f, i) => f === aimed[i]) };
    }
    return { force: this.#sweep(force.slice()), straight: false };
  }

  /** Each contact in turn: a step down its own gradient, as long as its block allows, and back into its cone. */
  #sweep(force: Float64Array): Float64Array {
    const [W, n] = [this.#W, this.#n];
    for (let c = 0; c < this.#mu.length; c++) {
      const at = 3 * c;
      const trace = W[(n + 1) * at] + W[(n + 1) * (at + 1)] + W[(n + 1) * (at + 2)]; // at least the largest eigenvalue
      const [g0, g1, g2] = [0, 1, 2].map((k) => this.#b[at + k] + rowDot(W, n, at + k, force));
      force[at] -= g0 / trace;
      force[at + 1] -= g1 / trace;
      force[at + 2] -= g2 / trace;
      projectOnCone(force, at, this.#mu[c]);
    }
    return force;
  }

  #project(force: Float64Array): Float64Array {
    for (let c = 0; c < this.#mu.length; c++) projectOnCone(force, 3 * c, this.#mu[c]);
    return force;
  }

  #residual(force: Float64Array, gradient: Float64Array): number {
    const moved = this.#project(force.map((f, i) => f - this.#shortStep * gradient[i]));
    return Math.sqrt(moved.reduce((sum, f, i) => sum + (f - force[i]) ** 2, 0)) / this.#shortStep;
  }
}

const sizesFor = (preconditioner: 'jacobi' | 'block-jacobi', n: number): Float64Array =>
  preconditioner === 'jacobi' ? new Float64Array(n).fill(1) : new Float64Array(n / 3).fill(3);

/** A bound of the largest eigenvalue: the largest sum of a row (Gershgorin). */
function largestRow(W: Float64Array, n: number): number {
  let most = 0;
  for (let i = 0; i < n; i++) {
    let sum = 0;
    for (let j = 0; j < n; j++) sum += Math.abs(W[n * i + j]);
    most = Math.max(most, sum);
  }
  return most;
}
