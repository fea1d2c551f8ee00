import type { i32 } from '../dialect.ts';
import { mulMatTVecSparse } from '../math/linear/sparse.ts';
import { clip } from '../math/scalar.ts';
import { norm3 } from '../math/vec3.ts';
import type { Data, Model } from '../model/classes.ts';
import { DSBL_GRAVITY, JNT_BALL, JNT_FREE } from '../model/constants.ts';

/**
 * Generalised forces of the actuators, with the gravity compensation that they provide, clamped to the ranges of the joints.
 *
 * @reads actuator_moment actuator_force moment_rownnz moment_rowadr moment_colind qfrc_gravcomp qfrc_actuator
 * @writes qfrc_actuator
 */
export function jointForces(m: Model, d: Data): void {
  const qfrc = d.qfrc_actuator;
  mulMatTVecSparse(
    qfrc,
    0,
    d.actuator_moment,
    d.actuator_force,
    0,
    m.nout,
    m.nv,
    d.moment_rownnz,
    d.moment_rowadr,
    d.moment_colind,
  );
  if (m.flg_gravcomp !== 0 && (m.opt_disableflags & DSBL_GRAVITY) === 0 && norm3(m.opt_gravity, 0) !== 0)
    addGravcomp(m, d);
  for (let j = 0; j < m.njnt; j++) {
    if (m.jnt_actfrclimited[j] === 0) continue;
    const i = m.jnt_dofadr[j];
    qfrc[i] = clip(qfrc[i], m.jnt_actfrcrange[2 * j], m.jnt_actfrcrange[2 * j + 1]);
  }
}

function dofCount(type: i32): i32 {
  if (type === JNT_FREE) return 6;
  return type === JNT_BALL ? 3 : 1;
}

function addGravcomp(m: Model, d: Data): void {
  for (let j = 0; j < m.njnt; j++) {
    if (m.jnt_actgravcomp[j] === 0) continue;
    const first = m.jnt_dofadr[j];
    for (let i = first; i < first + dofCount(m.jnt_type[j]); i++) d.qfrc_actuator[i] += d.qfrc_gravcomp[i];
  }
}
