import { atan2, cos, mulMatVec3, negQuat, rotVecQuat, sin } from '@qpos/core/math';
import { finite, numbers, positive, rotation, settings } from '../errors.ts';
import { Channel } from './channel.ts';
import { Sensor, type SensorOptions } from './sensor.ts';
import type { SignalErrors } from './signal-errors.ts';

/** A field of the earth at a middle latitude in east, north, up: T. */
const EARTH_FIELD = [0, 23e-6, -42e-6];

/** Settings of a `Magnetometer`. */
export interface MagnetometerOptions extends SensorOptions {
  /** Errors of the flux density, T. */
  readonly field?: SignalErrors;
  /** Flux density in the world, T; that of the earth at a middle latitude by default, with x east, y north and z up. */
  readonly earthField?: ArrayLike<number>;
  /** Flux density of magnetised parts beside the sensor, along its own axes, T; none by default. */
  readonly hardIron?: ArrayLike<number>;
  /** What iron beside the sensor makes of the field, a 3×3 matrix by rows along its own axes; the identity by default. */
  readonly softIron?: ArrayLike<number>;
}

/**
 * A magnetometer of three axes. Its values are the flux density in tesla, along its own axes.
 *
 * @example
 * const compass = new Magnetometer(MAGNETOMETER_PRESETS.hmc5883l);
 * const { values } = compass.read([1, 0, 0, 0]);
 * console.log(Magnetometer.heading(values)); // 0 or so: the x axis points east, and north is a quarter turn to its left
 */
export class Magnetometer extends Sensor<ArrayLike<number>> {
  /** Flux density in the world, T. */
  readonly earthField: Float64Array;
  readonly #hard: Float64Array;
  readonly #soft: Float64Array;
  readonly #ideal = new Float64Array(3);
  readonly #local = new Float64Array(3);
  readonly #into = new Float64Array(4);

  /** @param options Field, distortions and errors; an ideal sensor in the field of the earth by default. */
  constructor(options: MagnetometerOptions = {}) {
    const {
      field = {},
      earthField = EARTH_FIELD,
      hardIron = [0, 0, 0],
      softIron = [1, 0, 0, 0, 1, 0, 0, 0, 1],
    } = settings('options', options);
    super('magnetometer', options, [[3, new Channel('field', 3, field, options)]]);
    this.earthField = numbers('earthField', earthField, 3);
    this.#hard = numbers('hardIron', hardIron, 3);
    this.#soft = numbers('softIron', softIron, 9);
  }

  /**
   * The field of the earth at a place.
   *
   * @param declination Angle from true to magnetic north, rad; positive to the east.
   * @param inclination Angle of the field below the horizon, rad; positive on the northern half of the earth.
   * @param intensity Flux density, T; 50e-6 or so.
   * @returns Flux density with x east, y north and z up, for `earthField`.
   */
  static fieldAt(declination: number, inclination: number, intensity: number): Float64Array {
    const [d, i] = [finite('declination', declination), finite('inclination', inclination)];
    const level = positive('intensity', intensity) * cos(i);
    return Float64Array.of(level * sin(d), level * cos(d), -intensity * sin(i));
  }

  /**
   * Where a level sensor points.
   *
   * @param values What a sensor said.
   * @returns Angle of its x axis from magnetic east about the vertical, counterclockwise: rad.
   */
  static heading(values: ArrayLike<number>): number {
    const field = numbers('values', values, 3);
    return Math.PI / 2 - atan2(field[1], field[0]);
  }

  /**
   * What an ideal one would say, distorted by the iron beside it.
   *
   * @param truth Orientation of the frame that it is mounted on, a quaternion (w, x, y, z).
   * @returns The flux density; overwritten by the next call.
   */
  ideal(truth: ArrayLike<number>): Float64Array {
    rotVecQuat(this.#local, this.earthField, negQuat(this.#into, rotation('truth', truth)));
    rotVecQuat(this.#local, this.#local, negQuat(this.#into, this.mount.quat));
    mulMatVec3(this.#ideal, this.#soft, this.#local);
    for (let k = 0; k < 3; k++) this.#ideal[k] += this.#hard[k];
    return this.#ideal;
  }
}
