/**
 * Limits of joints and tendons as springs and dampers instead of constraint rows: an extension. Beyond a limit by x > 0, the force is
 * k·x + b·ẋ back to it, with k = 1/timeconst², b = 2·dampratio/timeconst of a unit mass, k ≤ 1/h²; or -solref itself where it is negative.
 * @cold
 */
import { type F64, type f64, type i32, scratchF64 } from '../dialect.ts';
import { MINVAL, max, min } from '../math/scalar.ts';
import type { Data, Model } from '../model/classes.ts';
import { DSBL_LIMIT, EXT_PENALTY_LIMITS, JNT_HINGE, JNT_SLIDE, S_ASLEEP } from '../model/constants.ts';
import { someAsleep, tendonAsleep } from '../sleep/state.ts';

const spring = scratchF64(2); // k and b of a limit

/** Whether limits are springs. */
export function hasPenaltyLimits(m: Model): boolean {
  return (m.extensionFlags & EXT_PENALTY_LIMITS) !== 0 && (m.opt_disableflags & DSBL_LIMIT) === 0;
}

/** k and b of a limit from its solref. */
function loadSpring(m: Model, solref: F64, r: i32): void {
  const time = solref[r];
  const ratio = solref[r + 1];
  if (time > 0) {
    const h = max(MINVAL, m.opt_timestep);
    spring[0] = min(1 / (time * time), 1 / (h * h));
    spring[1] = (2 * ratio) / time;
  } else {
    spring[0] = -time;
    spring[1] = -ratio;
  }
}

/** How far x is beyond the range, negative below it. */
function excess(x: f64, range: F64, r: i32): f64 {
  if (x < range[r]) return x - range[r];
  if (x > range[r + 1]) return x - range[r + 1];
  return 0;
}

/**
 * Adds the forces of violated limits: stiffness to qfrc_spring, damping to qfrc_damper.
 *
 * @reads qpos qvel ten_length ten_velocity ten_J qfrc_spring qfrc_damper body_awake
 * @writes qfrc_spring qfrc_damper
 */
export function penaltyLimits(m: Model, d: Data): void {
  const filter = someAsleep(m, d);
  for (let j = 0; j < m.njnt; j++) {
    if (filter && d.body_awake[m.jnt_bodyid[j]] === S_ASLEEP) continue;
    const x = jointExcess(m, d, j);
    if (x === 0) continue;
    const i = m.jnt_dofadr[j];
    loadSpring(m, m.jnt_solref, 2 * j);
    d.qfrc_spring[i] -= spring[0] * x;
    d.qfrc_damper[i] -= spring[1] * d.qvel[i];
  }
  for (let t = 0; t < m.ntendon; t++) {
    if (filter && tendonAsleep(m, d, t)) continue;
    const x = tendonExcess(m, d, t);
    if (x === 0) continue;
    loadSpring(m, m.tendon_solref_lim, 2 * t);
    const pull = spring[0] * x;
    const drag = spring[1] * d.ten_velocity[t];
    const end = m.ten_J_rowadr[t] + m.ten_J_rownnz[t];
    for (let k = m.ten_J_rowadr[t]; k < end; k++) {
      d.qfrc_spring[m.ten_J_colind[k]] -= d.ten_J[k] * pull;
      d.qfrc_damper[m.ten_J_colind[k]] -= d.ten_J[k] * drag;
    }
  }
}

function jointExcess(m: Model, d: Data, j: i32): f64 {
  const type = m.jnt_type[j];
  if (m.jnt_limited[j] === 0 || (type !== JNT_HINGE && type !== JNT_SLIDE)) return 0;
  return excess(d.qpos[m.jnt_qposadr[j]], m.jnt_range, 2 * j);
}

function tendonExcess(m: Model, d: Data, t: i32): f64 {
  return m.tendon_limited[t] === 0 ? 0.0 : excess(d.ten_length[t], m.tendon_range, 2 * t);
}

/** The damping of the violated limit of joint `j`, or 0. */
export function jointLimitDamping(m: Model, d: Data, j: i32): f64 {
  if (!hasPenaltyLimits(m) || jointExcess(m, d, j) === 0) return 0;
  loadSpring(m, m.jnt_solref, 2 * j);
  return spring[1];
}

/** The damping of the violated limit of tendon `t`, or 0. */
export function tendonLimitDamping(m: Model, d: Data, t: i32): f64 {
  if (!hasPenaltyLimits(m) || tendonExcess(m, d, t) === 0) return 0;
  loadSpring(m, m.tendon_solref_lim, 2 * t);
  return spring[1];
}
