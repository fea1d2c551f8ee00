import { type Column, type ColumnMessage, columnKey, columnMessage } from '../columns.ts';
import { BatchError } from '../errors.ts';
import type { Call } from '../share/environments.ts';
import type { Failures } from '../share/failures.ts';
import { canBlock } from '../workers/platform.ts';
import {
  BY_MESSAGE,
  CALL_STEPS,
  COMMAND,
  commands,
  FAILURE_BYTES,
  FINISHED,
  GENERATION,
  LEAVING,
  MAIL,
  PENDING,
  READY,
  readFailures,
  type SharedBlocks,
  TEXT_BYTES,
  WORKER_WORDS,
  WORKERS,
} from '../workers/protocol.ts';
import type { Member } from './member.ts';
import type { Outcome } from './team.ts';
import { WorkerTeam, type WorkerTeamOptions } from './worker-team.ts';

/** Milliseconds after which this thread looks whether those that it waits for are still there. */
const LOOK = 50;
/** Milliseconds that a new worker has to start. */
const START = 30_000;

/** Workers that see the same memory. A call is one change of a number that they all wait for. */
export class SharedTeam extends WorkerTeam {
  readonly shared = true;
  readonly #control: Int32Array;
  readonly #texts: Uint8Array[];

  constructor(options: WorkerTeamOptions) {
    super(options);
    this.#control = new Int32Array(new SharedArrayBuffer(4 * (WORKERS + WORKER_WORDS * options.workers)));
    this.#texts = this.members.map(() => new Uint8Array(new SharedArrayBuffer(TEXT_BYTES)));
  }

  setColumns(columns: readonly Column[]): void {
    for (const column of columns) this.columns.set(columnKey(column), column);
    this.mail++;
    for (const member of this.members) member.post({ kind: 'columns', columns: columns.map(columnMessage) });
    Atomics.store(this.#control, MAIL, this.mail);
  }

  run(call: Call): Outcome {
    if (!canBlock())
      throw new BatchError('cannot-block', "a page's main thread cannot wait for workers", {
        hint: 'use stepAllAsync, or make the batch in a worker of your own',
      });
    this.#command(call, false);
    const lost = this.#wait(this.members, call);
    const failures: Failures = [];
    const replaced: BatchError[] = [];
    for (const member of this.members) {
      const isLost = lost.includes(member);
      if (isLost) replaced.push(member.lost());
      if (isLost && !this.#resumeNow(member, call)) failures.push(...this.giveUp(member, call));
      else failures.push(...this.#failuresOf(member));
    }
    this.generation = call.generation;
    return { failures, replaced };
  }

  protected override blocksOf({ slot }: Member): SharedBlocks {
    return { control: this.#control, text: this.#texts[slot] as Uint8Array };
  }

  protected override columnsOf(): ColumnMessage[] {
    return [...this.columns.values()].map(columnMessage);
  }

  protected override callMember(member: Member, { generation }: Call): Promise<Failures> {
    return this.#done(member, generation);
  }

  protected override release(call: Call): void {
    this.#command(call, true);
  }

  protected override resumeMember(member: Member, call: Call): Promise<Failures> {
    const ready = this.#restart(member, call);
    const done = this.#done(member, call.generation);
    done.catch(() => {});
    return ready.then(() => done);
  }

  /** The failures of a member when it says that it is done; one that has ended may have been done before. */
  async #done(member: Member, generation: number): Promise<Failures> {
    try {
      await member.awaitDone(generation);
    } catch (error) {
      if (!this.#hasFinished(member, generation)) throw error;
    }
    return this.#failuresOf(member);
  }

  protected override isIdle(member: Member): boolean {
    const last = Atomics.load(this.#control, GENERATION);
    return this.#word(member, READY) === 1 && (last === 0 || this.#hasFinished(member, last));
  }

  /** Hands a call over. */
  #command({ kind, steps, generation }: Call, byMessage: boolean): void {
    const control = this.#control;
    control[COMMAND] = commands.indexOf(kind);
    control[CALL_STEPS] = steps;
    Atomics.store(control, BY_MESSAGE, byMessage ? 1 : 0);
    Atomics.store(control, PENDING, this.workers);
    Atomics.store(control, GENERATION, generation);
    Atomics.notify(control, GENERATION);
  }

  #word({ slot }: Member, word: number): number {
    return Atomics.load(this.#control, WORKERS + WORKER_WORDS * slot + word);
  }

  #hasFinished(member: Member, generation: number): boolean {
    return this.#word(member, FINISHED) === generation;
  }

  #failuresOf(member: Member): Failures {
    return readFailures(this.#texts[member.slot] as Uint8Array, this.#word(member, FAILURE_BYTES));
  }

  /** Waits until members have finished a call; returns those that ended before. */
  #wait(members: readonly Member[], { generation }: Call): Member[] {
    const control = this.#control;
    for (;;) {
      const pending = Atomics.load(control, PENDING);
      if (pending > 0) Atomics.wait(control, PENDING, pending, LOOK);
      if (Atomics.load(control, PENDING) <= 0) return [];
      const working = members.filter((member) => !this.#hasFinished(member, generation));
      if (working.every((member) => this.#isGone(member))) return working;
    }
  }

  #isGone(member: Member): boolean {
    return member.hasEnded() || this.#word(member, LEAVING) !== 0;
  }

  /** Starts another worker that makes the call again, and waits for it. */
  #resumeNow(member: Member, call: Call): boolean {
    Atomics.store(this.#control, PENDING, 1);
    try {
      this.#restart(member, { ...call, again: true });
    } catch {
      return false; // there is no memory for another
    }
    const start = performance.now();
    while (!this.#hasFinished(member, call.generation)) {
      Atomics.wait(this.#control, PENDING, 1, LOOK);
      const late = performance.now() - start > START && this.#word(member, READY) === 0;
      if (!this.#hasFinished(member, call.generation) && (late || this.#isGone(member))) return false;
    }
    return true;
  }

  #restart(member: Member, resume: Call): Promise<void> {
    const at = WORKERS + WORKER_WORDS * member.slot;
    void member.terminate();
    for (const word of [LEAVING, FINISHED, FAILURE_BYTES, READY]) Atomics.store(this.#control, at + word, 0);
    return this.startMember(member, resume);
  }
}
