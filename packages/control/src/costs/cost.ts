import type { Data, Model } from '@qpos/core';
import { ControlError, checkCount, checkFunction, checkSettings } from '../errors.ts';
import { type Norm, type NormName, norms } from './norms.ts';

/** One term of a cost: a part of the residual, weighed. */
export interface CostTerm {
  /** Name, for sliders and tables. */
  readonly name: string;
  /** How many numbers of the residual it takes, after those of the terms before it; 1 by default. */
  readonly dim?: number;
  /** How much it counts; 1 by default. It may be changed at any time with `setWeight`. */
  readonly weight?: number;
  /** How numbers become a cost; `quadratic` by default. */
  readonly norm?: NormName;
  /** Parameters of the norm. */
  readonly parameters?: readonly number[];
}

/**
 * Writes the numbers that a good motion keeps near zero. `data` has positions and velocities, with all that follows from them (poses,
 * Jacobians, velocities, their sensors), and the controls; what follows from forces is not computed yet.
 */
export type Residual = (model: Model, data: Data, residual: Float64Array) => void;

/** How a cost is evaluated. */
export interface CostOptions {
  /**
   * What the residual reads beside positions, velocities and controls: `poses` of bodies, geoms and sites, with centres of mass, or `all` that follows
   * from positions and velocities. `all` by default; a `WorkerPlanner` judges states faster by their poses alone.
   */
  readonly reads?: 'poses' | 'all';
}

interface PreparedTerm {
  readonly name: string;
  readonly dim: number;
  readonly norm: Norm;
  readonly parameters: readonly number[];
  weight: number;
}

/**
 * What a motion costs at each time: Σ weight · norm(part of the residual).
 *
 * @example
 * const cost = new Cost([{ name: 'upright', weight: 10 }, { name: 'slow', norm: 'smooth-abs' }, { name: 'effort', weight: 0.1 }],
 *   (model, data, residual) => {
 *     residual[0] = data.qpos[1];
 *     residual[1] = data.qvel[0];
 *     residual[2] = data.ctrl[0];
 *   });
 * cost.setWeight('upright', 20);
 * console.log(cost.dim, cost.weights); // 3
 */
export class Cost {
  /** Numbers in a residual. */
  readonly dim: number;
  /** Writes the residual of a state. */
  readonly residual: Residual;
  /** What the residual reads beside positions, velocities and controls. */
  readonly reads: 'poses' | 'all';
  readonly #terms: readonly PreparedTerm[];
  readonly #gradient: Float64Array;
  readonly #hessian: Float64Array;

  /**
   * @param terms The parts of the residual, in order.
   * @param residual Writes the residual.
   * @param options What it reads.
   */
  constructor(terms: readonly CostTerm[], residual: Residual, options: CostOptions = {}) {
    if (!Array.isArray(terms) || terms.length === 0)
      throw new ControlError('bad-argument', 'a cost needs a list of at least one term');
    checkFunction('residual', residual);
    checkSettings('options', options);
    const { reads = 'all' } = options;
    if (reads !== 'poses' && reads !== 'all')
      throw new ControlError('bad-argument', `a residual cannot read '${String(reads)}'`, { hint: 'poses or all' });
    this.reads = reads;
    this.#terms = terms.map(prepareTerm);
    this.residual = residual;
    this.dim = this.#terms.reduce((sum, term) => sum + term.dim, 0);
    const widest = Math.max(...this.#terms.map((term) => term.dim));
    this.#gradient = new Float64Array(widest);
    this.#hessian = new Float64Array(widest * widest);
  }

  /** The weights by name. */
  get weights(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#terms.map(({ name, weight }) => [name, weight]));
  }

  /**
   * Changes a weight.
   *
   * @param name Name of the term.
   * @param weight From 0 on.
   */
  setWeight(name: string, weight: number): void {
    const term = this.#terms.find((t) => t.name === name);
    if (term === undefined)
      throw new ControlError('bad-argument', `no term is called '${name}'`, {
        hint: `there are ${this.#terms.map((t) => t.name).join(', ')}`,
      });
    term.weight = checkWeight(name, weight);
  }

  /**
   * The cost of a residual.
   *
   * @param residual `dim` numbers.
   * @returns The weighted sum.
   */
  value(residual: Float64Array): number {
    let sum = 0;
    let at = 0;
    for (const { dim, weight, norm, parameters } of this.#terms) {
      if (weight !== 0) sum += weight * norm.value(residual, at, dim, parameters);
      at += dim;
    }
    return sum;
  }

  /**
   * Gradient and the Hessian's block diagonal of the cost with respect to the residual, put through a Jacobian: g += Jᵀ·c', H += Jᵀ·c''·J,
   * the approximation of Gauss and Newton.
   *
   * @param residual `dim` numbers.
   * @param jacobian dim × n by rows.
   * @param n Variables.
   * @param gradient Receives n sums.
   * @param hessian Receives n × n sums.
   * @param scale Times which all is added.
   */
  addDerivatives(
    residual: Float64Array,
    jacobian: Float64Array,
    n: number,
    gradient: Float64Array,
    hessian: Float64Array,
    scale: number,
  ): void {
    let at = 0;
    for (const { dim, weight, norm, parameters } of this.#terms) {
      if (weight !== 0) {
        norm.derivatives(this.#gradient, this.#hessian, residual, at, dim, parameters);
        this.#addTerm(jacobian, at, dim, n, gradient, hessian, scale * weight);
      }
      at += dim;
    }
  }

  #addTerm(
    jacobian: Float64Array,
    at: number,
    dim: number,
    n: number,
    gradient: Float64Array,
    hessian: Float64Array,
    scale: number,
  ): void {
    for (let r = 0; r < dim; r++) {
      const row = (at + r) * n;
      for (let i = 0; i < n; i++) gradient[i] += scale * this.#gradient[r] * jacobian[row + i];
      for (let s = 0; s < dim; s++) {
        const c = scale * this.#hessian[r * dim + s];
        if (c === 0) continue;
        const other = (at + s) * n;
        for (let i = 0; i < n; i++) {
          const left = c * jacobian[row + i];
          if (left === 0) continue;
          for (let j = 0; j < n; j++) hessian[i * n + j] += left * jacobian[other + j];
        }
      }
    }
  }
}

function prepareTerm(term: CostTerm, k: number): PreparedTerm {
  checkSettings(`terms[${k}]`, term);
  const { name, dim = 1, weight = 1, norm: normName = 'quadratic' } = term;
  checkCount(`terms[${k}].dim`, dim);
  const norm = norms[normName];
  if (norm === undefined)
    throw new ControlError('bad-argument', `'${String(normName)}' is no norm`, {
      hint: `there are ${Object.keys(norms).join(', ')}`,
    });
  return { name, dim, norm, weight: checkWeight(name, weight), parameters: term.parameters ?? norm.defaults };
}

function checkWeight(name: string, weight: number): number {
  if (!(weight >= 0 && Number.isFinite(weight)))
    throw new ControlError('bad-argument', `the weight of '${name}' must be a number from 0 on, not ${String(weight)}`);
  return weight;
}

/** Refuses what is no cost. */
export function checkCost(cost: Cost): void {
  if (!(cost instanceof Cost))
    throw new ControlError('bad-argument', 'a Cost is needed', { hint: 'new Cost(terms, residual)' });
}
