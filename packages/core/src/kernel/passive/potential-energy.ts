import { type f64, type i32, scratchF64 } from '../dialect.ts';
import { subQuat } from '../math/quat.ts';
import { dot3, norm3, sub3 } from '../math/vec3.ts';
import type { Data, Model } from '../model/classes.ts';
import { DSBL_GRAVITY, DSBL_SPRING, JNT_BALL, JNT_FREE, S_AWAKE } from '../model/constants.ts';
import { someAsleep, tendonState } from '../sleep/state.ts';
import { polyPotential } from './polynomial.ts';
import { beyond } from './spring-damper.ts';

const displacement = scratchF64(3); // from the spring's rest position

/** No energy, where it is not asked for. @writes energy */
export function clearEnergy(d: Data): void {
  d.energy[0] = 0;
  d.energy[1] = 0;
}

/**
 * Potential energy, `energy[0]`: gravity, and the springs of joints, tendons and flexible lines that are awake.
 *
 * @reads xipos qpos ten_length flexedge_length body_awake
 * @writes energy flg_energypos
 * @see mj_energyPos
 */
export function energyPos(m: Model, d: Data): void {
  const filter = someAsleep(m, d);
  let sum: f64 = 0;
  if ((m.opt_disableflags & DSBL_GRAVITY) === 0) {
    for (let b = 1; b < m.nbody; b++) sum -= m.body_mass[b] * dot3(m.opt_gravity, 0, d.xipos, 3 * b);
  }
  if ((m.opt_disableflags & DSBL_SPRING) === 0) {
    for (let j = 0; j < m.njnt; j++)
      if (!filter || d.body_awake[m.jnt_bodyid[j]] === S_AWAKE) sum = addJointSpring(m, d, j, sum);
    for (let t = 0; t < m.ntendon; t++) {
      if (filter && tendonState(m, d, t) !== S_AWAKE) continue;
      const x = beyond(d.ten_length[t], m.tendon_lengthspring[2 * t], m.tendon_lengthspring[2 * t + 1]);
      sum += polyPotential(m.tendon_stiffness[t], m.tendon_stiffnesspoly, 2 * t, x);
    }
    for (let f = 0; f < m.nflex; f++) sum = addFlexLine(m, d, f, sum);
  }
  d.energy[0] = sum;
  d.flg_energypos = 1;
}

function addJointSpring(m: Model, d: Data, j: i32, before: f64): f64 {
  const poly = m.jnt_stiffnesspoly;
  const stiffness = m.jnt_stiffness[j];
  if (stiffness === 0 && poly[2 * j] === 0 && poly[2 * j + 1] === 0) return before;
  const type = m.jnt_type[j];
  let q = m.jnt_qposadr[j];
  if (type !== JNT_FREE && type !== JNT_BALL)
    return before + polyPotential(stiffness, poly, 2 * j, d.qpos[q] - m.qpos_spring[q]);
  let sum = before;
  if (type === JNT_FREE) {
    sub3(displacement, 0, d.qpos, q, m.qpos_spring, q);
    sum += polyPotential(stiffness, poly, 2 * j, norm3(displacement, 0));
    q += 3;
  }
  subQuat(displacement, 0, d.qpos, q, m.qpos_spring, q);
  return sum + polyPotential(stiffness, poly, 2 * j, norm3(displacement, 0));
}

/** Edges of a flexible line are springs. */
function addFlexLine(m: Model, d: Data, f: i32, before: f64): f64 {
  const stiffness = m.flex_edgestiffness[f];
  if (m.flex_rigid[f] !== 0 || stiffness === 0 || m.flex_dim[f] > 1) return before;
  let sum = before;
  const end = m.flex_edgeadr[f] + m.flex_edgenum[f];
  for (let e = m.flex_edgeadr[f]; e < end; e++) {
    if (m.flexedge_rigid[e] !== 0) continue;
    const x = m.flexedge_length0[e] - d.flexedge_length[e];
    sum += 0.5 * stiffness * x * x;
  }
  return sum;
}
