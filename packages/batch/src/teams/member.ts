import { BatchError, type BatchErrorCode } from '../errors.ts';
import { workerProgram } from '../workers/programs.ts';
import type { Answer, BatchStart } from '../workers/protocol.ts';
import { startThread, type Thread, type WorkerFactory } from '../workers/thread.ts';

type Done = Extract<Answer, { kind: 'done' }>;

interface Wait {
  resolve(answer: Done | undefined): void;
  reject(error: BatchError): void;
}

/** One worker of a batch, replaced by another when it ends. */
export class Member {
  readonly slot: number;
  readonly first: number;
  readonly end: number;
  readonly #factory: WorkerFactory | undefined;
  #thread: Thread | undefined;
  #ready: Wait | undefined;
  #done: Wait | undefined;
  /** The call that is waited for. */
  #generation = 0;
  /** Why the last one ended. */
  reason = '';

  constructor(slot: number, [first, end]: readonly [number, number], factory: WorkerFactory | undefined) {
    this.slot = slot;
    this.first = first;
    this.end = end;
    this.#factory = factory;
  }

  get environments(): string {
    return this.end - this.first === 1 ? `environment ${this.first}` : `environments ${this.first} to ${this.end - 1}`;
  }

  /** Starts a worker; the promise is kept when its environments are there. `release` is called when it has ended for certain. */
  start(message: BatchStart, release: () => void): Promise<void> {
    const thread = startThread(workerProgram(message.engine.backend, this.#factory), {
      message: (answer) => {
        if (this.#thread === thread) this.#take(answer as Answer);
      },
      end: (reason) => {
        if (this.#thread === thread) this.#lose(reason);
      },
    });
    this.#thread = thread;
    void thread.stopped.then(release);
    const ready = new Promise<void>((resolve, reject) => {
      this.#ready = { resolve: () => resolve(), reject };
    });
    ready.catch(() => {}); // whoever does not wait for it looks at `hasEnded`
    thread.post(message);
    return ready;
  }

  get ended(): boolean {
    return this.#thread?.ended ?? true;
  }

  hasEnded(): boolean {
    return this.#thread?.hasEnded() ?? true;
  }

  post(message: unknown, transfer?: readonly unknown[]): void {
    if (this.#thread?.ended === false) this.#thread.post(message, transfer);
  }

  /** The answer that call `generation` is done. */
  awaitDone(generation: number): Promise<Done | undefined> {
    if (this.ended) return Promise.reject(this.lost());
    this.#generation = generation;
    return new Promise((resolve, reject) => {
      this.#done = { resolve, reject };
    });
  }

  hold(held: boolean): void {
    this.#thread?.hold(held);
  }

  async terminate(idle = false): Promise<void> {
    const thread = this.#thread;
    this.#thread = undefined;
    this.#ready?.reject(new BatchError('closed', 'the batch was closed'));
    this.#done?.reject(new BatchError('closed', 'the batch was closed'));
    this.#ready = this.#done = undefined;
    await thread?.terminate(idle);
  }

  /** The error that says that this worker ended. */
  lost(): BatchError {
    const why = this.reason === '' ? '' : `: ${this.reason}`;
    return new BatchError('worker-lost', `worker ${this.slot} with ${this.environments} has ended${why}`);
  }

  #take(answer: Answer): void {
    if (answer.kind === 'ready') {
      this.#ready?.resolve(undefined);
      this.#ready = undefined;
    } else if (answer.kind === 'done') {
      if (answer.generation !== this.#generation) return;
      this.#done?.resolve(answer);
      this.#done = undefined;
    } else {
      const code: BatchErrorCode = answer.code === 'module' ? 'module' : 'no-worker';
      const error = new BatchError(code, answer.message);
      this.reason = answer.message;
      this.#ready?.reject(error);
      this.#done?.reject(error);
      this.#ready = this.#done = undefined;
    }
  }

  #lose(reason: string): void {
    this.reason = reason;
    this.#ready?.reject(this.lost());
    this.#done?.reject(this.lost());
    this.#ready = this.#done = undefined;
  }
}
