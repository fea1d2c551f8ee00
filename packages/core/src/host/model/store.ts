/// <reference lib="esnext.disposable" preserve="true" />
import type { Block } from '../backend/block.ts';
import { ArgumentError } from '../errors/argument-error.ts';
import type { TypedArray } from './layout.ts';
import { INSPECT } from './text/inspect.ts';

/**
 * What Model and Data have in common: numbers in two scalar blocks and arrays as views of the back end's memory,
 * each made when it is first asked for and then kept.
 */
export abstract class FieldStore {
  /** @internal Floating-point scalars. */
  floats: Float64Array;
  /** @internal Integer scalars. */
  ints: Int32Array;
  /** @internal Where the numbers live. */
  block: Block;
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

  /**
   * The few numbers that tell objects apart, for logs and consoles; `saveModel`, `getState` and the print functions have the rest.
   *
   * @returns A plain object.
   */
  abstract toJSON(): object;

  /** @internal */
  [INSPECT](_depth: number, options: object, inspect: (x: object, options: object) => string): string {
    return `${this.constructor.name} ${inspect(this.toJSON(), options)}`;
  }

  /** @internal Runs what relies on the memory of this object, which is not released before it has ended. */
  pinned<T>(work: () => T): T {
    const { block } = this;
    block.pins++;
    try {
      return work();
    } finally {
      block.pins--;
    }
  }

  /**
   * Returns the memory at once instead of when the object is collected. Neither the object nor an array taken from it may be used
   * afterwards. Refused while a call is working on it, as in a callback of its own step, or while a batch uses it.
   */
  [Symbol.dispose](): void {
    if (this.block.users > 0 || this.block.pins > 0)
      throw new ArgumentError(
        'this Model or Data is in use by a call that has not returned, or by a batch that is not closed',
        'in-use',
        'dispose of it after the step, not in a callback, plugin or warning handler; close a batch first',
      );
    this.block.release();
    this.block = gone();
    this.floats = this.ints = this.block as never;
    this.views.length = 0;
  }
}

/** Stands for the memory that an object had before it was disposed of: every use is refused. */
function gone(): Block {
  const refuse = (known: Partial<Block>, key: PropertyKey): unknown => {
    if (key in known) return known[key as keyof Block];
    throw new ArgumentError('this Model or Data was disposed of', 'disposed');
  };
  return new Proxy(
    { users: 0, pins: 0, release() {} },
    { get: refuse, set: refuse as () => boolean },
  ) as unknown as Block;
}
