import { exp } from '@qpos/core/math';
import type { RandomGenerator } from '@qpos/env';
import type { Kernel } from '../kernel/kernel.ts';
import { Adam } from '../network/adam.ts';
import { initialise } from '../network/initialise.ts';
import type { Activation } from '../network/mlp.ts';
import { amount, onOff, real, type SettingsOf, schedule, sizes, whole, word } from '../settings/setting.ts';
import { advantages } from '../training/advantages.ts';
import type { Experience } from '../training/experience.ts';
import { vtrace } from '../training/vtrace.ts';
import { logDensity } from './gaussian.ts';
import { GaussianActorCritic } from './gaussian-actor-critic.ts';

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

/** Samples of one step of the optimiser, in memory of the kernel; the critic's are the policy's where it sees the same. */
interface Batch {
  readonly observations: Float32Array;
  readonly criticObservations: Float32Array;
}

const POLICY_GAIN = 0.01; // nearly the same action everywhere at first

/**
 * Proximal policy optimisation with a clipped objective. Samples of older policies are corrected by V-trace first.
 *
 * @see Schulman, Wolski, Dhariwal, Radford, Klimov, Proximal Policy Optimization Algorithms (2017)
 */
export class PpoLearner extends GaussianActorCritic {
  readonly settings: Settings;
  readonly optimiser: Adam;
  readonly #batch: Batch;

  constructor(
    kernel: Kernel,
    spaces: { observations: number; privileged: number; actions: number; rows: number },
    settings: Settings,
    random: RandomGenerator,
  ) {
    super(kernel, { ...spaces, ...settings }, Math.max(spaces.rows, settings.batch));
    const { observations, privileged } = spaces;
    this.settings = settings;
    this.optimiser = new Adam(kernel, this.parameters.length, { epsilon: 1e-5 });
    const own = kernel.allocate(settings.batch * observations);
    this.#batch = {
      observations: own,
      criticObservations: privileged === 0 ? own : kernel.allocate(settings.batch * (observations + privileged)),
    };
    initialise(this.policy, POLICY_GAIN, random);
    initialise(this.value, 1, random);
    this.logDeviation.fill(settings.initialLogDeviation);
  }

  /** Improves policy and value with the samples of a rollout. */
  update(rollout: Experience, rates: PpoRates, random: RandomGenerator): PpoReport {
    const { epochs, batch, targetDivergence } = this.settings;
    this.#judge(rollout);
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
      entropy: deviations + this.actions * ENTROPY_OF_ONE,
      divergence: totals.divergence / n,
      clipped: totals.clipped / n,
      explainedVariance: explainedVariance(rollout.values, rollout.targets, rollout.count),
    };
  }

  /** Advantages and targets of the samples. */
  #judge(rollout: Experience): void {
    const { gamma, lambda } = this.settings;
    const { targets, values, trajectories } = rollout;
    if (rollout.isStale) {
      const behaviour = rollout.logDensities.slice();
      this.#judgeAgain(rollout);
      vtrace(
        targets,
        rollout.advantages,
        { trajectories, logDensities: rollout.logDensities, behaviour },
        gamma,
        lambda,
      );
      return;
    }
    advantages(rollout.advantages, trajectories, gamma, lambda);
    for (let k = 0; k < rollout.count; k++) targets[k] = (rollout.advantages[k] as number) + (values[k] as number);
  }

  /** Values and log-densities of samples that an older policy took, by the present one. */
  #judgeAgain(rollout: Experience): void {
    const { observations, criticObservations } = this.#batch;
    const { observationSize: size, privilegedSize: extra, count, values } = rollout;
    const { steps, environments, nextValues, ends } = rollout.trajectories;
    const inverse = this.inverseDeviation();
    for (let from = 0; from < count; from += this.settings.batch) {
      const rows = Math.min(this.settings.batch, count - from);
      observations.set(rollout.observations.subarray(from * size, (from + rows) * size));
      const wide = size + extra;
      if (extra > 0) criticObservations.set(rollout.criticObservations.subarray(from * wide, (from + rows) * wide));
      const means = this.policy.forward(observations, rows);
      const judged = this.value.forward(criticObservations, rows);
      for (let i = 0; i < rows; i++) {
        const at = from + i;
        values[at] = judged[i] as number;
        const own = logDensity(rollout.actions, at * this.actions, means, i * this.actions, this.logDeviation, inverse);
        rollout.logDensities[at] = own;
      }
    }
    // a step inside of an episode leads to the sample that follows; what ends one keeps the judgement of those who saw it
    for (let at = 0; at < (steps - 1) * environments; at++)
      if (!ends[at]) nextValues[at] = values[at + environments] as number;
  }

  /** One step of the optimiser. */
  #step(rollout: Experience, valid: Int32Array, order: Int32Array, rates: PpoRates, totals: Totals): void {
    const { maxSlope } = this.settings;
    const rows = order.length;
    const { observations, criticObservations } = this.#batch;
    gather(observations, rollout.observations, rollout.observationSize, valid, order);
    if (criticObservations !== observations) {
      const size = rollout.observationSize + rollout.privilegedSize;
      gather(criticObservations, rollout.criticObservations, size, valid, order);
    }
    this.slopes.fill(0);
    this.policy.forward(observations, rows);
    this.value.forward(criticObservations, rows);
    this.#lossSlopes(rollout, valid, order, rates, totals);
    this.policy.backward(observations, rows);
    this.value.backward(criticObservations, rows);
    limitLength(this.slopes, maxSlope);
    this.optimiser.update(this.parameters, this.slopes, rates.learningRate);
  }

  /** Slopes of the loss along the outputs of both networks and the deviations. */
  #lossSlopes(rollout: Experience, valid: Int32Array, order: Int32Array, rates: PpoRates, totals: Totals): void {
    const { clip, entropyWeight } = rates;
    const { clipValues, valueWeight } = this.settings;
    const n = this.actions;
    const rows = order.length;
    const inverse = this.inverseDeviation();
    const { policy, value, logDeviation } = this;
    const [meanSlopes, valueSlopes, deviationSlopes] = [policy.outputSlopes, value.outputSlopes, this.deviationSlopes];
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
      const target = rollout.targets[sample] as number;
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

/** Copies rows of samples, those that `order` picks of the valid ones. */
function gather(to: Float32Array, from: Float32Array, size: number, valid: Int32Array, order: Int32Array): void {
  for (let i = 0; i < order.length; i++) {
    const sample = valid[order[i] as number] as number;
    for (let j = 0; j < size; j++) to[i * size + j] = from[sample * size + j] as number;
  }
}

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
function explainedVariance(values: Float64Array, targets: Float64Array, count: number): number {
  let [sum, squares, rest, restSquares] = [0, 0, 0, 0];
  for (let k = 0; k < count; k++) {
    const target = targets[k] as number;
    const error = target - (values[k] as number);
    sum += target;
    squares += target * target;
    rest += error;
    restSquares += error * error;
  }
  const variance = squares - (sum * sum) / count;
  return variance > 0 ? 1 - (restSquares - (rest * rest) / count) / variance : 0;
}
