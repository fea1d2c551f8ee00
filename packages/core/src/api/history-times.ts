import { checkLength } from '../host/arguments.ts';
import { ArgumentError } from '../host/errors/argument-error.ts';

const LEAST_GAP = 1e-15; // between samples

/** Refuses times of a history buffer that are too few or do not increase. */
export function checkTimes(times: ArrayLike<number>, count: number): void {
  checkLength('times', times, count);
  for (let k = 1; k < count; k++)
    if (!(times[k] - times[k - 1] >= LEAST_GAP))
      throw new ArgumentError(
        `times must increase, but times[${k - 1}] = ${times[k - 1]} and times[${k}] = ${times[k]}`,
      );
}
