// @cold

import type { F64, i32 } from '../dialect.ts';
import { clip, min } from '../math/scalar.ts';
import type { Model } from '../model/classes.ts';
import { DATATYPE_POSITIVE, DATATYPE_REAL } from '../model/constants.ts';
import { ownsCutoff } from './generated/exceptions.ts';

/**
 * Clamps the value of sensor `s` to its cutoff: real data on both sides, positive data from above; axes and quaternions stay, as
 * does what has its own use for a cutoff, or none.
 */
export function applyCutoff(m: Model, s: i32, res: F64, r: i32): void {
  const cutoff = m.sensor_cutoff[s];
  if (cutoff <= 0 || ownsCutoff(m.sensor_type[s])) return;
  const end = r + m.sensor_dim[s];
  const datatype = m.sensor_datatype[s];
  if (datatype === DATATYPE_REAL) for (let k = r; k < end; k++) res[k] = clip(res[k], -cutoff, cutoff);
  else if (datatype === DATATYPE_POSITIVE) for (let k = r; k < end; k++) res[k] = min(cutoff, res[k]);
}
