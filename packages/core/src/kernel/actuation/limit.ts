import type { i32 } from '../dialect.ts';
import { zero } from '../math/linear/dense.ts';
import { clip } from '../math/scalar.ts';
import { norm3, scl3 } from '../math/vec3.ts';
import type { Data, Model } from '../model/classes.ts';
import { GAIN_SO3, TRN_TENDON } from '../model/constants.ts';

/** Whether the actuator pulls a tendon whose total force is limited. */
function pullsLimited(m: Model, a: i32): boolean {
  return m.actuator_trntype[a] === TRN_TENDON && m.tendon_actfrclimited[m.actuator_trnid[2 * a]] !== 0;
}

/**
 * Scales the forces of all actuators of a tendon so that their sum is in its range.
 *
 * @reads actuator_force
 * @writes actuator_force tendonForce
 */
export function limitTendonForces(m: Model, d: Data): void {
  if (m.ntendon === 0) return;
  const { tendonForce: total, actuator_force: force } = d;
  zero(total, 0, m.ntendon);
  for (let a = 0; a < m.nactuator; a++)
    if (pullsLimited(m, a)) total[m.actuator_trnid[2 * a]] += force[m.actuator_outadr[a]];
  for (let a = 0; a < m.nactuator; a++) {
    if (!pullsLimited(m, a)) continue;
    const t = m.actuator_trnid[2 * a];
    const sum = total[t];
    if (sum === 0) continue;
    const least = m.tendon_actfrcrange[2 * t];
    const most = m.tendon_actfrcrange[2 * t + 1];
    if (sum < least) force[m.actuator_outadr[a]] *= least / sum;
    else if (sum > most) force[m.actuator_outadr[a]] *= most / sum;
  }
}

/**
 * Clamps every force to its actuator's range, and the torque of an orientation servo by its length.
 *
 * @reads actuator_force
 * @writes actuator_force
 */
export function limitActuatorForces(m: Model, d: Data): void {
  const force = d.actuator_force;
  for (let a = 0; a < m.nactuator; a++) {
    if (m.actuator_forcelimited[a] === 0) continue;
    const out = m.actuator_outadr[a];
    const least = m.actuator_forcerange[2 * a];
    const most = m.actuator_forcerange[2 * a + 1];
    if (m.actuator_gaintype[a] === GAIN_SO3) {
      const size = norm3(force, out);
      if (size > most) scl3(force, out, force, out, most / size);
    } else for (let k = out; k < out + m.actuator_outnum[a]; k++) force[k] = clip(force[k], least, most);
  }
}
