// @cold

import { EMPTY_F64, EMPTY_I32, type F64, type f64, type I32, type i32 } from '../dialect.ts';
import type { Data, Model } from '../model/classes.ts';

/** A term s·JᵀJ of the metric, J the sparse row of a tendon, of an output of an actuator or of a passive contact. `nextCoupling` walks over all of them. */
export class Coupling {
  scale: f64 = 0;
  /** Where the row starts in `value` and `column`, and where it ends. */
  adr: i32 = 0;
  end: i32 = 0;
  value: F64 = EMPTY_F64;
  column: I32 = EMPTY_I32;
  /** What comes next: tendon, actuator, output of the actuator, place in the list of contacts. */
  tendon: i32 = 0;
  actuator: i32 = 0;
  output: i32 = 0;
  contact: i32 = 0;
}

/** Goes to the start of the list. */
export function startCouplings(c: Coupling): void {
  c.tendon = 0;
  c.actuator = 0;
  c.output = 0;
  c.contact = 0;
}

/**
 * Takes the next term; false after the last.
 *
 * @reads nefmcon efm_con_ind efm_con_val nefmT efm_tid efm_ts ten_J nefmA efm_aid efm_as actuator_moment moment_colind moment_rowadr moment_rownnz
 */
export function nextCoupling(c: Coupling, m: Model, d: Data): boolean {
  if (c.tendon < d.nefmT) {
    const id = d.efm_tid[c.tendon];
    setRow(c, d.efm_ts[c.tendon], d.ten_J, m.ten_J_colind, m.ten_J_rowadr[id], m.ten_J_rownnz[id]);
    c.tendon++;
    return true;
  }
  while (c.actuator < d.nefmA) {
    const a = d.efm_aid[c.actuator];
    if (c.output < m.actuator_outnum[a]) {
      const o = m.actuator_outadr[a] + c.output;
      setRow(c, d.efm_as[c.actuator], d.actuator_moment, d.moment_colind, d.moment_rowadr[o], d.moment_rownnz[o]);
      c.output++;
      return true;
    }
    c.actuator++;
    c.output = 0;
  }
  if (c.contact < d.nefmcon) {
    const n = d.efm_con_ind[c.contact];
    setRow(c, d.efm_con_val[c.contact], d.efm_con_val, d.efm_con_ind, c.contact + 2, n);
    c.contact += 2 + n;
    return true;
  }
  return false;
}

function setRow(c: Coupling, scale: f64, value: F64, column: I32, adr: i32, n: i32): void {
  c.scale = scale;
  c.value = value;
  c.column = column;
  c.adr = adr;
  c.end = adr + n;
}
