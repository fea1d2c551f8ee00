import { allocateArrays } from '../../host/backend/memory.ts';
import type { Backend } from '../../host/backend/select.ts';

/** Working memory that both back ends take as an argument as it is. */
export interface KernelArray {
  readonly view: Float64Array;
  /** How a kernel is handed the array: itself, or its address. */
  readonly handle: never;
}

const collected = new FinalizationRegistry<() => void>((release) => release());

/** Allocates `size` numbers that live as long as `owner`. */
export function kernelArray({ heap }: Backend, size: number, owner: object): KernelArray {
  if (heap === undefined) {
    const view = new Float64Array(allocateArrays(8 * size));
    return { view, handle: view as never };
  }
  const address = heap.allocate(8 * size);
  collected.register(owner, () => heap.free(address));
  return {
    view: new Float64Array(heap.bufferTo(address + 8 * size), address, size),
    handle: address as never,
  };
}
