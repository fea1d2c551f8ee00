// @cold

import type { f64, i32 } from '../../dialect.ts';
import { norm } from '../../math/linear/dense.ts';
import type { Data, Model } from '../../model/classes.ts';
import {
  CNSTR_EQUALITY,
  CNSTR_LIMIT_JOINT,
  EQ_CONNECT,
  EQ_JOINT,
  EQ_WELD,
  JNT_SLIDE,
  MINVAL,
  NEQDATA,
} from '../../model/constants.ts';
import { TORQUESCALE } from '../equality/weld.ts';

/** Whether the speed at which violations are corrected has a bound. */
export function boundsCorrection(m: Model): boolean {
  return m.maxConstraintVel > 0 || m.maxConstraintAngvel > 0;
}

/**
 * Bounds the speed at which a constraint is corrected, an extension. Its reference acceleration
 *
 *     aref = -B·vel - K·imp·(pos - margin) = -B·(vel - v)      v = -K·imp·(pos - margin)/B
 *
 * lets it approach the speed v. Where |v| is above the bound, K becomes smaller: so far that |v| is the bound. The three rows of a connect, and
 * of either half of a weld, keep their direction. A bound of 0 is none, and rows without damping have no such speed.
 *
 * @reads efc_type efc_id efc_pos efc_margin
 * @writes efc_KBIP
 */
export function boundCorrection(m: Model, d: Data, row: i32, dim: i32): void {
  const id = d.efc_id[row];
  const linear = m.maxConstraintVel;
  const angular = m.maxConstraintAngvel;
  switch (d.efc_type[row]) {
    case CNSTR_EQUALITY:
      if (m.eq_type[id] === EQ_WELD) {
        boundRows(d, row, 3, norm(d.efc_pos, row, 3), linear);
        // the rows are half of the angle times the scale
        const half: f64 = 0.5 * m.eq_data[NEQDATA * id + TORQUESCALE];
        boundRows(d, row + 3, 3, norm(d.efc_pos, row + 3, 3), Math.abs(half) * angular);
      } else if (m.eq_type[id] === EQ_CONNECT) boundRows(d, row, 3, norm(d.efc_pos, row, 3), linear);
      else if (m.eq_type[id] === EQ_JOINT && m.jnt_type[m.eq_obj1id[id]] !== JNT_SLIDE)
        boundRows(d, row, 1, Math.abs(d.efc_pos[row]), angular);
      else boundRows(d, row, 1, Math.abs(d.efc_pos[row]), linear);
      break;
    case CNSTR_LIMIT_JOINT:
      boundRows(d, row, 1, violation(d, row), m.jnt_type[id] === JNT_SLIDE ? linear : angular);
      break;
    default:
      boundRows(d, row, dim, violation(d, row), linear);
  }
}

function violation(d: Data, row: i32): f64 {
  return Math.abs(d.efc_pos[row] - d.efc_margin[row]);
}

/**
 * Makes the stiffness of rows that are `distance` away from where they should be small enough for a speed.
 *
 * @writes efc_KBIP
 */
function boundRows(d: Data, row: i32, count: i32, distance: f64, speed: f64): void {
  const KBIP = d.efc_KBIP;
  const B = KBIP[4 * row + 1];
  const pull: f64 = KBIP[4 * row + 2] * distance;
  if (!(speed > 0) || !(B > 0) || pull < MINVAL) return;
  const most: f64 = (B * speed) / pull;
  for (let k = row; k < row + count; k++) if (KBIP[4 * k] > most) KBIP[4 * k] = most;
}
