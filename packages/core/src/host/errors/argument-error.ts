import { QposError } from './qpos-error.ts';

/**
 * What is wrong with an argument:
 *
 * - `bad-argument`: of the wrong type, out of range, or an array that is too short;
 * - `unknown-name`: the model, or qpos, has nothing of this name;
 * - `wrong-model`: a Data that belongs to another model or back end;
 * - `disposed`: a Model or Data whose memory was returned;
 * - `in-use`: a Model or Data that a call further out is working on, such as the step that has called back;
 * - `read-only`: a field that only the engine writes;
 * - `unsupported`: valid, but this function cannot handle it.
 */
export type ArgumentErrorCode =
  | 'bad-argument'
  | 'unknown-name'
  | 'wrong-model'
  | 'disposed'
  | 'in-use'
  | 'read-only'
  | 'unsupported';

/**
 * A function was called with something that it cannot take. It has changed nothing.
 *
 * @example
 * try {
 *   step(model, data, -1);
 * } catch (error) {
 *   if (error instanceof ArgumentError) console.log(error.code); // bad-argument
 * }
 */
export class ArgumentError extends QposError<ArgumentErrorCode> {
  static override readonly name: string = 'ArgumentError';

  /**
   * @param message What is wrong with which argument.
   * @param code What kind of problem it is.
   * @param hint What to do about it, or what was probably meant.
   */
  constructor(message: string, code: ArgumentErrorCode = 'bad-argument', hint?: string) {
    super(code, message, { hint });
  }
}
