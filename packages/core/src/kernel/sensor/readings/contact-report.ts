// @cold

import { type F64, type f64, type i32, scratchF64 } from '../../dialect.ts';
import { copy3 } from '../../math/vec3.ts';
import {
  CONDATA_DIST,
  CONDATA_FORCE,
  CONDATA_FOUND,
  CONDATA_NORMAL,
  CONDATA_POS,
  CONDATA_TANGENT,
  CONDATA_TORQUE,
  NCONDATA,
} from '../../model/constants.ts';

/** What a contact sensor can say of a contact; force and torque are in the contact frame. */
export class ContactReport {
  found: f64 = 0;
  dist: f64 = 0;
  readonly force: F64 = scratchF64(3);
  readonly torque: F64 = scratchF64(3);
  readonly pos: F64 = scratchF64(3);
  readonly normal: F64 = scratchF64(3);
  readonly tangent: F64 = scratchF64(3);
}

/** Whether a mask of CONDATA_* has a field. */
function has(mask: i32, field: i32): boolean {
  return (mask & (1 << field)) !== 0;
}

/** Whether the fields of `mask` depend on the force. */
export function needsForce(mask: i32): boolean {
  return has(mask, CONDATA_FORCE) || has(mask, CONDATA_TORQUE);
}

/** Numbers of a report that has the fields of `mask`. */
export function reportSize(mask: i32): i32 {
  let size: i32 = 0;
  for (let k = 0; k < NCONDATA; k++) if (has(mask, k)) size += k === CONDATA_FOUND || k === CONDATA_DIST ? 1 : 3;
  return size;
}

/** Writes the fields of `mask`, one after the other. */
export function writeReport(report: ContactReport, mask: i32, res: F64, r: i32): void {
  let slot = r;
  if (has(mask, CONDATA_FOUND)) res[slot++] = report.found;
  if (has(mask, CONDATA_FORCE)) slot = write3(res, slot, report.force);
  if (has(mask, CONDATA_TORQUE)) slot = write3(res, slot, report.torque);
  if (has(mask, CONDATA_DIST)) res[slot++] = report.dist;
  if (has(mask, CONDATA_POS)) slot = write3(res, slot, report.pos);
  if (has(mask, CONDATA_NORMAL)) slot = write3(res, slot, report.normal);
  if (has(mask, CONDATA_TANGENT)) write3(res, slot, report.tangent);
}

/** Returns the place after the vector. */
function write3(res: F64, r: i32, a: F64): i32 {
  copy3(res, r, a, 0);
  return r + 3;
}
