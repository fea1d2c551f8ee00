// @cold

import { type F64, type f64, type i32, scratchF64 } from '../dialect.ts';
import type { Model } from '../model/classes.ts';
import { TRN_JOINT, TRN_JOINTINPARENT, TRN_TENDON } from '../model/constants.ts';

/** Damping of a joint or tendon: the linear coefficient is the result, the two higher ones are here. */
export const dampingPoly = scratchF64(2);

/** gear² of an actuator: how its rotor's inertia and damping appear at the joint or tendon. */
function gearSquared(m: Model, actuator: i32): f64 {
  const gear = m.actuator_gear[6 * m.actuator_outadr[actuator]];
  return gear * gear;
}

/** Whether the actuator drives joint `id`, or tendon `id` when `tendon`. */
function drives(m: Model, actuator: i32, tendon: boolean, id: i32): boolean {
  if (m.actuator_trnid[2 * actuator] !== id) return false;
  const type = m.actuator_trntype[actuator];
  return tendon ? type === TRN_TENDON : type === TRN_JOINT || type === TRN_JOINTINPARENT;
}

/**
 * Reflected inertia of the actuators of joint `id`, or of tendon `id` when `tendon`. `actuator` is the model's
 * `jnt_actuatorid` or `tendon_actuatorid`: -1 none, below -1 several.
 *
 * @see mj_actuatorArmature
 */
export function actuatorArmature(m: Model, tendon: boolean, id: i32, actuator: i32): f64 {
  if (actuator === -1) return 0;
  if (actuator >= 0) return m.actuator_armature[actuator] * gearSquared(m, actuator);
  let sum: f64 = 0;
  for (let k = 0; k < m.nactuator; k++) if (drives(m, k, tendon, id)) sum += m.actuator_armature[k] * gearSquared(m, k);
  return sum;
}

/**
 * Damping of a joint or tendon with what its actuators reflect: `linear` and `poly` are its own. Returns the linear
 * coefficient and leaves the higher ones in `dampingPoly`.
 *
 * @see mj_actuatorDamping
 */
export function totalDamping(m: Model, tendon: boolean, id: i32, actuator: i32, linear: f64, poly: F64, p: i32): f64 {
  dampingPoly[0] = poly[p];
  dampingPoly[1] = poly[p + 1];
  if (actuator === -1) return linear;
  let reflected: f64 = 0;
  if (actuator >= 0) reflected = addDamping(m, actuator);
  else for (let k = 0; k < m.nactuator; k++) if (drives(m, k, tendon, id)) reflected += addDamping(m, k);
  return linear + reflected;
}

function addDamping(m: Model, actuator: i32): f64 {
  const scale = gearSquared(m, actuator);
  dampingPoly[0] += m.actuator_dampingpoly[2 * actuator] * scale;
  dampingPoly[1] += m.actuator_dampingpoly[2 * actuator + 1] * scale;
  return m.actuator_damping[actuator] * scale;
}
