// @cold

import { mulJacTVec } from '../../constraint/jacobian/product.ts';
import { type f64, type i32, scratchF64, toF64 } from '../../dialect.ts';
import { addTo, scl, zero } from '../../math/linear/dense.ts';
import { dot3, sub3 } from '../../math/vec3.ts';
import type { Data, Model } from '../../model/classes.ts';
import { CONE_ELLIPTIC } from '../../model/constants.ts';
import { lastDof } from '../apply-force.ts';
import { pointColumn } from '../jacobian.ts';
import { closeDense } from './row.ts';

const IN_GAP: i32 = 1; // contact_exclude of a contact that is not near enough for a force

const arm = scratchF64(3); // contact point from the com of a tree
const velocity = scratchF64(3); // of the contact point

/**
 * A body that sticks to what it touches: the moment is against the mean normal Jacobian of its contacts, those in the gap too.
 *
 * @reads ncon nefc contact_geom contact_exclude contact_dim contact_efc_address efc_J momentRow momentGap normalWeight
 * @writes actuator_length momentRow momentGap normalWeight
 */
export function bodyTransmission(m: Model, d: Data, a: i32, out: i32, at: i32): i32 {
  const body = m.actuator_trnid[2 * a];
  const row = d.momentRow;
  d.actuator_length[out] = 0;
  zero(row, 0, m.nv);
  zero(d.momentGap, 0, m.nv);
  zero(d.normalWeight, 0, d.nefc);
  let count: i32 = 0;
  for (let c = 0; c < d.ncon; c++) if (touches(m, d, body, c)) count += weighContact(m, d, c);
  if (count > 0) {
    mulJacTVec(m, d, row, 0, d.normalWeight, 0);
    addTo(row, 0, d.momentGap, 0, m.nv);
    scl(row, 0, row, 0, -1 / toF64(count), m.nv);
  }
  return closeDense(m, d, out, at, row);
}

function touches(m: Model, d: Data, body: i32, c: i32): boolean {
  const g1 = d.contact_geom[2 * c];
  const g2 = d.contact_geom[2 * c + 1];
  return g1 >= 0 && g2 >= 0 && (m.geom_bodyid[g1] === body || m.geom_bodyid[g2] === body);
}

/** Marks the rows of `efc_J` whose mean is the normal of contact `c`, or adds its Jacobian where it has none. Returns how many count. */
function weighContact(m: Model, d: Data, c: i32): i32 {
  const row = d.contact_efc_address[c];
  const dim = d.contact_dim[c];
  if (d.contact_exclude[c] === IN_GAP) {
    addNormal(m, d, c, m.geom_bodyid[d.contact_geom[2 * c + 1]], 1);
    addNormal(m, d, c, m.geom_bodyid[d.contact_geom[2 * c]], -1);
    return 1;
  }
  if (d.contact_exclude[c] !== 0) return 0;
  if (dim === 1 || m.opt_cone === CONE_ELLIPTIC) d.normalWeight[row] = 1;
  else for (let k = 0; k < 2 * (dim - 1); k++) d.normalWeight[row + k] = 0.5 / toF64(dim - 1);
  return 1;
}

/** momentGap ± the Jacobian of the contact point of `body`, along the normal. @reads contact_pos contact_frame cdof subtree_com */
function addNormal(m: Model, d: Data, c: i32, body: i32, sign: f64): void {
  sub3(arm, 0, d.contact_pos, 3 * c, d.subtree_com, 3 * m.body_rootid[body]);
  for (let i = lastDof(m, body); i >= 0; i = m.dof_parentid[i]) {
    pointColumn(velocity, 0, d.cdof, 6 * i, arm, 0);
    d.momentGap[i] += sign * dot3(velocity, 0, d.contact_frame, 9 * c);
  }
}
