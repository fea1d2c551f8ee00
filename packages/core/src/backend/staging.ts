import type { TypedArray } from '../model/layout.ts';
import type { Heap } from './heap.ts';
import type { Backend } from './select.ts';

/**
 * Arrays of the user as arguments of the numeric core. The `js` back end takes them as they are. The `wasm` back end takes
 * addresses: of the array itself if it lies in the shared memory (every field of Model and Data does), else of a copy
 * that lives until `unstage`, which also brings results back.
 *
 *     const x = stageResult(backend, result), y = stage(backend, input);
 *     backend.kernels.solveM(model, data, x, 0, y, 0, 1);
 *     unstage(backend);
 */
interface Room {
  readonly address: number;
  readonly bytes: number;
}

/** Copies of one back end that are in use. */
class Stage {
  readonly #heap: Heap;
  #main: Room;
  readonly #extra: number[] = [];
  #used = 0;
  readonly #results: { readonly array: TypedArray; readonly copy: TypedArray }[] = [];

  constructor(heap: Heap) {
    this.#heap = heap;
    this.#main = this.#room(1 << 16);
  }

  #room(bytes: number): Room {
    return { address: this.#heap.allocate(bytes), bytes };
  }

  /** Address of `bytes` bytes: in the main room, or in one of their own that is given back afterwards. */
  #take(bytes: number): number {
    const aligned = (bytes + 15) & ~15;
    if (this.#used + aligned <= this.#main.bytes) {
      this.#used += aligned;
      return this.#main.address + this.#used - aligned;
    }
    const { address } = this.#room(aligned);
    this.#extra.push(address);
    return address;
  }

  /** Address of the array, or of a copy; with `back` the copy is written back by `clear`. */
  address(array: TypedArray, back: boolean): number {
    const { buffer } = this.#heap.memory;
    if (array.buffer === buffer) return array.byteOffset;
    const address = this.#take(array.byteLength);
    const Kind = array.constructor as new (buffer: ArrayBufferLike, offset: number, length: number) => TypedArray;
    const copy = new Kind(buffer, address, array.length);
    copy.set(array);
    if (back) this.#results.push({ array, copy });
    return address;
  }

  /** Ends the use of all copies; of a call that failed nothing is written back. */
  clear(failed: boolean): void {
    if (!failed) for (const { array, copy } of this.#results) array.set(copy);
    this.#results.length = 0;
    for (const address of this.#extra) this.#heap.free(address);
    this.#extra.length = 0;
    this.#used = 0;
  }
}

const stages = new WeakMap<Heap, Stage>();

function stageOf(heap: Heap): Stage {
  const known = stages.get(heap);
  if (known !== undefined) return known;
  const made = new Stage(heap);
  stages.set(heap, made);
  return made;
}

function argument(backend: Backend, array: TypedArray, back: boolean): never {
  return (backend.heap === undefined ? array : stageOf(backend.heap).address(array, back)) as never;
}

/** Numbers of the user as something that the numeric core can read. */
export function stage(backend: Backend, values: ArrayLike<number>): never {
  return argument(backend, values instanceof Float64Array ? values : Float64Array.from(values), false);
}

/** An array of the user as something that the numeric core can read and write. */
export function stageResult(backend: Backend, array: Float64Array): never {
  if (array.BYTES_PER_ELEMENT !== 8) refuse(backend, 'results need a Float64Array');
  return argument(backend, array, true);
}

/** As `stageResult`, for indices. */
export function stageIndices(backend: Backend, array: Int32Array): never {
  if (array.BYTES_PER_ELEMENT !== 4) refuse(backend, 'indices need an Int32Array');
  return argument(backend, array, true);
}

/** Brings the results back and ends the use of all copies. */
export function unstage(backend: Backend): void {
  if (backend.heap !== undefined) stages.get(backend.heap)?.clear(false);
}

/** Refuses an argument, and forgets those before it. */
function refuse(backend: Backend, message: string): never {
  if (backend.heap !== undefined) stages.get(backend.heap)?.clear(true);
  throw new TypeError(message);
}
