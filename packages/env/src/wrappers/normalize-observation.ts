import type { Env, ResetOptions, ResetResult, StepResult } from '../env/env.ts';
import { checkSettings } from '../errors.ts';
import type { SavedNumbers } from '../saved/numbers.ts';
import { Box } from '../spaces/box.ts';
import { observationBox } from './boxes.ts';
import { RunningStatistics } from './running-statistics.ts';
import { Wrapper } from './wrapper.ts';

/**
 * Shifts and scales observations to mean 0 and variance 1 by what has been seen so far.
 *
 * @example
 * const env = new NormalizeObservation(await make('HalfCheetah-v5'));
 * env.reset({ seed: 1 });
 * env.update = false; // from here on the statistics stay, as in an evaluation
 * console.log(env.statistics.count);
 */
export class NormalizeObservation extends Wrapper {
  /** What has been seen; several environments may share it. */
  readonly statistics: RunningStatistics;
  /** Whether observations change the statistics. */
  update = true;
  readonly #epsilon: number;
  readonly #obs: Float64Array;

  /**
   * @param env The environment inside.
   * @param options `epsilon` is added to the variance; `statistics` are those to go on with.
   */
  constructor(env: Env, options: { readonly epsilon?: number; readonly statistics?: RunningStatistics } = {}) {
    const { shape, size } = observationBox(env, 'NormalizeObservation');
    super(env, { observation: new Box(-Infinity, Infinity, shape, 'float64') });
    checkSettings('options', options);
    this.statistics = options.statistics ?? new RunningStatistics(size);
    this.#epsilon = options.epsilon ?? 1e-8;
    this.#obs = new Float64Array(size);
  }

  /**
   * Begins an episode.
   *
   * @param options A seed, and what else the task understands.
   * @returns The first observation.
   */
  override reset(options?: ResetOptions): ResetResult {
    const result = super.reset(options);
    result.obs = this.#normalize(result.obs);
    return result;
  }

  /**
   * Takes one step.
   *
   * @param action What to do.
   * @returns What came of it.
   */
  override step(action: ArrayLike<number>): StepResult {
    const result = super.step(action);
    result.obs = this.#normalize(result.obs);
    return result;
  }

  #normalize(raw: Float64Array): Float64Array {
    if (this.update) this.statistics.add(raw);
    const { mean, variance } = this.statistics;
    const obs = this.#obs;
    for (let k = 0; k < obs.length; k++)
      obs[k] = ((raw[k] as number) - (mean[k] as number)) / Math.sqrt((variance[k] as number) + this.#epsilon);
    return obs;
  }

  protected override saveState(): Iterable<number> {
    return this.statistics.save();
  }

  protected override loadState(saved: SavedNumbers): void {
    const statistics = this.statistics.save();
    saved.into(statistics);
    this.statistics.load(statistics);
  }
}
