import { QposError } from '@qpos/core/errors';

/** What can be wrong with an element: a file that cannot be fetched, a model that does not fit the policy, a name that is taken. */
export type ElementErrorCode = 'not-found' | 'wrong-model' | 'bad-name' | 'bad-argument';

/**
 * An element cannot show what its attributes ask for.
 *
 * @example
 * try {
 *   defineViewerElement('viewer');
 * } catch (error) {
 *   if (error instanceof ElementError) console.log(error.code, error.hint);
 * }
 */
export class ElementError extends QposError<ElementErrorCode> {
  static override readonly name: string = 'ElementError';
}
