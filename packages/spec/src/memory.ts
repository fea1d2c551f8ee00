import { ModelError } from './errors.ts';

/** Runs what may take more memory, or nest more calls, than there is room for: a `RangeError` of JavaScript becomes an error of the model. */
export function withinMemory<T>(file: string | undefined, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    const place = file === undefined ? {} : { file };
    const message = `the model is too large: ${cause.message}`;
    throw new ModelError({ severity: 'error', code: 'limit', message, ...place });
  }
}
