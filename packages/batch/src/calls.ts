import type { BatchResult } from './batch.ts';
import type { BatchColumns } from './batch-columns.ts';
import { BatchError, EnvironmentError } from './errors.ts';
import type { Call } from './share/environments.ts';
import type { Outcome, Team } from './teams/team.ts';

/** The calls of a batch, one at a time, and what came of the last one. */
export class Calls {
  /** The same object for all calls. */
  readonly result: { -readonly [K in keyof BatchResult]: BatchResult[K] };
  readonly #team: Team;
  readonly #errors: (EnvironmentError | undefined)[];
  #generation = 0;
  #busy = false;
  #closed = false;

  constructor(n: number, team: Team, columns: BatchColumns) {
    this.#team = team;
    this.#errors = new Array(n).fill(undefined);
    const floats = (name: string): Float64Array => columns.own(name).array as Float64Array;
    const bytes = (name: string): Uint8Array => columns.own(name).array as Uint8Array;
    this.result = {
      states: floats('states'),
      ctrl: floats('ctrl'),
      sensordata: floats('sensordata'),
      rewards: floats('rewards'),
      terminated: bytes('terminated'),
      truncated: bytes('truncated'),
      errors: this.#errors,
      failed: 0,
      replaced: [],
    };
  }

  /** Number of the last call. */
  get generation(): number {
    return this.#generation;
  }

  /** Refuses to go on while a call is under way, or after the end. */
  check(): void {
    if (this.#closed) throw new BatchError('closed', 'the batch was closed');
    if (this.#busy)
      throw new BatchError('busy', 'the batch is being stepped', { hint: 'await the promise of stepAllAsync first' });
  }

  /** Ends all calls; returns whether they had not ended before. */
  close(): boolean {
    const isFirst = !this.#closed;
    this.#closed = true;
    return isFirst;
  }

  run(kind: Call['kind'], steps: number): BatchResult {
    const call = this.#next(kind, steps);
    return this.#finish(call, this.#team.run(call));
  }

  async runAsync(kind: Call['kind'], steps: number): Promise<BatchResult> {
    const call = this.#next(kind, steps);
    this.#busy = true;
    try {
      return this.#finish(call, await this.#team.runAsync(call));
    } finally {
      this.#busy = false;
    }
  }

  /** Forgets what went wrong. */
  clearErrors(): void {
    this.#errors.fill(undefined);
    this.result.failed = 0;
  }

  #next(kind: Call['kind'], steps: number): Call {
    this.check();
    return { kind, steps, generation: this.#generation + 1, again: false };
  }

  #finish({ generation }: Call, { failures, replaced }: Outcome): BatchResult {
    this.#generation = generation;
    if (this.result.failed > 0) this.clearErrors();
    for (const [e, failure] of failures) this.#errors[e] = new EnvironmentError(e, failure);
    this.result.failed = failures.length;
    this.result.replaced = replaced;
    return this.result;
  }
}
