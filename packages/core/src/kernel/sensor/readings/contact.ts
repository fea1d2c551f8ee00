// @cold

import { contactForce } from '../../constraint/contact-force.ts';
import { type F64, type f64, type i32, idiv, scratchF64, toF64 } from '../../dialect.ts';
import { zero } from '../../math/linear/dense.ts';
import { copy3, dot3, scl3, set3 } from '../../math/vec3.ts';
import type { Data, Model } from '../../model/classes.ts';
import { NSENS } from '../../model/constants.ts';
import { MATCH_FLIPPED, matchContact, NO_MATCH } from './contact-match.ts';
import { reportNet } from './contact-net.ts';
import { ContactReport, needsForce, reportSize, writeReport } from './contact-report.ts';

// how many matching contacts become few
const REDUCE_MINDIST: i32 = 1;
const REDUCE_MAXFORCE: i32 = 2;
const REDUCE_NETFORCE: i32 = 3;

const wrench = scratchF64(6); // force and torque of a contact, in its frame
const report = new ContactReport();

/**
 * What touches what: data of the contacts between the sensor's objects, in as many slots as the sensor has room for. The first ones in
 * contact order, the nearest, the strongest, or all as one net force. Empty slots are zero.
 *
 * @writes contactMatch contactFlip contactRank
 */
export function contactSensor(m: Model, d: Data, s: i32, res: F64, r: i32): void {
  const mask = m.sensor_intprm[NSENS * s];
  const reduce = m.sensor_intprm[NSENS * s + 1];
  const dim = m.sensor_dim[s];
  const size = reportSize(mask);
  zero(res, r, dim);
  if (size === 0) return;
  const found = findMatches(m, d, s, reduce);
  if (reduce === REDUCE_NETFORCE) {
    reportNet(m, d, found, mask, res, r);
    return;
  }
  const slots: i32 = idiv(dim, size) < found ? idiv(dim, size) : found;
  if (reduce === REDUCE_MINDIST || reduce === REDUCE_MAXFORCE) selectLeast(d, found, slots);
  for (let k = 0; k < slots; k++) reportContact(m, d, k, found, mask, res, r + k * size);
}

/**
 * Lists the contacts that the sensor asks for, with what they are ranked by (least first); returns their number.
 *
 * @reads ncon contact_dist contactMatch contactFlip contactRank
 */
function findMatches(m: Model, d: Data, s: i32, reduce: i32): i32 {
  let found: i32 = 0;
  for (let c = 0; c < d.ncon; c++) {
    const match = matchContact(m, d, s, c);
    if (match === NO_MATCH) continue;
    d.contactMatch[found] = c;
    d.contactFlip[found] = match === MATCH_FLIPPED ? 1 : 0;
    if (reduce === REDUCE_MINDIST) d.contactRank[found] = d.contact_dist[c];
    else if (reduce === REDUCE_MAXFORCE) {
      contactForce(m, d, c, wrench, 0);
      d.contactRank[found] = -dot3(wrench, 0, wrench, 0);
    }
    found++;
  }
  return found;
}

/** Brings the `slots` matches of least rank to the front, in order; equals stay in contact order. */
function selectLeast(d: Data, found: i32, slots: i32): void {
  for (let k = 0; k < found; k++) {
    const rank = d.contactRank[k];
    const contact = d.contactMatch[k];
    const flip = d.contactFlip[k];
    let at: i32 = k < slots ? k : slots;
    while (at > 0 && d.contactRank[at - 1] > rank) {
      if (at < slots) moveMatch(d, at, at - 1);
      at--;
    }
    if (at < slots) {
      d.contactRank[at] = rank;
      d.contactMatch[at] = contact;
      d.contactFlip[at] = flip;
    }
  }
}

function moveMatch(d: Data, to: i32, from: i32): void {
  d.contactRank[to] = d.contactRank[from];
  d.contactMatch[to] = d.contactMatch[from];
  d.contactFlip[to] = d.contactFlip[from];
}

/**
 * Writes the fields of `mask` of match `k`. A flipped contact is turned by half around its second tangent, and its force is the opposite one.
 *
 * @reads contact_pos contact_frame
 */
function reportContact(m: Model, d: Data, k: i32, found: i32, mask: i32, res: F64, r: i32): void {
  const c = d.contactMatch[k];
  const turn: f64 = d.contactFlip[k] !== 0 ? -1.0 : 1.0;
  report.found = toF64(found);
  report.dist = d.contact_dist[c];
  if (needsForce(mask)) {
    contactForce(m, d, c, wrench, 0);
    set3(report.force, 0, wrench[0], wrench[1], wrench[2] * turn);
    set3(report.torque, 0, wrench[3], wrench[4], wrench[5] * turn);
  }
  copy3(report.pos, 0, d.contact_pos, 3 * c);
  scl3(report.normal, 0, d.contact_frame, 9 * c, turn);
  scl3(report.tangent, 0, d.contact_frame, 9 * c + 3, turn);
  writeReport(report, mask, res, r);
}
