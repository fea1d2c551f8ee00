import {
  ArgumentError,
  type Data,
  enums,
  fieldView,
  forward,
  type Model,
  makeData,
  nameToId,
  pin,
  saveModel,
  setState,
} from '@qpos/core';
import { BatchError } from '../errors.ts';
import type { SimulationCommand, SimulationFrame } from '../share/clock.ts';
import { checkSendable, checkSettings } from '../start.ts';
import { engineStart, workerProgram } from '../workers/programs.ts';
import type { SimulationStart } from '../workers/simulation-protocol.ts';
import { startThread, type Thread, type WorkerFactory } from '../workers/thread.ts';

/** How a simulation in a worker is made. */
export interface SimulationWorkerOptions {
  /** A module that exports `callbacks` or `plugins` of the model, by its address. */
  readonly module?: URL | string;
  /** Makes the worker of a page whose content security policy does not allow those that are made from text. */
  readonly worker?: WorkerFactory;
}

type Answer =
  | SimulationFrame
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string };

const { INTEGRATION } = enums.StateBit;

/**
 * One simulation that keeps up with the clock in a worker, so that the page stays responsive however long a step takes. `data` follows it,
 * with everything that a viewer draws. Made by `createSimulationWorker`.
 *
 * @example
 * const simulation = await createSimulationWorker(model);
 * simulation.onFrame = (shown) => console.log(shown.time);
 * simulation.play();
 * await simulation.close();
 */
export class SimulationWorker {
  /** The model; what is changed in it does not reach the worker, see `setModel`. */
  readonly model: Model;
  /** The last state that was shown, with all derived quantities. */
  readonly data: Data;
  /** Called when `data` has changed. */
  onFrame: ((data: Data) => void) | undefined;
  /** Called when the simulation failed, as when a callback threw; it is paused then. */
  onError: ((error: BatchError) => void) | undefined;
  readonly #thread: Thread;
  readonly #ready: Promise<void>;
  readonly #unpin: () => void;
  #settle: { resolve(): void; reject(error: BatchError): void } | undefined;
  #playing = false;
  #rate = 0;
  #closed = false;

  /** @internal Use `createSimulationWorker`. */
  constructor(model: Model, { module, worker }: SimulationWorkerOptions) {
    this.data = makeData(model);
    checkSendable(model, module);
    this.model = model;
    forward(model, this.data);
    this.#ready = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    const events = {
      message: (answer: unknown) => this.#take(answer as Answer),
      end: (reason: string) => this.#fail(new BatchError('worker-lost', `the simulation has ended: ${reason}`)),
    };
    this.#thread = startThread(workerProgram(model.backendName, worker), events);
    this.#thread.post({
      kind: 'simulation',
      engine: engineStart(model.backendName),
      model: saveModel(model),
      module: module === undefined ? undefined : String(module),
    } satisfies SimulationStart);
    this.#unpin = pin(model);
  }

  /** Whether it goes on with the clock. */
  get playing(): boolean {
    return this.#playing;
  }

  /** Seconds of the model per second of the clock, lately. */
  get rate(): number {
    return this.#rate;
  }

  /** @internal Waits until the worker is there. */
  async started(): Promise<this> {
    this.#thread.hold(true);
    try {
      await this.#ready;
    } catch (error) {
      await this.close();
      throw error;
    }
    this.#thread.hold(false);
    return this;
  }

  /** Lets time pass. */
  play(): void {
    this.#playing = true;
    this.#command({ kind: 'play' });
  }

  /** Lets time stand still. */
  pause(): void {
    this.#playing = false;
    this.#command({ kind: 'pause' });
  }

  /**
   * How fast time passes.
   *
   * @param speed Seconds of the model per second of the clock; 1 at first.
   */
  setSpeed(speed: number): void {
    if (!(speed > 0 && speed < Number.POSITIVE_INFINITY)) throw new ArgumentError(`a speed is positive, not ${speed}`);
    this.#command({ kind: 'speed', speed });
  }

  /**
   * Advances it by some steps, whether time passes or not.
   *
   * @param steps How many; 1 by default.
   */
  step(steps = 1): void {
    if (!Number.isInteger(steps) || steps < 0) throw new ArgumentError(`${steps} steps cannot be made`);
    this.#command({ kind: 'step', steps });
  }

  /**
   * Starts it over.
   *
   * @param keyframe The keyframe to start from, by name or index; the initial state by default.
   */
  reset(keyframe?: string | number): void {
    const index = typeof keyframe === 'string' ? nameToId(this.model, 'key', keyframe) : (keyframe ?? -1);
    if (keyframe !== undefined && (index < 0 || index >= this.model.nkey))
      throw new ArgumentError(`the model has no keyframe '${keyframe}'`, 'unknown-name');
    this.#command({ kind: 'reset', keyframe: index });
  }

  /**
   * Sets fields of Data: controls, forces, mocap poses, or the state.
   *
   * @param values Whole fields by their names.
   * @example
   * const simulation = await createSimulationWorker(model);
   * simulation.set({ ctrl: [0.1, 0.2] });
   * await simulation.close();
   */
  set(values: Readonly<Record<string, ArrayLike<number>>>): void {
    this.#command({ kind: 'data', values: checkFields(this.data, values) });
  }

  /**
   * Sets fields of the Model in the worker and here, such as `opt.gravity`.
   *
   * @param values Whole fields by their names.
   */
  setModel(values: Readonly<Record<string, ArrayLike<number>>>): void {
    this.#command({ kind: 'model', values: checkFields(this.model, values) });
    for (const [name, value] of Object.entries(values)) fieldView(this.model, name).set(value);
  }

  /**
   * Ends the worker.
   *
   * @returns A promise that is kept when it has ended.
   */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#thread.terminate(false);
    this.data[Symbol.dispose]();
    this.#unpin();
  }

  /**
   * Ends the worker at the end of an `await using` block.
   *
   * @returns A promise that is kept when it has ended.
   */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #command(command: SimulationCommand): void {
    if (this.#closed) throw new BatchError('closed', 'the simulation was closed');
    this.#thread.post({ kind: 'command', command });
  }

  #take(answer: Answer): void {
    if (this.#closed) return;
    if (answer.kind === 'ready') this.#settle?.resolve();
    else if (answer.kind === 'failed') {
      this.#playing = false;
      this.#fail(new BatchError(answer.code === 'module' ? 'module' : 'no-worker', answer.message));
    } else {
      this.#rate = answer.rate;
      setState(this.model, this.data, answer.state, INTEGRATION);
      forward(this.model, this.data);
      this.onFrame?.(this.data);
      if (!this.#closed) this.#command({ kind: 'seen' });
    }
  }

  #fail(error: BatchError): void {
    this.#settle?.reject(error);
    this.#settle = undefined;
    this.onError?.(error);
  }
}

/** Whole fields, as plain arrays that can be posted. */
function checkFields(
  object: Model | Data,
  values: Readonly<Record<string, ArrayLike<number>>>,
): Record<string, number[]> {
  checkSettings('values', values);
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const { length } = fieldView(object, name);
      if (name !== 'time' && typeof (object as unknown as Record<string, unknown>)[name] === 'number')
        throw new ArgumentError(`${name} cannot be set`, 'read-only', 'it is set by the engine');
      if (value?.length !== length) throw new ArgumentError(`${name} has ${length} numbers, not ${value?.length}`);
      return [name, Array.from(value)];
    }),
  );
}

/**
 * Starts one simulation in a worker, which keeps up with the clock while the page draws.
 *
 * @param model The model.
 * @param options A module with callbacks, and how the worker is made.
 * @returns The simulation, paused at the initial state.
 * @example
 * const simulation = await createSimulationWorker(model);
 * simulation.onFrame = (shown) => console.log(shown.time); // viewer.render(shown)
 * simulation.play();
 * simulation.set({ ctrl: [0.1, 0] });
 * await simulation.close();
 */
export async function createSimulationWorker(
  model: Model,
  options: SimulationWorkerOptions = {},
): Promise<SimulationWorker> {
  checkSettings('options', options);
  return new SimulationWorker(model, options).started();
}
