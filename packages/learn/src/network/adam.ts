import type { Kernel } from '../kernel/kernel.ts';

/** Settings of Adam. */
export interface AdamOptions {
  readonly beta1?: number;
  readonly beta2?: number;
  readonly epsilon?: number;
}

/**
 * The optimiser Adam over flat arrays of parameters and slopes.
 *
 * @see Kingma, Ba, Adam: A Method for Stochastic Optimization (2015), algorithm 1
 */
export class Adam {
  readonly mean: Float32Array;
  readonly square: Float32Array;
  /** Updates so far. */
  count = 0;
  readonly #kernel: Kernel;
  readonly #options: Required<AdamOptions>;

  constructor(kernel: Kernel, parameters: number, { beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8 }: AdamOptions = {}) {
    this.#kernel = kernel;
    this.#options = { beta1, beta2, epsilon };
    this.mean = kernel.allocate(parameters);
    this.square = kernel.allocate(parameters);
  }

  /** Moves the parameters down their slopes. */
  update(parameters: Float32Array, slopes: Float32Array, rate: number): void {
    const { beta1, beta2, epsilon } = this.#options;
    this.count++;
    // both moments start at 0: m / (1 - β₁ᵗ) over √(v / (1 - β₂ᵗ)) + ε, written with the corrections outside
    const correction = Math.sqrt(1 - integerPower(beta2, this.count));
    const step = (rate * correction) / (1 - integerPower(beta1, this.count));
    this.#kernel.adam(
      parameters,
      slopes,
      this.mean,
      this.square,
      parameters.length,
      step,
      beta1,
      beta2,
      epsilon * correction,
    );
  }
}

/** xⁿ by squaring: the same on every machine, unlike `Math.pow`. */
function integerPower(x: number, n: number): number {
  let [result, base] = [1, x];
  for (let k = n; k > 0; k = Math.floor(k / 2)) {
    if (k % 2 === 1) result *= base;
    base *= base;
  }
  return result;
}
