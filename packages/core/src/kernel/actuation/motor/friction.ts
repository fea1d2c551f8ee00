// @cold

import type { i32 } from '../../dialect.ts';
import { sin } from '../../math/elementary/trig.ts';
import type { Data, Model } from '../../model/classes.ts';
import { BIAS_DCMOTOR, ENBL_SLEEP, NBIAS, NDYN } from '../../model/constants.ts';
import { actuatorAsleep } from '../../sleep/state.ts';
import { actuatorDisabled } from '../activation.ts';
import { hasSlot, SLOT_BRISTLE, slotAddress } from '../dcmotor.ts';
import { BRISTLE_DAMPING, BRISTLE_STIFFNESS, COGGING, PHASE, POLES } from './parameters.ts';

/**
 * Cogging and friction of motors, which are mechanical and so beyond the force limit.
 *
 * @reads actuator_length act act_dot actuator_force
 * @writes actuator_force
 */
export function addMotorFriction(m: Model, d: Data): void {
  const filter = (m.opt_enableflags & ENBL_SLEEP) !== 0;
  for (let a = 0; a < m.nactuator; a++) {
    if (m.actuator_biastype[a] !== BIAS_DCMOTOR || m.actuator_plugin[a] >= 0) continue;
    if (actuatorDisabled(m, a) || (filter && actuatorAsleep(m, d, a))) continue;
    addFriction(m, d, a);
  }
}

function addFriction(m: Model, d: Data, a: i32): void {
  const out = m.actuator_outadr[a];
  const bias = m.actuator_biasprm;
  const b = NBIAS * a;
  if (bias[b + COGGING] !== 0)
    d.actuator_force[out] += bias[b + COGGING] * sin(bias[b + POLES] * d.actuator_length[out] + bias[b + PHASE]);
  if (!hasSlot(m, a, SLOT_BRISTLE)) return;
  const adr = slotAddress(m, a, SLOT_BRISTLE);
  const stiffness = m.actuator_dynprm[NDYN * a + BRISTLE_STIFFNESS];
  const damping = m.actuator_dynprm[NDYN * a + BRISTLE_DAMPING];
  d.actuator_force[out] -= stiffness * d.act[adr] + damping * d.act_dot[adr];
}
