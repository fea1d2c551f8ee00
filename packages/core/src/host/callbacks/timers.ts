import { NTIMER } from '../../kernel/model/constants.ts';

/**
 * How long the parts of a step took and how often they ran, by `Timer`. They run while the model has a clock, `callbacks.time`, and cost
 * nothing without one; `resetData` sets them to zero. Parts lie in each other: POS_COLLISION in POSITION in FORWARD in STEP.
 *
 * @example
 * model.callbacks = { time: () => performance.now() };
 * step(model, data, 100);
 * const { duration, number } = data.timers;
 * console.log(duration[enums.Timer.STEP] / number[enums.Timer.STEP], 'ms a step');
 */
export class Timers {
  /** Time in all, in units of the clock. */
  readonly duration: Float64Array = new Float64Array(NTIMER);
  /** How often it ran. */
  readonly number: Int32Array = new Int32Array(NTIMER);
  readonly #since = new Float64Array(NTIMER);

  /** Sets all to zero. */
  clear(): void {
    this.duration.fill(0);
    this.number.fill(0);
  }

  /** @internal Notes what the kernel tells at a time: `event` is a timer that begins, or that ends from NTIMER on. */
  note(event: number, now: number): void {
    if (event < NTIMER) this.#since[event] = now;
    else {
      const timer = event - NTIMER;
      this.duration[timer] += now - this.#since[timer];
      this.number[timer]++;
    }
  }
}
