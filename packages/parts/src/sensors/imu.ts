import { cross, negQuat, rotVecQuat } from '@qpos/core/math';
import { flag, numbers, rotation, settings } from '../errors.ts';
import { Channel } from './channel.ts';
import { Sensor, type SensorOptions, vector } from './sensor.ts';
import type { SignalErrors } from './signal-errors.ts';

/** Settings of an `Imu`. */
export interface ImuOptions extends SensorOptions {
  /** Errors of the accelerometer, m/s². */
  readonly accelerometer?: SignalErrors;
  /** Errors of the gyroscope, rad/s. */
  readonly gyroscope?: SignalErrors;
  /** Whether the accelerometer feels gravity, as real ones do; true by default. */
  readonly includeGravity?: boolean;
  /** Acceleration of gravity in the world; 0 0 -9.81 by default. */
  readonly gravity?: ArrayLike<number>;
}

/** How the frame moves that an `Imu` is mounted on. */
export interface ImuTruth {
  /** Orientation of the frame, a quaternion (w, x, y, z). */
  readonly quat: ArrayLike<number>;
  /** Acceleration of its origin in the world; zero at rest. */
  readonly acceleration: ArrayLike<number>;
  /** Angular velocity in the world. */
  readonly angularVelocity: ArrayLike<number>;
  /** Angular acceleration in the world, which a mount beside the origin feels; zero by default. */
  readonly angularAcceleration?: ArrayLike<number>;
}

/**
 * An inertial measurement unit. Its six values are the acceleration (at rest: upward, of the size of gravity) and the angular velocity, along its own axes.
 *
 * @example
 * const imu = new Imu(IMU_PRESETS.mpu6050);
 * const { values } = imu.read({ quat: [1, 0, 0, 0], acceleration: [0, 0, 0], angularVelocity: [0, 0, 0] });
 * console.log(values[2]); // 9.8 or so
 */
export class Imu extends Sensor<ImuTruth> {
  readonly #ideal = new Float64Array(6);
  readonly #into = new Float64Array(4);
  readonly #arm = new Float64Array(3);
  readonly #turn = new Float64Array(3);
  /** Acceleration of gravity in the world. */
  readonly gravity: Float64Array;
  /** Whether the accelerometer feels gravity. */
  readonly includeGravity: boolean;

  /** @param options Errors, timing and mount; an ideal sensor by default. */
  constructor(options: ImuOptions = {}) {
    const {
      accelerometer = {},
      gyroscope = {},
      includeGravity = true,
      gravity = [0, 0, -9.81],
    } = settings('options', options);
    super('imu', options, [
      [3, new Channel('accelerometer', 3, accelerometer, options)],
      [3, new Channel('gyroscope', 3, gyroscope, options)],
    ]);
    this.includeGravity = flag('includeGravity', includeGravity);
    this.gravity = numbers('gravity', gravity, 3);
  }

  /**
   * What an ideal one would say.
   *
   * @param truth How the frame moves.
   * @returns Acceleration and angular velocity; overwritten by the next call.
   */
  ideal(truth: ImuTruth): Float64Array {
    const { quat, acceleration, angularVelocity, angularAcceleration = [0, 0, 0] } = settings('truth', truth);
    const frame = rotation('quat', quat);
    const [a, w, alpha] = [vector('acceleration', acceleration), vector('angularVelocity', angularVelocity), vector('angularAcceleration', angularAcceleration)]; // biome-ignore format: three vectors
    // of the mount: a + α × r + ω × (ω × r), less gravity
    rotVecQuat(this.#arm, this.mount.pos, frame);
    cross(this.#turn, alpha, this.#arm);
    for (let k = 0; k < 3; k++) a[k] += this.#turn[k] - (this.includeGravity ? this.gravity[k] : 0);
    cross(this.#turn, w, this.#arm);
    cross(this.#turn, w, this.#turn);
    for (let k = 0; k < 3; k++) a[k] += this.#turn[k];
    negQuat(this.#into, frame);
    rotVecQuat(a, a, this.#into);
    rotVecQuat(w, w, this.#into);
    negQuat(this.#into, this.mount.quat);
    this.#ideal.set(rotVecQuat(a, a, this.#into), 0);
    this.#ideal.set(rotVecQuat(w, w, this.#into), 3);
    return this.#ideal;
  }
}
