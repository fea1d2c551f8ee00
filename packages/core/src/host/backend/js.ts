import * as kernels from '../../kernel/exports.ts';
import { Data as KernelData, Model as KernelModel } from '../../kernel/model/classes.ts';
import { elementBytes, type LayoutRow, type TypedArray, viewOf } from '../model/layout.ts';
import { type Block, checkMovable, nextCapacity } from './block.ts';
import { guardKernels } from './guard.ts';
import { allocateArrays } from './memory.ts';
import type { Shape } from './shape.ts';

export { connectFields } from '../../kernel/geometry/user-field.ts';
export { connectHost } from '../../kernel/model/host.ts';

const CAPACITY_FIELD = 0; // `capacity` is the first array of Data

/** An object of the `js` back end: ordinary buffers and a kernel object that refers to them. */
class JsBlock implements Block {
  users = 0;
  pins = 0;
  readonly floats: Float64Array;
  readonly ints: Int32Array;
  readonly handle: KernelModel | KernelData;
  readonly bytes: Uint8Array;
  readonly #shape: Shape;
  readonly #arrays: TypedArray[];

  constructor(shape: Shape) {
    const { placement, arrays } = shape;
    const buffer = allocateArrays(placement.bytes);
    this.#shape = shape;
    this.bytes = new Uint8Array(buffer);
    this.floats = new Float64Array(allocateArrays(8 * shape.nfloat));
    this.ints = new Int32Array(allocateArrays(4 * shape.nint));
    this.#arrays = arrays.map(({ type }, k) => {
      const offset = placement.offset[k] as number;
      return offset < 0
        ? viewOf(type, new ArrayBuffer(0), 0, 0)
        : viewOf(type, buffer, offset, placement.length[k] as number);
    });
    const Kernel = shape.kind === 'model' ? KernelModel : KernelData;
    this.handle = new Kernel(this.floats, this.ints, this.#arrays);
  }

  clear(start: number): void {
    this.bytes.fill(0, start);
  }

  view(field: number): TypedArray {
    return this.#arrays[field] as TypedArray;
  }

  window(field: number, previous: TypedArray | undefined): TypedArray {
    const { slot, width } = this.#shape.windows[field] as { slot: number; width: number };
    const array = this.#arrays[field] as TypedArray;
    const length = (this.ints[slot] as number) * width;
    return previous?.length === length && previous.buffer === array.buffer ? previous : array.subarray(0, length);
  }

  grow(size: number, count: number): void {
    checkMovable(this, 1);
    const capacity = this.#arrays[CAPACITY_FIELD] as Int32Array;
    const room = nextCapacity(capacity[size] as number, count);
    for (const { field, width } of this.#shape.growing[size] ?? []) {
      const { name, type } = this.#shape.arrays[field] as LayoutRow;
      const grown = viewOf(type, allocateArrays(room * width * elementBytes[type]), 0, room * width);
      grown.set(this.#arrays[field] as TypedArray);
      this.#arrays[field] = grown;
      (this.handle as unknown as Record<string, TypedArray>)[name] = grown;
    }
    capacity[size] = room;
  }

  release(): void {}
}

/** The numeric core as ordinary JavaScript. */
export const jsBackend = {
  name: 'js' as const,
  kernels: guardKernels(kernels),
  allocate: (shape: Shape): Block => new JsBlock(shape),
  setOwner(block: Block, owner: object): void {
    (block.handle as KernelModel | KernelData).owner = owner;
  },
};
