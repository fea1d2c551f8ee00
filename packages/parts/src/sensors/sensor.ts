import { type Pose, type PoseInput, readPose } from '../bodies/pose.ts';
import { finite, numbers, PartsError, settings, text } from '../errors.ts';
import { CALIBRATION_TEMPERATURE, type Channel } from './channel.ts';
import { type NormalSource, noiseSource } from './random.ts';
import type { SignalTiming } from './signal-errors.ts';

/** Settings that every sensor has. */
export interface SensorOptions extends SignalTiming {
  /** Its name; that of its kind by default. */
  readonly name?: string;
  /** Pose of the sensor in the frame that it is attached to; that frame by default. */
  readonly mount?: PoseInput;
  /** Temperature of the device in °C; 25, at which it is calibrated, by default. */
  readonly temperature?: number;
  /** Seed of its noise, or a source of random numbers; seed 0 by default. */
  readonly random?: number | NormalSource;
}

/** What a sensor said, as numbers. */
export interface SensorReading {
  /** Name of the sensor. */
  readonly name: string;
  /** When it was read, in seconds. */
  readonly time: number;
  /** The numbers, in the order that the sensor documents. */
  readonly values: Float64Array;
}

/**
 * A sensor: turns the truth into what a device would say. Its kinds are `Imu`, `ForceTorqueSensor`, `TouchSensor`, `Rangefinder` and `Magnetometer`.
 *
 * @example
 * const sensor: Sensor<ImuTruth> = new Imu();
 * console.log(sensor.name, sensor.size); // imu 6
 */
export abstract class Sensor<Truth> {
  /** Its name. */
  readonly name: string;
  /** Pose of the sensor in the frame that it is attached to. */
  readonly mount: Pose;
  /** Temperature of the device in °C. */
  temperature: number;
  /** Number of its values. */
  readonly size: number;
  /** Arrays in which it keeps what it remembers, to be saved and restored. */
  readonly state: readonly Float64Array[];
  readonly #channels: readonly Channel[];
  readonly #values: Float64Array;
  readonly #sizes: readonly number[];
  #random: NormalSource;

  /** @internal */
  protected constructor(
    kind: string,
    options: SensorOptions,
    channels: readonly (readonly [n: number, channel: Channel])[],
  ) {
    const { name = kind, mount = {}, temperature = CALIBRATION_TEMPERATURE, random = 0 } = settings('options', options);
    this.name = text('name', name);
    this.mount = readPose('mount', mount);
    this.temperature = finite('temperature', temperature);
    this.#random = noiseSource(random);
    this.#channels = channels.map(([, channel]) => channel);
    this.#sizes = channels.map(([n]) => n);
    this.size = this.#sizes.reduce((sum, n) => sum + n, 0);
    this.#values = new Float64Array(this.size);
    this.state = this.#channels.map(({ memory }) => memory);
  }

  /**
   * What an ideal sensor would say.
   *
   * @param truth What there is to measure.
   * @returns `size` numbers; overwritten by the next call.
   */
  abstract ideal(truth: Truth): Float64Array;

  /**
   * What the device says.
   *
   * @param truth What there is to measure.
   * @param time Time in seconds; a time before the last one starts anew.
   * @returns Name, time and a copy of the values.
   */
  read(truth: Truth, time = 0): SensorReading {
    return { name: this.name, time, values: this.#read(truth, time).slice() };
  }

  /**
   * Writes what the device says into an observation.
   *
   * @param out Receives `size` numbers.
   * @param at Index of the first.
   * @param truth What there is to measure.
   * @param time Time in seconds.
   */
  observe(out: Float64Array, at: number, truth: Truth, time: number): void {
    if (!(out instanceof Float64Array) || !(at >= 0 && at + this.size <= out.length))
      throw new PartsError('bad-argument', `out has no room for ${this.size} numbers at ${String(at)}`);
    out.set(this.#read(truth, time), at);
  }

  /**
   * Forgets the past, as at the start of an episode.
   *
   * @param random Seed or source of the noise that follows; goes on with the one it has by default.
   */
  reset(random?: number | NormalSource): void {
    if (random !== undefined) this.useRandom(random);
    for (const channel of this.#channels) channel.reset();
  }

  /**
   * Takes noise from another source from now on.
   *
   * @param random Seed or source of the noise.
   */
  useRandom(random: number | NormalSource): void {
    this.#random = noiseSource(random);
  }

  #read(truth: Truth, time: number): Float64Array {
    const ideal = this.ideal(truth);
    let at = 0;
    for (const [k, channel] of this.#channels.entries()) {
      const n = this.#sizes[k];
      channel.read(this.#values, at, ideal.subarray(at, at + n), time, this.temperature, this.#random);
      at += n;
    }
    return this.#values;
  }
}

/** A vector of 3 of the truth. */
export const vector = (name: string, x: ArrayLike<number>): Float64Array => numbers(name, x, 3);
