import { exp } from '@qpos/core/math';
import type { RandomGenerator } from '@qpos/env';
import type { Kernel } from '../kernel/kernel.ts';
import { Adam } from '../network/adam.ts';
import { initialise } from '../network/initialise.ts';
import { type Activation, Mlp, parameterCount } from '../network/mlp.ts';
import { amount, onOff, real, type SettingsOf, schedule, sizes, whole, word } from '../settings/setting.ts';
import { advantages } from '../training/advantages.ts';
import type { Collector } from '../training/collector.ts';
import { logDensity } from './gaussian.ts';

/** Settings of the learner. */
export const ppoSettings = {
  epochs: whole(10, 'Times that an update goes through its samples'),
  batch: whole(64, 'Samples of one step of the optimiser'),
  learningRate: schedule({ from: 3e-4, to: 0 }, 'Step of the optimiser'),
  gamma: amount(0.99, 'Discount of rewards per step'),
  lambda: amount(0.95, 'λ of generalised advantage estimation'),
  clip: schedule(0.2, 'Bound of the change of a probability'),
  clipValues: onOff(true, 'Whether the change of a value is bounded likewise'),
  entropyWeight: schedule(0, 'Weight of the entropy, which keeps actions varied'),
  valueWeight: amount(0.5, 'Weight of the error of the values'),
  maxSlope: amount(0.5, 'Bound of the length of all slopes together'),
  targetDivergence: amount(
    Number.POSITIVE_INFINITY,
    'Kullback-Leibler divergence from the old policy at which an update ends early',
  ),
  hidden: sizes([64, 64], 'Sizes of the hidden layers, of policy and value alike'),
  activation: word<Activation>('tanh', ['tanh', 'relu'], 'What follows each hidden layer'),
  initialLogDeviation: real(0, 'Logarithm of the standard deviation of actions at the start'),
};

type Settings = SettingsOf<typeof ppoSettings>;

/** What schedules say about an update. */
export interface PpoRates {
  readonly learningRate: number;
  readonly clip: number;
  readonly entropyWeight: number;
}

/** How an update went, means over its samples. */
export interface PpoReport {
  readonly policyLoss: number;
  readonly valueLoss: number;
  readonly entropy: number;
  readonly divergence: number;
  readonly clipped: number;
  readonly explainedVariance: number;
}

/** Samples of one step of the optimiser, in memory of the kernel. */
interface Batch {
  readonly observations: Float32Array;
  readonly actions: Float32Array;
}

const POLICY_GAIN = 0.01; // nearly the same action everywhere at first

/**
 * Proximal policy optimisation with a clipped objective. The policy is a normal distribution whose mean is a network of the observation and
 * whose deviation is a parameter of its own.
 *
 * @see Schulman, Wolski, Dhariwal, Radford, Klimov, Proximal Policy Optimization Algorithms (2017)
 */
export class PpoLearner {
  readonly settings: Settings;
  readonly policy: Mlp;
  readonly value: Mlp;
  readonly logDeviation: Float32Array;
  readonly optimiser: Adam;
  readonly parameters: Float32Array;
  readonly #slopes: Float32Array;
  readonly #deviationSlopes: Float32Array;
  readonly #batch: Batch;
  readonly #actions: number;
  readonly #inverse: Float64Array;

  constructor(
    kernel: Kernel,
    spaces: { observations: number; actions: number; rows: number },
    settings: Settings,
    random: RandomGenerator,
  ) {
    const { observations, actions } = spaces;
    const { hidden, activation } = settings;
    const rows = Math.max(spaces.rows, settings.batch);
    const policySizes = [observations, ...hidden, actions];
    const valueSizes = [observations, ...hidden, 1];
    const [np, nv] = [parameterCount(policySizes), parameterCount(valueSizes)];
    const count = np + nv + actions;
    this.settings = settings;
    this.#actions = actions;
    this.parameters = kernel.allocate(count);
    this.#slopes = kernel.allocate(count);
    const part = (from: number, to: number): [Float32Array, Float32Array] => [
      this.parameters.subarray(from, to),
      this.#slopes.subarray(from, to),
    ];
    this.policy = new Mlp(kernel, { sizes: policySizes, activation }, rows, ...part(0, np));
    this.value = new Mlp(kernel, { sizes: valueSizes, activation }, rows, ...part(np, np + nv));
    [this.logDeviation, this.#deviationSlopes] = part(np + nv, count);
    this.optimiser = new Adam(kernel, count, { epsilon: 1e-5 });
    this.#inverse = new Float64Array(actions);
    this.#batch = {
      observations: kernel.allocate(settings.batch * observations),
      actions: new Float32Array(settings.batch * actions),
    };
    initialise(this.policy, POLICY_GAIN, random);
    initialise(this.value, 1, random);
    this.logDeviation.fill(settings.initialLogDeviation);
  }

  /** 1 over the standard deviation of each action. */
  inverseDeviation(): Float64Array {
    for (let j = 0; j < this.#actions; j++) this.#inverse[j] = exp(-(this.logDeviation[j] as number));
    return this.#inverse;
  }

  /** Improves policy and value with the samples of a rollout. */
  update(rollout: Collector, rates: PpoRates, random: RandomGenerator): PpoReport {
    const { gamma, lambda, epochs, batch, targetDivergence } = this.settings;
    const count = rollout.count;
    const advantage = rollout.advantages;
    advantages(advantage, rollout.trajectories, gamma, lambda);
    const totals = { policyLoss: 0, valueLoss: 0, divergence: 0, clipped: 0, samples: 0 };
    const valid = rollout.validSamples();
    for (let epoch = 0; epoch < epochs; epoch++) {
      const before = totals.divergence;
      const samplesBefore = totals.samples;
      const order = random.permutation(valid.length);
      for (let from = 0; from < valid.length; from += batch)
        this.#step(rollout, valid, order.subarray(from, Math.min(from + batch, valid.length)), rates, totals);
      if ((totals.divergence - before) / (totals.samples - samplesBefore) > targetDivergence) break;
    }
    const n = totals.samples;
    let deviations = 0;
    for (const s of this.logDeviation) deviations += s;
    return {
      policyLoss: totals.policyLoss / n,
      valueLoss: totals.valueLoss / n,
      entropy: deviations + this.#actions * ENTROPY_OF_ONE,
      divergence: totals.divergence / n,
      clipped: totals.clipped / n,
      explainedVariance: explainedVariance(rollout.trajectories.values, advantage, count),
    };
  }

  /** One step of the optimiser. */
  #step(rollout: Collector, valid: Int32Array, order: Int32Array, rates: PpoRates, totals: Totals): void {
    const { maxSlope } = this.settings;
    const rows = order.length;
    const { observations } = this.#batch;
    const size = rollout.observationSize;
    for (let i = 0; i < rows; i++) {
      const sample = valid[order[i] as number] as number;
      for (let j = 0; j < size; j++) observations[i * size + j] = rollout.observations[sample * size + j] as number;
    }
    this.#slopes.fill(0);
    this.policy.forward(observations, rows);
    this.value.forward(observations, rows);
    this.#lossSlopes(rollout, valid, order, rates, totals);
    this.policy.backward(observations, rows);
    this.value.backward(observations, rows);
    limitLength(this.#slopes, maxSlope);
    this.optimiser.update(this.parameters, this.#slopes, rates.learningRate);
  }

  /** Slopes of the loss along the outputs of both networks and the deviations. */
  #lossSlopes(rollout: Collector, valid: Int32Array, order: Int32Array, rates: PpoRates, totals: Totals): void {
    const { clip, entropyWeight } = rates;
    const { clipValues, valueWeight } = this.settings;
    const n = this.#actions;
    const rows = order.length;
    const inverse = this.inverseDeviation();
    const { policy, value, logDeviation } = this;
    const [meanSlopes, valueSlopes, deviationSlopes] = [policy.outputSlopes, value.outputSlopes, this.#deviationSlopes];
    const { mean, scale } = moments(rollout.advantages, valid, order);
    for (let j = 0; j < n; j++) deviationSlopes[j] = -entropyWeight;
    for (let i = 0; i < rows; i++) {
      const sample = valid[order[i] as number] as number;
      const density = logDensity(rollout.actions, sample * n, policy.outputs, i * n, logDeviation, inverse);
      const logRatio = density - (rollout.logDensities[sample] as number);
      const ratio = exp(logRatio);
      const advantage = ((rollout.advantages[sample] as number) - mean) * scale;
      // the smaller of both is improved: beyond the bound, only a loss still has a slope
      const bounded = Math.min(Math.max(ratio, 1 - clip), 1 + clip);
      const isFree = ratio * advantage <= bounded * advantage;
      const slope = isFree ? (-advantage * ratio) / rows : 0;
      for (let j = 0; j < n; j++) {
        const z =
          ((rollout.actions[sample * n + j] as number) - (policy.outputs[i * n + j] as number)) *
          (inverse[j] as number);
        meanSlopes[i * n + j] = slope * z * (inverse[j] as number);
        deviationSlopes[j] = (deviationSlopes[j] as number) + slope * (z * z - 1);
      }
      const target = (rollout.advantages[sample] as number) + (rollout.values[sample] as number);
      const error = (value.outputs[i] as number) - target;
      const moved = (value.outputs[i] as number) - (rollout.values[sample] as number);
      const boundedMove = Math.min(Math.max(moved, -clip), clip);
      const boundedError = (rollout.values[sample] as number) + boundedMove - target;
      const isBounded = clipValues && boundedError * boundedError > error * error;
      valueSlopes[i] =
        isBounded && moved !== boundedMove ? 0 : (valueWeight * (isBounded ? boundedError : error)) / rows;
      totals.policyLoss -= Math.min(ratio * advantage, bounded * advantage);
      totals.valueLoss += 0.5 * Math.max(error * error, clipValues ? boundedError * boundedError : 0);
      totals.divergence += ratio - 1 - logRatio;
      totals.clipped += Math.abs(ratio - 1) > clip ? 1 : 0;
    }
    totals.samples += rows;
  }
}

interface Totals {
  policyLoss: number;
  valueLoss: number;
  divergence: number;
  clipped: number;
  samples: number;
}

const ENTROPY_OF_ONE = 1.4189385332046727; // (1 + ln 2π) / 2

/** Mean of the advantages of some samples, and what makes their deviation 1. */
function moments(values: Float64Array, valid: Int32Array, order: Int32Array): { mean: number; scale: number } {
  let sum = 0;
  for (const k of order) sum += values[valid[k] as number] as number;
  const mean = sum / order.length;
  let squares = 0;
  for (const k of order) squares += ((values[valid[k] as number] as number) - mean) ** 2;
  return { mean, scale: 1 / (Math.sqrt(squares / Math.max(1, order.length - 1)) + 1e-8) };
}

/** Shortens slopes that are longer than `most` together. */
function limitLength(slopes: Float32Array, most: number): void {
  let squares = 0;
  for (let k = 0; k < slopes.length; k++) squares += (slopes[k] as number) * (slopes[k] as number);
  const scale = most / (Math.sqrt(squares) + 1e-6);
  if (scale < 1) for (let k = 0; k < slopes.length; k++) slopes[k] = (slopes[k] as number) * scale;
}

/** The part of the variance of returns that the values explain: 1 for perfect ones, 0 for a constant. */
function explainedVariance(values: Float64Array, advantage: Float64Array, count: number): number {
  let [sum, squares, rest, restSquares] = [0, 0, 0, 0];
  for (let k = 0; k < count; k++) {
    const [a, target] = [advantage[k] as number, (advantage[k] as number) + (values[k] as number)];
    sum += target;
    squares += target * target;
    rest += a;
    restSquares += a * a;
  }
  const variance = squares - (sum * sum) / count;
  return variance > 0 ? 1 - (restSquares - (rest * rest) / count) / variance : 0;
}
