// @cold

import type { F64, f64, i32 } from '../dialect.ts';
import { max } from '../math/scalar.ts';

const ROUGH: f64 = 0.1; // of the difference: by so much the differences on both sides of something smooth never differ
const ROUNDING: f64 = 1e-9; // of the forces

/** Whether forces vary otherwise on one side than on the other. */
export function jumps(work: F64, centre: i32, less: i32, more: i32, nv: i32): boolean {
  let size: f64 = 0;
  let difference: f64 = 0;
  let bend: f64 = 0;
  for (let k = 0; k < nv; k++) {
    size = max(size, Math.abs(work[centre + k]));
    difference = max(difference, Math.abs(work[more + k] - work[less + k]));
    bend = max(bend, Math.abs(work[more + k] + work[less + k] - 2 * work[centre + k]));
  }
  return bend > ROUGH * difference + ROUNDING * size;
}
