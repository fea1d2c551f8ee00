import type { Kernel } from '../kernel/kernel.ts';
import { makeKernel } from '../kernel/select.ts';
import { amount, derived, type SettingsOf, settle, whole } from '../settings/setting.ts';
import type { TrainingOptions } from '../settings/training-options.ts';
import { checkTraining } from '../training/arguments.ts';
import type { TrainingEnvs } from '../training/environment.ts';
import type { Trainer } from '../training/trainer.ts';
import { SearchTrainer, searchSettings } from './search-trainer.ts';

/** Settings of a training with ARS. */
export const arsSettings = {
  ...searchSettings,
  directions: whole(4, 'Random directions of an update; each is played forwards and backwards'),
  topDirections: derived(whole(4, 'The best of them, which move the policy; all by default')),
  stepSize: amount(0.05, 'Step of an update'),
  noise: amount(0.05, 'Length of a direction, for each parameter'),
};

/** Settings of a training with ARS; `algorithms.ars.settings` tells their defaults and meaning. */
export type ArsOptions = TrainingOptions<typeof arsSettings>;

type Settings = SettingsOf<typeof arsSettings>;

/**
 * Augmented random search, version 2-t: steps along random directions weighted by what the two policies at their ends earned, over the
 * deviation of these returns; the best directions count.
 *
 *     θ += step / (b σ) Σ (r₊ - r₋) δ
 *
 * @see Mania, Guy, Recht, Simple random search provides a competitive approach to reinforcement learning (2018), algorithm 2
 */
export class ArsTrainer extends SearchTrainer {
  readonly algorithm = 'ars';
  readonly #settings: Settings;
  readonly #directions: readonly Float32Array[];
  readonly #candidates: readonly Float32Array[];

  constructor(kernel: Kernel, env: TrainingEnvs, settings: Settings) {
    super(kernel, env, settings);
    const { length } = this.centre.parameters;
    this.#settings = settings;
    this.#directions = Array.from({ length: settings.directions }, () => new Float32Array(length));
    this.#candidates = Array.from({ length: 2 * settings.directions }, () => new Float32Array(length));
  }

  protected override candidates(): readonly Float32Array[] {
    const { noise } = this.#settings;
    const { parameters } = this.centre;
    this.#directions.forEach((direction, d) => {
      const [plus, minus] = [this.#candidates[2 * d] as Float32Array, this.#candidates[2 * d + 1] as Float32Array];
      for (let k = 0; k < parameters.length; k++) {
        direction[k] = this.random.normal();
        const shift = noise * (direction[k] as number);
        plus[k] = (parameters[k] as number) + shift;
        minus[k] = (parameters[k] as number) - shift;
      }
    });
    return this.#candidates;
  }

  protected override improve(returns: Float64Array): Record<string, number> {
    const { directions, topDirections = directions, stepSize } = this.#settings;
    const ends = (d: number): [number, number] => [returns[2 * d] as number, returns[2 * d + 1] as number];
    const used = this.#directions
      .map((_, d) => d)
      .sort((a, b) => Math.max(...ends(b)) - Math.max(...ends(a)) || a - b)
      .slice(0, topDirections);
    const deviation = standardDeviation(used.flatMap(ends));
    const { parameters } = this.centre;
    if (deviation > 0)
      for (const d of used) {
        const [plus, minus] = ends(d);
        const share = (stepSize * (plus - minus)) / (used.length * deviation);
        const direction = this.#directions[d] as Float32Array;
        for (let k = 0; k < parameters.length; k++)
          parameters[k] = (parameters[k] as number) + share * (direction[k] as number);
      }
    return { bestReturn: Math.max(...returns), deviation };
  }
}

function standardDeviation(values: readonly number[]): number {
  const mean = values.reduce((sum, x) => sum + x, 0) / values.length;
  return Math.sqrt(values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / values.length);
}

/**
 * A trainer that learns by augmented random search: no slopes, linear policies by default, little computation.
 *
 * @param env Environments that step together, as `makeVec` makes them, or environments elsewhere.
 * @param options Settings.
 * @returns The trainer.
 * @example
 * const vec = await makeVec('Swimmer-v5', { n: 2, autoreset: 'same-step', maxEpisodeSteps: 100 });
 * const trainer = ars(vec, { directions: 1 });
 * console.log((await trainer.learn(1000)).meanReturn);
 */
export function ars(env: TrainingEnvs, options: ArsOptions = {}): Trainer {
  const { kernel, ...given } = checkTraining(env, options);
  return new ArsTrainer(makeKernel(kernel), env, settle(arsSettings, given));
}
