import { bound, count, flag, notNegative, PartsError, settings } from '../errors.ts';
import { Channel } from './channel.ts';
import { Sensor, type SensorOptions, vector } from './sensor.ts';
import type { SignalErrors } from './signal-errors.ts';

/** A contact as a `TouchSensor` sees it, in the frame that it is mounted on. */
export interface TouchContact {
  /** Where it is. */
  readonly point: ArrayLike<number>;
  /** Direction of the force on the sensor. */
  readonly normal: ArrayLike<number>;
  /** Size of the normal force, N. */
  readonly force: number;
  /** Name of the other body; undefined for the world. */
  readonly body?: string | undefined;
}

/** Settings of a `TouchSensor`. */
export interface TouchOptions extends SensorOptions {
  /** Errors of the force, N. */
  readonly force?: SignalErrors;
  /** Contacts farther away than this are not felt, m; no bound by default. */
  readonly detectionRadius?: number;
  /** A total force below this is no contact, N; 0 by default. */
  readonly forceThreshold?: number;
  /** Most contacts that are felt, the strongest first; 10 by default. */
  readonly maxContacts?: number;
  /** Names of the bodies that are felt; all by default. */
  readonly filterBodies?: readonly string[];
  /** Whether contacts with the world are felt; true by default. */
  readonly groundContacts?: boolean;
}

/**
 * A touch sensor. Its values are: in contact (1 or 0), the number of contacts, the total force, and the average normal (3).
 *
 * @example
 * const skin = new TouchSensor(TOUCH_PRESETS.forceSensitive);
 * console.log(skin.read([{ point: [0, 0, 0], normal: [0, 0, 1], force: 2 }]).values[2]); // 2 N or so
 */
export class TouchSensor extends Sensor<readonly TouchContact[]> {
  readonly #ideal = new Float64Array(6);
  readonly #radius: number;
  readonly #threshold: number;
  readonly #most: number;
  readonly #bodies: ReadonlySet<string> | undefined;
  readonly #ground: boolean;

  /** @param options What it feels, errors and timing; feels everything by default. */
  constructor(options: TouchOptions = {}) {
    const { force = {}, detectionRadius = Infinity, forceThreshold = 0, maxContacts = 10, filterBodies, groundContacts = true } = settings('options', options); // biome-ignore format: one list
    const plain = {
      ...(options.rate !== undefined && { rate: options.rate }),
      ...(options.latency !== undefined && { latency: options.latency }),
    };
    super('touch', options, [
      [2, new Channel('contact', 2, {}, plain)],
      [1, new Channel('force', 1, force, plain)],
      [3, new Channel('normal', 3, {}, plain)],
    ]);
    this.#radius = bound('detectionRadius', detectionRadius);
    this.#threshold = notNegative('forceThreshold', forceThreshold);
    this.#most = count('maxContacts', maxContacts);
    this.#ground = flag('groundContacts', groundContacts);
    if (filterBodies !== undefined && !Array.isArray(filterBodies))
      throw new PartsError('bad-argument', 'filterBodies must be names');
    this.#bodies = filterBodies && new Set(filterBodies);
  }

  /**
   * What an ideal one would say.
   *
   * @param truth The contacts.
   * @returns In contact, number, force, normal; overwritten by the next call.
   */
  ideal(truth: readonly TouchContact[]): Float64Array {
    if (!Array.isArray(truth)) throw new PartsError('bad-argument', 'truth must be a list of contacts');
    const felt = truth.filter((c) => this.#feels(c)).sort((a, b) => b.force - a.force).slice(0, this.#most); // biome-ignore format: a chain
    const total = felt.reduce((sum, { force }) => sum + force, 0);
    const isTouched = felt.length > 0 && total > this.#threshold;
    this.#ideal.fill(0);
    if (!isTouched) return this.#ideal;
    this.#ideal.set([1, felt.length, total]);
    for (const { normal, force } of felt) for (let k = 0; k < 3; k++) this.#ideal[3 + k] += (normal[k] * force) / total;
    const length = Math.hypot(this.#ideal[3], this.#ideal[4], this.#ideal[5]);
    for (let k = 3; k < 6; k++) this.#ideal[k] /= length > 0 ? length : 1;
    return this.#ideal;
  }

  #feels(contact: TouchContact): boolean {
    const { point, normal, force, body } = settings('contact', contact);
    vector('normal', normal);
    notNegative('force', force);
    const p = vector('point', point);
    const { pos } = this.mount;
    if (Math.hypot(p[0] - pos[0], p[1] - pos[1], p[2] - pos[2]) > this.#radius) return false;
    return body === undefined ? this.#ground : this.#bodies === undefined || this.#bodies.has(body);
  }
}
