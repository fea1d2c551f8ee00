import type { Model } from '@qpos/core';
import type { Cost } from '../costs/cost.ts';
import { clampControl } from '../feedback/linear-feedback.ts';
import { BoxQp } from '../linear/box-qp.ts';
import { multiply, multiplyTransposed, symmetrise } from '../linear/dense.ts';
import { solveCholesky } from '../linear/factor.ts';
import { tangentSize } from '../state/tangent-state.ts';

/**
 * Changes of controls and feedback gains along a trajectory, from its end to its beginning. What a step costs is a function of the state
 * x' that it leads to and of its controls, so with V the cost to go after it
 *
 *     W(x', u) = c(x', u) + V(x')                      in second order
 *     Qx = AᵀWx   Qu = BᵀWx + Wu   Qxx = AᵀWxxA   Qux = (BᵀWxx + Wux)A   Quu = BᵀWxxB + WuxB + BᵀWxu + Wuu
 *
 * The changes of the controls solve the quadratic problem within their ranges; controls that are held at a bound have no feedback.
 */
export class BackwardPass {
  /** Linearised steps: n × n and n × nu each. */
  readonly A: readonly Float64Array[];
  readonly B: readonly Float64Array[];
  /** Changes of the controls, steps × nu. */
  readonly change: Float64Array;
  /** Feedback gains, steps × nu × n. */
  readonly gains: Float64Array;
  readonly #model: Model;
  readonly #cost: Cost;
  readonly #steps: number;
  readonly #n: number;
  /** Gradients (n + nu) and Hessians of the costs of each step, with respect to x' and u. */
  readonly #gradients: readonly Float64Array[];
  readonly #hessians: readonly Float64Array[];
  readonly #qp: BoxQp;
  readonly #scratch: ReturnType<typeof makeScratch>;

  constructor(model: Model, cost: Cost, steps: number) {
    const { nu } = model;
    const n = tangentSize(model);
    const arrays = (size: number): Float64Array[] => Array.from({ length: steps }, () => new Float64Array(size));
    this.#model = model;
    this.#cost = cost;
    this.#steps = steps;
    this.#n = n;
    this.A = arrays(n * n);
    this.B = arrays(n * nu);
    this.#gradients = arrays(n + nu);
    this.#hessians = arrays((n + nu) ** 2);
    this.change = new Float64Array(steps * nu);
    this.gains = new Float64Array(steps * nu * n);
    this.#qp = new BoxQp(nu);
    this.#scratch = makeScratch(n, nu);
  }

  /** Sets what a step costs, by its residual and the Jacobian of that (dim × (n + nu)). */
  setCost(k: number, residual: Float64Array, jacobian: Float64Array): void {
    const h = this.#model.opt.timestep;
    this.#gradients[k].fill(0);
    this.#hessians[k].fill(0);
    this.#cost.addDerivatives(residual, jacobian, this.#n + this.#model.nu, this.#gradients[k], this.#hessians[k], h);
  }

  /** One pass for the present controls; false if a step has no least cost, so that it takes more regularisation. */
  run(ctrl: Float64Array, regularisation: number): boolean {
    const { V, Vx } = this.#scratch;
    V.fill(0);
    Vx.fill(0);
    for (let k = this.#steps - 1; k >= 0; k--) if (!this.#step(k, ctrl, regularisation)) return false;
    return true;
  }

  #step(k: number, ctrl: Float64Array, regularisation: number): boolean {
    const { nu } = this.#model;
    const n = this.#n;
    const { lower, upper, du, Qu, Quu } = this.#scratch;
    this.#expand(k);
    for (let i = 0; i < nu; i++) {
      Quu[i * (nu + 1)] += regularisation;
      lower[i] = clampControl(this.#model, i, Number.NEGATIVE_INFINITY) - ctrl[k * nu + i];
      upper[i] = clampControl(this.#model, i, Number.POSITIVE_INFINITY) - ctrl[k * nu + i];
    }
    du.fill(0);
    if (!this.#qp.solve(du, Quu, Qu, lower, upper)) return false;
    for (let i = 0; i < nu; i++) Quu[i * (nu + 1)] -= regularisation;
    this.change.set(du, k * nu);
    this.#setGains(this.gains.subarray(k * nu * n, (k + 1) * nu * n));
    this.#stepBack(k);
    return true;
  }

  /** The second-order expansion of a step. */
  #expand(k: number): void {
    const { nu } = this.#model;
    const n = this.#n;
    const width = n + nu;
    const [A, B, gradient, hessian] = [this.A[k], this.B[k], this.#gradients[k], this.#hessians[k]];
    const { V, Vx, W, Wx, Wux, WB, WA, left, Qx, Qu, Qxx, Qux, Quu } = this.#scratch;
    for (let i = 0; i < n; i++) {
      Wx[i] = Vx[i] + gradient[i];
      for (let j = 0; j < n; j++) W[i * n + j] = V[i * n + j] + hessian[i * width + j];
    }
    for (let i = 0; i < nu; i++) for (let j = 0; j < n; j++) Wux[i * n + j] = hessian[(n + i) * width + j];
    multiplyTransposed(Qx, A, Wx, n, n, 1);
    multiplyTransposed(Qu, B, Wx, nu, n, 1);
    multiply(WA, W, A, n, n, n);
    multiplyTransposed(Qxx, A, WA, n, n, n);
    multiply(WB, W, B, n, n, nu);
    multiplyTransposed(left, WB, A, nu, n, n);
    multiply(Qux, Wux, A, nu, n, n);
    for (let i = 0; i < nu * n; i++) Qux[i] += left[i];
    multiply(left, Wux, B, nu, n, nu);
    multiplyTransposed(Quu, B, WB, nu, n, nu);
    for (let i = 0; i < nu; i++) {
      Qu[i] += gradient[n + i];
      for (let j = 0; j < nu; j++)
        Quu[i * nu + j] += left[i * nu + j] + left[j * nu + i] + hessian[(n + i) * width + n + j];
    }
    symmetrise(Quu, nu);
    symmetrise(Qxx, n);
  }

  /** K = -Quu⁻¹·Qux in the free controls, 0 in the others. */
  #setGains(K: Float64Array): void {
    const { nu } = this.#model;
    const n = this.#n;
    const { free, freeCount, factor } = this.#qp;
    const { Qux, packed } = this.#scratch;
    let row = 0;
    for (let i = 0; i < nu; i++)
      if (free[i] === 1) {
        for (let j = 0; j < n; j++) packed[row * n + j] = -Qux[i * n + j];
        row++;
      }
    solveCholesky(packed, factor, freeCount, n);
    row = 0;
    for (let i = 0; i < nu; i++) {
      for (let j = 0; j < n; j++) K[i * n + j] = free[i] === 1 ? packed[row * n + j] : 0;
      row += free[i];
    }
  }

  /** The cost to go before the step: V = Qxx + KᵀQuuK + KᵀQux + QuxᵀK, Vx = Qx + KᵀQuu·du + KᵀQu + Quxᵀ·du. */
  #stepBack(k: number): void {
    const { nu } = this.#model;
    const n = this.#n;
    const { V, Vx, Qx, Qu, Qxx, Qux, Quu, du, left, right, WA } = this.#scratch;
    const K = this.gains.subarray(k * nu * n, (k + 1) * nu * n);
    // left = Quu·K + Qux, so that V = Qxx + Kᵀ·left + QuxᵀK
    multiply(left, Quu, K, nu, nu, n);
    for (let i = 0; i < nu * n; i++) left[i] += Qux[i];
    multiplyTransposed(V, K, left, n, nu, n);
    multiplyTransposed(WA, Qux, K, n, nu, n);
    for (let i = 0; i < n * n; i++) V[i] += Qxx[i] + WA[i];
    symmetrise(V, n);
    multiply(right, Quu, du, nu, nu, 1);
    for (let i = 0; i < nu; i++) right[i] += Qu[i];
    for (let j = 0; j < n; j++) {
      let s = Qx[j];
      for (let i = 0; i < nu; i++) s += K[i * n + j] * right[i] + Qux[i * n + j] * du[i];
      Vx[j] = s;
    }
  }
}

function makeScratch(n: number, nu: number) {
  const make = (size: number): Float64Array => new Float64Array(size);
  return {
    V: make(n * n),
    Vx: make(n),
    W: make(n * n),
    Wx: make(n),
    Wux: make(nu * n),
    WA: make(n * n),
    WB: make(n * nu),
    left: make(nu * Math.max(n, nu)),
    right: make(nu),
    packed: make(nu * n),
    Qx: make(n),
    Qu: make(nu),
    Qxx: make(n * n),
    Qux: make(nu * n),
    Quu: make(nu * nu),
    du: make(nu),
    lower: make(nu),
    upper: make(nu),
  };
}
