// @cold

import { contactForce } from '../../constraint/contact-force.ts';
import { type F64, type f64, type i32, scratchF64, toF64 } from '../../dialect.ts';
import { mulMatTVec3 } from '../../math/mat3.ts';
import { MINVAL, max } from '../../math/scalar.ts';
import { addTo3, addToScl3, cross3, norm3, scl3, set3, sub3, zero3 } from '../../math/vec3.ts';
import type { Data, Model } from '../../model/classes.ts';
import { ContactReport, writeReport } from './contact-report.ts';

const wrench = scratchF64(6); // force and torque of a contact, in its frame
const turned = scratchF64(3); // one of them, world axes
const arm = scratchF64(3); // from the centre to a contact
const moment = scratchF64(3);
const report = new ContactReport(); // its position is the mean of the contact points, weighted by force; torques are about it

/** wrench = force and torque of match `k` on the sensor's second object, in the contact frame. */
function matchWrench(m: Model, d: Data, k: i32): void {
  contactForce(m, d, d.contactMatch[k], wrench, 0);
  if (d.contactFlip[k] === 0) return;
  for (let j = 0; j < 6; j++) wrench[j] *= -1;
}

/** @reads contactMatch contact_pos */
function findCentre(m: Model, d: Data, found: i32): void {
  let total: f64 = 0;
  zero3(report.pos, 0);
  for (let k = 0; k < found; k++) {
    matchWrench(m, d, k);
    const weight = norm3(wrench, 0);
    addToScl3(report.pos, 0, d.contact_pos, 3 * d.contactMatch[k], weight);
    total += weight;
  }
  scl3(report.pos, 0, report.pos, 0, 1 / max(total, MINVAL));
}

/** @reads contact_frame contactFlip */
function addWrench(m: Model, d: Data, k: i32): void {
  const c = d.contactMatch[k];
  matchWrench(m, d, k);
  sub3(arm, 0, d.contact_pos, 3 * c, report.pos, 0);
  mulMatTVec3(turned, 0, d.contact_frame, 9 * c, wrench, 3);
  addTo3(report.torque, 0, turned, 0);
  mulMatTVec3(turned, 0, d.contact_frame, 9 * c, wrench, 0);
  addTo3(report.force, 0, turned, 0);
  cross3(moment, 0, arm, 0, turned, 0);
  addTo3(report.torque, 0, moment, 0);
}

/** Writes the fields of `mask` (CONDATA_*) of all matches as one contact at their centre, whose frame is the world's. */
export function reportNet(m: Model, d: Data, found: i32, mask: i32, res: F64, r: i32): void {
  findCentre(m, d, found);
  zero3(report.force, 0);
  zero3(report.torque, 0);
  for (let k = 0; k < found; k++) addWrench(m, d, k);
  report.found = toF64(found);
  set3(report.normal, 0, 1, 0, 0);
  set3(report.tangent, 0, 0, 1, 0);
  writeReport(report, mask, res, r);
}
