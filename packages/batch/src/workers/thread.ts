import { BatchError } from '../errors.ts';
import { browser, type NodePort, type NodeThreads, type NodeWorker, nodeThreads, type WebWorker } from './platform.ts';

/** Makes a worker of a browser that runs a package's worker module, where the one that is made from text is not allowed. */
export type WorkerFactory = () => object;

/** What a worker runs: a program as text, and the module with the same program, for the hint where text is not allowed. */
export interface WorkerProgram {
  readonly text: string;
  readonly module: string;
}

/** One worker, of Node or of a browser. */
export interface Thread {
  /** Whether it is known to have ended. */
  readonly ended: boolean;
  /** Looks whether it has ended, also while this thread has had no time for events. */
  hasEnded(): boolean;
  /** Kept when it is certain that it does not run any more. */
  readonly stopped: Promise<void>;
  post(message: unknown, transfer?: readonly unknown[]): void;
  /** @param idle Whether it is known to wait for a call. */
  terminate(idle: boolean): Promise<void>;
  /** Keeps the program alive, or not, while this worker lives. */
  hold(held: boolean): void;
}

export interface ThreadEvents {
  message(message: unknown): void;
  /** It has ended without being told to. */
  end(reason: string): void;
}

/** Starts a worker, from its program or from a factory. */
export function startThread(program: WorkerProgram | WorkerFactory, events: ThreadEvents): Thread {
  if (typeof program === 'function') return new WebThread(program() as WebWorker, events);
  if (nodeThreads !== undefined) return new NodeThread(nodeThreads, program.text, events);
  return new WebThread(webWorker(program), events);
}

class NodeThread implements Thread {
  readonly #worker: NodeWorker;
  /** Its other end is the worker's: a message to it tells whether it is still there. */
  readonly #probe: NodePort;
  readonly #probeWorks: boolean;
  readonly stopped: Promise<void>;
  #ended = false;
  #told = false;

  constructor({ Worker, MessageChannel }: NodeThreads, text: string, events: ThreadEvents) {
    const { port1, port2 } = new MessageChannel();
    this.#probe = port1;
    this.#worker = new Worker(text, { eval: true, name: 'qpos', workerData: port2, transferList: [port2] });
    port1.unref();
    this.#probeWorks = port1.postMessage(0) === true;
    let reason = '';
    this.#worker.on('error', (error: Error) => {
      reason = `: ${error?.message ?? String(error)}`;
    });
    this.#worker.on('message', (message) => events.message(message));
    this.stopped = new Promise((resolve) => {
      this.#worker.on('exit', (code: number) => {
        this.#ended = true;
        port1.close();
        resolve();
        if (!this.#told) events.end(`it ended with code ${code}${reason}`);
      });
    });
    this.#worker.unref();
  }

  get ended(): boolean {
    return this.#ended;
  }

  hasEnded(): boolean {
    if (!this.#ended && this.#probeWorks && this.#probe.postMessage(0) !== true) this.#ended = true;
    return this.#ended;
  }

  post(message: unknown, transfer?: readonly unknown[]): void {
    this.#worker.postMessage(message, transfer);
  }

  async terminate(): Promise<void> {
    this.#told = true;
    await this.#worker.terminate();
  }

  hold(held: boolean): void {
    if (held) this.#worker.ref();
    else this.#worker.unref();
  }
}

function webWorker({ text, module }: WorkerProgram): WebWorker {
  const { Worker } = browser;
  if (Worker === undefined) throw new BatchError('no-worker', 'there are no workers here', { hint: 'pass workers: 0' });
  const url = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  try {
    return new Worker(url, { type: 'module', name: 'qpos' });
  } catch (cause) {
    throw new BatchError('no-worker', `a worker cannot be started: ${String(cause)}`, {
      cause,
      hint: `pass a worker of your own that imports '${module}'`,
    });
  }
}

/** Milliseconds after which a browser has surely ended a worker that it was told to end: Chromium lets a script run on for two seconds. */
const END = 10_000;

class WebThread implements Thread {
  readonly #worker: WebWorker;
  readonly stopped: Promise<void>;
  #stop: () => void = () => {};
  ended = false;

  constructor(worker: WebWorker, events: ThreadEvents) {
    this.#worker = worker;
    this.stopped = new Promise((resolve) => {
      this.#stop = resolve;
    });
    worker.addEventListener('message', ({ data }: { data: unknown }) => events.message(data));
    worker.addEventListener('error', (event: { message?: string }) => {
      if (this.ended) return;
      void this.terminate(false);
      events.end(event.message ?? 'it could not be started');
    });
  }

  hasEnded(): boolean {
    return this.ended;
  }

  post(message: unknown, transfer: readonly unknown[] = []): void {
    this.#worker.postMessage(message, transfer);
  }

  async terminate(idle: boolean): Promise<void> {
    this.ended = true;
    this.#worker.terminate();
    if (idle) this.#stop();
    else setTimeout(this.#stop, END);
  }

  hold(): void {}
}
