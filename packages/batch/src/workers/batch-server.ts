import { cloneModel, type Model } from '@qpos/core';
import { type ColumnMessage, columnMessage, openColumn } from '../columns.ts';
import { type Call, Environments } from '../share/environments.ts';
import { loadRewardModule, type RewardModule } from '../share/reward-module.ts';
import { openModel } from './open-model.ts';
import {
  type Answer,
  type BatchStart,
  BY_MESSAGE,
  CALL_STEPS,
  COMMAND,
  commands,
  FAILURE_BYTES,
  FINISHED,
  GENERATION,
  MAIL,
  PENDING,
  READY,
  WORKER_WORDS,
  WORKERS,
  writeFailures,
} from './protocol.ts';
import { ShortWait } from './short-wait.ts';

const isExpanded = ({ role }: ColumnMessage): boolean => role === 'expanded';

/** Sends an answer to the thread that started this one. */
export type Reply = (answer: Answer, transfer?: readonly unknown[]) => void;

/** Environments of a batch in a worker: carries out calls until the worker is ended. */
export class BatchServer {
  readonly #start: BatchStart;
  readonly #reply: Reply;
  readonly #environments: Environments;
  /** The model that all workers share, while this one does not change it. */
  #lent: Model | undefined;
  #seen: number;
  #mail: number;
  readonly #shortWait = new ShortWait();
  /** Whether it was the last to finish: then the thread that waits for the call needs its core. */
  #wasLast = true;

  constructor(start: BatchStart, module: RewardModule, reply: Reply) {
    this.#start = start;
    this.#reply = reply;
    const { model, lent } = openModel(start.model, module, start.columns.some(isExpanded));
    if (lent) this.#lent = model;
    this.#environments = new Environments(model, start.assignment, start.columns.map(openColumn), module);
    this.#seen = start.generation;
    this.#mail = start.mail;
  }

  /** Makes environments and reports that they are there. */
  static async create(start: BatchStart, reply: Reply): Promise<BatchServer> {
    const module = start.rewardModule === undefined ? {} : await loadRewardModule(start.rewardModule);
    const server = new BatchServer(start, module, reply);
    const { resume, shared, slot } = start;
    if (shared !== undefined) Atomics.store(shared.control, WORKERS + WORKER_WORDS * slot + READY, 1);
    reply({ kind: 'ready' });
    if (resume !== undefined) server.#run(resume);
    return server;
  }

  /** New columns, of which every worker is told. */
  takeColumns(columns: readonly ColumnMessage[]): void {
    this.#mail++;
    if (this.#lent !== undefined && columns.some(isExpanded)) {
      this.#environments.setModel(cloneModel(this.#lent));
      this.#lent = undefined;
    }
    this.#environments.setColumns(columns.map(openColumn));
  }

  /** A call that came as a message, with the columns. */
  runMessage(call: Call, messages: readonly ColumnMessage[]): void {
    const columns = messages.map(openColumn);
    this.#environments.setColumns(columns);
    const failures = this.#environments.run(call);
    const back = columns.map(columnMessage);
    this.#reply(
      { kind: 'done', generation: call.generation, failures, columns: back },
      back.map(({ buffer }) => buffer),
    );
  }

  /** Waits for calls and carries them out; returns when there is a message to be read first. */
  serve(): void {
    const { shared } = this.#start;
    if (shared === undefined) return;
    const { control } = shared;
    for (;;) {
      const generation = Atomics.load(control, GENERATION);
      if (generation === this.#seen) {
        if (this.#wasLast || !this.#shortWait.sees(control, GENERATION, generation))
          Atomics.wait(control, GENERATION, generation);
        continue;
      }
      if (Atomics.load(control, MAIL) !== this.#mail) return;
      this.#run({
        kind: commands[control[COMMAND] as number] ?? 'step',
        steps: control[CALL_STEPS] as number,
        generation,
        again: false,
      });
    }
  }

  /** One call in shared memory. */
  #run(call: Call): void {
    const { shared, slot } = this.#start;
    if (shared === undefined) return;
    const { control, text } = shared;
    const at = WORKERS + WORKER_WORDS * slot;
    const failures = this.#environments.run(call);
    this.#seen = call.generation;
    control[at + FAILURE_BYTES] = writeFailures(failures, text);
    // before the call is over: the next one may want it otherwise
    const byMessage = Atomics.load(control, BY_MESSAGE) !== 0;
    Atomics.store(control, at + FINISHED, call.generation);
    this.#wasLast = Atomics.sub(control, PENDING, 1) === 1;
    if (this.#wasLast) Atomics.notify(control, PENDING);
    if (byMessage) this.#reply({ kind: 'done', generation: call.generation });
  }
}
