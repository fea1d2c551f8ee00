import { type Data, enums, exp, type Model, resetData, solveM, step1, step2 } from '@qpos/core';
import type { LengthRangeSettings } from './settings.ts';

const { DisableBit, GainType, BiasType, TransmissionType } = enums;
const MIN_VALUE = 1e-15;

/** Everything but inertia and limits is off while an actuator pulls. */
const DISABLED =
  DisableBit.FRICTIONLOSS |
  DisableBit.CONTACT |
  DisableBit.SPRING |
  DisableBit.DAMPER |
  DisableBit.GRAVITY |
  DisableBit.ACTUATION;

/** Shortest and longest length of each actuator that needs them, by pulling it both ways. Returns a problem, if any. */
export function setLengthRanges(m: Model, d: Data, opt: LengthRangeSettings): string | undefined {
  const { disableflags, timestep } = m.opt;
  m.opt.disableflags = DISABLED;
  if (opt.timestep > 0) m.opt.timestep = opt.timestep;
  let problem: string | undefined;
  for (let a = 0; a < m.nactuator && problem === undefined; a++)
    if (isWanted(m, a, opt)) problem = setLengthRange(m, d, a, opt);
  m.opt.disableflags = disableflags;
  m.opt.timestep = timestep;
  return problem;
}

function isWanted(m: Model, a: number, opt: LengthRangeSettings): boolean {
  const [gain, bias] = [m.actuator_gaintype[a], m.actuator_biastype[a]];
  const muscle = gain === GainType.MUSCLE || bias === BiasType.MUSCLE;
  const user = gain === GainType.USER || bias === BiasType.USER;
  if (opt.mode === 'none') return false;
  if (opt.mode === 'muscle' && !muscle) return false;
  if (opt.mode === 'muscleuser' && !muscle && !user) return false;
  const out = m.actuator_outadr[a];
  return !(opt.useexisting && m.actuator_lengthrange[2 * out] < m.actuator_lengthrange[2 * out + 1]);
}

function setLengthRange(m: Model, d: Data, a: number, opt: LengthRangeSettings): string | undefined {
  const range = m.actuator_lengthrange.subarray(2 * m.actuator_outadr[a], 2 * m.actuator_outadr[a] + 2);
  if (opt.uselimit && copyLimit(m, a, range)) return undefined;
  const found = [pull(m, d, a, -1, opt), pull(m, d, a, 1, opt)];
  if (found.some((f) => f === undefined)) return `unstable lengthrange simulation in actuator ${a}`;
  const [[low0, high0], [low1, high1]] = found as number[][];
  range[0] = low0;
  range[1] = high1;
  const width = range[1] - range[0];
  if (width <= 0) return `invalid lengthrange (${range[0]}, ${range[1]}) in actuator ${a}`;
  if (high0 - low0 > opt.tolrange * width || high1 - low1 > opt.tolrange * width)
    return `lengthrange computation did not converge in actuator ${a}`;
  return undefined;
}

function copyLimit(m: Model, a: number, range: Float64Array): boolean {
  const type = m.actuator_trntype[a];
  const id = m.actuator_trnid[2 * a];
  if ((type === TransmissionType.JOINT || type === TransmissionType.JOINTINPARENT) && m.jnt_limited[id]) {
    range.set(m.jnt_range.subarray(2 * id, 2 * id + 2));
    return true;
  }
  if (type === TransmissionType.TENDON && m.tendon_limited[id]) {
    range.set(m.tendon_range.subarray(2 * id, 2 * id + 2));
    return true;
  }
  return false;
}

/** Range of lengths in the last interval of a simulation that pulls in direction `sign`; undefined if it blew up. */
function pull(m: Model, d: Data, a: number, sign: number, opt: LengthRangeSettings): number[] | undefined {
  const { nv } = m;
  const out = m.actuator_outadr[a];
  const moment = new Float64Array(nv);
  const acceleration = new Float64Array(nv);
  const decay = exp(-m.opt.timestep / Math.max(0.01, opt.timeconst));
  let low = 0;
  let high = 0;
  let updated = false;
  resetData(m, d);
  while (d.time < opt.inttotal) {
    for (let i = 0; i < nv; i++) d.qvel[i] *= decay;
    step1(m, d);
    moment.fill(0);
    const row = d.moment_rowadr[out];
    for (let k = row; k < row + d.moment_rownnz[out]; k++) moment[d.moment_colind[k]] = d.actuator_moment[k];
    solveM(m, d, acceleration, moment);
    const scale = (sign * opt.accel) / Math.max(MIN_VALUE, norm(acceleration));
    for (let i = 0; i < nv; i++) d.qfrc_applied[i] = moment[i] * scale;
    const force = norm(d.qfrc_applied);
    if (opt.maxforce > 0 && force > opt.maxforce) {
      const reduce = opt.maxforce / Math.max(MIN_VALUE, force);
      for (let i = 0; i < nv; i++) d.qfrc_applied[i] *= reduce;
    }
    step2(m, d);
    if (d.time === 0) return undefined;
    if (d.time <= opt.inttotal - opt.interval) continue;
    const length = d.actuator_length[out];
    if (length < low || !updated) low = length;
    if (length > high || !updated) high = length;
    updated = true;
  }
  return [low, high];
}

function norm(v: Float64Array): number {
  const s = [0, 0, 0, 0];
  const whole = v.length - (v.length % 4);
  for (let i = 0; i < whole; i++) s[i % 4] += v[i] * v[i];
  let tail = 0;
  for (let i = whole; i < v.length; i++) tail += v[i] * v[i];
  return Math.sqrt(s[0] + s[2] + (s[1] + s[3]) + tail);
}
