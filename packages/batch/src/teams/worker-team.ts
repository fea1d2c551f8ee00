import type { Data } from '@qpos/core';
import { type Column, type ColumnMessage, columnKey, rowOf } from '../columns.ts';
import { BatchError } from '../errors.ts';
import type { Call } from '../share/environments.ts';
import type { Failures } from '../share/failures.ts';
import { takeBack } from '../share/journal.ts';
import { ENDED, FAILED, journalled, RESTORE } from '../share/own-columns.ts';
import type { BatchStart, SharedBlocks } from '../workers/protocol.ts';
import type { WorkerFactory } from '../workers/thread.ts';
import type { Engines } from './engines.ts';
import { Member } from './member.ts';
import { type Outcome, ranges, type Team } from './team.ts';

/** What all workers of a batch are told when they start. */
export type CommonStart = Pick<BatchStart, 'rewardModule'> & {
  readonly assignment: Omit<BatchStart['assignment'], 'first' | 'end'>;
};

export interface WorkerTeamOptions {
  readonly n: number;
  readonly workers: number;
  readonly start: CommonStart;
  readonly engines: Engines;
  readonly columns: readonly Column[];
  readonly factory: WorkerFactory | undefined;
}

/** Attempts to make a call in a new worker after the first has ended. */
const ATTEMPTS = 2;

/**
 * Environments in workers. One that ends is replaced, and its call is made again from what the call had begun with, so that nothing of it
 * can be seen but a report. If that ends the new worker as well, its environments have failed.
 */
export abstract class WorkerTeam implements Team {
  readonly workers: number;
  abstract readonly shared: boolean;
  protected readonly members: Member[];
  protected readonly columns = new Map<string, Column>();
  readonly #start: CommonStart;
  readonly #engines: Engines;
  /** Data of workers that this thread was asked for, by environment. */
  readonly #lent = new Map<number, Data>();
  /** The last call that is over. */
  protected generation = 0;
  protected mail = 0;

  constructor({ n, workers, start, engines, columns, factory }: WorkerTeamOptions) {
    this.workers = workers;
    this.#start = start;
    this.#engines = engines;
    for (const column of columns) this.columns.set(columnKey(column), column);
    this.members = ranges(n, workers).map((range, slot) => new Member(slot, range, factory));
  }

  /** Starts all workers and waits for them. */
  async begin(): Promise<this> {
    try {
      await Promise.all(
        this.members.map(async (member) => {
          const ready = this.startMember(member);
          member.hold(true);
          await ready;
          member.hold(false);
        }),
      );
    } catch (error) {
      await this.close();
      throw error;
    }
    return this;
  }

  abstract setColumns(columns: readonly Column[]): void;
  abstract run(call: Call): Outcome;

  snapshot(): void {} // part of every call

  dataOf(environment: number): Data {
    const known = this.#lent.get(environment);
    if (known !== undefined) return known;
    if (this.#engines.dataAt === undefined)
      throw new BatchError('separate-memory', 'the workers of this batch have memory of their own', {
        hint: "bind the fields that you need, or make the batch with memory: 'shared'",
      });
    const address = (this.columns.get('own:address') as Column).array[environment] as number;
    if (address === 0)
      throw new BatchError('worker-lost', `environment ${environment} has no worker`, {
        hint: 'the next call starts another',
      });
    const data = this.#engines.dataAt(address);
    this.#lent.set(environment, data);
    return data;
  }

  /** Takes back the Data of a worker that has ended: its memory will be used again. */
  #takeBack({ first, end }: Member): void {
    for (let e = first; e < end; e++) {
      this.#lent.get(e)?.[Symbol.dispose]();
      this.#lent.delete(e);
    }
  }

  async close(): Promise<void> {
    for (const member of this.members) this.#takeBack(member);
    await Promise.all(this.members.map((member) => member.terminate(this.isIdle(member))));
    this.#engines.close();
  }

  async runAsync(call: Call): Promise<Outcome> {
    for (const member of this.members) member.hold(true);
    const replaced: BatchError[] = [];
    try {
      const done = this.members.map((member) => this.callMember(member, call));
      this.release(call);
      const results = await Promise.all(
        done.map(async (first, slot) => {
          const member = this.members[slot] as Member;
          return first.catch((error: BatchError) => this.#retry(member, call, error, replaced));
        }),
      );
      this.generation = call.generation;
      return { failures: results.flat(), replaced };
    } finally {
      for (const member of this.members) member.hold(false);
    }
  }

  /** Makes a call again in new workers after the first has ended. */
  async #retry(member: Member, call: Call, error: BatchError, replaced: BatchError[]): Promise<Failures> {
    if (error.code === 'closed') throw error;
    replaced.push(member.lost());
    for (let attempt = 1; attempt < ATTEMPTS; attempt++) {
      const resume = { ...call, again: true };
      try {
        const done = this.resumeMember(member, resume);
        member.hold(true);
        return await done;
      } catch (again) {
        if ((again as BatchError).code === 'closed') throw again;
      }
    }
    return this.giveUp(member, call);
  }

  /** Begins a call in one worker; the result is there when it has been carried out. */
  protected abstract callMember(member: Member, call: Call): Promise<Failures>;
  /** Wakes those that wait for the call. */
  protected abstract release(call: Call): void;
  /** Starts another worker that makes the call again. */
  protected abstract resumeMember(member: Member, call: Call): Promise<Failures>;
  /** Shared memory of one worker. */
  protected abstract blocksOf(member: Member): SharedBlocks | undefined;
  /** The columns as a worker gets them. */
  protected abstract columnsOf(member: Member): ColumnMessage[];

  /** Whether a worker is known to wait for a call. */
  protected abstract isIdle(member: Member): boolean;

  /** Starts a worker, which makes the call `resume` again if there is one; the promise is kept when its environments are there. */
  protected startMember(member: Member, resume?: Call): Promise<void> {
    this.#takeBack(member);
    const { engine, model, release } = this.#engines.grant();
    const { first, end, slot } = member;
    const message: BatchStart = {
      kind: 'batch',
      engine,
      model,
      ...this.#start,
      assignment: { ...this.#start.assignment, first, end },
      columns: this.columnsOf(member),
      shared: this.blocksOf(member),
      slot,
      mail: this.mail,
      generation: resume === undefined ? this.generation : resume.generation - 1,
      resume,
    };
    return member.start(message, release);
  }

  /** Environments whose worker cannot be kept alive have failed: they stay where the last call left them, and start over in the next. */
  protected giveUp(member: Member, { generation }: Call): Failures {
    const { first, end } = member;
    this.#takeBack(member);
    void member.terminate();
    const own = (name: string): Column => this.columns.get(`own:${name}`) as Column;
    const mark = (name: string, e: number, value: number): void => {
      own(name).array[e] = value;
    };
    const snapshots = [own('snapshot0'), own('snapshot1')] as const;
    const [last, next] = generation & 1 ? snapshots : [snapshots[1], snapshots[0]];
    const moved = journalled(this.columns.values());
    for (let e = first; e < end; e++) {
      const counters = rowOf(own('counters'), e);
      const journal = rowOf(own('journal'), e) as Float64Array;
      if (own('started').array[e] === generation)
        mark('flags', e, takeBack({ journal, counters, journalled: moved.map((column) => rowOf(column, e)) }));
      mark('flags', e, (own('flags').array[e] as number) | RESTORE);
      rowOf(next, e).set(rowOf(last, e));
      counters[ENDED] = FAILED;
      mark('terminated', e, 1);
      mark('truncated', e, 0);
      mark('rewards', e, 0);
      mark('address', e, 0);
    }
    const message = 'its worker ended twice in the same call';
    return Array.from({ length: end - first }, (_, k) => [
      first + k,
      { code: 'worker-lost', message, time: Number.NaN },
    ]);
  }
}
