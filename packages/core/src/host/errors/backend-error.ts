import { QposError } from './qpos-error.ts';

/**
 * Why the numeric core cannot go on:
 *
 * - `wasm-refused`: WebAssembly or its shared memory is not allowed here, as under a strict content security policy, and there is no other;
 * - `js-missing`: the `js` back end was asked for and is not registered;
 * - `out-of-memory`: the heap cannot grow any further;
 * - `aborted`: the core met a state that should be impossible.
 */
export type BackendErrorCode = 'wasm-refused' | 'js-missing' | 'out-of-memory' | 'aborted';

/**
 * The numeric core cannot start or go on.
 *
 * @example
 * try {
 *   makeData(model);
 * } catch (error) {
 *   if (error instanceof BackendError && error.code === 'out-of-memory') console.log('too many Data at once');
 * }
 */
export class BackendError extends QposError<BackendErrorCode> {
  static override readonly name: string = 'BackendError';
}
