import { type i32, scratchF64 } from '../dialect.ts';
import { zero } from '../math/linear/dense.ts';
import { addTo6, copy6, crossMotion, mulDofVec, zero6 } from '../math/spatial.ts';
import type { Data, Model } from '../model/classes.ts';
import { JNT_BALL, JNT_FREE } from '../model/constants.ts';
import { someAsleep } from '../sleep/state.ts';

const relative = scratchF64(6); // velocity that a joint adds

/**
 * Velocities about the com of each tree, and the rates of the dofs:
 *
 *     cvel[b] = cvel[parent] + Σ cdof·qvel       over the dofs of b
 *     cdof_dot = cvel × cdof                     with the velocity before the dof's own joint
 *
 * @reads cdof qvel cvel nbody_awake body_awake_ind
 * @writes cvel cdof_dot
 * @see mj_comVel
 */
export function comVel(m: Model, d: Data): void {
  const filter = someAsleep(m, d);
  const nbody: i32 = filter ? d.nbody_awake : m.nbody;
  const { body_awake_ind, cvel } = d;
  const { body_parentid, body_jntadr, body_jntnum } = m;
  zero6(cvel, 0);
  for (let k = 1; k < nbody; k++) {
    const b = filter ? body_awake_ind[k] : k;
    copy6(cvel, 6 * b, cvel, 6 * body_parentid[b]);
    const end = body_jntadr[b] + body_jntnum[b];
    for (let j = body_jntadr[b]; j < end; j++) addJoint(m, d, b, j);
  }
}

/** Adds the velocity of joint `j` to that of its body. */
function addJoint(m: Model, d: Data, b: i32, j: i32): void {
  const { cvel, cdof, cdof_dot } = d;
  const type = m.jnt_type[j];
  let i = m.jnt_dofadr[j];
  if (type === JNT_FREE) {
    // translations along the axes of the world keep their direction
    zero(cdof_dot, 6 * i, 18);
    mulDofVec(relative, 0, cdof, 6 * i, d.qvel, i, 3);
    addTo6(cvel, 6 * b, relative, 0);
    i += 3;
  }
  if (type === JNT_FREE || type === JNT_BALL) {
    for (let k = i; k < i + 3; k++) crossMotion(cdof_dot, 6 * k, cvel, 6 * b, cdof, 6 * k);
    mulDofVec(relative, 0, cdof, 6 * i, d.qvel, i, 3);
    addTo6(cvel, 6 * b, relative, 0);
  } else {
    crossMotion(cdof_dot, 6 * i, cvel, 6 * b, cdof, 6 * i);
    const v = d.qvel[i];
    for (let k = 0; k < 6; k++) cvel[6 * b + k] += v === 0 ? 0 : 0 + cdof[6 * i + k] * v; // as mulDofVec sums
  }
}
