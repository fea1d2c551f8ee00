import type { Env, StepResult } from '../env/env.ts';
import { checkSettings, EnvError } from '../errors.ts';
import type { SavedNumbers } from '../saved/numbers.ts';
import { RunningStatistics } from './running-statistics.ts';
import { Wrapper } from './wrapper.ts';

/**
 * Divides rewards by the deviation of the discounted return so far, which then varies by about 1.
 *
 * @example
 * const env = new NormalizeReward(await make('HalfCheetah-v5'), { gamma: 0.99 });
 * env.reset({ seed: 1 });
 * console.log(env.step([1, 0, 0, 0, 0, 0]).reward);
 */
export class NormalizeReward extends Wrapper {
  /** Of the discounted return; several environments may share it. */
  readonly statistics: RunningStatistics;
  /** Whether rewards change the statistics. */
  update = true;
  readonly #gamma: number;
  readonly #epsilon: number;
  readonly #discounted = new Float64Array(1);

  /**
   * @param env The environment inside.
   * @param options `gamma` discounts; `epsilon` is added to the variance; `statistics` are those to go on with.
   */
  constructor(
    env: Env,
    options: { readonly gamma?: number; readonly epsilon?: number; readonly statistics?: RunningStatistics } = {},
  ) {
    super(env);
    checkSettings('options', options);
    const { gamma = 0.99, epsilon = 1e-8 } = options;
    if (!(gamma >= 0 && gamma <= 1)) throw new EnvError('bad-argument', `gamma is in [0, 1], not ${gamma}`);
    if (!(epsilon > 0)) throw new EnvError('bad-argument', `epsilon is above 0, not ${epsilon}`);
    this.statistics = options.statistics ?? new RunningStatistics(1);
    this.#gamma = gamma;
    this.#epsilon = epsilon;
  }

  /**
   * Takes one step.
   *
   * @param action What to do.
   * @returns What came of it.
   */
  override step(action: ArrayLike<number>): StepResult {
    const result = super.step(action);
    const kept = result.terminated ? 0 : this.#gamma * (this.#discounted[0] as number);
    this.#discounted[0] = kept + result.reward;
    if (this.update) this.statistics.add(this.#discounted);
    result.reward /= Math.sqrt((this.statistics.variance[0] as number) + this.#epsilon);
    return result;
  }

  protected override saveState(): Iterable<number> {
    return [...this.#discounted, ...this.statistics.save()];
  }

  protected override loadState(saved: SavedNumbers): void {
    saved.into(this.#discounted);
    const statistics = this.statistics.save();
    saved.into(statistics);
    this.statistics.load(statistics);
  }
}
