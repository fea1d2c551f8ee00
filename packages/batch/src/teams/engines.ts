import { cloneModel, type Model, saveModel } from '@qpos/core';
import { addressOf, type EngineLoan, lendMemory } from '@qpos/core/threads';
import { type EngineStart, engineStart } from '../workers/programs.ts';

/** What a worker is given to compute with. */
export interface EngineGrant {
  readonly engine: EngineStart;
  /** The model: what `saveModel` wrote, or where it is in shared memory. */
  readonly model: Uint8Array | number;
  /** To be called when the worker has ended for certain: its memory is used again. */
  release(): void;
}

/** Where workers have their engines and models from. */
export interface Engines {
  /** For a worker that is about to start. */
  grant(): EngineGrant;
  /** No more grants: what is left goes when the last one is released. */
  close(): void;
}

/** An engine with memory of its own for each worker, and a copy of the model. */
export class SeparateEngines implements Engines {
  readonly #grant: EngineGrant;

  constructor(model: Model) {
    this.#grant = { engine: engineStart(model.backendName), model: saveModel(model), release() {} };
  }

  grant(): EngineGrant {
    return this.#grant;
  }

  close(): void {}
}

/** Engines that work on the memory of this thread, where the model is as well. */
export class SharedEngines implements Engines {
  readonly #model: Model;
  readonly #loans = new Set<EngineLoan>();
  #closed = false;

  constructor(model: Model) {
    this.#model = cloneModel(model);
    this.#model.callbacks = {};
  }

  grant(): EngineGrant {
    const loan = lendMemory();
    this.#loans.add(loan);
    return {
      engine: { backend: 'wasm', ticket: loan.ticket },
      model: addressOf(this.#model),
      release: () => this.#takeBack(loan),
    };
  }

  close(): void {
    this.#closed = true;
    this.#disposeIfUnused();
  }

  #takeBack(loan: EngineLoan): void {
    if (!this.#loans.delete(loan)) return;
    loan.release();
    this.#disposeIfUnused();
  }

  #disposeIfUnused(): void {
    if (this.#closed && this.#loans.size === 0) this.#model[Symbol.dispose]();
  }
}
