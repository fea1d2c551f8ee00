import type { BackendName } from '@qpos/core';
import { EnvError } from '../errors.ts';
import { browser, type NodeThreads, type NodeWorker, nodeThreads, type WebWorker } from './platform.ts';

/** Makes a worker of a browser that runs `@qpos/env/worker`, where the one that is made from text is not allowed. */
export type EnvWorkerFactory = () => object;

/** One worker, of Node or of a browser. */
export interface Thread {
  /** Looks whether it has ended, also while this thread has had no time for events. */
  hasEnded(): boolean;
  post(message: unknown): void;
  terminate(): Promise<void>;
  /** Keeps the program alive, or not, while this worker lives. */
  hold(held: boolean): void;
}

export interface ThreadEvents {
  message(message: unknown): void;
  /** It has ended without being told to. */
  end(reason: string): void;
}

/** Starts a worker. */
export type StartThread = (events: ThreadEvents) => Thread;

/** What starts workers on a back end: from the program as text, which is loaded here, or from a factory. */
export async function threadStarter(backend: BackendName, factory?: EnvWorkerFactory): Promise<StartThread> {
  if (factory !== undefined) return (events) => new WebThread(factory() as WebWorker, events);
  const { workerText } = await (backend === 'wasm'
    ? import('./generated/wasm-worker.ts')
    : import('./generated/js-worker.ts'));
  const threads = nodeThreads;
  if (threads !== undefined) return (events) => new NodeThread(threads, workerText, events);
  return (events) => new WebThread(webWorker(workerText), events);
}

class NodeThread implements Thread {
  readonly #worker: NodeWorker;
  /** Its other end is the worker's: a message to it tells whether it is still there. */
  readonly #probe: { postMessage(message: unknown): unknown };
  readonly #probeWorks: boolean;
  #ended = false;
  #told = false;

  constructor({ Worker, MessageChannel }: NodeThreads, text: string, events: ThreadEvents) {
    const { port1, port2 } = new MessageChannel();
    this.#probe = port1;
    this.#worker = new Worker(text, { eval: true, name: 'qpos-env', workerData: port2, transferList: [port2] });
    port1.unref();
    this.#probeWorks = port1.postMessage(0) === true;
    let reason = '';
    this.#worker.on('error', (error: Error) => {
      reason = `: ${error?.message ?? String(error)}`;
    });
    this.#worker.on('message', (message) => events.message(message));
    this.#worker.on('exit', (code: number) => {
      this.#ended = true;
      port1.close();
      if (!this.#told) events.end(`it ended with code ${code}${reason}`);
    });
    this.#worker.unref();
  }

  hasEnded(): boolean {
    if (!this.#ended && this.#probeWorks && this.#probe.postMessage(0) !== true) this.#ended = true;
    return this.#ended;
  }

  post(message: unknown): void {
    this.#worker.postMessage(message);
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

function webWorker(text: string): WebWorker {
  const { Worker } = browser;
  if (Worker === undefined) throw new EnvError('worker', 'there are no workers here', { hint: 'pass workers: 0' });
  const url = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  try {
    return new Worker(url, { type: 'module', name: 'qpos-env' });
  } catch (cause) {
    throw new EnvError('worker', `a worker cannot be started: ${String(cause)}`, {
      cause,
      hint: "pass a worker of your own that imports '@qpos/env/worker'",
    });
  }
}

class WebThread implements Thread {
  readonly #worker: WebWorker;
  #ended = false;

  constructor(worker: WebWorker, events: ThreadEvents) {
    this.#worker = worker;
    worker.addEventListener('message', ({ data }: { data: unknown }) => events.message(data));
    worker.addEventListener('error', (event: { message?: string }) => {
      if (this.#ended) return;
      this.#ended = true;
      worker.terminate();
      events.end(event.message ?? 'it could not be started');
    });
  }

  hasEnded(): boolean {
    return this.#ended;
  }

  post(message: unknown): void {
    this.#worker.postMessage(message);
  }

  async terminate(): Promise<void> {
    this.#ended = true;
    this.#worker.terminate();
  }

  hold(): void {}
}
