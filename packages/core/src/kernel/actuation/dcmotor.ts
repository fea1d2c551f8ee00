// @cold

import type { F64, f64, i32 } from '../dialect.ts';
import { exp } from '../math/elementary/trig.ts';
import { clip, MINVAL, max } from '../math/scalar.ts';
import type { Data, Model } from '../model/classes.ts';
import { INPUT_FF, INPUT_POS, INPUT_VEL, NBIAS, NDYN, NGAIN } from '../model/constants.ts';
import {
  AMBIENT_TEMPERATURE,
  BRISTLE_STIFFNESS,
  COULOMB,
  CURRENT_RATE_LIMIT,
  ELECTRIC_TIME,
  INTEGRAL_LIMIT,
  KD,
  KI,
  KP,
  REFERENCE_TEMPERATURE,
  RESISTANCE,
  SLEW_RATE,
  STICTION,
  STRIBECK_VELOCITY,
  TEMPERATURE_COEFFICIENT,
  THERMAL_CAPACITY,
  THERMAL_RESISTANCE,
  TORQUE_CONSTANT,
  VOLTAGE_LIMIT,
} from './motor/parameters.ts';
import { boundedRate, inputs, readInputs, slewLimit } from './servo.ts';

/** Optional states of a motor, in the order of their places in `act`. */
export const SLOT_SLEW: i32 = 0;
export const SLOT_INTEGRAL: i32 = 1;
export const SLOT_TEMPERATURE: i32 = 2;
export const SLOT_BRISTLE: i32 = 3;
export const SLOT_CURRENT: i32 = 4;

/** Torque per ampere, and volts per unit of velocity. */
export function torqueConstant(m: Model, a: i32): f64 {
  return m.actuator_gainprm[NGAIN * a + TORQUE_CONSTANT];
}

/** Whether the motor has a state. */
export function hasSlot(m: Model, a: i32, slot: i32): boolean {
  const dyn = NDYN * a;
  switch (slot) {
    case SLOT_SLEW:
      return m.actuator_dynprm[dyn + SLEW_RATE] > 0;
    case SLOT_INTEGRAL:
      return m.actuator_gainprm[NGAIN * a + KI] > 0;
    case SLOT_TEMPERATURE:
      return m.actuator_dynprm[dyn + THERMAL_RESISTANCE] > 0;
    case SLOT_BRISTLE:
      return m.actuator_dynprm[dyn + BRISTLE_STIFFNESS] > 0;
    default:
      return m.actuator_dynprm[dyn + ELECTRIC_TIME] > 0;
  }
}

/** Place of a state that the motor has, in `act`. */
export function slotAddress(m: Model, a: i32, slot: i32): i32 {
  let at = m.actuator_actadr[a];
  for (let k = 0; k < slot; k++) if (hasSlot(m, a, k)) at++;
  return at;
}

/** Which state is at `adr`. */
export function slotAt(m: Model, a: i32, adr: i32): i32 {
  for (let slot = 0; slot < SLOT_CURRENT; slot++)
    if (hasSlot(m, a, slot) && slotAddress(m, a, slot) === adr) return slot;
  return SLOT_CURRENT;
}

/**
 * Terminal voltage of a motor: what its controller asks for, a current that gives the torque of a PID law plus the compensation of the
 * back-EMF, limited; plus the raw voltage.
 */
export function terminalVoltage(m: Model, d: Data, a: i32): f64 {
  const out = m.actuator_outadr[a];
  const prm = m.actuator_gainprm;
  const p = NGAIN * a;
  const spec = m.actuator_ctrlspec[a];
  const velocity = d.actuator_velocity[out];
  readInputs(d.ctrlUsed, m.actuator_ctrladr[a], spec);
  if ((spec & (INPUT_POS | INPUT_VEL | INPUT_FF)) === 0) return inputs[3];
  const error = inputs[0] - d.actuator_length[out];
  const torque =
    prm[p + KP] * error + prm[p + KD] * (inputs[1] - velocity) + prm[p + KI] * integralOf(m, d, a) + inputs[2];
  const K = prm[p + TORQUE_CONSTANT];
  let voltage: f64 = (prm[p + RESISTANCE] / K) * torque + K * velocity;
  const most = prm[p + VOLTAGE_LIMIT];
  if (most > 0) voltage = clip(voltage, -most, most);
  return voltage + inputs[3];
}

/** The integral state, 0 if there is none. */
function integralOf(m: Model, d: Data, a: i32): f64 {
  return hasSlot(m, a, SLOT_INTEGRAL) ? d.act[slotAddress(m, a, SLOT_INTEGRAL)] : 0.0;
}

/** Resistance at the temperature of the winding. @reads act */
export function warmResistance(m: Model, d: Data, a: i32): f64 {
  const cold = m.actuator_gainprm[NGAIN * a + RESISTANCE];
  if (!hasSlot(m, a, SLOT_TEMPERATURE)) return cold;
  const rise = d.act[slotAddress(m, a, SLOT_TEMPERATURE)];
  const excess =
    rise + m.actuator_dynprm[NDYN * a + AMBIENT_TEMPERATURE] - m.actuator_gainprm[NGAIN * a + REFERENCE_TEMPERATURE];
  return cold * (1 + m.actuator_gainprm[NGAIN * a + TEMPERATURE_COEFFICIENT] * excess);
}

/** Stribeck curve: friction falls from static to Coulomb as the velocity grows. */
function stribeck(prm: F64, p: i32, velocity: f64): f64 {
  const ratio = velocity / max(MINVAL, prm[p + STRIBECK_VELOCITY]);
  return prm[p + COULOMB] + (prm[p + STICTION] - prm[p + COULOMB]) * exp(-ratio * ratio);
}

/** Decay rate of the bristles' deflection at a velocity, negative. */
function bristleDecay(m: Model, a: i32, velocity: f64): f64 {
  const stiffness = m.actuator_dynprm[NDYN * a + BRISTLE_STIFFNESS];
  return (-stiffness * Math.abs(velocity)) / max(MINVAL, stribeck(m.actuator_biasprm, NBIAS * a, velocity));
}

/**
 * Rates of the states of a motor; a slew-limited setpoint replaces its control.
 *
 * @reads act actuator_length actuator_velocity ctrlUsed
 * @writes act_dot ctrlUsed
 */
export function dcmotorRates(m: Model, d: Data, a: i32): void {
  const u = m.actuator_ctrladr[a];
  const out = m.actuator_outadr[a];
  const dyn = NDYN * a;
  const velocity = d.actuator_velocity[out];
  if (hasSlot(m, a, SLOT_SLEW)) {
    const adr = slotAddress(m, a, SLOT_SLEW);
    d.ctrlUsed[u] = slewLimit(m, d, d.ctrlUsed[u], adr, m.actuator_dynprm[dyn + SLEW_RATE], 0);
  }
  if (hasSlot(m, a, SLOT_INTEGRAL)) {
    const adr = slotAddress(m, a, SLOT_INTEGRAL);
    const error = d.ctrlUsed[u] - d.actuator_length[out];
    d.act_dot[adr] = boundedRate(error, d.act[adr], m.actuator_dynprm[dyn + INTEGRAL_LIMIT]);
  }
  if (hasSlot(m, a, SLOT_BRISTLE)) {
    const adr = slotAddress(m, a, SLOT_BRISTLE);
    d.act_dot[adr] = bristleDecay(m, a, velocity) * d.act[adr] + velocity;
  }
  electricDynamics(m, d, a, velocity);
}

/** Current and temperature of the winding. */
function electricDynamics(m: Model, d: Data, a: i32, velocity: f64): void {
  const dyn = NDYN * a;
  const prm = m.actuator_dynprm;
  const R = warmResistance(m, d, a);
  const K = torqueConstant(m, a);
  const voltage = terminalVoltage(m, d, a);
  const hasCurrent = hasSlot(m, a, SLOT_CURRENT);
  const last = slotAddress(m, a, SLOT_CURRENT);
  if (hasSlot(m, a, SLOT_TEMPERATURE)) {
    const adr = slotAddress(m, a, SLOT_TEMPERATURE);
    const current: f64 = hasCurrent ? d.act[last] : (voltage - K * velocity) / R;
    const loss = d.act[adr] / prm[dyn + THERMAL_RESISTANCE];
    d.act_dot[adr] = (R * current * current - loss) / prm[dyn + THERMAL_CAPACITY];
  }
  if (!hasCurrent) return;
  const rate = (voltage / R - (K / R) * velocity - d.act[last]) / prm[dyn + ELECTRIC_TIME];
  const most = prm[dyn + CURRENT_RATE_LIMIT];
  d.act_dot[last] = most > 0 ? clip(rate, -most, most) : rate;
}

/**
 * State `adr` of a motor after one time step: current and bristles by the exact solution, the others by Euler's rule.
 *
 * @reads act actuator_velocity
 */
export function dcmotorNext(m: Model, d: Data, a: i32, adr: i32, rate: f64): f64 {
  const h = m.opt_timestep;
  const act = d.act[adr];
  const slot = slotAt(m, a, adr);
  if (slot === SLOT_CURRENT) {
    const tau = max(MINVAL, m.actuator_dynprm[NDYN * a + ELECTRIC_TIME]);
    return act + rate * tau * (1 - exp(-h / tau));
  }
  if (slot === SLOT_BRISTLE) {
    const velocity = d.actuator_velocity[m.actuator_outadr[a]];
    const decay = bristleDecay(m, a, velocity);
    const kept = exp(decay * h);
    const grown: f64 = Math.abs(decay) > MINVAL ? (kept - 1) / decay : h;
    return kept * act + grown * velocity;
  }
  const next = act + rate * h;
  const most = m.actuator_dynprm[NDYN * a + INTEGRAL_LIMIT];
  return slot === SLOT_INTEGRAL && most > 0 ? clip(next, -most, most) : next;
}
