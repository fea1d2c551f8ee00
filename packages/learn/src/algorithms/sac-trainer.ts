import { RunningStatistics, type VectorEnv } from '@qpos/env';
import type { Kernel } from '../kernel/kernel.ts';
import { makeKernel } from '../kernel/select.ts';
import type { Policy } from '../policy/policy.ts';
import { policyOf } from '../policy/policy-of.ts';
import type { Tensor } from '../policy/safetensors.ts';
import { valueAt } from '../settings/schedule.ts';
import { amount, onOff, type SettingsOf, settle, whole } from '../settings/setting.ts';
import type { TrainingOptions } from '../settings/training-options.ts';
import { checkTraining } from '../training/arguments.ts';
import { stepped } from '../training/environment.ts';
import { EpisodeCounter } from '../training/episodes.ts';
import { normalise } from '../training/normalise.ts';
import { ReplayBuffer } from '../training/replay.ts';
import { type Iteration, Trainer } from '../training/trainer.ts';
import { SacLearner, type SacTotals, sacSettings } from './sac.ts';
import { SquashedGaussian } from './squashed-gaussian.ts';

/** Settings of a training with SAC. */
export const sacTrainerSettings = {
  seed: whole(1, 'Seed of weights, actions and environments'),
  warmup: amount(5000, 'Steps with random actions before learning begins'),
  replay: whole(300_000, 'Transitions that are remembered'),
  updatesPerStep: amount(1, 'Updates for each step of an environment'),
  reportSteps: whole(1000, 'Steps between two reports'),
  ...sacSettings,
  normaliseObservations: onOff(true, 'Whether observations are normalised by what was seen so far'),
};

/** Settings of a training with SAC; `algorithms.sac.settings` tells their defaults and meaning. */
export type SacOptions = TrainingOptions<typeof sacTrainerSettings>;

type Settings = SettingsOf<typeof sacTrainerSettings>;

/** Training with SAC. */
export class SacTrainer extends Trainer {
  readonly algorithm = 'sac';
  readonly #settings: Settings;
  readonly #env: VectorEnv;
  readonly #learner: SacLearner;
  readonly #replay: ReplayBuffer;
  readonly #statistics: RunningStatistics;
  readonly #episodes: EpisodeCounter;
  readonly #distribution: SquashedGaussian;
  readonly #input: Float32Array;
  readonly #actions: Float32Array;
  readonly #sent: Float64Array;
  readonly #current: Float64Array;
  /** Updates that are due; a part of one may be left over. */
  #due = 0;

  constructor(kernel: Kernel, env: VectorEnv, settings: Settings) {
    super(env, settings);
    this.#env = env;
    const [observations, actions] = [env.singleObservationSpace.size, env.singleActionSpace.size];
    this.#settings = settings;
    this.#learner = new SacLearner(kernel, { observations, actions, rows: env.n }, settings, this.weightStream());
    this.#replay = new ReplayBuffer(settings.replay, observations, actions);
    this.#statistics = new RunningStatistics(observations);
    this.#episodes = new EpisodeCounter(env.n, env.metadata.autoreset);
    this.#distribution = new SquashedGaussian(actions, env.n);
    this.#input = kernel.allocate(env.n * observations);
    this.#actions = new Float32Array(env.n * actions);
    this.#sent = new Float64Array(env.n * actions);
    this.#current = Float64Array.from(env.reset({ seed: settings.seed }).obs);
    this.#observe(this.#current);
  }

  override get policy(): Policy {
    return policyOf(this.#learner.policy, this.#statistics, this.env, true);
  }

  protected override iterate(total: number): Iteration {
    const { reportSteps, learningRate, policyLearningRate, updatesPerStep, warmup } = this.#settings;
    const { n } = this.env;
    const rates = {
      learningRate: valueAt(learningRate, this.steps, total),
      policyLearningRate: valueAt(policyLearningRate, this.steps, total),
    };
    const totals: SacTotals = { criticLoss: 0, policyLoss: 0, entropy: 0, value: 0, updates: 0, policyUpdates: 0 };
    this.#episodes.begin();
    let steps = 0;
    while (steps < reportSteps) {
      this.#act(this.steps + steps < warmup);
      this.#step();
      steps += n;
      if (this.steps + steps < warmup) continue;
      for (this.#due += n * updatesPerStep; this.#due >= 1; this.#due--) {
        this.#draw();
        this.#learner.update(rates, this.random, totals);
      }
    }
    const { criticLoss, policyLoss, entropy, value, updates, policyUpdates } = totals;
    const report = {
      criticLoss: criticLoss / updates,
      policyLoss: policyLoss / policyUpdates,
      entropy: entropy / policyUpdates,
      value: value / updates,
      temperature: this.#learner.temperature,
    };
    return { steps, episodes: this.#episodes.ended, report };
  }

  /** Draws actions between -1 and 1, of the policy or at random, and what the environments get. */
  #act(isRandom: boolean): void {
    const { n, singleActionSpace } = this.env;
    const { low, high, size } = singleActionSpace;
    if (isRandom) for (let k = 0; k < n * size; k++) this.#actions[k] = this.random.uniform(-1, 1);
    else {
      this.#input.set(this.#current);
      if (this.#settings.normaliseObservations) normalise(this.#input, n, this.#statistics);
      this.#distribution.sample(this.#learner.policy.forward(this.#input, n), n, this.random);
      this.#actions.set(this.#distribution.actions);
    }
    for (let k = 0; k < n * size; k++) {
      const [l, h] = [low[k % size] as number, high[k % size] as number];
      this.#sent[k] = l + 0.5 * (h - l) * ((this.#actions[k] as number) + 1);
    }
  }

  /** A step of all environments, remembered. */
  #step(): void {
    const { n, metadata } = this.env;
    const { obs, rewards, terminated, truncated, finalObs } = this.#env.step(this.#sent);
    for (let e = 0; e < n; e++) {
      const isOver = terminated[e] === 1 || truncated[e] === 1;
      const reward = rewards[e] as number;
      if (!this.#episodes.add(e, reward, isOver)) continue;
      const following = isOver && metadata.autoreset === 'same-step' ? finalObs : obs;
      this.#replay.add(e, this.#current, this.#actions, reward, following, terminated[e] === 1);
    }
    this.#observe(obs);
    this.#current.set(obs);
  }

  #observe(obs: Float64Array): void {
    if (!this.#settings.normaliseObservations) return;
    for (let e = 0; e < this.env.n; e++) this.#statistics.add(obs, e * this.env.singleObservationSpace.size);
  }

  #draw(): void {
    const { batch } = this.#learner;
    this.#replay.sample(batch, this.random);
    if (!this.#settings.normaliseObservations) return;
    normalise(batch.observations, batch.rows, this.#statistics);
    normalise(batch.nextObservations, batch.rows, this.#statistics);
  }

  protected override arrays(): Record<string, Tensor> {
    const { policy, critics, targets, logTemperature } = this.#learner;
    const { policyOptimiser, criticOptimiser, temperatureOptimiser } = this.#learner;
    return {
      policy: policy.parameters,
      critics: critics.parameters,
      targets: targets.parameters,
      logTemperature,
      policyMean: policyOptimiser.mean,
      policySquare: policyOptimiser.square,
      criticMean: criticOptimiser.mean,
      criticSquare: criticOptimiser.square,
      temperatureMean: temperatureOptimiser.mean,
      temperatureSquare: temperatureOptimiser.square,
      observationMean: this.#statistics.mean,
      observationVariance: this.#statistics.variance,
      current: this.#current,
      sums: this.#episodes.sums,
      lengths: this.#episodes.lengths,
      idle: this.#episodes.idle,
      ...this.#replay.arrays(),
    };
  }

  protected override numbers(): Record<string, number> {
    const { policyOptimiser, criticOptimiser, temperatureOptimiser } = this.#learner;
    return {
      due: this.#due,
      replaySize: this.#replay.size,
      replayNext: this.#replay.next,
      observationCount: this.#statistics.count,
      policyCount: policyOptimiser.count,
      criticCount: criticOptimiser.count,
      temperatureCount: temperatureOptimiser.count,
    };
  }

  protected override restoreNumbers(numbers: Readonly<Record<string, number>>): void {
    const { policyOptimiser, criticOptimiser, temperatureOptimiser } = this.#learner;
    this.#due = numbers['due'] as number;
    this.#replay.size = numbers['replaySize'] as number;
    this.#replay.next = numbers['replayNext'] as number;
    this.#statistics.count = numbers['observationCount'] as number;
    policyOptimiser.count = numbers['policyCount'] as number;
    criticOptimiser.count = numbers['criticCount'] as number;
    temperatureOptimiser.count = numbers['temperatureCount'] as number;
  }
}

/**
 * A trainer that learns by soft actor-critic: fewer steps than `ppo`, more computation for each.
 *
 * @param env Environments that step together, as `makeVec` makes them.
 * @param options Settings; the defaults suit continuous control.
 * @returns The trainer.
 * @example
 * const vec = await makeVec('InvertedPendulum-v5', { n: 2, autoreset: 'same-step' });
 * const trainer = sac(vec, { warmup: 200, hidden: [32, 32] });
 * await trainer.learn(1000, { onProgress: ({ report }) => console.log(report['temperature']) });
 */
export function sac(env: VectorEnv, options: SacOptions = {}): Trainer {
  const { kernel, ...given } = checkTraining(env, options);
  return new SacTrainer(makeKernel(kernel), stepped(env, 'sac'), settle(sacTrainerSettings, given));
}
