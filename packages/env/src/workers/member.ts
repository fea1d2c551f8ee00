import { startThread, type Thread, type WorkerFactory, type WorkerProgram } from '@qpos/batch/threads';
import { EnvError } from '../errors.ts';
import {
  type Answer,
  BY_MESSAGE,
  BYTES,
  COMMAND,
  CONTROL_WORDS,
  type Columns,
  type Command,
  commands,
  DONE,
  decodeError,
  FAILED,
  GENERATION,
  LEAVING,
  MAIL,
  READY,
  READY_FAILED,
  STATUS,
  type StartMessage,
  TOO_LONG,
} from './protocol.ts';

/** A call of all workers. */
export interface Call {
  readonly command: Command;
  /** What this worker gets beside its rows. */
  readonly inputs?: readonly Uint8Array[] | undefined;
  /** The actions of all environments. */
  readonly actions?: Float64Array | undefined;
}

export interface MemberOptions {
  readonly slot: number;
  /** Its environments. */
  readonly range: readonly [first: number, end: number];
  readonly columns: Columns;
  readonly shared: boolean;
  readonly start: Pick<StartMessage, 'engine' | 'task'>;
  readonly program: WorkerProgram | WorkerFactory;
  /** Calls that lead from fresh environments to those before the call that is on. */
  readonly history: (slot: number) => Iterable<Call>;
}

const LOOK = 50; // milliseconds after which a thread that waits looks whether the worker is still there
const START = 30_000; // milliseconds that a new worker has to start
const ATTEMPTS = 2; // to make a call in a new worker after one has ended
const REGION = 1 << 14; // bytes, to begin with
const NOTHING = new Uint8Array(0);

/** One worker with its environments. One that ends is replaced by another, which makes all calls since the last save again. */
export class Member {
  readonly range: readonly [number, number];
  readonly #options: MemberOptions;
  readonly #control: Int32Array | undefined;
  #region = new Uint8Array(0);
  #thread: Thread | undefined;
  #generation = 0;
  #settle: ((finished: boolean) => void) | undefined;
  #done: Promise<boolean> = Promise.resolve(true);
  #refusal: EnvError | undefined;
  #status = 0;
  #output: Uint8Array = NOTHING;
  #reason = '';

  constructor(options: MemberOptions) {
    this.#options = options;
    this.range = options.range;
    if (!options.shared) return;
    this.#control = new Int32Array(new SharedArrayBuffer(4 * CONTROL_WORDS));
    this.#region = sharedBytes(REGION);
  }

  /** Starts the worker and waits until its environments are there. */
  async begin(): Promise<void> {
    this.#restart();
    this.#thread?.hold(true);
    const ready = await this.#done;
    this.#thread?.hold(false);
    if (!ready) throw this.#refusal ?? this.#lost();
  }

  /** Hands a call over. */
  send(call: Call, byMessage: boolean): void {
    const { slot, columns, range } = this.#options;
    const input = call.inputs?.[slot] ?? NOTHING;
    const width = columns.actions.length / (range[1] - range[0]);
    if (call.actions !== undefined) columns.actions.set(call.actions.subarray(range[0] * width, range[1] * width));
    this.#post(call.command, input, byMessage);
  }

  /** Waits for a call that was handed over; returns its output, which the next call overwrites. */
  finish(call: Call): Uint8Array {
    let finished = this.#wait();
    for (let attempt = 0; !finished; attempt++) {
      if (attempt === ATTEMPTS) throw this.#lost();
      this.#restart();
      finished = this.#waitReady() && this.#history(call).every((before) => this.#again(before));
    }
    return this.#result();
  }

  /** As `finish`, while this thread goes on. */
  async finishAsync(call: Call): Promise<Uint8Array> {
    this.#thread?.hold(true);
    let finished = await this.#done;
    for (let attempt = 0; !finished; attempt++) {
      if (attempt === ATTEMPTS) throw this.#lost();
      this.#restart();
      this.#thread?.hold(true);
      finished = await this.#done;
      for (const before of finished ? this.#history(call) : []) {
        this.send(before, true);
        finished = await this.#done;
        if (!finished) break;
      }
    }
    this.#thread?.hold(false);
    return this.#result();
  }

  async terminate(): Promise<void> {
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.terminate(false);
  }

  #history(call: Call): Call[] {
    return [...this.#options.history(this.#options.slot), call];
  }

  #again(call: Call): boolean {
    this.send(call, false);
    return this.#wait();
  }

  #restart(): void {
    const { start, range, columns, program } = this.#options;
    void this.#thread?.terminate(false);
    const control = this.#control;
    control?.fill(0);
    this.#generation = 0;
    this.#expect();
    const thread = startThread(program, {
      message: (answer) => {
        if (this.#thread === thread) this.#take(answer as Answer);
      },
      end: (reason) => {
        if (this.#thread !== thread) return;
        this.#reason = reason;
        this.#settle?.(false);
      },
    });
    this.#thread = thread;
    const shared = control === undefined ? undefined : { control, region: this.#region };
    thread.post({ kind: 'start', ...start, n: range[1] - range[0], columns, shared } satisfies StartMessage);
  }

  #expect(): void {
    this.#done = new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  #post(command: Command, input: Uint8Array, byMessage: boolean): void {
    this.#generation++;
    if (byMessage) this.#expect();
    if (this.#thread?.hasEnded() !== false) {
      this.#settle?.(false);
      return;
    }
    const control = this.#control;
    if (control === undefined) {
      const { actions } = this.#options.columns;
      this.#thread.post({ kind: 'call', generation: this.#generation, command, input, actions });
      return;
    }
    if (input.length > this.#region.length) this.#grow(input.length);
    this.#region.set(input);
    control[BYTES] = input.length;
    control[COMMAND] = commands.indexOf(command);
    Atomics.store(control, BY_MESSAGE, byMessage ? 1 : 0);
    Atomics.store(control, GENERATION, this.#generation);
    Atomics.notify(control, GENERATION);
  }

  #grow(bytes: number): void {
    this.#region = sharedBytes(2 * bytes);
    this.#thread?.post({ kind: 'region', region: this.#region });
    Atomics.add(this.#control as Int32Array, MAIL, 1);
  }

  /** Waits until the call is done; false if the worker has ended. */
  #wait(): boolean {
    const control = this.#control as Int32Array;
    for (;;) {
      const done = Atomics.load(control, DONE);
      if (done === this.#generation) {
        if (control[STATUS] !== TOO_LONG) return true;
        this.#askAgain(control, false);
      } else if (Atomics.wait(control, DONE, done, LOOK) === 'timed-out' && this.#isGone()) return false;
      else if (Atomics.load(control, LEAVING) !== 0 && Atomics.load(control, DONE) !== this.#generation) return false;
    }
  }

  #askAgain(control: Int32Array, byMessage: boolean): void {
    this.#grow(control[BYTES] as number);
    this.#post('again', NOTHING, byMessage);
  }

  #isGone(): boolean {
    return this.#thread?.hasEnded() !== false || Atomics.load(this.#control as Int32Array, LEAVING) !== 0;
  }

  #waitReady(): boolean {
    const control = this.#control as Int32Array;
    for (let waited = 0; waited < START; waited += LOOK) {
      if (Atomics.wait(control, READY, 0, LOOK) !== 'timed-out') return control[READY] !== READY_FAILED;
      if (this.#isGone()) return false;
    }
    return false;
  }

  #take(answer: Answer): void {
    if (answer.kind === 'ready') {
      if (this.#generation === 0) this.#settle?.(true); // else a call is on, and this was waited for
    } else if (answer.kind === 'refused') {
      this.#refusal = decodeError(answer.error);
      this.#reason = this.#refusal.message;
      this.#settle?.(false);
    } else if (answer.generation === this.#generation) this.#takeDone(answer);
  }

  #takeDone({ status = 0, output = NOTHING, columns }: Extract<Answer, { kind: 'done' }>): void {
    const control = this.#control;
    if (control !== undefined && control[STATUS] === TOO_LONG) {
      const settle = this.#settle;
      this.#askAgain(control, true);
      void this.#done.then(settle);
      return;
    }
    if (columns !== undefined)
      for (const [name, values] of Object.entries(columns))
        this.#options.columns[name as keyof Columns].set(values as Float64Array);
    this.#status = status;
    this.#output = output;
    this.#settle?.(true);
  }

  #result(): Uint8Array {
    const control = this.#control;
    const status = control === undefined ? this.#status : (control[STATUS] as number);
    const output = control === undefined ? this.#output : this.#region.subarray(0, control[BYTES]);
    if (status === FAILED) throw decodeError(output);
    return output;
  }

  #lost(): EnvError {
    const [first, end] = this.range;
    const which = end - first === 1 ? `environment ${first}` : `environments ${first} to ${end - 1}`;
    const why = this.#reason === '' ? '' : `: ${this.#reason}`;
    return new EnvError('worker', `the worker with ${which} has ended${why}`, {
      hint: 'it was replaced, and the same call ended it again',
    });
  }
}

const sharedBytes = (length: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array(new SharedArrayBuffer(length)) as unknown as Uint8Array<ArrayBuffer>;
