// @cold

import { type F64, type f64, type i32, scratchF64 } from '../dialect.ts';
import { zero } from '../math/linear/dense.ts';
import { copy4, normalize4, subQuat } from '../math/quat.ts';
import { max } from '../math/scalar.ts';
import { norm3, sub3 } from '../math/vec3.ts';
import type { Data, Model } from '../model/classes.ts';
import { DSBL_SPRING, JNT_BALL, JNT_FREE } from '../model/constants.ts';
import { polyDerivative } from '../passive/polynomial.ts';

const displacement = scratchF64(3); // from the spring's rest position
const orientation = scratchF64(4); // normalised

/**
 * efm_ck = h·stiffness of the springs of joints at their present displacement, never negative. The springs of balls and free bodies count
 * the same in all directions. Returns whether there are any.
 *
 * @writes efm_ck
 */
export function jointStiffness(m: Model, d: Data): boolean {
  zero(d.efm_ck, 0, m.nv);
  if ((m.opt_disableflags & DSBL_SPRING) !== 0) return false;
  let any = false;
  for (let j = 0; j < m.njnt; j++) {
    const poly = m.jnt_stiffnesspoly;
    if (m.jnt_stiffness[j] === 0 && poly[2 * j] === 0 && poly[2 * j + 1] === 0) continue;
    if (springOfJoint(m, d, j)) any = true;
  }
  return any;
}

/** @reads qpos */
function springOfJoint(m: Model, d: Data, j: i32): boolean {
  const qpos = d.qpos;
  const rest = m.qpos_spring;
  const type = m.jnt_type[j];
  let q = m.jnt_qposadr[j];
  let i = m.jnt_dofadr[j];
  if (type !== JNT_FREE && type !== JNT_BALL) return setStiffness(m, d.efm_ck, j, i, 1, qpos[q] - rest[q]);
  let any = false;
  if (type === JNT_FREE) {
    sub3(displacement, 0, qpos, q, rest, q);
    any = setStiffness(m, d.efm_ck, j, i, 3, norm3(displacement, 0));
    q += 3;
    i += 3;
  }
  copy4(orientation, 0, qpos, q);
  normalize4(orientation, 0);
  subQuat(displacement, 0, orientation, 0, rest, q);
  return setStiffness(m, d.efm_ck, j, i, 3, norm3(displacement, 0)) || any;
}

function setStiffness(m: Model, ck: F64, j: i32, i: i32, n: i32, x: f64): boolean {
  const k = max(0, polyDerivative(m.jnt_stiffness[j], m.jnt_stiffnesspoly, 2 * j, x));
  for (let a = 0; a < n; a++) ck[i + a] = m.opt_timestep * k;
  return k > 0;
}
