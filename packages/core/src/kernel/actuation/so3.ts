// @cold

import { type F64, type i32, scratchF64 } from '../dialect.ts';
import { axisAngle2Quat, copy4, normalize4, subQuat, unit4 } from '../math/quat.ts';
import { MINVAL, PI, round } from '../math/scalar.ts';
import { copy3, norm3 } from '../math/vec3.ts';
import type { Data, Model } from '../model/classes.ts';
import { CHART_QUAT, DYN_NONE, NBIAS, NGAIN } from '../model/constants.ts';
import { currentActivation } from './activation.ts';

const setpoint = scratchF64(3); // rotation vector
const axis = scratchF64(3);
const target = scratchF64(4);
const current = scratchF64(4);
const error = scratchF64(3); // rotation from the current orientation to the target

/** quat = rotation by the vector `v` */
function expmap(quat: F64, q: i32, v: F64, i: i32): void {
  const angle = norm3(v, i);
  if (angle < MINVAL) {
    unit4(quat, q);
    return;
  }
  for (let k = 0; k < 3; k++) axis[k] = v[i + k] / angle;
  axisAngle2Quat(quat, q, axis, 0, angle);
}

/** target = the requested orientation: a quaternion, or a rotation vector in the control or the activation */
function readTarget(m: Model, d: Data, a: i32): void {
  const u = m.actuator_ctrladr[a];
  if (m.actuator_ctrlspec[a] === CHART_QUAT) {
    copy4(target, 0, d.ctrlUsed, u);
    normalize4(target, 0);
    return;
  }
  if (m.actuator_dyntype[a] === DYN_NONE) copy3(setpoint, 0, d.ctrlUsed, u);
  else for (let k = 0; k < 3; k++) setpoint[k] = currentActivation(m, d, a, m.actuator_actadr[a] + k);
  expmap(target, 0, setpoint, 0);
}

/**
 * Torque of an orientation servo along the shortest rotation to its target: kp·error + constant - kv·velocity.
 *
 * @reads actuator_length actuator_velocity ctrlUsed
 * @writes actuator_force
 */
export function so3Force(m: Model, d: Data, a: i32): void {
  const out = m.actuator_outadr[a];
  const bias = m.actuator_biasprm;
  const b = NBIAS * a;
  const kp = m.actuator_gainprm[NGAIN * a];
  readTarget(m, d, a);
  expmap(current, 0, d.actuator_length, out);
  subQuat(error, 0, target, 0, current, 0);
  for (let k = 0; k < 3; k++)
    d.actuator_force[out + k] = kp * error[k] + bias[b] + bias[b + 2] * d.actuator_velocity[out + k];
}

/**
 * Replaces a rotation vector longer than half a turn by the shorter one for the same orientation.
 *
 * @reads act
 * @writes act
 */
export function shortenRotation(d: Data, adr: i32): void {
  const angle = norm3(d.act, adr);
  if (angle <= PI) return;
  const scale = (angle - 2 * PI * round(angle / (2 * PI))) / angle;
  for (let k = 0; k < 3; k++) d.act[adr + k] *= scale;
}
