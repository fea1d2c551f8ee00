import type { Env, ResetOptions, ResetResult, StepResult } from '../env/env.ts';
import { EnvError } from '../errors.ts';
import type { SavedNumbers } from '../saved/numbers.ts';
import { Wrapper } from './wrapper.ts';

/** One finished episode. */
export interface EpisodeRecord {
  /** Sum of its rewards. */
  readonly r: number;
  /** Its steps. */
  readonly l: number;
}

/**
 * Adds up rewards and steps. With the last step of an episode `info.episode` has them as `r` and `l`, as in Gymnasium.
 *
 * @example
 * const env = new RecordEpisodeStatistics(await make('InvertedPendulum-v5'));
 * env.reset({ seed: 1 });
 * while (!env.step([3]).terminated);
 * console.log(env.episodes.at(-1)); // { r: ..., l: ... }
 */
export class RecordEpisodeStatistics extends Wrapper {
  /** The last finished episodes, the newest last. */
  readonly episodes: EpisodeRecord[] = [];
  readonly #kept: number;
  #return = 0;
  #length = 0;

  /**
   * @param env The environment inside.
   * @param kept How many finished episodes to keep.
   */
  constructor(env: Env, kept = 100) {
    super(env);
    if (!Number.isSafeInteger(kept) || kept < 0)
      throw new EnvError('bad-argument', `${String(kept)} episodes cannot be kept`);
    this.#kept = kept;
  }

  /**
   * Begins an episode.
   *
   * @param options A seed, and what else the task understands.
   * @returns The first observation.
   */
  override reset(options?: ResetOptions): ResetResult {
    this.#return = 0;
    this.#length = 0;
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
    this.#return += result.reward;
    this.#length++;
    if (result.terminated || result.truncated) {
      const episode = { r: this.#return, l: this.#length };
      this.episodes.push(episode);
      if (this.episodes.length > this.#kept) this.episodes.shift();
      result.info['episode'] = episode;
    } else if (result.info['episode'] !== undefined) result.info['episode'] = undefined;
    return result;
  }

  protected override saveState(): Iterable<number> {
    return [this.#return, this.#length, this.episodes.length, ...this.episodes.flatMap(({ r, l }) => [r, l])];
  }

  protected override loadState(saved: SavedNumbers): void {
    this.#return = saved.next();
    this.#length = saved.next();
    const count = saved.next();
    this.episodes.length = 0;
    for (let k = 0; k < count; k++) this.episodes.push({ r: saved.next(), l: saved.next() });
  }
}
