/** The part of a step in which a callback or a plugin runs. */
export type CallbackStage = 'position' | 'velocity' | 'actuation' | 'acceleration' | 'integration' | 'start';

/** A callback, or a hook of a plugin, threw. The state is what it was at the start of the step; `cause` is what was thrown. */
export class CallbackError extends Error {
  static override readonly name = 'CallbackError';
  readonly code: 'callback' | 'plugin';
  /** The callback, or the name of the plugin. */
  readonly callback: string;
  /** The stage of the step in which it ran. */
  readonly stage: CallbackStage;

  override get name(): string {
    return CallbackError.name;
  }

  constructor(callback: string, stage: CallbackStage, cause: unknown, plugin = false) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const who = plugin ? `plugin '${callback}'` : `the ${callback} callback`;
    super(`${who} failed in the ${stage} stage: ${reason}`, { cause });
    this.code = plugin ? 'plugin' : 'callback';
    this.callback = callback;
    this.stage = stage;
  }
}
