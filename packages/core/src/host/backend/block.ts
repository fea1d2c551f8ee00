import { ArgumentError } from '../errors/argument-error.ts';
import type { TypedArray } from '../model/layout.ts';

/** The memory of one Model or Data in some back end. */
export interface Block {
  readonly floats: Float64Array;
  readonly ints: Int32Array;
  /** How many calls of the numeric core are working on it: while there are any, it is neither released nor moved. */
  users: number;
  /** How many others rely on it: while there are any, it is not released. */
  pins: number;
  /** How the back end's functions are handed this object: a kernel object, or its address. */
  readonly handle: unknown;
  /** All the fixed-size arrays as bytes, for copying, clearing and saving. */
  readonly bytes: Uint8Array;
  /** Zeroes these bytes from `start` on. */
  clear(start: number): void;
  /** A view of field `field`, up to its capacity; `owner` stays alive as long as the view does. */
  view(field: number, owner: object): TypedArray;
  /** A view of the rows of field `field` that are valid now; `previous` again if it still is that. */
  window(field: number, previous: TypedArray | undefined, owner: object): TypedArray;
  /** Makes room for `count` rows of dynamic size `size`; refused inside of a call within a call, as the outer one has the old places. */
  grow(size: number, count: number): void;
  release(): void;
}

/** Fields whose row count is a Data scalar: the number of the scalar's slot and the row width. */
export interface Window {
  readonly slot: number;
  readonly width: number;
}

/** Refuses to move arrays that a call further out is working on. */
export function checkMovable(block: Block, callers: number): void {
  if (block.users > callers)
    throw new ArgumentError(
      'this Data is in use by a step that has called back, and cannot grow before that is over',
      'in-use',
      'a callback that steps or collides needs a Data of its own: cloneData(data)',
    );
}

/** Room to make for `count` rows where there was room for `capacity`: half as much again, so that growth is rare. */
export function nextCapacity(capacity: number, count: number): number {
  return Math.max(count, Math.ceil(1.5 * capacity));
}
