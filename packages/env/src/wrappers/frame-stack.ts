import type { Env, ResetOptions, ResetResult, StepResult } from '../env/env.ts';
import { EnvError } from '../errors.ts';
import type { SavedNumbers } from '../saved/numbers.ts';
import { Box } from '../spaces/box.ts';
import { observationBox } from './boxes.ts';
import { Wrapper } from './wrapper.ts';

const repeated = (bound: ArrayLike<number>, times: number): Float64Array =>
  Float64Array.from({ length: bound.length * times }, (_, k) => bound[k % bound.length] as number);

/**
 * Observes the last few observations at once, the oldest first. An episode begins with copies of its first.
 *
 * @example
 * const env = new FrameStack(await make('InvertedPendulum-v5'), 3);
 * console.log(env.reset({ seed: 1 }).obs.length); // 12
 */
export class FrameStack extends Wrapper {
  readonly #stack: Float64Array;
  readonly #size: number;

  /**
   * @param env The environment inside.
   * @param count How many observations.
   */
  constructor(env: Env, count: number) {
    const { low, high, shape, size } = observationBox(env, 'FrameStack');
    if (!Number.isSafeInteger(count) || count < 1)
      throw new EnvError('bad-argument', `FrameStack cannot stack ${count} observations`);
    super(env, { observation: new Box(repeated(low, count), repeated(high, count), [count, ...shape], 'float64') });
    this.#stack = new Float64Array(count * size);
    this.#size = size;
  }

  /**
   * Begins an episode.
   *
   * @param options A seed, and what else the task understands.
   * @returns The first observation.
   */
  override reset(options?: ResetOptions): ResetResult {
    const result = super.reset(options);
    for (let at = 0; at < this.#stack.length; at += this.#size) this.#stack.set(result.obs, at);
    result.obs = this.#stack;
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
    this.#stack.copyWithin(0, this.#size);
    this.#stack.set(result.obs, this.#stack.length - this.#size);
    result.obs = this.#stack;
    return result;
  }

  protected override saveState(): Iterable<number> {
    return this.#stack;
  }

  protected override loadState(saved: SavedNumbers): void {
    saved.into(this.#stack);
  }
}
