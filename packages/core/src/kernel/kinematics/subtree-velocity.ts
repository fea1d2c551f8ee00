// @cold

import { type i32, scratchF64 } from '../dialect.ts';
import { MINVAL, max } from '../math/scalar.ts';
import { addTo3, cross3, scl3, sub3 } from '../math/vec3.ts';
import type { Data, Model } from '../model/classes.ts';
import { OBJ_BODY } from '../model/constants.ts';
import { someAsleep } from '../sleep/state.ts';
import { objectVelocity, spinMomentum } from './object-motion.ts';

const arm = scratchF64(3); // between two coms
const momentum = scratchF64(3); // linear momentum relative to a com
const moment = scratchF64(3); // arm × momentum

/**
 * Velocity of the com, and angular momentum about it, of the subtree of every body.
 *
 * @reads xipos subtree_com bodyVel subtree_linvel subtree_angmom nbody_awake body_awake_ind
 * @writes subtree_linvel subtree_angmom bodyVel flg_subtreevel
 * @see mj_subtreeVel
 */
export function subtreeVel(m: Model, d: Data): void {
  const linvel = d.subtree_linvel;
  const filter = someAsleep(m, d);
  const nbody: i32 = filter ? d.nbody_awake : m.nbody;
  const body_awake_ind = d.body_awake_ind;
  for (let k = 0; k < nbody; k++) bodyMomentum(m, d, filter ? body_awake_ind[k] : k);

  // leaves to root: linear momentum, then velocity
  for (let k = nbody - 1; k >= 0; k--) {
    const b = filter ? body_awake_ind[k] : k;
    if (b > 0) addTo3(linvel, 3 * m.body_parentid[b], linvel, 3 * b);
    scl3(linvel, 3 * b, linvel, 3 * b, 1 / max(MINVAL, m.body_subtreemass[b]));
  }
  for (let k = nbody - 1; k > 0; k--) addAngularMomentum(m, d, filter ? body_awake_ind[k] : k);
  d.flg_subtreevel = 1;
}

/** Linear and angular momentum of body `b` alone, about its com. */
function bodyMomentum(m: Model, d: Data, b: i32): void {
  objectVelocity(m, d, OBJ_BODY, b, d.bodyVel, 6 * b, false);
  scl3(d.subtree_linvel, 3 * b, d.bodyVel, 6 * b + 3, m.body_mass[b]);
  spinMomentum(m, d, d.subtree_angmom, 3 * b, d.bodyVel, 6 * b, b);
}

/** Completes the angular momentum of the subtree of `b` and adds it to the parent's. */
function addAngularMomentum(m: Model, d: Data, b: i32): void {
  const angmom = d.subtree_angmom;
  const parent = m.body_parentid[b];

  // the body about the com of its subtree
  sub3(arm, 0, d.xipos, 3 * b, d.subtree_com, 3 * b);
  sub3(momentum, 0, d.bodyVel, 6 * b + 3, d.subtree_linvel, 3 * b);
  scl3(momentum, 0, momentum, 0, m.body_mass[b]);
  cross3(moment, 0, arm, 0, momentum, 0);
  addTo3(angmom, 3 * b, moment, 0);
  addTo3(angmom, 3 * parent, angmom, 3 * b);

  // the subtree about the com of the parent's
  sub3(arm, 0, d.subtree_com, 3 * b, d.subtree_com, 3 * parent);
  sub3(momentum, 0, d.subtree_linvel, 3 * b, d.subtree_linvel, 3 * parent);
  scl3(momentum, 0, momentum, 0, m.body_subtreemass[b]);
  cross3(moment, 0, arm, 0, momentum, 0);
  addTo3(angmom, 3 * parent, moment, 0);
}
