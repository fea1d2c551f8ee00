import { nodeProcess, nodeThreads } from '@qpos/batch/threads';
import { provideEngineModule, setBackend } from '@qpos/core';
import { EnvError } from '../errors.ts';
import { offeredMaker } from '../registry/local-maker.ts';
import { makeLocal } from '../registry/registry.ts';
import {
  type Answer,
  BY_MESSAGE,
  BYTES,
  type CallMessage,
  COMMAND,
  commands,
  DONE,
  encodeError,
  FAILED,
  GENERATION,
  LEAVING,
  MAIL,
  OK,
  READY,
  READY_FAILED,
  READY_OK,
  type RegionMessage,
  STATUS,
  type StartMessage,
  type TaskStart,
  TOO_LONG,
} from './protocol.ts';
import { Share, type SharedEnvironments } from './share.ts';

interface WebScope {
  postMessage(message: unknown): void;
  addEventListener(event: 'message', listener: (event: { data: unknown }) => void): void;
}

type Message = StartMessage | RegionMessage | CallMessage;

/** Serves the thread that started this one, until that ends it. */
export function serveWorker(): void {
  const port = nodeThreads?.parentPort;
  const scope = globalThis as unknown as WebScope;
  const server = new Server((answer) => (port ? port.postMessage(answer) : scope.postMessage(answer)));
  // one after the other: to load a module takes turns of the event loop
  let before = Promise.resolve();
  const take = (message: Message): void => {
    before = before.then(() => server.take(message));
  };
  if (port) port.on('message', (message) => take(message as Message));
  else scope.addEventListener('message', ({ data }) => take(data as Message));
}

/** The environments: of this program, or of the copy of this package that the module of the task uses. */
async function makeEnvironments({ id, options, autoreset, module }: TaskStart, n: number): Promise<SharedEnvironments> {
  if (module !== undefined) {
    try {
      await import(/* @vite-ignore */ module);
    } catch (cause) {
      throw new EnvError('worker', `the module ${module} cannot be loaded: ${String(cause)}`, {
        hint: 'a worker imports it: it must be a module that runs in a worker',
      });
    }
  }
  return (offeredMaker() ?? makeLocal)(id, options, n, autoreset);
}

class Server {
  readonly #reply: (answer: Answer) => void;
  #start: StartMessage | undefined;
  #share: Share | undefined;
  #region = new Uint8Array(0);
  #mail = 0;
  #seen = 0;
  #status = OK;
  #output: Uint8Array = new Uint8Array(0);

  constructor(reply: (answer: Answer) => void) {
    this.#reply = reply;
  }

  async take(message: Message): Promise<void> {
    if (message.kind === 'start') await this.#begin(message);
    else if (message.kind === 'region') {
      this.#region = message.region as Uint8Array<ArrayBuffer>;
      this.#mail++;
    } else this.#runMessage(message);
    this.#serve();
  }

  async #begin(start: StartMessage): Promise<void> {
    const { engine, task, n, columns, shared } = start;
    try {
      if (engine.module !== undefined) provideEngineModule(engine.module);
      setBackend(engine.backend);
      this.#share = new Share(await makeEnvironments(task, n), columns);
    } catch (error) {
      if (shared !== undefined) Atomics.store(shared.control, READY, READY_FAILED);
      this.#reply({ kind: 'refused', error: encodeError(error) });
      return;
    }
    this.#start = start;
    if (shared !== undefined) {
      this.#region = shared.region as Uint8Array<ArrayBuffer>;
      announceEnd(shared.control);
      Atomics.store(shared.control, READY, READY_OK);
      Atomics.notify(shared.control, READY);
    }
    this.#reply({ kind: 'ready' });
  }

  /** A call that came as a message. */
  #runMessage({ generation, command, input, actions }: CallMessage): void {
    const { columns } = this.#start as StartMessage;
    columns.actions.set(actions);
    this.#run(command, input);
    this.#reply({ kind: 'done', generation, status: this.#status, output: this.#output.slice(), columns });
  }

  /** Waits for calls in shared memory and carries them out; returns when there is a message to be read first. */
  #serve(): void {
    const control = this.#start?.shared?.control;
    if (control === undefined) return;
    for (;;) {
      const generation = Atomics.load(control, GENERATION);
      if (generation === this.#seen) {
        Atomics.wait(control, GENERATION, generation);
        continue;
      }
      if (Atomics.load(control, MAIL) !== this.#mail) return;
      this.#seen = generation;
      const command = commands[control[COMMAND] as number] ?? 'again';
      if (command !== 'again') this.#run(command, this.#region.subarray(0, control[BYTES] as number));
      this.#answer(control, generation);
    }
  }

  #run(command: CallMessage['command'], input: Uint8Array): void {
    try {
      this.#output = (this.#share as Share).run(command, input);
      this.#status = OK;
    } catch (error) {
      this.#output = encodeError(error);
      this.#status = FAILED;
    }
  }

  #answer(control: Int32Array, generation: number): void {
    const fits = this.#output.length <= this.#region.length;
    if (fits) this.#region.set(this.#output);
    control[STATUS] = fits ? this.#status : TOO_LONG;
    control[BYTES] = this.#output.length;
    // before the call is over: the next one may want it otherwise
    const byMessage = Atomics.load(control, BY_MESSAGE) !== 0;
    Atomics.store(control, DONE, generation);
    Atomics.notify(control, DONE);
    if (byMessage) this.#reply({ kind: 'done', generation });
  }
}

/** Lets the thread that waits know when this one ends by itself. */
function announceEnd(control: Int32Array): void {
  if (nodeThreads === undefined) return;
  nodeProcess?.on('exit', () => {
    Atomics.store(control, LEAVING, 1);
    Atomics.notify(control, DONE);
  });
}
