// @cold

import type { f64, i32 } from '../../dialect.ts';
import { exp } from '../../math/elementary/trig.ts';
import { MINVAL, max } from '../../math/scalar.ts';
import type { Data, Model } from '../../model/classes.ts';
import { INPUT_FF, INPUT_POS, INPUT_VEL, NDYN, NGAIN } from '../../model/constants.ts';
import { currentActivation, lastActivation } from '../activation.ts';
import { hasSlot, SLOT_CURRENT, terminalVoltage, torqueConstant, warmResistance } from '../dcmotor.ts';
import { BRISTLE_DAMPING, ELECTRIC_TIME, KD, KP, RESISTANCE } from './parameters.ts';

/** Torque per ampere for a motor with a current state, per volt for others. */
export function motorGain(m: Model, d: Data, a: i32): f64 {
  const K = torqueConstant(m, a);
  return hasSlot(m, a, SLOT_CURRENT) ? K : K / max(MINVAL, warmResistance(m, d, a));
}

/** Torque of a motor by its current, or by its voltage: raw, or what its controller asks for. */
export function motorForce(m: Model, d: Data, a: i32): f64 {
  const gain = motorGain(m, d, a);
  if (hasSlot(m, a, SLOT_CURRENT)) return gain * currentActivation(m, d, a, lastActivation(m, a));
  return m.actuator_ctrlnum[a] === 0 ? 0.0 : gain * terminalVoltage(m, d, a);
}

/** Whether the voltage is that of a controller. */
function hasController(m: Model, a: i32): boolean {
  return (m.actuator_ctrlspec[a] & (INPUT_POS | INPUT_VEL | INPUT_FF)) !== 0;
}

/**
 * d torque / d velocity of a motor at its temperature, without the voltage limit: back-EMF and controller, through the current after the step if
 * the current is a state; and the damping of the bristles.
 *
 * @see mjd_actuator_vel
 */
export function motorByVelocity(m: Model, d: Data, a: i32): f64 {
  const prm = m.actuator_gainprm;
  const p = NGAIN * a;
  const cold = max(MINVAL, prm[p + RESISTANCE]);
  const R = max(MINVAL, warmResistance(m, d, a));
  const K = torqueConstant(m, a);
  const voltage: f64 = hasController(m, a) ? (-prm[p + KD] * cold) / K + K : 0.0; // by velocity; the controller does not know the temperature
  const tau = m.actuator_dynprm[NDYN * a + ELECTRIC_TIME];
  let slope: f64 = 0;
  if (tau > 0) slope = (K * (voltage - K) * (1 - exp(-m.opt_timestep / tau))) / R;
  else {
    slope -= (K * K) / R;
    if (voltage !== 0) slope += (K * voltage) / R;
  }
  const damping = m.actuator_dynprm[NDYN * a + BRISTLE_DAMPING];
  return damping > 0 ? slope - damping : slope;
}

/**
 * d torque / d length of a motor: that of its controller, through the current after the step if the current is a state.
 *
 * @see mjd_actuatorLenDeriv
 */
export function motorByLength(m: Model, _d: Data, a: i32): f64 {
  if (!hasController(m, a)) return 0;
  const kp = m.actuator_gainprm[NGAIN * a + KP];
  const tau = m.actuator_dynprm[NDYN * a + ELECTRIC_TIME];
  return tau > 0 ? -kp * (1 - exp(-m.opt_timestep / tau)) : -kp;
}
