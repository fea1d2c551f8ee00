// @cold

import type { i32 } from '../../dialect.ts';
import { copyI, scl } from '../../math/linear/dense.ts';
import type { Data, Model } from '../../model/classes.ts';
import { closeRow } from './row.ts';

/**
 * A tendon: its length and Jacobian, times the gear.
 *
 * @reads ten_length ten_J
 * @writes actuator_length actuator_moment moment_colind
 */
export function tendonTransmission(m: Model, d: Data, a: i32, out: i32, at: i32): i32 {
  const t = m.actuator_trnid[2 * a];
  const gear = m.actuator_gear[6 * out];
  const first = m.ten_J_rowadr[t];
  const count = m.ten_J_rownnz[t];
  d.actuator_length[out] = d.ten_length[t] * gear;
  copyI(d.moment_colind, at, m.ten_J_colind, first, count);
  scl(d.actuator_moment, at, d.ten_J, first, gear, count);
  return closeRow(d, out, at, at + count);
}
