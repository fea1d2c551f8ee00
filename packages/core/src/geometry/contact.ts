import type { F64, f64, i32 } from '../dialect.ts';

// Every pair function of this folder writes contacts as rows of CONTACT_STRIDE numbers and returns their count:
//
//   row[0]     dist     signed distance, negative when penetrating
//   row[1..3]  pos      point midway between the two surfaces, world frame
//   row[4..6]  normal   unit vector from the first shape to the second
//   row[7..9]  tangent  preferred second axis, or zero when the caller may choose it
//
// `makeFrame` of math/mat3 completes normal and tangent to a contact frame.

/** Numbers per contact row. */
export const CONTACT_STRIDE: i32 = 10;

/** Most rows that any pair function writes: `out` must hold MAX_PAIR_CONTACTS · CONTACT_STRIDE numbers from `o`. */
export const MAX_PAIR_CONTACTS: i32 = 50;

/** Lengths below this are treated as zero. */
export const MINVAL: f64 = 1e-15;

/** Writes a row without a preferred tangent. */
export function writeContact(out: F64, o: i32, dist: f64, x: f64, y: f64, z: f64, nx: f64, ny: f64, nz: f64): void {
  out[o] = dist;
  out[o + 1] = x;
  out[o + 2] = y;
  out[o + 3] = z;
  out[o + 4] = nx;
  out[o + 5] = ny;
  out[o + 6] = nz;
  out[o + 7] = 0;
  out[o + 8] = 0;
  out[o + 9] = 0;
}
