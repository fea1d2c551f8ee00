import { cos, rotVecQuat, sin } from '@qpos/core/math';
import { callable, direction, flag, notNegative, PartsError, positive, settings } from '../errors.ts';
import { Channel } from './channel.ts';
import { Sensor, type SensorOptions } from './sensor.ts';
import type { SignalErrors } from './signal-errors.ts';

/**
 * Casts a ray in the frame that a `Rangefinder` is mounted on.
 *
 * @param origin Where the ray starts.
 * @param ray Where it goes, a unit vector.
 * @returns Distance to what it hits first; negative or infinite for nothing.
 */
export type RayCaster = (origin: Float64Array, ray: Float64Array) => number;

/** Settings of a `Rangefinder`. */
export interface RangefinderOptions extends SensorOptions {
  /** Errors of the distance, m. */
  readonly distance?: SignalErrors;
  /** Where it looks, along its own axes; -z by default. */
  readonly direction?: ArrayLike<number>;
  /** Least distance that it can tell, m; 0.01 by default. */
  readonly minRange?: number;
  /** Greatest distance that it can tell, m; 10 by default. */
  readonly maxRange?: number;
  /** Full angle of its beam, rad; 0, a single ray, by default. It says the distance of the nearest thing in the beam. */
  readonly beamWidth?: number;
  /** Whether it says Infinity where nothing is in its range, and not its greatest distance; false by default. */
  readonly infinityOnNoHit?: boolean;
}

const RING = 8; // rays at the edge of the beam, and as many halfway

/**
 * A distance sensor: laser, ultrasound, infrared. Its value is the distance in metres.
 *
 * @example
 * const sonar = new Rangefinder(RANGEFINDER_PRESETS.ultrasonic);
 * console.log(sonar.read(() => 1.5).values[0]); // 1.5 or so
 */
export class Rangefinder extends Sensor<RayCaster> {
  readonly #ideal = new Float64Array(1);
  readonly #rays: readonly Float64Array[];
  readonly #ray = new Float64Array(3);
  readonly #origin = new Float64Array(3);
  /** Least distance that it can tell, m. */
  readonly minRange: number;
  /** Greatest distance that it can tell, m. */
  readonly maxRange: number;
  /** Whether it says Infinity where nothing is in its range. */
  readonly infinityOnNoHit: boolean;

  /** @param options Range, beam, errors and timing; an ideal sensor by default. */
  constructor(options: RangefinderOptions = {}) {
    const { distance = {}, direction: along = [0, 0, -1], minRange = 0.01, maxRange = 10, beamWidth = 0, infinityOnNoHit = false } = settings('options', options); // biome-ignore format: one list
    super('rangefinder', options, [[1, new Channel('distance', 1, distance, options)]]);
    this.minRange = notNegative('minRange', minRange);
    this.maxRange = positive('maxRange', maxRange);
    this.infinityOnNoHit = flag('infinityOnNoHit', infinityOnNoHit);
    if (!(minRange < maxRange)) throw new PartsError('bad-argument', 'minRange must be below maxRange');
    if (!(notNegative('beamWidth', beamWidth) < Math.PI))
      throw new PartsError('bad-argument', 'beamWidth must be below π');
    this.#rays = beamRays(direction('direction', along), beamWidth);
  }

  /**
   * What an ideal one would say.
   *
   * @param truth Casts its rays.
   * @returns The distance; overwritten by the next call.
   */
  ideal(truth: RayCaster): Float64Array {
    callable('truth', truth);
    let nearest = Infinity;
    for (const ray of this.#rays) {
      rotVecQuat(this.#ray, ray, this.mount.quat);
      this.#origin.set(this.mount.pos);
      const found = truth(this.#origin, this.#ray);
      if (Number.isNaN(found)) throw new PartsError('bad-argument', 'a ray caster returned NaN');
      if (found >= 0 && found < nearest) nearest = found;
    }
    const isHit = nearest <= this.maxRange;
    this.#ideal[0] = isHit ? Math.max(this.minRange, nearest) : this.infinityOnNoHit ? Infinity : this.maxRange;
    return this.#ideal;
  }
}

/** The middle of a beam, and two rings around it. */
function beamRays(along: Float64Array, width: number): Float64Array[] {
  if (width === 0) return [along];
  const reference = Math.abs(along[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0];
  const dot = reference.reduce((sum, x, k) => sum + x * along[k], 0);
  const across = direction('direction', reference.map((x, k) => x - dot * along[k])); // biome-ignore format: one axis
  const other = Float64Array.of(
    along[1] * across[2] - along[2] * across[1],
    along[2] * across[0] - along[0] * across[2],
    along[0] * across[1] - along[1] * across[0],
  );
  const rings = [width / 4, width / 2].flatMap((angle) =>
    Array.from({ length: RING }, (_, k) => {
      const [turn, c, s] = [(2 * Math.PI * k) / RING, cos(angle), sin(angle)];
      return along.map((x, i) => c * x + s * (cos(turn) * across[i] + sin(turn) * other[i]));
    }),
  );
  return [along, ...rings];
}
