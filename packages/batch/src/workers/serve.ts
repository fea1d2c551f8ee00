import { provideEngineModule, restoreModel, setBackend } from '@qpos/core';
import { joinEngine } from '@qpos/core/threads';
import { Clock, type SimulationCommand } from '../share/clock.ts';
import { loadRewardModule } from '../share/reward-module.ts';
import { Rollouts } from '../share/rollouts.ts';
import { BatchServer } from './batch-server.ts';
import { type OpenModel, openModel } from './open-model.ts';
import { nodeProcess, nodeThreads } from './platform.ts';
import type { EngineStart } from './programs.ts';
import {
  type BatchStart,
  type ColumnsMessage,
  LEAVING,
  PENDING,
  type RunMessage,
  WORKER_WORDS,
  WORKERS,
} from './protocol.ts';
import type { RolloutAnswer, RolloutModels, RolloutRequest } from './rollout-protocol.ts';
import type { SimulationStart } from './simulation-protocol.ts';

const TICK = 4; // milliseconds

type Message =
  | BatchStart
  | ColumnsMessage
  | RunMessage
  | RolloutModels
  | RolloutRequest
  | SimulationStart
  | { readonly kind: 'command'; readonly command: SimulationCommand };

interface WebScope {
  postMessage(message: unknown, transfer?: readonly unknown[]): void;
  addEventListener(event: 'message', listener: (event: { data: unknown }) => void): void;
}

/** Serves the thread that started this one, until that ends it. */
export function serveWorker(): void {
  const port = nodeThreads?.parentPort;
  const scope = globalThis as unknown as WebScope;
  const post = (message: unknown, transfer?: readonly unknown[]): void => {
    if (port) port.postMessage(message, transfer);
    else scope.postMessage(message, transfer);
  };
  const server = new Server(post);
  // one after the other: to load a module takes turns of the event loop
  let before = Promise.resolve();
  const take = (message: Message): void => {
    before = before.then(() => server.take(message));
  };
  if (port) port.on('message', (message) => take(message as Message));
  else scope.addEventListener('message', ({ data }) => take(data as Message));
}

/** Whatever this worker is used for. */
class Server {
  readonly #post: (message: unknown, transfer?: readonly unknown[]) => void;
  #batch: BatchServer | undefined;
  #rollouts: Rollouts | undefined;
  /** The models of the rollouts. */
  #models: readonly OpenModel[] = [];
  #clock: Clock | undefined;
  #engine = false;

  constructor(post: (message: unknown, transfer?: readonly unknown[]) => void) {
    this.#post = post;
  }

  async take(message: Message): Promise<void> {
    try {
      await this.#answer(message);
    } catch (error) {
      const {
        name = '',
        code = 'engine',
        message: text = String(error),
      } = error as { name?: string; code?: string; message?: string };
      this.#post({ kind: 'failed', code, message: name === 'BatchError' ? text : `${name}: ${text}` });
    }
  }

  async #answer(message: Message): Promise<void> {
    switch (message.kind) {
      case 'batch':
        this.#startEngine(message.engine);
        announceEnd(message);
        this.#batch = await BatchServer.create(message, (answer, transfer) => this.#post(answer, transfer));
        break;
      case 'columns':
        this.#batch?.takeColumns(message.columns);
        break;
      case 'run':
        this.#batch?.runMessage(message.call, message.columns);
        break;
      case 'rollout-models':
        await this.#loadModels(message);
        break;
      case 'rollout':
        this.#rollOut(message);
        break;
      case 'simulation':
        await this.#simulate(message);
        break;
      case 'command':
        this.#clock?.command(message.command);
    }
    this.#batch?.serve();
  }

  #startEngine({ backend, module, ticket }: EngineStart): void {
    if (this.#engine) return;
    this.#engine = true;
    if (ticket !== undefined) joinEngine(ticket);
    if (module !== undefined) provideEngineModule(module);
    setBackend(backend);
  }

  async #loadModels({ engine, models, module }: RolloutModels): Promise<void> {
    this.#startEngine(engine);
    const loaded = module === undefined ? {} : await loadRewardModule(module);
    const opened = models.map((sent) => openModel(sent, loaded, false));
    if (loaded.callbacks !== undefined) for (const { model } of opened) model.callbacks = loaded.callbacks;
    // what there was before: other threads may wait for the memory
    this.#rollouts?.dispose();
    for (const { model, lent } of this.#models) if (!lent) model[Symbol.dispose]();
    this.#models = opened;
    this.#rollouts = new Rollouts(opened.map(({ model }) => model));
    this.#post({ kind: 'ready' });
  }

  #rollOut({ job, first, end, arrays, plan, transferBack }: RolloutRequest): void {
    const steps = (this.#rollouts as Rollouts).run(arrays, plan, first, end);
    const { state, sensordata } = arrays;
    const back = transferBack ? { state, sensordata } : {};
    const buffers = [back.state, back.sensordata].flatMap((a) => (a === undefined ? [] : [a.buffer]));
    this.#post({ kind: 'chunk', job, first, end, steps, ...back } satisfies RolloutAnswer, buffers);
  }

  async #simulate({ engine, model, module }: SimulationStart): Promise<void> {
    this.#startEngine(engine);
    const { plugins, callbacks } = module === undefined ? {} : await loadRewardModule(module);
    const made = restoreModel(model, plugins);
    if (callbacks !== undefined) made.callbacks = callbacks;
    const clock = new Clock(
      made,
      (frame) => this.#post(frame, [frame.state.buffer]),
      () => performance.now(),
    );
    this.#clock = clock;
    this.#post({ kind: 'ready' });
    const tick = async (): Promise<void> => {
      try {
        clock.tick();
      } catch (error) {
        clock.command({ kind: 'pause' });
        this.#post({ kind: 'failed', code: 'engine', message: error instanceof Error ? error.message : String(error) });
      }
    };
    setInterval(tick, TICK);
  }
}

/** Lets the thread that waits know when this one ends by itself. */
function announceEnd({ shared, slot }: BatchStart): void {
  if (shared === undefined || nodeThreads === undefined) return;
  const { control } = shared;
  nodeProcess?.on('exit', () => {
    Atomics.store(control, WORKERS + WORKER_WORDS * slot + LEAVING, 1);
    Atomics.notify(control, PENDING);
  });
}
