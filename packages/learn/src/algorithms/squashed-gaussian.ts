import { exp, log, tanh } from '@qpos/core/math';
import type { NormalSource } from '../network/orthogonal.ts';

const HALF_LOG_2PI = 0.5 * log(2 * Math.PI);
const LN2 = log(2);
/** Logarithms of deviations lie between these, reached smoothly. */
const [LEAST, MOST] = [-5, 2];

/** ln(1 - tanh²u), also where tanh is 1 in double precision. */
const logSlope = (u: number): number => 2 * (LN2 - Math.abs(u) - log(1 + exp(-2 * Math.abs(u))));

/**
 * Actions between -1 and 1: tanh u of normally distributed u = μ + σ ε. A network gives, row by row, all means and then all logarithms of
 * deviations, the latter before they are brought into their range.
 *
 *     ln π(a) = Σ -ε²/2 - ln σ - ln √2π - ln(1 - a²)
 *
 * @see Haarnoja, Zhou, Abbeel, Levine, Soft Actor-Critic (2018), appendix C
 */
export class SquashedGaussian {
  readonly size: number;
  /** The actions of the last sample, row by row. */
  readonly actions: Float32Array;
  /** Their logarithmic densities. */
  readonly logDensities: Float64Array;
  readonly #noise: Float64Array;
  readonly #deviations: Float64Array;
  readonly #bends: Float64Array; // slopes of ln σ along what the network gives

  constructor(size: number, rows: number) {
    this.size = size;
    this.actions = new Float32Array(rows * size);
    this.logDensities = new Float64Array(rows);
    this.#noise = new Float64Array(rows * size);
    this.#deviations = new Float64Array(rows * size);
    this.#bends = new Float64Array(rows * size);
  }

  /** Draws an action for each row of the network's outputs. */
  sample(outputs: Float32Array, rows: number, random: NormalSource): void {
    const { size, actions } = this;
    for (let i = 0; i < rows; i++) {
      let density = 0;
      for (let j = 0; j < size; j++) {
        const [at, from] = [i * size + j, 2 * i * size + j];
        const bounded = tanh(outputs[from + size] as number);
        const logDeviation = LEAST + 0.5 * (MOST - LEAST) * (bounded + 1);
        const deviation = exp(logDeviation);
        const noise = random.normal();
        const u = (outputs[from] as number) + deviation * noise;
        density -= 0.5 * noise * noise + logDeviation + HALF_LOG_2PI + logSlope(u);
        actions[at] = tanh(u);
        this.#noise[at] = noise;
        this.#deviations[at] = deviation;
        this.#bends[at] = 0.5 * (MOST - LEAST) * (1 - bounded * bounded);
      }
      this.logDensities[i] = density;
    }
  }

  /**
   * Slopes along the network's outputs of a loss that has the slope `weight` along each log-density, and along the actions those in
   * `actionSlopes`, whose rows have `stride` numbers and begin the actions at `offset`.
   */
  backward(
    slopes: Float32Array,
    rows: number,
    weight: number,
    actionSlopes: Float32Array,
    stride: number,
    offset: number,
  ): void {
    const { size, actions } = this;
    for (let i = 0; i < rows; i++) {
      for (let j = 0; j < size; j++) {
        const [at, to] = [i * size + j, 2 * i * size + j];
        const a = actions[at] as number;
        // ε stays as it is: ln π depends on u by -ln(1 - tanh²u), whose slope is 2 tanh u
        const alongU = 2 * weight * a + (actionSlopes[i * stride + offset + j] as number) * (1 - a * a);
        slopes[to] = alongU;
        slopes[to + size] =
          (alongU * (this.#deviations[at] as number) * (this.#noise[at] as number) - weight) *
          (this.#bends[at] as number);
      }
    }
  }
}
