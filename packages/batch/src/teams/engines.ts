import { type Data, type Model, saveModel } from '@qpos/core';
import { addressOf, dataAt, type EngineLoan, lendMemory } from '@qpos/core/threads';
import { type EngineStart, engineStart } from '../workers/programs.ts';
import { type ModelCopy, storeModel } from './stored-model.ts';

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
  /** The Data that a worker has at an address, where its memory is that of this thread. */
  dataAt?(address: number): Data;
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
  readonly #copy: ModelCopy;
  readonly #loans = new Set<EngineLoan>();
  #closed = false;

  constructor(model: Model) {
    this.#copy = storeModel(model);
  }

  grant(): EngineGrant {
    const loan = lendMemory();
    this.#loans.add(loan);
    return {
      engine: { backend: 'wasm', ticket: loan.ticket },
      model: addressOf(this.#copy.model),
      release: () => this.#takeBack(loan),
    };
  }

  dataAt(address: number): Data {
    return dataAt(this.#copy.model, address);
  }

  close(): void {
    this.#closed = true;
    this.#releaseIfUnused();
  }

  #takeBack(loan: EngineLoan): void {
    if (!this.#loans.delete(loan)) return;
    loan.release();
    this.#releaseIfUnused();
  }

  #releaseIfUnused(): void {
    if (this.#closed && this.#loans.size === 0) this.#copy.release();
  }
}
