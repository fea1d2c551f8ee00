/** Friction loss as a smooth force η·tanh(v·smoothing) instead of a constraint row: an extension. */
import type { f64, i32 } from '../dialect.ts';
import { tanh } from '../math/elementary/trig.ts';
import type { Data, Model } from '../model/classes.ts';
import { DSBL_FRICTIONLOSS, EXT_TANH_FRICTION, S_ASLEEP } from '../model/constants.ts';
import { someAsleep, tendonAsleep } from '../sleep/state.ts';

/** Whether friction loss is a smooth force. */
export function hasSmoothFriction(m: Model): boolean {
  return (m.extensionFlags & EXT_TANH_FRICTION) !== 0 && (m.opt_disableflags & DSBL_FRICTIONLOSS) === 0;
}

/**
 * qfrc_damper -= η·tanh(v·smoothing) for dofs and tendons.
 *
 * @reads qvel ten_velocity ten_J qfrc_damper body_awake
 * @writes qfrc_damper
 */
export function smoothFriction(m: Model, d: Data): void {
  const filter = someAsleep(m, d);
  for (let i = 0; i < m.nv; i++) {
    if (filter && d.body_awake[m.dof_bodyid[i]] === S_ASLEEP) continue;
    d.qfrc_damper[i] -= m.dof_frictionloss[i] * tanh(d.qvel[i] * m.frictionSmoothing);
  }
  for (let t = 0; t < m.ntendon; t++) {
    if (m.tendon_frictionloss[t] === 0 || (filter && tendonAsleep(m, d, t))) continue;
    const force = m.tendon_frictionloss[t] * tanh(d.ten_velocity[t] * m.frictionSmoothing);
    const end = m.ten_J_rowadr[t] + m.ten_J_rownnz[t];
    for (let k = m.ten_J_rowadr[t]; k < end; k++) d.qfrc_damper[m.ten_J_colind[k]] -= d.ten_J[k] * force;
  }
}

/** d(η·tanh(v·smoothing)) / dv */
export function frictionSlope(m: Model, loss: f64, velocity: f64): f64 {
  const x = tanh(velocity * m.frictionSmoothing);
  return loss * m.frictionSmoothing * (1 - x * x);
}

/** The friction loss of dof `i`, if it is a force. */
export function dofSmoothLoss(m: Model, i: i32): f64 {
  return hasSmoothFriction(m) ? m.dof_frictionloss[i] : 0.0;
}

/** The friction loss of tendon `t`, if it is a force. */
export function tendonSmoothLoss(m: Model, t: i32): f64 {
  return hasSmoothFriction(m) ? m.tendon_frictionloss[t] : 0.0;
}
