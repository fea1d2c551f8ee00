import type { F64, f64, i32 } from '../dialect.ts';
import { toInt } from '../dialect.ts';
import { CONTACT_STRIDE } from '../geometry/contact.ts';
import { copy, zero } from '../math/dense.ts';
import { makeFrame } from '../math/mat3.ts';
import { NIMP, NREF } from '../model/constants.ts';
import { type Data, DYN_NCON, type Model } from '../model/kernel.ts';
import { reserve } from '../model/reserve.ts';
import {
  ADHESION,
  CONDIM,
  contactParameters,
  FRICTION,
  mixParameters,
  SOLIMP,
  SOLREF,
  SOLREFFRICTION,
} from './parameters.ts';

/** Appends the `count` contact rows of a geom pair to the contact list. */
export function appendContacts(
  m: Model,
  d: Data,
  rows: F64,
  count: i32,
  g1: i32,
  g2: i32,
  pair: i32,
  margin: f64,
): void {
  mixParameters(m, g1, g2, pair);
  const first = d.ncon;
  reserve(m, d, DYN_NCON, first + count);
  d.ncon = first + count;
  const contact_dist = d.contact_dist;
  const pos = d.contact_pos;
  const frame = d.contact_frame;
  for (let k = 0; k < count; k++) {
    const c = first + k;
    const row = k * CONTACT_STRIDE;
    contact_dist[c] = rows[row];
    pos[3 * c] = rows[row + 1];
    pos[3 * c + 1] = rows[row + 2];
    pos[3 * c + 2] = rows[row + 3];
    if (k > 0 && sameAxes(rows, row)) copy(frame, 9 * c, frame, 9 * (c - 1), 9);
    else {
      copy(frame, 9 * c, rows, row + 4, 6);
      makeFrame(frame, 9 * c);
    }
    setParameters(d, c, margin);
    setGeoms(d, c, g1, g2);
  }
}

/** Whether normal and tangent of a row are those of the row before: faces that meet give several contacts of one frame. */
function sameAxes(rows: F64, row: i32): boolean {
  for (let k = row + 4; k < row + 10; k++) if (rows[k] !== rows[k - CONTACT_STRIDE]) return false;
  return true;
}

/** Copies `contactParameters` to contact c; an adhesive contact in the gap pulls along its normal only. */
function setParameters(d: Data, c: i32, margin: f64): void {
  const p = contactParameters;
  const friction = d.contact_friction;
  const solref = d.contact_solref;
  const solreffriction = d.contact_solreffriction;
  const solimp = d.contact_solimp;
  const inGap = d.contact_dist[c] >= margin;
  const adhesive = p[ADHESION] !== 0;
  d.contact_includemargin[c] = margin;
  friction[5 * c] = p[FRICTION];
  friction[5 * c + 1] = p[FRICTION + 1];
  friction[5 * c + 2] = p[FRICTION + 2];
  friction[5 * c + 3] = p[FRICTION + 3];
  friction[5 * c + 4] = p[FRICTION + 4];
  solref[NREF * c] = p[SOLREF];
  solref[NREF * c + 1] = p[SOLREF + 1];
  solreffriction[NREF * c] = p[SOLREFFRICTION];
  solreffriction[NREF * c + 1] = p[SOLREFFRICTION + 1];
  solimp[NIMP * c] = p[SOLIMP];
  solimp[NIMP * c + 1] = p[SOLIMP + 1];
  solimp[NIMP * c + 2] = p[SOLIMP + 2];
  solimp[NIMP * c + 3] = p[SOLIMP + 3];
  solimp[NIMP * c + 4] = p[SOLIMP + 4];
  d.contact_adhesion[c] = p[ADHESION];
  d.contact_dim[c] = adhesive && inGap ? 1 : toInt(p[CONDIM]);
  d.contact_exclude[c] = inGap && !adhesive ? 1 : 0;
  d.contact_mu[c] = 0;
  if (d.contact_H[36 * c] !== 0) zero(d.contact_H, 36 * c, 36); // a Hessian that was written has a positive first element
  d.contact_efc_address[c] = -1;
}

function setGeoms(d: Data, c: i32, g1: i32, g2: i32): void {
  d.contact_geom1[c] = g1;
  d.contact_geom2[c] = g2;
  d.contact_geom[2 * c] = g1;
  d.contact_geom[2 * c + 1] = g2;
  for (let k = 0; k < 2; k++) {
    d.contact_flex[2 * c + k] = -1;
    d.contact_elem[2 * c + k] = -1;
    d.contact_vert[2 * c + k] = -1;
  }
}
