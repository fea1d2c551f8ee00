import { QposError } from './qpos-error.ts';

/**
 * What is wrong with an argument:
 *
 * - `bad-argument`: of the wrong type, out of range, or an array that is too short;
 * - `unknown-name`: the model, or qpos, has nothing of this name;
 * - `wrong-model`: a Data that belongs to another model or back end;
 * - `disposed`: a Model or Data whose memory was returned;
 * - `unsupported`: valid, but this function cannot handle it.
 */
export type ArgumentErrorCode = 'bad-argument' | 'unknown-name' | 'wrong-model' | 'disposed' | 'unsupported';

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
