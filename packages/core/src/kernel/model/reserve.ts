import type { i32 } from '../dialect.ts';
import type { Data, Model } from './classes.ts';
import { hostGrow } from './host.ts';

/**
 * Makes room for `count` rows of every array whose row count is the dynamic size `size` (COUNT_*). Arrays may move: read
 * the fields of `d` again after the call. The first rows, up to the old capacity, keep their values.
 *
 * On a GPU nothing grows: there is a warning, and the caller sees in `capacity` that it must do without.
 */
export function reserve(m: Model, d: Data, size: i32, count: i32): void {
  if (count > d.capacity[size]) hostGrow(m, d, size, count);
}
