import { checkIndex, checkLength, checkReal, checkSettings } from '../host/arguments.ts';
import { type Backend, currentBackend } from '../host/backend/select.ts';
import { withArrays } from '../host/backend/staging.ts';
import { ArgumentError } from '../host/errors/argument-error.ts';
import { QposError } from '../host/errors/qpos-error.ts';
import type { Data } from '../host/model/data.ts';
import { at, backendOf } from '../host/model/handle.ts';
import type { Model } from '../host/model/model.ts';
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
} from '../kernel/model/constants.ts';
import { checkTimes } from './history-times.ts';

/**
 * The actuation stage: rates of activations `act_dot`, forces of actuators `actuator_force`, and their sum in joint space `qfrc_actuator`.
 * Needs `fwdVelocity`.
 *
 * @param model The model.
 * @param data Its Data.
 * @see mj_fwdActuation
 * @example
 * data.ctrl[0] = 0.5;
 * fwdActuation(model, data);
 * console.log(data.qfrc_actuator[0]); // 0.5 N·m
 */
export function fwdActuation(model: Model, data: Data): void {
  backendOf(model, data).kernels.fwdActuation(at(model), at(data));
}

/**
 * The control that acts on an actuator at a time: that of `delay` seconds before, if it has a delay. Of several controls the first.
 *
 * @param model The model.
 * @param data Its Data.
 * @param actuator Index of the actuator.
 * @param time Simulation time in seconds.
 * @param interp How to interpolate between samples: 0 holds the last, 1 is linear, 2 cubic; -1, the default, leaves it to the model.
 * @returns The control.
 * @see mj_readCtrl
 * @example
 * console.log(readCtrl(model, data, model.actuator('elbow').id, data.time));
 */
export function readCtrl(model: Model, data: Data, actuator: number, time: number, interp = -1): number {
  backendOf(model, data);
  checkReal('time', time);
  checkReal('interp', interp);
  checkIndex('actuator', actuator, model.nactuator);
  return backendOf(model, data).kernels.readCtrl(at(model), at(data), actuator, time, interp);
}

/**
 * Sets the past of the control of an actuator that has a history buffer of n samples.
 *
 * @param model The model.
 * @param data Its Data.
 * @param actuator Index of the actuator.
 * @param times n times in seconds that increase, oldest first; `undefined` keeps those in the buffer.
 * @param values Controls, oldest first; of an actuator with several controls all of a sample together.
 * @see mj_initCtrlHistory
 * @example
 * const delayed = loadModel(`<mujoco>
 *   <worldbody><body><joint name="j"/><geom size=".1"/></body></worldbody>
 *   <actuator><motor joint="j" nsample="2" delay=".01"/></actuator>
 * </mujoco>`);
 * const start = makeData(delayed);
 * initCtrlHistory(delayed, start, 0, [-0.02, -0.01], [0.1, 0.2]);
 */
export function initCtrlHistory(
  model: Model,
  data: Data,
  actuator: number,
  times: ArrayLike<number> | undefined,
  values: ArrayLike<number>,
): void {
  backendOf(model, data);
  checkIndex('actuator', actuator, model.nactuator);
  const count = model.actuator_history[2 * actuator];
  if (count === 0) throw new ArgumentError(`actuator ${actuator} has no history buffer`);
  checkLength('values', values, count * model.actuator_ctrlnum[actuator]);
  if (times !== undefined) checkTimes(times, count);
  const backend = backendOf(model, data);
  withArrays(backend, (kernels, use) => {
    const input = use.input(values);
    const when = times === undefined ? input : use.input(times);
    kernels.setCtrlHistory(at(model), at(data), actuator, when, input, times === undefined);
  });
}

/** Lets the numeric core read arrays of the user; their least lengths are checked. */
function withParameters(
  arrays: readonly (readonly [name: string, values: ArrayLike<number>, least: number])[],
  compute: (kernels: Backend['kernels'], ...staged: never[]) => number,
): number {
  for (const [name, values, least] of arrays) checkLength(name, values, least);
  const backend = currentBackend();
  return withArrays(backend, (kernels, use) => compute(kernels, ...arrays.map(([, values]) => use.input(values))));
}

/** The same for the length range and the 9 parameters of a muscle. */
function withMuscle(
  lengthrange: ArrayLike<number>,
  prm: ArrayLike<number>,
  compute: (kernels: Backend['kernels'], range: never, prm: never) => number,
): number {
  const arrays = [
    ['lengthrange', lengthrange, 2],
    ['prm', prm, 9],
  ] as const;
  return withParameters(arrays, compute);
}

/**
 * Rate of change of the activation of a muscle.
 *
 * @param ctrl The control, in [0, 1].
 * @param act The activation, in [0, 1].
 * @param prm Time constants of activation and deactivation and the width of smoothing, as in `actuator_dynprm`.
 * @returns The rate, per second.
 * @see mju_muscleDynamics
 * @example
 * console.log(muscleDynamics(1, 0, [0.01, 0.04, 0])); // rises
 */
export function muscleDynamics(ctrl: number, act: number, prm: ArrayLike<number>): number {
  checkReal('ctrl', ctrl);
  checkReal('act', act);
  return withParameters([['prm', prm, 3]], (kernels, p) => kernels.muscleDynamics(ctrl, act, p, 0));
}

/**
 * Force of a fully active muscle, which is negative: muscles pull.
 *
 * @param length Length of the actuator.
 * @param velocity Velocity of the actuator.
 * @param lengthrange Shortest and longest length.
 * @param acc0 Acceleration at unit force, as in `actuator_acc0`; used if the peak force is negative.
 * @param prm 9 parameters, as in `actuator_gainprm`.
 * @returns The force in newtons.
 * @see mju_muscleGain
 * @example
 * console.log(muscleGain(1, 0, [0.5, 1.5], 1, [0.75, 1.05, 100, 200, 0.5, 1.6, 1.5, 1.3, 1.2]));
 */
export function muscleGain(
  length: number,
  velocity: number,
  lengthrange: ArrayLike<number>,
  acc0: number,
  prm: ArrayLike<number>,
): number {
  checkReal('length', length);
  checkReal('velocity', velocity);
  checkReal('acc0', acc0);
  return withMuscle(lengthrange, prm, (kernels, range, p) =>
    kernels.muscleGain(length, velocity, range, 0, acc0, p, 0),
  );
}

/**
 * Passive force of a muscle.
 *
 * @param length Length of the actuator.
 * @param lengthrange Shortest and longest length.
 * @param acc0 Acceleration at unit force, as in `actuator_acc0`; used if the peak force is negative.
 * @param prm 9 parameters, as in `actuator_biasprm`.
 * @returns The force in newtons.
 * @see mju_muscleBias
 * @example
 * console.log(muscleBias(1.4, [0.5, 1.5], 1, [0.75, 1.05, 100, 200, 0.5, 1.6, 1.5, 1.3, 1.2]));
 */
export function muscleBias(
  length: number,
  lengthrange: ArrayLike<number>,
  acc0: number,
  prm: ArrayLike<number>,
): number {
  checkReal('length', length);
  checkReal('acc0', acc0);
  return withMuscle(lengthrange, prm, (kernels, range, p) => kernels.muscleBias(length, range, 0, acc0, p, 0));
}

/** Why the length range of an actuator could not be found: the simulation blew up, both ends are the same, or it did not settle. */
export type LengthRangeErrorCode = 'unstable' | 'empty-range' | 'not-converged';

/**
 * `setLengthRange` could not find the length range of an actuator.
 *
 * @example
 * try {
 *   setLengthRange(model, data, 0, { mode: enums.LengthRangeMode.ALL });
 * } catch (error) {
 *   if (error instanceof LengthRangeError) console.log(error.code, error.actuator);
 * }
 */
export class LengthRangeError extends QposError<LengthRangeErrorCode> {
  static override readonly name: string = 'LengthRangeError';
  /** Index of the actuator. */
  readonly actuator: number;

  /**
   * @param code What went wrong.
   * @param actuator Index of the actuator.
   * @param message What happened, for people.
   */
  constructor(code: LengthRangeErrorCode, actuator: number, message: string) {
    super(code, `${message} in actuator ${actuator}`);
    this.actuator = actuator;
  }
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
 * Finds the shortest and the longest length of an actuator by pulling it both ways from the initial state, and writes them to
 * `actuator_lengthrange`. The options of the model apply as they are; switch off gravity, contacts and springs first.
 *
 * @param model The model.
 * @param data Its Data.
 * @param actuator Index of the actuator.
 * @param options Which actuators qualify, and how they are pulled.
 * @returns False, without doing anything, for an actuator that the mode leaves out or whose range is known.
 * @see mj_setLengthRange
 * @example
 * console.log(setLengthRange(model, data, 0)); // false: a motor needs no length range
 */
export function setLengthRange(model: Model, data: Data, actuator: number, options: LengthRangeOptions = {}): boolean {
  backendOf(model, data);
  checkSettings('options', options);
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
      throw new LengthRangeError('unstable', actuator, 'unstable lengthrange simulation');
  const [low0, high0, low1, high1] = lengths;
  const width = high1 - low0;
  if (width <= 0) throw new LengthRangeError('empty-range', actuator, `invalid lengthrange (${low0}, ${high1})`);
  if (high0 - low0 > opt.tolrange * width || high1 - low1 > opt.tolrange * width)
    throw new LengthRangeError('not-converged', actuator, 'lengthrange computation did not converge');
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
  return withArrays(backend, (kernels, use) => {
    const result = use.result(lengths);
    const { pullActuator } = kernels;
    return Boolean(
      pullActuator(at(model), at(data), actuator, accel, maxforce, timeconst, inttotal, interval, result, 0),
    );
  });
}
