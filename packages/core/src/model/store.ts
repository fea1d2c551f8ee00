import type { Block } from '../backend/block.ts';
import type { TypedArray } from './layout.ts';
import { shownAs } from './shown.ts';

/**
 * What Model and Data have in common: numbers in two scalar blocks and arrays as views of the back end's memory,
 * each made when it is first asked for and then kept.
 */
export abstract class FieldStore {
  /** @internal Floating-point scalars. */
  readonly floats: Float64Array;
  /** @internal Integer scalars. */
  readonly ints: Int32Array;
  /** @internal Where the numbers live. */
  readonly block: Block;
  /** @internal Views that were handed out, by field number. */
  readonly views: (TypedArray | undefined)[] = [];

  constructor(block: Block) {
    this.block = block;
    this.floats = block.floats;
    this.ints = block.ints;
  }

  /** @internal The whole of a field of fixed size. */
  view(field: number): TypedArray {
    const view = this.block.view(field, this);
    this.views[field] = view;
    return view;
  }

  /** @internal The valid part of a field whose row count changes at run time. */
  valid(field: number): TypedArray {
    const view = this.block.window(field, this.views[field], this);
    this.views[field] = view;
    return view;
  }

  /** The few numbers that tell objects apart, for logs and consoles; `saveModel`, `getState` and the print functions have the rest. */
  abstract toJSON(): object;

  /** @internal */
  [shownAs](_depth: number, options: object, inspect: (x: object, options: object) => string): string {
    return `${this.constructor.name} ${inspect(this.toJSON(), options)}`;
  }

  /** Returns the memory at once instead of when the object is collected; the object must not be used afterwards. */
  [Symbol.dispose](): void {
    this.block.release();
  }
}
