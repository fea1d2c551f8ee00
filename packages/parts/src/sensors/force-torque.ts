import { cross, negQuat, rotVecQuat } from '@qpos/core/math';
import { settings } from '../errors.ts';
import { Channel } from './channel.ts';
import { Sensor, type SensorOptions, vector } from './sensor.ts';
import type { SignalErrors } from './signal-errors.ts';

/** Settings of a `ForceTorqueSensor`. */
export interface ForceTorqueOptions extends SensorOptions {
  /** Errors of the forces, N. */
  readonly force?: SignalErrors;
  /** Errors of the torques, N·m. */
  readonly torque?: SignalErrors;
}

/** What acts at the frame that a `ForceTorqueSensor` is mounted on, along its axes. */
export interface ForceTorqueTruth {
  /** Force in newtons. */
  readonly force: ArrayLike<number>;
  /** Torque about the origin of the frame, N·m. */
  readonly torque: ArrayLike<number>;
}

/**
 * A force and torque sensor of six axes. Its values are the force and the torque about its own origin, along its own axes.
 *
 * @example
 * const wrist = new ForceTorqueSensor(FORCE_TORQUE_PRESETS.realistic);
 * console.log(wrist.read({ force: [0, 0, -9.81], torque: [0, 0, 0] }).values);
 */
export class ForceTorqueSensor extends Sensor<ForceTorqueTruth> {
  readonly #ideal = new Float64Array(6);
  readonly #into = new Float64Array(4);
  readonly #moment = new Float64Array(3);

  /** @param options Errors, timing and mount; an ideal sensor by default. */
  constructor(options: ForceTorqueOptions = {}) {
    const { force = {}, torque = {} } = settings('options', options);
    super('force-torque', options, [
      [3, new Channel('force', 3, force, options)],
      [3, new Channel('torque', 3, torque, options)],
    ]);
  }

  /**
   * What an ideal one would say.
   *
   * @param truth What acts at the frame.
   * @returns Force and torque; overwritten by the next call.
   */
  ideal(truth: ForceTorqueTruth): Float64Array {
    const { force, torque } = settings('truth', truth);
    const [f, t] = [vector('force', force), vector('torque', torque)];
    negQuat(this.#into, this.mount.quat);
    cross(this.#moment, this.mount.pos, f);
    for (let k = 0; k < 3; k++) t[k] -= this.#moment[k];
    this.#ideal.set(rotVecQuat(f, f, this.#into), 0);
    this.#ideal.set(rotVecQuat(t, t, this.#into), 3);
    return this.#ideal;
  }
}
