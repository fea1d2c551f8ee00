import { type Backend, currentBackend } from '../backend/select.ts';
import { stage, stageResult, unstage } from '../backend/staging.ts';
import {
  BIAS_MUSCLE,
  BIAS_USER,
  GAIN_MUSCLE,
  GAIN_USER,
  LRMODE_MUSCLE,
  LRMODE_MUSCLEUSER,
  LRMODE_NONE,
  TRN_JOINT,
  TRN_JOINTINPARENT,
  TRN_TENDON,
} from '../model/constants.ts';
import type { Data } from '../model/data.ts';
import { at, backendOf, checkIndex, checkLength } from '../model/handle.ts';
import type { Model } from '../model/model.ts';

/** Actuator forces and rates of activations. */
export function fwdActuation(model: Model, data: Data): void {
  backendOf(model, data).kernels.fwdActuation(at(model), at(data));
}

/** The control of an actuator as it acts at `time`, its delay ago; `interp` (0 hold, 1 linear, 2 cubic) overrides the model's. */
export function readCtrl(model: Model, data: Data, actuator: number, time: number, interp = -1): number {
  checkIndex('actuator', actuator, model.nactuator);
  return backendOf(model, data).kernels.readCtrl(at(model), at(data), actuator, time, interp);
}

/**
 * Sets the past of the control of an actuator that has a history: `values`, oldest first, at `times`, which increase; without `times` at
 * those that are in the buffer.
 */
export function initCtrlHistory(
  model: Model,
  data: Data,
  actuator: number,
  times: ArrayLike<number> | undefined,
  values: ArrayLike<number>,
): void {
  checkIndex('actuator', actuator, model.nactuator);
  const count = model.actuator_history[2 * actuator];
  if (count === 0) throw new RangeError(`actuator ${actuator} has no history buffer`);
  checkLength('values', values, count);
  if (times !== undefined) checkTimes(times, count);
  const backend = backendOf(model, data);
  try {
    const input = stage(backend, values);
    const when = times === undefined ? input : stage(backend, times);
    backend.kernels.setCtrlHistory(at(model), at(data), actuator, when, input, times === undefined);
  } finally {
    unstage(backend);
  }
}

function checkTimes(times: ArrayLike<number>, count: number): void {
  checkLength('times', times, count);
  for (let k = 1; k < count; k++)
    if (!(times[k] - times[k - 1] >= 1e-15))
      throw new RangeError(`times must increase, but times[${k - 1}] = ${times[k - 1]} and times[${k}] = ${times[k]}`);
}

/** Lets the numeric core read arrays of the user; their least lengths are checked. */
function withArrays(
  arrays: readonly (readonly [name: string, values: ArrayLike<number>, least: number])[],
  compute: (kernels: Backend['kernels'], ...staged: never[]) => number,
): number {
  for (const [name, values, least] of arrays) checkLength(name, values, least);
  const backend = currentBackend();
  try {
    return compute(backend.kernels, ...arrays.map(([, values]) => stage(backend, values)));
  } finally {
    unstage(backend);
  }
}

/** Rate of the activation of a muscle; `prm` as in `actuator_dynprm`. */
export function muscleDynamics(ctrl: number, act: number, prm: ArrayLike<number>): number {
  return withArrays([['prm', prm, 3]], (kernels, p) => kernels.muscleDynamics(ctrl, act, p, 0));
}

/** Force of a fully active muscle; `prm` as in `actuator_gainprm`. */
export function muscleGain(
  length: number,
  velocity: number,
  lengthrange: ArrayLike<number>,
  acc0: number,
  prm: ArrayLike<number>,
): number {
  return withArrays(
    [
      ['lengthrange', lengthrange, 2],
      ['prm', prm, 9],
    ],
    (kernels, range, p) => kernels.muscleGain(length, velocity, range, 0, acc0, p, 0),
  );
}

/** Passive force of a muscle; `prm` as in `actuator_biasprm`. */
export function muscleBias(
  length: number,
  lengthrange: ArrayLike<number>,
  acc0: number,
  prm: ArrayLike<number>,
): number {
  return withArrays(
    [
      ['lengthrange', lengthrange, 2],
      ['prm', prm, 9],
    ],
    (kernels, range, p) => kernels.muscleBias(length, range, 0, acc0, p, 0),
  );
}

/** How the length range of an actuator is found. */
export interface LengthRangeOptions {
  /** Which actuators are taken (`LRMode`); those with muscles by default. */
  readonly mode?: number;
  /** Keep a range that is there already; true by default. */
  readonly useexisting?: boolean;
  /** Take the limits of the joint or tendon, if it has any. */
  readonly uselimit?: boolean;
  /** Acceleration that the pull would give. */
  readonly accel?: number;
  /** Largest force of the pull, if positive. */
  readonly maxforce?: number;
  /** Time constant of the decay of velocities. */
  readonly timeconst?: number;
  /** Total simulated time. */
  readonly inttotal?: number;
  /** The time at its end in which lengths count. */
  readonly interval?: number;
  /** How far lengths may vary in that time, relative to the range. */
  readonly tolrange?: number;
}

const defaults: Required<LengthRangeOptions> = {
  mode: LRMODE_MUSCLE,
  useexisting: true,
  uselimit: false,
  accel: 20,
  maxforce: 0,
  timeconst: 1,
  inttotal: 10,
  interval: 2,
  tolrange: 0.05,
};

/**
 * Finds the shortest and the longest length of an actuator, by pulling it both ways from the initial state, and writes them to
 * `actuator_lengthrange`. Uses the options of the model as they are. Returns false, and does nothing, for an actuator that the mode leaves
 * out; throws if the simulation blows up or does not settle.
 */
export function setLengthRange(model: Model, data: Data, actuator: number, options: LengthRangeOptions = {}): boolean {
  checkIndex('actuator', actuator, model.nactuator);
  if (!isTaken(model, actuator, options.mode ?? defaults.mode)) return false;
  const opt = { ...defaults, ...options };
  const out = model.actuator_outadr[actuator];
  const range = model.actuator_lengthrange.subarray(2 * out, 2 * out + 2);
  if (opt.useexisting && range[0] < range[1]) return false;
  if (opt.uselimit && copyLimit(model, actuator, range)) return true;

  const lengths = new Float64Array(4); // least and greatest of the two directions
  for (const [k, accel] of [-opt.accel, opt.accel].entries())
    if (!pull(model, data, actuator, accel, opt, lengths.subarray(2 * k, 2 * k + 2)))
      throw new RangeError(`unstable lengthrange simulation in actuator ${actuator}`);
  const [low0, high0, low1, high1] = lengths;
  const width = high1 - low0;
  if (width <= 0) throw new RangeError(`invalid lengthrange (${low0}, ${high1}) in actuator ${actuator}`);
  if (high0 - low0 > opt.tolrange * width || high1 - low1 > opt.tolrange * width)
    throw new RangeError(`lengthrange computation did not converge in actuator ${actuator}`);
  range[0] = low0;
  range[1] = high1;
  return true;
}

function isTaken(model: Model, actuator: number, mode: number): boolean {
  const gain = model.actuator_gaintype[actuator];
  const bias = model.actuator_biastype[actuator];
  const muscle = gain === GAIN_MUSCLE || bias === BIAS_MUSCLE;
  const user = gain === GAIN_USER || bias === BIAS_USER;
  if (mode === LRMODE_NONE) return false;
  if (mode === LRMODE_MUSCLE) return muscle;
  return mode !== LRMODE_MUSCLEUSER || muscle || user;
}

/** Takes the limits of the joint or tendon; false if there are none. */
function copyLimit(model: Model, actuator: number, range: Float64Array): boolean {
  const type = model.actuator_trntype[actuator];
  const id = model.actuator_trnid[2 * actuator];
  const isJoint = type === TRN_JOINT || type === TRN_JOINTINPARENT;
  if (isJoint && model.jnt_limited[id]) range.set(model.jnt_range.subarray(2 * id, 2 * id + 2));
  else if (type === TRN_TENDON && model.tendon_limited[id]) range.set(model.tendon_range.subarray(2 * id, 2 * id + 2));
  else return false;
  return true;
}

function pull(
  model: Model,
  data: Data,
  actuator: number,
  accel: number,
  opt: Required<LengthRangeOptions>,
  lengths: Float64Array,
): boolean {
  const backend = backendOf(model, data);
  const { maxforce, timeconst, inttotal, interval } = opt;
  try {
    const result = stageResult(backend, lengths);
    const { pullActuator } = backend.kernels;
    return Boolean(
      pullActuator(at(model), at(data), actuator, accel, maxforce, timeconst, inttotal, interval, result, 0),
    );
  } finally {
    unstage(backend);
  }
}
