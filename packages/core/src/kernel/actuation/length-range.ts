// @cold

import type { F64, f64, i32 } from '../dialect.ts';
import { solveM } from '../inertia/factor.ts';
import { exp } from '../math/elementary/trig.ts';
import { norm, scl, zero } from '../math/linear/dense.ts';
import { MINVAL, max } from '../math/scalar.ts';
import type { Data, Model } from '../model/classes.ts';
import { hostReset } from '../model/host.ts';
import { step1, step2 } from '../pipeline/step.ts';

const LEAST_TIMECONST: f64 = 0.01;

/**
 * Pulls actuator `a` from the initial state, with a force that would accelerate the joints by `accel` (negative: toward shorter), at most
 * `maxForce` if that is positive, while velocities decay with `timeConst`. res (2) = least and greatest length in the last `interval` of
 * the `total` time. False if the simulation blew up.
 *
 * @reads actuator_length actuator_moment time momentRow qfrc_applied
 * @writes qvel qfrc_applied momentRow
 * @see mj_setLengthRange
 */
export function pullActuator(
  m: Model,
  d: Data,
  a: i32,
  accel: f64,
  maxForce: f64,
  timeConst: f64,
  total: f64,
  interval: f64,
  res: F64,
  r: i32,
): boolean {
  const out = m.actuator_outadr[a];
  const decay = exp(-m.opt_timestep / max(LEAST_TIMECONST, timeConst));
  let found = false;
  hostReset(m, d);
  while (d.time < total) {
    const before = d.time;
    scl(d.qvel, 0, d.qvel, 0, decay, m.nv);
    step1(m, d);
    applyPull(m, d, out, accel, maxForce);
    step2(m, d);
    if (!(d.time > before)) return false; // it has started over
    if (d.time <= total - interval) continue;
    const length = d.actuator_length[out];
    if (!found || length < res[r]) res[r] = length;
    if (!found || length > res[r + 1]) res[r + 1] = length;
    found = true;
  }
  return true;
}

/**
 * qfrc_applied = the moment of output `out`, scaled to the acceleration
 *
 * @reads moment_rowadr moment_rownnz moment_colind
 */
function applyPull(m: Model, d: Data, out: i32, accel: f64, maxForce: f64): void {
  const nv = m.nv;
  const { momentRow: row, qfrc_applied: force } = d;
  const first = d.moment_rowadr[out];
  zero(row, 0, nv);
  for (let k = first; k < first + d.moment_rownnz[out]; k++) row[d.moment_colind[k]] = d.actuator_moment[k];
  solveM(m, d, force, 0, row, 0, 1);
  scl(force, 0, row, 0, accel / max(MINVAL, norm(force, 0, nv)), nv);
  const size = norm(force, 0, nv);
  if (maxForce > 0 && size > maxForce) scl(force, 0, force, 0, maxForce / max(MINVAL, size), nv);
}
