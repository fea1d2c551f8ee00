/**
 * Arrays of the user as arguments of the numeric core: the one way in and out. The `js` back end takes them as they are. The `wasm` back
 * end takes addresses: of the array itself if it lies in the shared memory (every field of Model and Data does), else of a copy that
 * lives until the call is over, when results are brought back.
 *
 *     withArrays(backend, (kernels, use) => kernels.solveM(at(model), at(data), use.result(x), 0, use.input(y), 0, 1));
 */
import { ArgumentError } from '../errors/argument-error.ts';
import type { TypedArray } from '../model/layout.ts';
import type { Heap } from './heap.ts';
import type { Backend } from './select.ts';

/** Makes an argument of an array of the user, for the call that is being made. */
abstract class Staging {
  /** The array as the numeric core takes it; with `back` it is going to be written. */
  protected abstract take(array: TypedArray, back: boolean): unknown;

  /** Numbers to read. */
  input(values: ArrayLike<number>): never {
    return this.take(values instanceof Float64Array ? values : Float64Array.from(values), false) as never;
  }

  /** Numbers to read, of a function that has written part of `result` before it has read them all. */
  inputApart(values: ArrayLike<number>, result: Float64Array): never {
    return this.input(values instanceof Float64Array && overlap(values, result) ? values.slice() : values);
  }

  /** Numbers to read and write. */
  result(array: Float64Array): never {
    if (array?.[Symbol.toStringTag] !== 'Float64Array') throw new ArgumentError('results must be a Float64Array');
    return this.take(array, true) as never;
  }

  /** Indices to read and write. */
  indices(array: Int32Array): never {
    if (array?.[Symbol.toStringTag] !== 'Int32Array') throw new ArgumentError('indices must be an Int32Array');
    return this.take(array, true) as never;
  }
}

function overlap(a: Float64Array, b: Float64Array): boolean {
  const apart = a.byteOffset + a.byteLength <= b.byteOffset || b.byteOffset + b.byteLength <= a.byteOffset;
  return a.buffer === b.buffer && !apart;
}

/** Arrays as they are. */
class Direct extends Staging {
  protected override take(array: TypedArray): TypedArray {
    return array;
  }
}

/** An array of the user and the copy that the numeric core writes. */
interface Result {
  readonly array: TypedArray;
  readonly copy: TypedArray;
}

const MAIN_BYTES = 1 << 16; // of the room that is kept; what does not fit gets one of its own

/** Addresses in one heap. The copies of a call come after those of the calls around it, as a callback may call in turn. */
class Copies extends Staging {
  readonly #heap: Heap;
  readonly #main: number;
  #used = 0;
  readonly #extra: number[] = [];
  readonly #results: Result[] = [];

  constructor(heap: Heap) {
    super();
    this.#heap = heap;
    this.#main = heap.allocate(MAIN_BYTES);
  }

  /** Address of `bytes` bytes: in the main room, or in one of their own that is given back afterwards. */
  #room(bytes: number): number {
    const aligned = (bytes + 15) & ~15;
    if (this.#used + aligned <= MAIN_BYTES) {
      this.#used += aligned;
      return this.#main + this.#used - aligned;
    }
    const address = this.#heap.allocate(aligned);
    this.#extra.push(address);
    return address;
  }

  protected override take(array: TypedArray, back: boolean): number {
    const { memory } = this.#heap;
    if (array.buffer === memory.buffer) return array.byteOffset;
    const address = this.#room(array.byteLength);
    const Kind = array.constructor as new (buffer: ArrayBufferLike, offset: number, length: number) => TypedArray;
    const copy = new Kind(memory.buffer, address, array.length);
    copy.set(array);
    if (back) this.#results.push({ array, copy });
    return address;
  }

  /** Brings the results of a call back and forgets its copies; of a call that fails nothing is brought back. */
  during<T>(call: () => T): T {
    const used = this.#used;
    const extra = this.#extra.length;
    const results = this.#results.length;
    try {
      const value = call();
      for (const { array, copy } of this.#results.splice(results)) array.set(copy);
      return value;
    } finally {
      this.#results.length = results;
      for (const address of this.#extra.splice(extra)) this.#heap.free(address);
      this.#used = used;
    }
  }
}

const direct = new Direct();
const copiesByHeap = new WeakMap<Heap, Copies>();

function copiesOf(heap: Heap): Copies {
  const known = copiesByHeap.get(heap);
  if (known !== undefined) return known;
  const made = new Copies(heap);
  copiesByHeap.set(heap, made);
  return made;
}

/** Calls the numeric core with arrays of the user, each made an argument by `use`. */
export function withArrays<T>(backend: Backend, call: (kernels: Backend['kernels'], use: Staging) => T): T {
  const { heap, kernels } = backend;
  if (heap === undefined) return call(kernels, direct);
  const copies = copiesOf(heap);
  return copies.during(() => call(kernels, copies));
}
