import type { Call } from './member.ts';
import type { Command } from './protocol.ts';

/** Calls after which all environments are saved. */
const LENGTH = 128;

interface Entry {
  command: Command;
  inputs: readonly Uint8Array[] | undefined;
  readonly actions: Float64Array;
}

/** What workers have saved, and the calls since: a new worker that makes them again is where the old one was. */
export class Journal {
  readonly #entries: Entry[];
  #length = 0;
  #saved: readonly Uint8Array[] | undefined;

  /** @param actions Numbers of the actions of one step. */
  constructor(actions: number) {
    const log = new Float64Array(LENGTH * actions);
    this.#entries = Array.from({ length: LENGTH }, (_, k) => ({
      command: 'step',
      inputs: undefined,
      actions: log.subarray(k * actions, (k + 1) * actions),
    }));
  }

  /** Whether the environments are to be saved before the next call. */
  get isFull(): boolean {
    return this.#length === LENGTH;
  }

  /** Begins anew from what each worker has saved. */
  begin(saved: readonly Uint8Array[]): void {
    this.#saved = saved;
    this.#length = 0;
  }

  /** Notes a call. */
  note(command: Command, actions: ArrayLike<number> | undefined, inputs?: readonly Uint8Array[]): Call {
    const entry = this.#entries[this.#length++] as Entry;
    entry.command = command;
    entry.inputs = inputs;
    if (actions !== undefined) for (let k = 0; k < actions.length; k++) entry.actions[k] = actions[k] as number;
    return entry;
  }

  /** The calls that lead from fresh environments to those before the last call that was noted. */
  *before(call: Call): Generator<Call> {
    if (this.#saved !== undefined) yield { command: 'load', inputs: this.#saved };
    for (const entry of this.#entries.slice(0, this.#length)) {
      if (entry === call) return;
      yield entry;
    }
  }
}
