import { type Model, saveModel } from '@qpos/core';
import { addressOf, type EngineLoan, lendMemory } from '@qpos/core/threads';
import { type ModelCopy, storeModel } from '../teams/stored-model.ts';
import { type EngineStart, engineStart } from '../workers/programs.ts';

/** Where the workers of a pool have their engines and models. */
export interface PoolMemory {
  /** The engine of a worker that is about to start, which is the worker's until `stopped` is kept. */
  engineFor(stopped: Promise<unknown>): EngineStart;
  /** The models as they are now, as workers are told of them. */
  store(models: readonly Model[]): readonly (Uint8Array | number)[];
  /** All workers have the models of the last `store`. */
  settle(): void;
  /** To be called when all workers were told to end. */
  close(): void;
}

/** An engine with memory of its own for each worker, and copies of the models. */
export class SeparatePoolMemory implements PoolMemory {
  readonly #engine: EngineStart;

  constructor(model: Model) {
    this.#engine = engineStart(model.backendName);
  }

  engineFor(): EngineStart {
    return this.#engine;
  }

  store(models: readonly Model[]): Uint8Array[] {
    return models.map(saveModel);
  }

  settle(): void {}

  close(): void {}
}

/** Engines that work on the memory of this thread, where the models are stored once. */
export class SharedPoolMemory implements PoolMemory {
  readonly #loans = new Set<EngineLoan>();
  /** Models of the last `store`, behind those before that some worker may still have. */
  #copies: ModelCopy[] = [];
  #latest = 0;
  #closed = false;

  engineFor(stopped: Promise<unknown>): EngineStart {
    const loan = lendMemory();
    this.#loans.add(loan);
    void stopped.then(() => {
      this.#loans.delete(loan);
      loan.release();
      this.#releaseIfUnused();
    });
    return { backend: 'wasm', ticket: loan.ticket };
  }

  store(models: readonly Model[]): number[] {
    const latest = models.map(storeModel);
    this.#copies.push(...latest);
    this.#latest = latest.length;
    return latest.map(({ model }) => addressOf(model));
  }

  settle(): void {
    const old = this.#copies.splice(0, this.#copies.length - this.#latest);
    for (const copy of old) copy.release();
  }

  close(): void {
    this.#closed = true;
    this.#releaseIfUnused();
  }

  #releaseIfUnused(): void {
    if (!this.#closed || this.#loans.size > 0) return;
    for (const copy of this.#copies.splice(0)) copy.release();
  }
}
