// @cold

import type { F64, i32 } from '../../dialect.ts';
import type { Data, Model } from '../../model/classes.ts';

/** @reads time */
export function clock(_m: Model, d: Data, _s: i32, res: F64, r: i32): void {
  res[r] = d.time;
}
