import type { VectorEnv } from '@qpos/env';
import type { Kernel } from '../kernel/kernel.ts';
import { makeKernel } from '../kernel/select.ts';
import type { Policy } from '../policy/policy.ts';
import { policyOf } from '../policy/policy-of.ts';
import { valueAt } from '../settings/schedule.ts';
import { derived, onOff, type SettingsOf, settle, whole } from '../settings/setting.ts';
import type { TrainingOptions } from '../settings/training-options.ts';
import { checkTraining } from '../training/arguments.ts';
import { Collector } from '../training/collector.ts';
import { type Iteration, Trainer } from '../training/trainer.ts';
import { PpoLearner, ppoSettings } from './ppo.ts';

const SAMPLES = 2048; // of an update, unless told otherwise

/** Settings of a training with PPO. */
export const ppoTrainerSettings = {
  seed: whole(1, 'Seed of weights, actions and environments'),
  horizon: derived(
    whole(
      SAMPLES,
      `Steps that each environment takes between two updates; by default ${SAMPLES} over the environments`,
    ),
  ),
  ...ppoSettings,
  normaliseObservations: onOff(true, 'Whether observations are normalised by what was seen so far'),
  normaliseRewards: onOff(true, 'Whether rewards are scaled by the deviation of their discounted sums'),
};

/** Settings of a training with PPO; `algorithms.ppo.settings` tells their defaults and meaning. */
export type PpoOptions = TrainingOptions<typeof ppoTrainerSettings>;

type Settings = SettingsOf<typeof ppoTrainerSettings>;

/** Training with PPO. */
export class PpoTrainer extends Trainer {
  readonly algorithm = 'ppo';
  readonly #settings: Settings;
  readonly #learner: PpoLearner;
  readonly #collector: Collector;

  constructor(kernel: Kernel, env: VectorEnv, settings: Settings) {
    super(env, settings);
    const { horizon = Math.max(1, Math.round(SAMPLES / env.n)) } = settings;
    this.#settings = settings;
    this.#collector = new Collector(kernel, env, { ...settings, horizon }, settings.seed);
    const spaces = {
      observations: env.singleObservationSpace.size,
      privileged: this.#collector.privilegedSize,
      actions: env.singleActionSpace.size,
      rows: env.n,
    };
    this.#learner = new PpoLearner(kernel, spaces, settings, this.weightStream());
  }

  override get policy(): Policy {
    return policyOf(this.#learner.policy, this.#collector.observationStatistics, this.env);
  }

  protected override iterate(total: number): Iteration {
    const { learningRate, clip, entropyWeight } = this.#settings;
    const collector = this.#collector;
    collector.collect(this.#learner, this.random);
    const rates = {
      learningRate: valueAt(learningRate, this.steps, total),
      clip: valueAt(clip, this.steps, total),
      entropyWeight: valueAt(entropyWeight, this.steps, total),
    };
    const report = this.#learner.update(collector, rates, this.random);
    return {
      steps: collector.count,
      episodes: collector.episodes.ended,
      report: { ...report, learningRate: rates.learningRate },
    };
  }

  protected override arrays(): Record<string, Float32Array | Float64Array | Uint8Array> {
    const { parameters, optimiser } = this.#learner;
    const { observationStatistics, privilegedStatistics, returnStatistics } = this.#collector;
    const { current, currentPrivileged, episodes, discounted } = this.#collector;
    return {
      parameters,
      optimiserMean: optimiser.mean,
      optimiserSquare: optimiser.square,
      observationMean: observationStatistics.mean,
      observationVariance: observationStatistics.variance,
      returnMean: returnStatistics.mean,
      returnVariance: returnStatistics.variance,
      privilegedMean: privilegedStatistics.mean,
      privilegedVariance: privilegedStatistics.variance,
      current,
      currentPrivileged,
      sums: episodes.sums,
      lengths: episodes.lengths,
      discounted,
      idle: episodes.idle,
    };
  }

  protected override numbers(): Record<string, number> {
    const { observationStatistics, privilegedStatistics, returnStatistics } = this.#collector;
    return {
      optimiserCount: this.#learner.optimiser.count,
      observationCount: observationStatistics.count,
      privilegedCount: privilegedStatistics.count,
      returnCount: returnStatistics.count,
    };
  }

  protected override restoreNumbers(numbers: Readonly<Record<string, number>>): void {
    const { observationStatistics, privilegedStatistics, returnStatistics } = this.#collector;
    privilegedStatistics.count = numbers['privilegedCount'] as number;
    this.#learner.optimiser.count = numbers['optimiserCount'] as number;
    observationStatistics.count = numbers['observationCount'] as number;
    returnStatistics.count = numbers['returnCount'] as number;
  }
}

/**
 * A trainer that learns by proximal policy optimisation.
 *
 * @param env Environments that step together, as `makeVec` makes them.
 * @param options Settings; the defaults suit continuous control.
 * @returns The trainer.
 * @example
 * const vec = await makeVec('InvertedPendulum-v5', { n: 8, autoreset: 'same-step' });
 * const trainer = ppo(vec, { seed: 1 });
 * await trainer.learn(4096, { onProgress: ({ meanReturn }) => console.log(meanReturn) });
 */
export function ppo(env: VectorEnv, options: PpoOptions = {}): Trainer {
  const { kernel, ...given } = checkTraining(env, options);
  return new PpoTrainer(makeKernel(kernel), env, settle(ppoTrainerSettings, given));
}
