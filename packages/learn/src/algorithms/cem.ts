import type { Kernel } from '../kernel/kernel.ts';
import { makeKernel } from '../kernel/select.ts';
import type { Tensor } from '../policy/safetensors.ts';
import { valueAt } from '../settings/schedule.ts';
import { amount, type SettingsOf, schedule, settle, whole } from '../settings/setting.ts';
import type { TrainingOptions } from '../settings/training-options.ts';
import { checkTraining } from '../training/arguments.ts';
import type { TrainingEnvs } from '../training/environment.ts';
import type { Iteration, Trainer } from '../training/trainer.ts';
import { SearchTrainer, searchSettings } from './search-trainer.ts';

/** Settings of a training with CEM. */
export const cemSettings = {
  ...searchSettings,
  population: whole(32, 'Candidates of a generation'),
  elites: whole(8, 'The best of them, whose mean and deviation are the next generation'),
  deviation: amount(0.5, 'Standard deviation of each parameter at the start'),
  extraDeviation: schedule({ from: 0.1, to: 0 }, 'What is added to deviations, so that they do not vanish early'),
};

/** Settings of a training with CEM; `algorithms.cem.settings` tells their defaults and meaning. */
export type CemOptions = TrainingOptions<typeof cemSettings>;

type Settings = SettingsOf<typeof cemSettings>;

/**
 * The cross-entropy method: candidates are drawn from a normal distribution, which is then fitted to the best of them.
 *
 * @see Szita, Lőrincz, Learning Tetris Using the Noisy Cross-Entropy Method (2006)
 */
export class CemTrainer extends SearchTrainer {
  readonly algorithm = 'cem';
  readonly #settings: Settings;
  readonly #variances: Float64Array;
  readonly #candidates: readonly Float32Array[];
  #extra = 0;

  constructor(kernel: Kernel, env: TrainingEnvs, settings: Settings) {
    super(kernel, env, settings);
    const { length } = this.centre.parameters;
    this.#settings = settings;
    this.#variances = new Float64Array(length).fill(settings.deviation ** 2);
    this.#candidates = Array.from({ length: settings.population }, () => new Float32Array(length));
  }

  protected override iterate(total: number): Iteration | Promise<Iteration> {
    this.#extra = valueAt(this.#settings.extraDeviation, this.steps, total);
    return super.iterate(total);
  }

  protected override candidates(): readonly Float32Array[] {
    const { parameters } = this.centre;
    const extra = this.#extra ** 2;
    for (const candidate of this.#candidates)
      for (let k = 0; k < parameters.length; k++)
        candidate[k] =
          (parameters[k] as number) + Math.sqrt((this.#variances[k] as number) + extra) * this.random.normal();
    return this.#candidates;
  }

  protected override improve(returns: Float64Array): Record<string, number> {
    const elites = this.#candidates
      .map((candidate, index) => ({ candidate, index, earned: returns[index] as number }))
      .sort((a, b) => b.earned - a.earned || a.index - b.index)
      .slice(0, this.#settings.elites);
    const { parameters } = this.centre;
    let spread = 0;
    for (let k = 0; k < parameters.length; k++) {
      let [sum, squares] = [0, 0];
      for (const { candidate } of elites) sum += candidate[k] as number;
      const mean = sum / elites.length;
      for (const { candidate } of elites) squares += ((candidate[k] as number) - mean) ** 2;
      parameters[k] = mean;
      this.#variances[k] = squares / elites.length;
      spread += Math.sqrt(this.#variances[k] as number) / parameters.length;
    }
    const eliteReturn = elites.reduce((sum, { earned }) => sum + earned, 0) / elites.length;
    return { eliteReturn, deviation: spread };
  }

  protected override arrays(): Record<string, Tensor> {
    return { ...super.arrays(), variances: this.#variances };
  }
}

/**
 * A trainer that learns by the cross-entropy method: no slopes, few parameters.
 *
 * @param env Environments that step together, as `makeVec` makes them, or environments elsewhere.
 * @param options Settings.
 * @returns The trainer.
 * @example
 * const vec = await makeVec('InvertedPendulum-v5', { n: 8, autoreset: 'same-step' });
 * const trainer = cem(vec, { population: 16, elites: 4 });
 * console.log((await trainer.learn(5000, { stopAtReturn: 500 })).meanReturn);
 */
export function cem(env: TrainingEnvs, options: CemOptions = {}): Trainer {
  const { kernel, ...given } = checkTraining(env, options);
  return new CemTrainer(makeKernel(kernel), env, settle(cemSettings, given));
}
