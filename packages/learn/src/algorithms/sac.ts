import { exp, log } from '@qpos/core/math';
import type { RandomGenerator } from '@qpos/env';
import type { Kernel } from '../kernel/kernel.ts';
import { Adam } from '../network/adam.ts';
import { initialise } from '../network/initialise.ts';
import { type Activation, Mlp, parameterCount } from '../network/mlp.ts';
import {
  amount,
  derived,
  type OptionsOf,
  real,
  type SettingsOf,
  schedule,
  sizes,
  whole,
  word,
} from '../settings/setting.ts';
import type { ReplayBatch } from '../training/replay.ts';
import { SquashedGaussian } from './squashed-gaussian.ts';

/** Settings of the learner. */
export const sacSettings = {
  batch: whole(128, 'Transitions of one update'),
  learningRate: schedule(1e-3, 'Step of the optimiser of critics and temperature'),
  policyLearningRate: schedule(1e-3, 'Step of the optimiser of the policy'),
  policyDelay: whole(2, 'Updates of the critics for one of the policy'),
  gamma: amount(0.98, 'Discount of rewards per step'),
  targetShare: amount(0.01, 'Part by which target networks follow their critics with each update'),
  initialTemperature: amount(0.2, 'Weight of the entropy at the start'),
  targetEntropy: derived(real(0, 'Entropy that the temperature aims at; by default -1 for each number of an action')),
  hidden: sizes([128, 128], 'Sizes of the hidden layers, of policy and critics alike'),
  activation: word<Activation>('relu', ['relu', 'tanh'], 'What follows each hidden layer'),
};

type Settings = SettingsOf<typeof sacSettings>;
export type SacLearnerOptions = OptionsOf<typeof sacSettings>;

/** What schedules say about an update. */
export interface SacRates {
  readonly learningRate: number;
  readonly policyLearningRate: number;
}

/** Sums over updates, for reports. */
export interface SacTotals {
  criticLoss: number;
  policyLoss: number;
  entropy: number;
  value: number;
  updates: number;
  policyUpdates: number;
}

const POLICY_GAIN = 0.01; // nearly the same distribution everywhere at first

/** Two networks whose parameters lie one after the other. */
class Twins {
  readonly parameters: Float32Array;
  readonly slopes: Float32Array;
  readonly pair: readonly [Mlp, Mlp];

  constructor(kernel: Kernel, shape: { sizes: readonly number[]; activation: Activation }, rows: number) {
    const count = parameterCount(shape.sizes);
    const [parameters, slopes] = [kernel.allocate(2 * count), kernel.allocate(2 * count)];
    const half = (k: number): Mlp => {
      const [from, to] = [k * count, (k + 1) * count];
      return new Mlp(kernel, shape, rows, parameters.subarray(from, to), slopes.subarray(from, to));
    };
    this.parameters = parameters;
    this.slopes = slopes;
    this.pair = [half(0), half(1)];
  }

  forward(inputs: Float32Array, rows: number): void {
    for (const network of this.pair) network.forward(inputs, rows);
  }
}

/**
 * Soft actor-critic: a policy that earns much and stays as random as it can, two critics of which the more sceptical counts, targets that
 * follow them slowly, and a temperature that holds the entropy at its target.
 *
 * @see Haarnoja, Zhou, Hartikainen et al., Soft Actor-Critic Algorithms and Applications (2018)
 */
export class SacLearner {
  readonly policy: Mlp;
  readonly critics: Twins;
  readonly targets: Twins;
  /** The logarithm of the temperature, one element. */
  readonly logTemperature: Float32Array;
  readonly policyOptimiser: Adam;
  readonly criticOptimiser: Adam;
  readonly temperatureOptimiser: Adam;
  /** Where a batch goes before `update`. */
  readonly batch: ReplayBatch;
  readonly #settings: Settings;
  readonly #kernel: Kernel;
  readonly #distribution: SquashedGaussian;
  readonly #inputs: Float32Array;
  readonly #goals: Float64Array;
  readonly #temperatureSlope: Float32Array;
  readonly #targetEntropy: number;
  readonly #observations: number;

  constructor(
    kernel: Kernel,
    spaces: { observations: number; actions: number; rows: number },
    settings: Settings,
    random: RandomGenerator,
  ) {
    const { observations, actions } = spaces;
    const { hidden, activation, batch } = settings;
    this.#settings = settings;
    this.#kernel = kernel;
    this.#observations = observations;
    this.#targetEntropy = settings.targetEntropy ?? -actions;
    const policySizes = [observations, ...hidden, 2 * actions];
    this.policy = new Mlp(kernel, { sizes: policySizes, activation }, Math.max(batch, spaces.rows));
    const critic = { sizes: [observations + actions, ...hidden, 1], activation };
    this.critics = new Twins(kernel, critic, batch);
    this.targets = new Twins(kernel, critic, batch);
    initialise(this.policy, POLICY_GAIN, random);
    for (const network of this.critics.pair) initialise(network, 1, random);
    this.targets.parameters.set(this.critics.parameters);
    this.logTemperature = kernel.allocate(1);
    this.logTemperature[0] = log(settings.initialTemperature);
    this.policyOptimiser = new Adam(kernel, this.policy.parameters.length);
    this.criticOptimiser = new Adam(kernel, this.critics.parameters.length);
    this.temperatureOptimiser = new Adam(kernel, 1);
    this.batch = {
      rows: batch,
      observations: kernel.allocate(batch * observations),
      nextObservations: kernel.allocate(batch * observations),
      actions: new Float32Array(batch * actions),
      rewards: new Float32Array(batch),
      terminated: new Float32Array(batch),
    };
    this.#distribution = new SquashedGaussian(actions, batch);
    this.#inputs = kernel.allocate(batch * (observations + actions));
    this.#goals = new Float64Array(batch);
    this.#temperatureSlope = kernel.allocate(1);
  }

  /** Weight of the entropy. */
  get temperature(): number {
    return exp(this.logTemperature[0] as number);
  }

  /** Improves the critics with the batch, and every few times policy and temperature. */
  update(rates: SacRates, random: RandomGenerator, totals: SacTotals): void {
    this.#setGoals(random);
    this.#updateCritics(rates.learningRate, totals);
    if (this.criticOptimiser.count % this.#settings.policyDelay === 0) this.#updatePolicy(rates, random, totals);
    const { targets, critics } = this;
    const { targetShare } = this.#settings;
    this.#kernel.blend(targets.parameters, critics.parameters, targets.parameters.length, targetShare);
  }

  /** What the critics should say: r + γ (min Q'(s', a') - α ln π(a')), a' drawn from the policy. */
  #setGoals(random: RandomGenerator): void {
    const { rows, nextObservations, rewards, terminated } = this.batch;
    const { gamma } = this.#settings;
    const { temperature } = this;
    const distribution = this.#distribution;
    distribution.sample(this.policy.forward(nextObservations, rows), rows, random);
    this.#join(nextObservations, distribution.actions);
    this.targets.forward(this.#inputs, rows);
    const [a, b] = this.targets.pair;
    for (let i = 0; i < rows; i++) {
      const least = Math.min(a.outputs[i] as number, b.outputs[i] as number);
      const following = least - temperature * (distribution.logDensities[i] as number);
      this.#goals[i] = (rewards[i] as number) + gamma * (1 - (terminated[i] as number)) * following;
    }
  }

  /** Observations with actions beside them, as critics take them. */
  #join(observations: Float32Array, actions: Float32Array): void {
    const [n, m] = [this.#observations, this.#distribution.size];
    const inputs = this.#inputs;
    for (let i = 0; i < this.batch.rows; i++) {
      const at = i * (n + m);
      for (let k = 0; k < n; k++) inputs[at + k] = observations[i * n + k] as number;
      for (let k = 0; k < m; k++) inputs[at + n + k] = actions[i * m + k] as number;
    }
  }

  #updateCritics(rate: number, totals: SacTotals): void {
    const { rows, observations, actions } = this.batch;
    this.#join(observations, actions);
    this.critics.slopes.fill(0);
    this.critics.forward(this.#inputs, rows);
    for (const { outputs, outputSlopes } of this.critics.pair) {
      for (let i = 0; i < rows; i++) {
        const error = (outputs[i] as number) - (this.#goals[i] as number);
        outputSlopes[i] = error / rows;
        totals.criticLoss += (0.25 * error * error) / rows;
        totals.value += (0.5 * (outputs[i] as number)) / rows;
      }
    }
    for (const critic of this.critics.pair) critic.backward(this.#inputs, rows);
    this.criticOptimiser.update(this.critics.parameters, this.critics.slopes, rate);
    totals.updates++;
  }

  /** Down the slope of the mean of α ln π(a) - min Q(s, a), and the temperature towards the entropy that is wanted. */
  #updatePolicy({ learningRate, policyLearningRate }: SacRates, random: RandomGenerator, totals: SacTotals): void {
    const { rows } = this.batch;
    const { logDensities } = this.#distribution;
    const { policyLoss, meanDensity } = this.policySlopes(random);
    this.policyOptimiser.update(this.policy.parameters, this.policy.slopes, policyLearningRate);
    this.#temperatureSlope[0] = -(meanDensity + this.#targetEntropy);
    this.temperatureOptimiser.update(this.logTemperature, this.#temperatureSlope, learningRate);
    totals.policyLoss += policyLoss;
    for (let i = 0; i < rows; i++) totals.entropy -= (logDensities[i] as number) / rows;
    totals.policyUpdates++;
  }

  /** Sets the slopes of the policy's loss along its parameters, for actions drawn from it. */
  policySlopes(random: RandomGenerator): { policyLoss: number; meanDensity: number } {
    const { rows, observations } = this.batch;
    const { temperature } = this;
    const distribution = this.#distribution;
    this.policy.slopes.fill(0);
    distribution.sample(this.policy.forward(observations, rows), rows, random);
    this.#join(observations, distribution.actions);
    this.critics.forward(this.#inputs, rows);
    const [a, b] = this.critics.pair;
    let [policyLoss, meanDensity] = [0, 0];
    for (let i = 0; i < rows; i++) {
      const [qa, qb, density] = [
        a.outputs[i] as number,
        b.outputs[i] as number,
        distribution.logDensities[i] as number,
      ];
      a.outputSlopes[i] = qa < qb ? -1 / rows : 0;
      b.outputSlopes[i] = qa < qb ? 0 : -1 / rows;
      policyLoss += (temperature * density - Math.min(qa, qb)) / rows;
      meanDensity += density / rows;
    }
    for (const critic of this.critics.pair) critic.backwardToInputs(rows);
    for (let k = 0; k < a.inputSlopes.length; k++)
      a.inputSlopes[k] = (a.inputSlopes[k] as number) + (b.inputSlopes[k] as number);
    const stride = this.#observations + distribution.size;
    const { outputSlopes } = this.policy;
    distribution.backward(outputSlopes, rows, temperature / rows, a.inputSlopes, stride, this.#observations);
    this.policy.backward(observations, rows);
    return { policyLoss, meanDensity };
  }
}
