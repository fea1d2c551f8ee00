// @cold

import { type F64, type f64, type i32, scratchF64 } from '../dialect.ts';
import { differentiatePos } from '../kinematics/coordinates.ts';
import { quatIntegrate } from '../math/quat.ts';
import type { Data, Model } from '../model/classes.ts';
import { JNT_BALL, JNT_FREE } from '../model/constants.ts';

const axis = scratchF64(3); // of a rotation in the frame of the joint

/** Moves dof `i` by `eps` in tangent space. @reads qpos @writes qpos */
export function nudgePos(m: Model, d: Data, i: i32, eps: f64): void {
  const j = m.dof_jntid[i];
  const type = m.jnt_type[j];
  let q = m.jnt_qposadr[j];
  let k = i - m.jnt_dofadr[j];
  if ((type !== JNT_FREE && type !== JNT_BALL) || (type === JNT_FREE && k < 3)) {
    d.qpos[q + k] += eps;
    return;
  }
  if (type === JNT_FREE) {
    q += 3;
    k -= 3;
  }
  for (let c = 0; c < 3; c++) axis[c] = c === k ? 1 : 0;
  quatIntegrate(d.qpos, q, axis, 0, eps);
}

/** Moves the `k`-th of positions in tangent space, velocities, activations and controls by `eps`. @reads qvel act ctrl @writes qvel act ctrl */
export function nudgeInput(m: Model, d: Data, k: i32, eps: f64): void {
  const nv = m.nv;
  const n: i32 = 2 * nv + m.na;
  if (k < nv) nudgePos(m, d, k, eps);
  else if (k < 2 * nv) d.qvel[k - nv] += eps;
  else if (k < n) d.act[k - 2 * nv] += eps;
  else d.ctrl[k - n] += eps;
}

/** res (nv) = the way from qpos1 to qpos2 in tangent space. */
export function differencePos(m: Model, res: F64, qpos1: F64, qpos2: F64): void {
  differentiatePos(m, res, 0, qpos1, 0, qpos2, 0, 1);
}
