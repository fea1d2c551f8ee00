import type { F64, f64, i32 } from '../dialect.ts';
import { clip, MINVAL, max } from '../math/scalar.ts';
import { exp } from '../math/trig.ts';
import { INPUT_FF, INPUT_POS, INPUT_VEL, NBIAS, NDYN, NGAIN } from '../model/constants.ts';
import type { Data, Model } from '../model/kernel.ts';
import { boundedRate, inputs, readInputs, slewLimit } from './servo.ts';

// gainprm
const RESISTANCE: i32 = 0;
const TORQUE_CONSTANT: i32 = 1;
const TEMPERATURE_COEFFICIENT: i32 = 2;
const REFERENCE_TEMPERATURE: i32 = 3;
const KP: i32 = 4;
const KI: i32 = 5;
const KD: i32 = 6;
const VOLTAGE_LIMIT: i32 = 7;

// dynprm
const ELECTRIC_TIME: i32 = 0;
const CURRENT_RATE_LIMIT: i32 = 1;
const THERMAL_RESISTANCE: i32 = 2;
const THERMAL_CAPACITY: i32 = 3;
const AMBIENT_TEMPERATURE: i32 = 4;
const BRISTLE_STIFFNESS: i32 = 5;
const BRISTLE_DAMPING: i32 = 6;
const SLEW_RATE: i32 = 7;
const INTEGRAL_LIMIT: i32 = 8;

// biasprm
const COULOMB: i32 = 3;
const STICTION: i32 = 4;
const STRIBECK_VELOCITY: i32 = 5;

/** Optional states of a motor, in the order of their places in `act`. */
export const SLOT_SLEW: i32 = 0;
export const SLOT_INTEGRAL: i32 = 1;
export const SLOT_TEMPERATURE: i32 = 2;
export const SLOT_BRISTLE: i32 = 3;
export const SLOT_CURRENT: i32 = 4;

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
function terminalVoltage(m: Model, d: Data, a: i32, integral: f64): f64 {
  const out = m.actuator_outadr[a];
  const prm = m.actuator_gainprm;
  const p = NGAIN * a;
  const spec = m.actuator_ctrlspec[a];
  const velocity = d.actuator_velocity[out];
  readInputs(d.ctrlUsed, m.actuator_ctrladr[a], spec);
  if ((spec & (INPUT_POS | INPUT_VEL | INPUT_FF)) === 0) return inputs[3];
  const error = inputs[0] - d.actuator_length[out];
  const torque = prm[p + KP] * error + prm[p + KD] * (inputs[1] - velocity) + prm[p + KI] * integral + inputs[2];
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
function warmResistance(m: Model, d: Data, a: i32): f64 {
  const cold = m.actuator_gainprm[NGAIN * a + RESISTANCE];
  if (!hasSlot(m, a, SLOT_TEMPERATURE)) return cold;
  const rise = d.act[slotAddress(m, a, SLOT_TEMPERATURE)];
  const excess =
    rise + m.actuator_dynprm[NDYN * a + AMBIENT_TEMPERATURE] - m.actuator_gainprm[NGAIN * a + REFERENCE_TEMPERATURE];
  return cold * (1 + m.actuator_gainprm[NGAIN * a + TEMPERATURE_COEFFICIENT] * excess);
}

/** Stribeck's curve: friction from static to Coulomb's as the velocity grows. */
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
export function dcmotorDynamics(m: Model, d: Data, a: i32): void {
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
  const K = m.actuator_gainprm[NGAIN * a + TORQUE_CONSTANT];
  const voltage = terminalVoltage(m, d, a, integralOf(m, d, a));
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

/** Torque per ampere for a motor with a current state, per volt for others. */
export function dcmotorGain(m: Model, d: Data, a: i32): f64 {
  const K = m.actuator_gainprm[NGAIN * a + TORQUE_CONSTANT];
  return hasSlot(m, a, SLOT_CURRENT) ? K : K / max(MINVAL, warmResistance(m, d, a));
}

/** Voltage of a motor without a current state: raw, or what its controller asks for. */
export function dcmotorInput(m: Model, d: Data, a: i32): f64 {
  return m.actuator_ctrlnum[a] === 0 ? 0.0 : terminalVoltage(m, d, a, integralOf(m, d, a));
}

/** Back-EMF of a motor without a current state, as a torque; with one it is part of the current's dynamics. */
export function dcmotorBias(m: Model, d: Data, a: i32, gain: f64): f64 {
  if (hasSlot(m, a, SLOT_CURRENT)) return 0;
  return -(gain * m.actuator_gainprm[NGAIN * a + TORQUE_CONSTANT] * d.actuator_velocity[m.actuator_outadr[a]]);
}

/**
 * d torque / d velocity of a motor at its temperature, without the voltage limit: back-EMF and controller, through the current after the step if
 * the current is a state; and the damping of the bristles.
 *
 * @see mjd_actuator_vel
 */
export function dcmotorSlope(m: Model, d: Data, a: i32): f64 {
  const p = NGAIN * a;
  const cold = max(MINVAL, m.actuator_gainprm[p + RESISTANCE]);
  const R = max(MINVAL, warmResistance(m, d, a));
  const K = m.actuator_gainprm[p + TORQUE_CONSTANT];
  const servo = (m.actuator_ctrlspec[a] & (INPUT_POS | INPUT_VEL | INPUT_FF)) !== 0;
  const voltage: f64 = servo ? (-m.actuator_gainprm[p + KD] * cold) / K + K : 0.0; // by velocity; the controller does not know the temperature
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
export function dcmotorStiffness(m: Model, a: i32): f64 {
  if ((m.actuator_ctrlspec[a] & (INPUT_POS | INPUT_VEL | INPUT_FF)) === 0) return 0;
  const kp = m.actuator_gainprm[NGAIN * a + KP];
  const tau = m.actuator_dynprm[NDYN * a + ELECTRIC_TIME];
  return tau > 0 ? -kp * (1 - exp(-m.opt_timestep / tau)) : -kp;
}
