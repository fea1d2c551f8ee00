import type * as kernelModule from '../../kernel/exports.ts';
import { ArgumentError } from '../errors/argument-error.ts';
import { BackendError } from '../errors/backend-error.ts';
import { elementBytes, type LayoutRow, type TypedArray, viewOf } from '../model/layout.ts';
import { type Block, checkMovable, nextCapacity } from './block.ts';
import { guardKernels } from './guard.ts';
import { Heap } from './heap.ts';
import { moduleBytes } from './module-text.ts';
import type { Shape } from './shape.ts';

/** What the module asks of its surroundings, with addresses in place of objects. */
export interface WasmHost {
  grow(data: number, size: number, count: number): void;
  warning(data: number, kind: number, info: number): void;
  callback(kind: number, model: number, data: number, index: number): number;
  field(field: number, part: number, x: number, y: number, z: number): number;
  reset(model: number, data: number): void;
}

function itself(view: object): object {
  return view;
}

/** Gives a view a private field that keeps the object alive whose memory it shows; a WeakMap costs the collector more. */
class Owned extends (itself as unknown as new (view: object) => object) {
  // biome-ignore lint/correctness/noUnusedPrivateClassMembers: to be held is its use
  #owner: object;
  constructor(view: object, owner: object) {
    super(view);
    this.#owner = owner;
  }
}

/** The largest shared memory that may be had here, up to 4 GiB. */
function makeMemory(): { memory: WebAssembly.Memory; maxBytes: number } {
  for (const maximum of [65536, 32768, 16384, 8192, 4096]) {
    try {
      return { memory: new WebAssembly.Memory({ initial: 16, maximum, shared: true }), maxBytes: maximum * 65536 };
    } catch {
      // a smaller one may be allowed
    }
  }
  throw new BackendError('wasm-refused', 'shared WebAssembly memory is not available here');
}

/** Objects that live, found by their address. */
type Objects = Map<number, { readonly ref: WeakRef<object>; readonly holding: Holding }>;

/** Addresses that belong to one object, freed when it is collected: that of the object, unless it is lent, and those of arrays that have grown. */
interface Holding {
  readonly heap: Heap;
  readonly objects: Objects;
  readonly handle: number;
  addresses: number[];
}
const collected = new FinalizationRegistry<Holding>(freeHolding);
function freeHolding(holding: Holding): void {
  const { heap, objects, handle } = holding;
  for (const address of holding.addresses) heap.free(address);
  holding.addresses = [];
  if (objects.get(handle)?.holding === holding) objects.delete(handle);
}

/** Frees what belongs to objects that were collected: JavaScript tells of that only after the program has returned to its event loop. */
function reclaim(objects: Objects): void {
  for (const { ref, holding } of [...objects.values()]) if (ref.deref() === undefined) freeHolding(holding);
}

/** An object in the shared memory: a struct of f64 scalars, i32 scalars and addresses of its arrays. */
class WasmBlock implements Block {
  users = 0;
  pins = 0;
  readonly floats: Float64Array;
  readonly ints: Int32Array;
  readonly handle: number;
  readonly bytes: Uint8Array;
  readonly holding: Holding;
  readonly #shape: Shape;
  readonly #heap: Heap;
  readonly #pointers: Uint32Array;
  readonly #lent: boolean;

  /** @param lent Where it is, if another thread has made it. */
  constructor(heap: Heap, objects: Objects, shape: Shape, lent?: number) {
    const { placement, arrays, nfloat, nint } = shape;
    const structBytes = 8 * nfloat + 4 * nint + 4 * arrays.length;
    const head = Math.ceil(structBytes / 16) * 16;
    const address = lent ?? heap.allocate(head + placement.bytes);
    const buffer = heap.bufferTo(address + head + placement.bytes);
    this.#shape = shape;
    this.#heap = heap;
    this.handle = address;
    this.floats = new Float64Array(buffer, address, nfloat);
    this.ints = new Int32Array(buffer, address + 8 * nfloat, nint);
    this.#pointers = new Uint32Array(buffer, address + 8 * nfloat + 4 * nint, arrays.length);
    this.bytes = new Uint8Array(buffer, address + head, placement.bytes);
    this.#lent = lent !== undefined;
    this.holding = { heap, objects, handle: address, addresses: this.#lent ? [] : [address] };
    if (this.#lent) return;
    placement.offset.forEach((offset, k) => {
      this.#pointers[k] = offset < 0 ? 0 : address + head + offset;
    });
  }

  clear(start: number): void {
    this.#heap.zero(this.bytes.byteOffset + start, 0, (this.bytes.length - start) / 8);
  }

  #at(field: number, length: number, owner: object): TypedArray {
    const { type } = this.#shape.arrays[field] as LayoutRow;
    const address = this.#pointers[field] as number;
    const view = viewOf(type, this.#heap.bufferTo(address + length * elementBytes[type]), address, length);
    new Owned(view, owner);
    return view;
  }

  view(field: number, owner: object): TypedArray {
    return this.#at(field, this.#shape.placement.length[field] as number, owner);
  }

  window(field: number, previous: TypedArray | undefined, owner: object): TypedArray {
    const { slot, width } = this.#shape.windows[field] as { slot: number; width: number };
    const length = (this.ints[slot] as number) * width;
    const current = previous?.length === length && previous.byteOffset === this.#pointers[field];
    return current ? previous : this.#at(field, length, owner);
  }

  grow(size: number, count: number): void {
    checkMovable(this, 1);
    if (this.#lent)
      throw new ArgumentError(
        'this Data belongs to another thread, and only that one can make it grow',
        'in-use',
        'step a copy of it: cloneData(data)',
      );
    const capacity = new Int32Array(this.#heap.memory.buffer, this.#pointers[0], size + 1); // the first array of Data
    const room = nextCapacity(capacity[size] as number, count);
    for (const { field, width } of this.#shape.growing[size] ?? []) {
      const { type } = this.#shape.arrays[field] as LayoutRow;
      const address = this.#heap.allocate(room * width * elementBytes[type]);
      const old = this.#pointers[field] as number;
      const used = (capacity[size] as number) * width * elementBytes[type];
      new Uint8Array(this.#heap.memory.buffer, address, used).set(new Uint8Array(this.#heap.memory.buffer, old, used));
      this.#pointers[field] = address;
      this.holding.addresses.push(address);
      if (old !== 0) this.#forget(old);
    }
    capacity[size] = room;
  }

  #forget(address: number): void {
    this.holding.addresses.splice(this.holding.addresses.indexOf(address), 1);
    this.#heap.free(address);
  }

  release(): void {
    freeHolding(this.holding);
  }
}

let provided: WebAssembly.Module | undefined;

/** Takes a module that another thread has compiled; it counts from the next start on. */
export function provideModule(module: WebAssembly.Module): void {
  provided = module;
}

/** What a thread needs to work on the memory of another. Everything in it can be posted. */
export interface EngineTicket {
  /** The memory. */
  readonly memory: object;
  /** How large it can become. */
  readonly maxBytes: number;
  /** What `setMemoryLimit` allows. */
  readonly limit: number;
  /** The module as bytes, moved to the place that is this thread's alone. */
  readonly module: Uint8Array<ArrayBuffer>;
  /** Where the list of its chunks begins. */
  readonly chunks: number;
}

let ticket: EngineTicket | undefined;

/** Makes the next start join the memory of another thread. */
export function useTicket(given: EngineTicket | undefined): void {
  ticket = given;
}

/** The numeric core as a WebAssembly module, instantiated at once. */
export function startWasm() {
  const joined = ticket as (EngineTicket & { memory: WebAssembly.Memory }) | undefined;
  const { memory, maxBytes } = joined ?? makeMemory();
  const objects: Objects = new Map();
  let host: WasmHost | undefined;
  const connected = (): WasmHost => {
    if (host === undefined) throw new Error('the numeric core has no host yet');
    return host;
  };
  const module = joined === undefined && provided ? provided : new WebAssembly.Module(joined?.module ?? moduleBytes());
  const { exports } = new WebAssembly.Instance(module, {
    env: {
      memory,
      abort: () => {
        throw new BackendError('aborted', 'the numeric core aborted');
      },
    },
    host: {
      grow: (_model: number, data: number, size: number, count: number) => connected().grow(data, size, count),
      warning: (data: number, kind: number, info: number) => connected().warning(data, kind, info),
      callback: (kind: number, model: number, data: number, index: number) =>
        connected().callback(kind, model, data, index),
      field: (field: number, part: number, x: number, y: number, z: number) => connected().field(field, part, x, y, z),
      reset: (model: number, data: number) => connected().reset(model, data),
    },
  });
  const { heapTop, zero } = exports as unknown as { heapTop(): number; zero: Heap['zero'] };
  const heap = new Heap(memory, maxBytes, zero, joined?.chunks);
  const fixedBytes = joined === undefined ? heapTop() : 0; // of scratch and tables, at constant addresses
  if (joined === undefined) heap.begin(fixedBytes);
  heap.reclaim = () => reclaim(objects);
  return {
    name: 'wasm' as const,
    kernels: guardKernels(exports as unknown as typeof kernelModule),
    heap,
    module,
    lend: { memory, maxBytes, fixedBytes },
    allocate: (shape: Shape, lent?: number): Block => new WasmBlock(heap, objects, shape, lent),
    setOwner(block: Block, owner: object): void {
      const { handle, holding } = block as WasmBlock;
      objects.set(handle, { ref: new WeakRef(owner), holding });
      collected.register(owner, holding);
    },
    /** The object at an address, which the module states as a signed number. */
    objectAt: (address: number): object | undefined => objects.get(address >>> 0)?.ref.deref(),
    connect(h: WasmHost): void {
      host = h;
    },
  };
}
