import { contactForce } from '../../constraint/contact-force.ts';
import { type F64, type f64, type i32, scratchF64, toF64 } from '../../dialect.ts';
import { mulMatTVec3 } from '../../math/mat3.ts';
import { MINVAL, max } from '../../math/scalar.ts';
import { addTo3, addToScl3, copy3, cross3, norm3, scl3, set3, sub3, zero3 } from '../../math/vec3.ts';
import {
  CONDATA_DIST,
  CONDATA_FORCE,
  CONDATA_FOUND,
  CONDATA_NORMAL,
  CONDATA_POS,
  CONDATA_TANGENT,
  CONDATA_TORQUE,
} from '../../model/constants.ts';
import type { Data, Model } from '../../model/kernel.ts';

const wrench = scratchF64(6); // force and torque of a contact, in its frame
const turned = scratchF64(3); // one of them, world axes
const centre = scratchF64(3); // mean of the contact points, weighted by force
const arm = scratchF64(3); // from there to a contact
const moment = scratchF64(3);
const netForce = scratchF64(3);
const netTorque = scratchF64(3); // about `centre`

/** wrench = force and torque of match `k` on the sensor's second object, in the contact frame. */
function matchWrench(m: Model, d: Data, k: i32): void {
  contactForce(m, d, d.contactMatch[k], wrench, 0);
  if (d.contactFlip[k] === 0) return;
  for (let j = 0; j < 6; j++) wrench[j] *= -1;
}

/** @reads contactMatch contact_pos */
function findCentre(m: Model, d: Data, found: i32): void {
  let total: f64 = 0;
  zero3(centre, 0);
  for (let k = 0; k < found; k++) {
    matchWrench(m, d, k);
    const weight = norm3(wrench, 0);
    addToScl3(centre, 0, d.contact_pos, 3 * d.contactMatch[k], weight);
    total += weight;
  }
  scl3(centre, 0, centre, 0, 1 / max(total, MINVAL));
}

/** @reads contact_frame contactFlip */
function addWrench(m: Model, d: Data, k: i32): void {
  const c = d.contactMatch[k];
  matchWrench(m, d, k);
  sub3(arm, 0, d.contact_pos, 3 * c, centre, 0);
  mulMatTVec3(turned, 0, d.contact_frame, 9 * c, wrench, 3);
  addTo3(netTorque, 0, turned, 0);
  mulMatTVec3(turned, 0, d.contact_frame, 9 * c, wrench, 0);
  addTo3(netForce, 0, turned, 0);
  cross3(moment, 0, arm, 0, turned, 0);
  addTo3(netTorque, 0, moment, 0);
}

/** Writes the fields of `mask` (CONDATA_*) of all matches as one contact at their centre, whose frame is the world's. */
export function reportNet(m: Model, d: Data, found: i32, mask: i32, res: F64, r: i32): void {
  findCentre(m, d, found);
  zero3(netForce, 0);
  zero3(netTorque, 0);
  for (let k = 0; k < found; k++) addWrench(m, d, k);

  let slot = r;
  if ((mask & (1 << CONDATA_FOUND)) !== 0) res[slot++] = toF64(found);
  if ((mask & (1 << CONDATA_FORCE)) !== 0) slot = write(res, slot, netForce);
  if ((mask & (1 << CONDATA_TORQUE)) !== 0) slot = write(res, slot, netTorque);
  if ((mask & (1 << CONDATA_DIST)) !== 0) res[slot++] = 0;
  if ((mask & (1 << CONDATA_POS)) !== 0) slot = write(res, slot, centre);
  if ((mask & (1 << CONDATA_NORMAL)) !== 0) {
    set3(res, slot, 1, 0, 0);
    slot += 3;
  }
  if ((mask & (1 << CONDATA_TANGENT)) !== 0) set3(res, slot, 0, 1, 0);
}

function write(res: F64, r: i32, a: F64): i32 {
  copy3(res, r, a, 0);
  return r + 3;
}
