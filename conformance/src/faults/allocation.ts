import { BackendError, backendName, makeModel } from 'qpos';

/** Tells of each allocation before it is made; what it throws is what the allocation throws. */
type Watch = (bytes: number) => void;

interface HeapLike {
  allocate(bytes: number): number;
}

/** The heap of the `wasm` back end. */
function wasmHeap(): HeapLike | undefined {
  return (makeModel({}) as unknown as { backend: { heap?: HeapLike } }).backend.heap;
}

/** Watches what the engine takes of the shared memory. */
function watchHeap(watch: Watch): () => void {
  const heap = wasmHeap();
  if (heap === undefined) return () => {};
  const { allocate } = heap;
  heap.allocate = (bytes) => {
    watch(bytes);
    return allocate.call(heap, bytes);
  };
  return () => Reflect.deleteProperty(heap, 'allocate');
}

const ARRAYS = [
  'ArrayBuffer',
  'Float64Array',
  'Float32Array',
  'Int32Array',
  'Uint32Array',
  'Uint16Array',
  'Uint8Array',
] as const;
type Constructor = new (...args: never[]) => object;

/** Watches the buffers that JavaScript makes: constructors that are given a length, and not a buffer to look at. */
function watchArrays(watch: Watch): () => void {
  const scope = globalThis as unknown as Record<string, Constructor>;
  const originals = ARRAYS.map((name) => [name, scope[name] as Constructor] as const);
  for (const [name, original] of originals)
    scope[name] = new Proxy(original, {
      construct(target, args: unknown[], newTarget) {
        const [length] = args;
        if (typeof length === 'number' && length > 0) watch(length);
        return Reflect.construct(target, args, newTarget === scope[name] ? target : newTarget) as object;
      },
    });
  return () => {
    for (const [name, original] of originals) scope[name] = original;
  };
}

/** Where an allocation fails: in the shared memory of the engine, which the `js` back end does not have, or in JavaScript. */
export type Memory = 'engine' | 'arrays';

/** Runs `work` with the allocation of number `nth` failing (none if it is infinite); returns how many were tried. */
export function withFailure(memory: Memory, nth: number, work: () => void): number {
  const isShared = memory === 'engine' && backendName() === 'wasm';
  let count = 0;
  const watch = (): void => {
    if (++count !== nth) return;
    throw isShared ? new BackendError('out-of-memory', 'injected') : new RangeError('Array buffer allocation failed');
  };
  const restore = isShared ? watchHeap(watch) : watchArrays(watch);
  try {
    work();
  } finally {
    restore();
  }
  return count;
}
