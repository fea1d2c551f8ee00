import type { F64, f64, i32 } from '../dialect.ts';
import type { Contacts } from '../geometry/contact.ts';
import { zero } from '../math/linear/dense.ts';
import { copy9, makeFrame } from '../math/mat3.ts';
import { copy3 } from '../math/vec3.ts';
import { COUNT_NCON, type Data, type Model } from '../model/classes.ts';
import { NIMP, NREF } from '../model/constants.ts';
import { reserve } from '../model/reserve.ts';
import { ContactParameters, mixParameters } from './parameters.ts';

const parameters = new ContactParameters();

/**
 * Appends the contacts of a geom pair to the contact list.
 *
 * @writes ncon
 */
export function appendContacts(m: Model, d: Data, contacts: Contacts, g1: i32, g2: i32, pair: i32, margin: f64): void {
  mixParameters(m, parameters, g1, g2, pair);
  const first = d.ncon;
  reserve(m, d, COUNT_NCON, first + contacts.count);
  if (first + contacts.count > d.capacity[COUNT_NCON]) return; // on a GPU
  d.ncon = first + contacts.count;
  for (let k = 0; k < contacts.count; k++) {
    if (k > 0 && sameAxes(contacts, k)) repeatFrame(d, first + k, contacts, k);
    else setPlace(d, first + k, contacts.dist, contacts.pos, contacts.normal, contacts.tangent, k);
    setParameters(d, first + k, parameters, margin);
    setGeoms(d, first + k, g1, g2);
    setFlexes(d, first + k);
  }
}

/**
 * Places contact c like the k-th of a list; where the list has no tangent, one is chosen.
 *
 * @writes contact_dist contact_pos contact_frame
 */
export function setPlace(d: Data, c: i32, dist: F64, pos: F64, normal: F64, tangent: F64, k: i32): void {
  const frame = d.contact_frame;
  d.contact_dist[c] = dist[k];
  copy3(d.contact_pos, 3 * c, pos, 3 * k);
  copy3(frame, 9 * c, normal, 3 * k);
  copy3(frame, 9 * c + 3, tangent, 3 * k);
  makeFrame(frame, 9 * c);
}

/**
 * Places contact c like the k-th of a pair, with the frame of the contact before.
 *
 * @reads contact_frame
 * @writes contact_dist contact_pos contact_frame
 */
function repeatFrame(d: Data, c: i32, contacts: Contacts, k: i32): void {
  d.contact_dist[c] = contacts.dist[k];
  copy3(d.contact_pos, 3 * c, contacts.pos, 3 * k);
  copy9(d.contact_frame, 9 * c, d.contact_frame, 9 * (c - 1));
}

/** Whether contact k of a pair has the axes of the one before: faces that meet give several contacts of one frame. */
function sameAxes(contacts: Contacts, k: i32): boolean {
  const { normal, tangent } = contacts;
  for (let i = 3 * k; i < 3 * k + 3; i++)
    if (normal[i] !== normal[i - 3] || tangent[i] !== tangent[i - 3]) return false;
  return true;
}

/** res = a, five numbers: a loop takes longer. */
function copyFive(res: F64, r: i32, a: F64): void {
  res[r] = a[0];
  res[r + 1] = a[1];
  res[r + 2] = a[2];
  res[r + 3] = a[3];
  res[r + 4] = a[4];
}

/**
 * Copies the parameters of a pair to contact c; an adhesive contact in the gap pulls along its normal only.
 *
 * @reads contact_dist
 * @writes contact_includemargin contact_friction contact_solref contact_solreffriction contact_solimp contact_adhesion contact_dim
 * @writes contact_exclude contact_mu contact_H contact_efc_address
 */
export function setParameters(d: Data, c: i32, p: ContactParameters, margin: f64): void {
  const inGap = d.contact_dist[c] >= margin;
  const adhesive = p.adhesion !== 0;
  d.contact_includemargin[c] = margin;
  copyFive(d.contact_friction, 5 * c, p.friction);
  copyFive(d.contact_solimp, NIMP * c, p.solimp);
  d.contact_solref[NREF * c] = p.solref[0];
  d.contact_solref[NREF * c + 1] = p.solref[1];
  d.contact_solreffriction[NREF * c] = p.solreffriction[0];
  d.contact_solreffriction[NREF * c + 1] = p.solreffriction[1];
  d.contact_adhesion[c] = p.adhesion;
  d.contact_dim[c] = adhesive && inGap ? 1 : p.dim;
  d.contact_exclude[c] = inGap && !adhesive ? 1 : 0;
  d.contact_mu[c] = 0;
  if (d.contact_H[36 * c] !== 0) zero(d.contact_H, 36 * c, 36); // a Hessian that was written has a positive first element
  d.contact_efc_address[c] = -1;
}

/** @writes contact_geom1 contact_geom2 contact_geom */
export function setGeoms(d: Data, c: i32, g1: i32, g2: i32): void {
  d.contact_geom1[c] = g1;
  d.contact_geom2[c] = g2;
  d.contact_geom[2 * c] = g1;
  d.contact_geom[2 * c + 1] = g2;
}

/** No side of contact c is a flex. @writes contact_flex contact_elem contact_vert */
function setFlexes(d: Data, c: i32): void {
  for (let k = 2 * c; k < 2 * c + 2; k++) {
    d.contact_flex[k] = -1;
    d.contact_elem[k] = -1;
    d.contact_vert[k] = -1;
  }
}
