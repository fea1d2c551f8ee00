import { QposError } from './qpos-error.ts';

/**
 * How the numeric core failed:
 *
 * - `trap`: it left its memory or met a state that should be impossible, mostly because an index in a Model or Data was changed to one
 *   that does not exist;
 * - `stack-overflow`: calls are nested too deeply, mostly because a callback takes a step of its own Data.
 */
export type EngineErrorCode = 'trap' | 'stack-overflow';

/**
 * The numeric core failed in the middle of a call. The Data of that call may hold anything: reset it or make a new one. The engine and
 * every other object go on working. `setChecks(true)` finds the wrong index before it is used.
 *
 * @example
 * model.jnt_qposadr[0] = 1e9;
 * try {
 *   step(model, data);
 * } catch (error) {
 *   if (error instanceof EngineError) console.log(error.code, error.stage, error.model); // trap kinematics arm
 * }
 */
export class EngineError extends QposError<EngineErrorCode> {
  static override readonly name: string = 'EngineError';
  /** The stage of a step in which it happened if that is known, else the function that was called. */
  readonly stage: string;
  /** Name of the model, or ''. */
  readonly model: string;

  /**
   * @param code How it failed.
   * @param stage Where it failed.
   * @param model Name of the model, or ''.
   * @param cause What the JavaScript engine threw.
   */
  constructor(code: EngineErrorCode, stage: string, model: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const hint =
      code === 'trap'
        ? 'an index in the model or its Data is probably wrong: setChecks(true) tells which'
        : 'a callback must not step the Data that it was called for: use a clone of it';
    super(code, `the numeric core failed in ${stage} of model '${model}': ${reason}`, { cause, hint });
    this.stage = stage;
    this.model = model;
  }
}
