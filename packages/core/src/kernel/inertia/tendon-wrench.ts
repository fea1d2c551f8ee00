// @cold

import { type F64, type f64, type i32, scratchF64 } from '../dialect.ts';
import { addTo3, cross3, normalize3, scl3, sub3 } from '../math/vec3.ts';
import type { Data, Model } from '../model/classes.ts';
import { WRAP_JOINT, WRAP_PULLEY, WRAP_SITE } from '../model/constants.ts';
import { tendonTensions } from './tendon-tension.ts';

const AT_PULLEY: i32 = -2; // in wrap_obj: the path ends here and a new branch begins

const pull = scratchF64(3); // force of a segment on its second end
const arm = scratchF64(3); // from the com of the tree to an end
const moment = scratchF64(3);

/**
 * Adds the forces of spatial tendons to those on the bodies they pass, at the ends of each straight segment.
 *
 * @reads tendonTension
 */
export function addTendonWrenches(m: Model, d: Data): void {
  if (m.ntendon === 0) return;
  tendonTensions(m, d);
  for (let t = 0; t < m.ntendon; t++) {
    if (d.tendonTension[t] !== 0 && m.wrap_type[m.tendon_adr[t]] !== WRAP_JOINT) addPath(m, d, t, d.tendonTension[t]);
  }
}

/**
 * Walks the points of the path; the elements of the model that they come from tell bodies of sites, and divisors.
 *
 * @reads ten_wrapadr ten_wrapnum wrap_obj
 */
function addPath(m: Model, d: Data, t: i32, tension: f64): void {
  const first = d.ten_wrapadr[t];
  let element = m.tendon_adr[t] - 1;
  let divisor: f64 = 1;
  let before: i32 = -1; // body of the point before, or none
  for (let k = first; k < first + d.ten_wrapnum[t]; k++) {
    let body: i32 = -1;
    if (d.wrap_obj[k] === AT_PULLEY) {
      element = nextElement(m, element, WRAP_PULLEY);
      divisor = m.wrap_prm[element];
    } else if (d.wrap_obj[k] < 0) {
      element = nextElement(m, element, WRAP_SITE);
      body = m.site_bodyid[m.wrap_objid[element]];
    } else body = m.geom_bodyid[d.wrap_obj[k]];
    if (before >= 0 && body >= 0 && body !== before) addSegment(m, d, before, body, k, tension / divisor);
    before = body;
  }
}

/** The next path element of a type. */
function nextElement(m: Model, element: i32, type: i32): i32 {
  let w = element + 1;
  while (w < m.nwrap - 1 && m.wrap_type[w] !== type) w++;
  return w;
}

/**
 * The straight segment from point k - 1 on one body to point k on another.
 *
 * @reads wrap_xpos
 */
function addSegment(m: Model, d: Data, body1: i32, body2: i32, k: i32, force: f64): void {
  sub3(pull, 0, d.wrap_xpos, 3 * k, d.wrap_xpos, 3 * k - 3);
  normalize3(pull, 0);
  scl3(pull, 0, pull, 0, force);
  addForce(m, d, body2, d.wrap_xpos, 3 * k);
  scl3(pull, 0, pull, 0, -1);
  addForce(m, d, body1, d.wrap_xpos, 3 * k - 3);
}

/**
 * Adds `pull`, which acts at a point, to the external force on a body.
 *
 * @reads subtree_com cfrc_ext
 * @writes cfrc_ext
 */
function addForce(m: Model, d: Data, body: i32, point: F64, p: i32): void {
  if (body === 0) return;
  sub3(arm, 0, point, p, d.subtree_com, 3 * m.body_rootid[body]);
  cross3(moment, 0, arm, 0, pull, 0);
  addTo3(d.cfrc_ext, 6 * body, moment, 0);
  addTo3(d.cfrc_ext, 6 * body + 3, pull, 0);
}
