import type { Env, ResetOptions, ResetResult, StepResult } from '../env/env.ts';
import { EnvError } from '../errors.ts';
import type { SavedNumbers } from '../saved/numbers.ts';
import { Wrapper } from './wrapper.ts';

/**
 * Truncates episodes after a number of steps. `make` adds it where the task has a limit.
 *
 * @example
 * const env = new TimeLimit(await make('HalfCheetah-v5'), 100);
 * env.reset({ seed: 1 });
 * console.log(env.step([0, 0, 0, 0, 0, 0]).truncated); // false
 */
export class TimeLimit extends Wrapper {
  /** Steps of an episode. */
  readonly maxEpisodeSteps: number;
  #steps = 0;

  /**
   * @param env The environment inside.
   * @param maxEpisodeSteps Steps of an episode.
   */
  constructor(env: Env, maxEpisodeSteps: number) {
    super(env);
    if (!Number.isSafeInteger(maxEpisodeSteps) || maxEpisodeSteps < 1)
      throw new EnvError('bad-argument', `an episode cannot have ${maxEpisodeSteps} steps`);
    this.maxEpisodeSteps = maxEpisodeSteps;
  }

  /**
   * Begins an episode.
   *
   * @param options A seed, and what else the task understands.
   * @returns The first observation.
   */
  override reset(options?: ResetOptions): ResetResult {
    this.#steps = 0;
    return super.reset(options);
  }

  /**
   * Takes one step.
   *
   * @param action What to do.
   * @returns What came of it.
   */
  override step(action: ArrayLike<number>): StepResult {
    const result = super.step(action);
    if (++this.#steps >= this.maxEpisodeSteps) result.truncated = true;
    return result;
  }

  protected override saveState(): Iterable<number> {
    return [this.#steps];
  }

  protected override loadState(saved: SavedNumbers): void {
    this.#steps = saved.next();
  }
}
