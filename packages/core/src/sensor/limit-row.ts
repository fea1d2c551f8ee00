import type { i32 } from '../dialect.ts';
import type { Data } from '../model/kernel.ts';

/**
 * The first constraint row of a limit (CNSTR_LIMIT_JOINT or CNSTR_LIMIT_TENDON) on joint or tendon `id`, or -1 if none is active.
 *
 * @reads ne nf nefc efc_type efc_id
 */
export function limitRow(d: Data, type: i32, id: i32): i32 {
  for (let row = d.ne + d.nf; row < d.nefc; row++) if (d.efc_type[row] === type && d.efc_id[row] === id) return row;
  return -1;
}
