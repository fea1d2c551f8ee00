import { QposError } from '../errors/qpos-error.ts';
import type { StepPart } from '../stages.ts';

/**
 * The part of a step in which a callback or a plugin hook runs; or `start`, when a Data is made or reset, `end`, when it is disposed of, and
 * `drawing`, when a viewer shows it.
 */
export type CallbackStage = Exclude<StepPart, 'constraint' | 'sensor'> | 'start' | 'end' | 'drawing';

/**
 * A callback, a plugin hook or `data.onWarning` threw. The state is what it was at the start of the step; `cause` is what was thrown.
 *
 * @example
 * model.callbacks = { control() { throw new Error('no plan'); } };
 * try {
 *   step(model, data);
 * } catch (error) {
 *   if (error instanceof CallbackError) console.log(error.callback, error.stage, error.cause);
 * }
 */
export class CallbackError extends QposError<'callback' | 'plugin'> {
  static override readonly name: string = 'CallbackError';
  /** Name of the callback, or of the plugin. */
  readonly callback: string;
  /** The stage of the step in which it ran. */
  readonly stage: CallbackStage;

  /**
   * @param callback Name of the callback, or of the plugin.
   * @param stage The stage of the step in which it ran.
   * @param cause What was thrown.
   * @param isPlugin Whether `callback` names a plugin.
   */
  constructor(callback: string, stage: CallbackStage, cause: unknown, isPlugin = false) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const source = isPlugin ? `plugin '${callback}'` : `the ${callback} callback`;
    super(isPlugin ? 'plugin' : 'callback', `${source} failed in the ${stage} stage: ${reason}`, { cause });
    this.callback = callback;
    this.stage = stage;
  }
}
