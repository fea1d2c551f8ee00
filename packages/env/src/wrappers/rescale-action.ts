import type { Env, StepResult } from '../env/env.ts';
import { EnvError } from '../errors.ts';
import { Box } from '../spaces/box.ts';
import { actionBox } from './boxes.ts';
import { Wrapper } from './wrapper.ts';

/**
 * Takes actions between two numbers and stretches them to the bounds of the environment inside.
 *
 * @example
 * const env = new RescaleAction(await make('Pusher-v5')); // its actions are in [-2, 2]
 * env.reset({ seed: 1 });
 * env.step([1, 0, 0, 0, 0, 0, -0.5]); // as 2, 0, 0, 0, 0, 0, -1
 */
export class RescaleAction extends Wrapper {
  readonly #inner: Box;
  readonly #scaled: Float64Array;
  readonly #low: number;
  readonly #high: number;

  /**
   * @param env The environment inside; its actions are bounded.
   * @param low The least number of an action.
   * @param high The greatest.
   */
  constructor(env: Env, low = -1, high = 1) {
    const inner = actionBox(env, 'RescaleAction');
    if (!inner.isBounded())
      throw new EnvError('unsupported', `RescaleAction needs bounded actions, not ${String(inner)}`);
    if (typeof low !== 'number' || typeof high !== 'number' || !(low < high))
      throw new EnvError('bad-argument', `actions between ${low} and ${high} cannot be stretched`);
    super(env, { action: new Box(low, high, inner.shape, inner.dtype) });
    this.#inner = inner;
    this.#scaled = new Float64Array(inner.size);
    this.#low = low;
    this.#high = high;
  }

  /**
   * Takes one step.
   *
   * @param action What to do.
   * @returns What came of it.
   */
  override step(action: ArrayLike<number>): StepResult {
    if (action.length !== this.#scaled.length) return super.step(action); // refused there
    const { low, high } = this.#inner;
    for (let k = 0; k < this.#scaled.length; k++) {
      const part = ((action[k] as number) - this.#low) / (this.#high - this.#low);
      this.#scaled[k] = (low[k] as number) + part * ((high[k] as number) - (low[k] as number));
    }
    return super.step(this.#scaled);
  }
}
