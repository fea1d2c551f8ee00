import type { Kernel } from '../kernel/kernel.ts';
import { makeKernel } from '../kernel/select.ts';
import type { Policy } from '../policy/policy.ts';
import { policyOf } from '../policy/policy-of.ts';
import type { Tensor } from '../policy/safetensors.ts';
import { RemoteCollector } from '../remote/remote-collector.ts';
import { valueAt } from '../settings/schedule.ts';
import { derived, onOff, type SettingsOf, settle, whole } from '../settings/setting.ts';
import type { TrainingOptions } from '../settings/training-options.ts';
import { checkTraining } from '../training/arguments.ts';
import { Collector } from '../training/collector.ts';
import { isRemote, type TrainingEnvs } from '../training/environment.ts';
import type { ExperienceSource } from '../training/experience.ts';
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
  readonly #source: ExperienceSource;

  constructor(kernel: Kernel, env: TrainingEnvs, settings: Settings) {
    super(env, settings);
    const { horizon = Math.max(1, Math.round(SAMPLES / env.n)) } = settings;
    const options = { ...settings, horizon };
    this.#settings = settings;
    this.#source = isRemote(env)
      ? new RemoteCollector(env, options)
      : new Collector(kernel, env, options, settings.seed);
    const spaces = {
      observations: env.singleObservationSpace.size,
      privileged: this.#source.privilegedSize,
      actions: env.singleActionSpace.size,
      rows: env.n,
    };
    this.#learner = new PpoLearner(kernel, spaces, settings, this.weightStream());
  }

  override get policy(): Policy {
    return policyOf(this.#learner.policy, this.#source.observationStatistics, this.env);
  }

  protected override iterate(total: number): Iteration | Promise<Iteration> {
    const collected = this.#source.collect(this.#learner, this.random);
    return collected === undefined ? this.#improve(total) : collected.then(() => this.#improve(total));
  }

  #improve(total: number): Iteration {
    const { learningRate, clip, entropyWeight } = this.#settings;
    const source = this.#source;
    const rates = {
      learningRate: valueAt(learningRate, this.steps, total),
      clip: valueAt(clip, this.steps, total),
      entropyWeight: valueAt(entropyWeight, this.steps, total),
    };
    const report = this.#learner.update(source, rates, this.random);
    return { steps: source.count, episodes: source.ended, report: { ...report, learningRate: rates.learningRate } };
  }

  protected override arrays(): Record<string, Tensor> {
    const { parameters, optimiser } = this.#learner;
    return { parameters, optimiserMean: optimiser.mean, optimiserSquare: optimiser.square, ...this.#source.arrays() };
  }

  protected override numbers(): Record<string, number> {
    return { optimiserCount: this.#learner.optimiser.count, ...this.#source.numbers() };
  }

  protected override restoreNumbers(numbers: Readonly<Record<string, number>>): void {
    this.#learner.optimiser.count = numbers['optimiserCount'] as number;
    this.#source.restoreNumbers(numbers);
  }
}

/**
 * A trainer that learns by proximal policy optimisation.
 *
 * @param env Environments that step together, as `makeVec` makes them, or environments elsewhere.
 * @param options Settings; the defaults suit continuous control.
 * @returns The trainer.
 * @example
 * const vec = await makeVec('InvertedPendulum-v5', { n: 8, autoreset: 'same-step' });
 * const trainer = ppo(vec, { seed: 1 });
 * await trainer.learn(4096, { onProgress: ({ meanReturn }) => console.log(meanReturn) });
 */
export function ppo(env: TrainingEnvs, options: PpoOptions = {}): Trainer {
  const { kernel, ...given } = checkTraining(env, options);
  return new PpoTrainer(makeKernel(kernel), env, settle(ppoTrainerSettings, given));
}
