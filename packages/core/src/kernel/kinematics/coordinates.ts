import type { F64, f64, i32 } from '../dialect.ts';
import { normalize4, quatIntegrate, subQuat } from '../math/quat.ts';
import { scl3 } from '../math/vec3.ts';
import type { Data, Model } from '../model/classes.ts';
import { JNT_BALL, JNT_FREE } from '../model/constants.ts';

/**
 * qpos moves with the velocity qvel for the time dt, in place.
 *
 * @see mj_integratePos
 */
export function integratePos(m: Model, qpos: F64, p: i32, qvel: F64, v: i32, dt: f64): void {
  for (let j = 0; j < m.njnt; j++) integrateJoint(m, j, qpos, p, qvel, v, dt);
}

function integrateJoint(m: Model, j: i32, qpos: F64, p: i32, qvel: F64, v: i32, dt: f64): void {
  const type = m.jnt_type[j];
  const q = p + m.jnt_qposadr[j];
  const i = v + m.jnt_dofadr[j];
  if (type === JNT_FREE) {
    for (let k = 0; k < 3; k++) qpos[q + k] += dt * qvel[i + k];
    quatIntegrate(qpos, q + 3, qvel, i + 3, dt);
  } else if (type === JNT_BALL) quatIntegrate(qpos, q, qvel, i, dt);
  else qpos[q] += dt * qvel[i];
}

/**
 * d.qpos of the bodies that are awake moves with the velocity qvel (nv) for the time dt.
 *
 * @reads qpos nbody_awake body_awake_ind
 * @writes qpos
 */
export function integrateAwake(m: Model, d: Data, qvel: F64, dt: f64): void {
  for (let k = 0; k < d.nbody_awake; k++) {
    const b = d.body_awake_ind[k];
    const end = m.body_jntadr[b] + m.body_jntnum[b];
    for (let j = m.body_jntadr[b]; j < end; j++) integrateJoint(m, j, d.qpos, 0, qvel, 0, dt);
  }
}

/**
 * qvel = the constant velocity that leads from qpos1 to qpos2 in the time dt.
 *
 * @see mj_differentiatePos
 */
export function differentiatePos(m: Model, qvel: F64, v: i32, qpos1: F64, p1: i32, qpos2: F64, p2: i32, dt: f64): void {
  for (let j = 0; j < m.njnt; j++) {
    const type = m.jnt_type[j];
    let q = m.jnt_qposadr[j];
    let i = v + m.jnt_dofadr[j];
    if (type !== JNT_FREE && type !== JNT_BALL) {
      qvel[i] = (qpos2[p2 + q] - qpos1[p1 + q]) / dt;
      continue;
    }
    if (type === JNT_FREE) {
      for (let k = 0; k < 3; k++) qvel[i + k] = (qpos2[p2 + q + k] - qpos1[p1 + q + k]) / dt;
      q += 3;
      i += 3;
    }
    subQuat(qvel, i, qpos2, p2 + q, qpos1, p1 + q);
    scl3(qvel, i, qvel, i, 1 / dt);
  }
}

/**
 * Scales the quaternions of qpos to unit length.
 *
 * @see mj_normalizeQuat
 */
export function normalizeQuat(m: Model, qpos: F64, p: i32): void {
  for (let j = 0; j < m.njnt; j++) {
    const type = m.jnt_type[j];
    if (type === JNT_BALL) normalize4(qpos, p + m.jnt_qposadr[j]);
    else if (type === JNT_FREE) normalize4(qpos, p + m.jnt_qposadr[j] + 3);
  }
}
