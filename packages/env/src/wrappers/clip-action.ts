import type { Env, StepResult } from '../env/env.ts';
import { Box } from '../spaces/box.ts';
import { actionBox } from './boxes.ts';
import { Wrapper } from './wrapper.ts';

/**
 * Takes any action and clips it to the space of the environment inside.
 *
 * @example
 * const env = new ClipAction(await make('Hopper-v5'));
 * env.reset({ seed: 1 });
 * env.step([5, -7, 0]); // as 1, -1, 0
 */
export class ClipAction extends Wrapper {
  readonly #inner: Box;
  readonly #clipped: Float64Array;

  /** @param env The environment inside. */
  constructor(env: Env) {
    const inner = actionBox(env, 'ClipAction');
    super(env, { action: new Box(-Infinity, Infinity, inner.shape, inner.dtype) });
    this.#inner = inner;
    this.#clipped = new Float64Array(inner.size);
  }

  /**
   * Takes one step.
   *
   * @param action What to do.
   * @returns What came of it.
   */
  override step(action: ArrayLike<number>): StepResult {
    if (action.length !== this.#clipped.length) return super.step(action); // refused there
    const { low, high } = this.#inner;
    for (let k = 0; k < this.#clipped.length; k++)
      this.#clipped[k] = Math.min(high[k] as number, Math.max(low[k] as number, action[k] as number));
    return super.step(this.#clipped);
  }
}
