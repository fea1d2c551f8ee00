// @cold

import { ContactBodies, contactBodies } from '../constraint/contact-bodies.ts';
import { contactColumns } from '../constraint/contact-columns.ts';
import { type f64, type i32, scratchF64 } from '../dialect.ts';
import { lastDof } from '../kinematics/apply-force.ts';
import { pointColumn } from '../kinematics/jacobian.ts';
import { dot3, sub3 } from '../math/vec3.ts';
import type { Data, Model } from '../model/classes.ts';
import { DSBL_CONTACT } from '../model/constants.ts';

const offset = scratchF64(3); // of the contact point from the com of a tree
const velocity = scratchF64(3); // of the contact point

/**
 * Constant pull along the normals of adhesive contacts. Returns whether there is any.
 *
 * @reads ncon contact_adhesion contact_exclude contact_geom
 * @see mj_adhesion
 */
export function adhesion(m: Model, d: Data): boolean {
  if (m.flg_adhesion === 0 || (m.opt_disableflags & DSBL_CONTACT) !== 0 || m.nv === 0) return false;
  let any = false;
  for (let c = 0; c < d.ncon; c++) {
    if (d.contact_adhesion[c] === 0 || d.contact_exclude[c] > 1) continue;
    any = true;
    const first = d.contact_geom[2 * c];
    const second = d.contact_geom[2 * c + 1];
    if (first >= 0 && second >= 0) pullTogether(m, d, c, m.geom_bodyid[first], m.geom_bodyid[second]);
    else pullFlex(m, d, c);
  }
  return any;
}

/**
 * The pull of contact `c` on two bodies; dofs that move both as one feel none of it.
 *
 * @reads contact_adhesion qfrc_adhesion
 * @writes qfrc_adhesion
 */
function pullTogether(m: Model, d: Data, c: i32, b1: i32, b2: i32): void {
  const pull = -d.contact_adhesion[c];
  const root1 = m.body_rootid[b1];
  const root2 = m.body_rootid[b2];
  let i = lastDof(m, b1);
  let j = lastDof(m, b2);
  while (i !== j) {
    if (i > j) {
      d.qfrc_adhesion[i] += -normalVelocity(d, c, root1, i) * pull;
      i = m.dof_parentid[i];
    } else {
      d.qfrc_adhesion[j] += normalVelocity(d, c, root2, j) * pull;
      j = m.dof_parentid[j];
    }
  }
}

const bodies = new ContactBodies();

/**
 * The pull of contact `c` of a flex, on all bodies that carry it.
 *
 * @reads contact_adhesion contact_frame contactColumn rowChain qfrc_adhesion
 * @writes qfrc_adhesion
 */
function pullFlex(m: Model, d: Data, c: i32): void {
  const pull = -d.contact_adhesion[c];
  contactBodies(m, d, c, bodies);
  const first = m.nv - contactColumns(m, d, c, bodies);
  for (let k = first; k < m.nv; k++) {
    const i = d.rowChain[k];
    d.qfrc_adhesion[i] += dot3(d.contact_frame, 9 * c, d.contactColumn, 6 * i) * pull;
  }
}

/**
 * Velocity of the point of contact `c` along its normal when dof `i` of the tree of body `root` moves at unit speed.
 *
 * @reads cdof subtree_com contact_pos contact_frame
 */
function normalVelocity(d: Data, c: i32, root: i32, i: i32): f64 {
  sub3(offset, 0, d.contact_pos, 3 * c, d.subtree_com, 3 * root);
  pointColumn(velocity, 0, d.cdof, 6 * i, offset, 0);
  return dot3(d.contact_frame, 9 * c, velocity, 0);
}
