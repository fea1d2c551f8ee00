import type { i32 } from '../dialect.ts';
import { applyWrench, Wrench } from '../kinematics/apply-force.ts';
import { copy3, norm3, scl3 } from '../math/vec3.ts';
import type { Data, Model } from '../model/classes.ts';
import { DSBL_GRAVITY } from '../model/constants.ts';
import { someAsleep } from '../sleep/state.ts';

const lift = new Wrench(); // on a body, without a torque

/**
 * Gravity compensation: a force against the (part of the) weight that the body asks for, at its com. Returns whether
 * any body does.
 *
 * @reads xipos qfrc_gravcomp nbody_awake body_awake_ind
 * @writes qfrc_gravcomp
 * @see mj_gravcomp
 */
export function gravcomp(m: Model, d: Data): boolean {
  if (m.flg_gravcomp === 0 || (m.opt_disableflags & DSBL_GRAVITY) !== 0 || norm3(m.opt_gravity, 0) === 0) return false;
  let any = false;
  const filter = someAsleep(m, d);
  const nbody: i32 = filter ? d.nbody_awake : m.nbody;
  for (let k = 1; k < nbody; k++) {
    const b: i32 = filter ? d.body_awake_ind[k] : k;
    if (m.body_gravcomp[b] === 0) continue;
    any = true;
    scl3(lift.force, 0, m.opt_gravity, 0, -(m.body_mass[b] * m.body_gravcomp[b]));
    copy3(lift.point, 0, d.xipos, 3 * b);
    applyWrench(m, d, lift, b, d.qfrc_gravcomp, 0);
  }
  return any;
}
