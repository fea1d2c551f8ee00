import { THREAD_BYTES } from '../backend/heap.ts';
import { memoryLimit, setMemoryLimit } from '../backend/memory.ts';
import { moduleBytes } from '../backend/module-text.ts';
import { type Backend, wasmBackend } from '../backend/select.ts';
import { type EngineTicket, useTicket } from '../backend/wasm.ts';
import { BackendError } from '../errors/backend-error.ts';
import { Data } from '../model/data.ts';
import * as table from '../model/generated/layout.ts';
import { intSlot } from '../model/layout.ts';
import { Model } from '../model/model.ts';

type WasmBackend = Backend & Required<Pick<Backend, 'heap' | 'lend'>>;

/** A place for another thread in the memory of this one. */
export interface EngineLoan {
  /** What to post to the thread. */
  readonly ticket: EngineTicket;
  /** Takes back everything that the thread has had; it must have ended. */
  release(): void;
}

function wasm(): WasmBackend {
  const backend = wasmBackend();
  if (backend !== undefined) return backend as WasmBackend;
  throw new BackendError('wasm-refused', 'only the wasm back end has memory that threads can share');
}

/**
 * Makes room for another thread in the memory of the `wasm` back end of this one: a place for the scratch of its numeric core.
 *
 * @param relocate Moves the module to an address.
 * @returns The place.
 */
export function lendEngine(relocate: (module: Uint8Array, base: number) => Uint8Array<ArrayBuffer>): EngineLoan {
  const { heap, lend } = wasm();
  const { memory, maxBytes, fixedBytes } = lend;
  const block = heap.allocate(fixedBytes + 3 * THREAD_BYTES);
  const chunks = THREAD_BYTES * Math.ceil(block / THREAD_BYTES);
  const module = relocate(moduleBytes(), chunks + THREAD_BYTES);
  return {
    ticket: { memory, maxBytes, limit: memoryLimit(), module, chunks },
    release() {
      heap.takeChunks(chunks);
      heap.free(block);
    },
  };
}

/**
 * Makes the engine of this thread work on the memory of another. Only before its first use.
 *
 * @param ticket What `lendEngine` made in the other thread.
 */
export function joinEngine(ticket: EngineTicket): void {
  useTicket(ticket);
  setMemoryLimit(ticket.limit);
}

/** Where a Model or Data of the `wasm` back end is in the memory; 0 of another back end. */
export const addressOf = ({ block }: Model | Data): number => (typeof block.handle === 'number' ? block.handle : 0);

/**
 * The model at an address of the memory that this thread shares with others. It is lent: who made it must keep it, and neither may change it
 * while the other uses it.
 *
 * @param address What `addressOf` gave in the other thread.
 * @param backend The engine that uses it.
 * @returns The model.
 */
export function modelAt(address: number, backend: Backend = wasm()): Model {
  const { heap } = backend as WasmBackend;
  const nfloat = table.modelScalars.filter(({ type }) => type === 'f64').length;
  const nint = table.modelScalars.length - nfloat;
  const start = address + 8 * nfloat;
  const ints = new Int32Array(heap.bufferTo(start + 4 * nint), start, nint);
  const sizes = table.modelSizeNames.map((name) => [name, ints[intSlot(table.modelScalars, name)]]);
  return new Model(Object.fromEntries(sizes), backend, address);
}

/**
 * The Data at an address of the memory that this thread shares with others: what the other thread writes is seen at once. It is lent: who made
 * it must keep it until this one is disposed of, and this thread cannot make its arrays grow.
 *
 * @param model A model of this thread with the sizes of the one that it was made for.
 * @param address What `addressOf` gave in the other thread.
 * @returns The Data.
 */
export const dataAt = (model: Model, address: number): Data => new Data(model, address);

/** Whether that memory has room for `n` Data of a model: for their fixed part, and as much again for what grows. */
export function hasRoomFor(model: Model, n: number): boolean {
  return 2 * n * model.dataShape.placement.bytes <= wasm().heap.room;
}
