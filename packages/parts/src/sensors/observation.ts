import type { Data, Model } from '@qpos/core';
import { PartsError, settings } from '../errors.ts';
import { type AnySensor, type AttachedSensor, attach } from './attach.ts';
import type { NormalSource } from './random.ts';

/** A sensor, and the site that it is attached to. */
export interface Placement {
  /** The sensor; each observation model needs sensors of its own. */
  readonly sensor: AnySensor;
  /** Name or index of the site. */
  readonly site: string | number;
}

/** What an observation is read from: the context of a task of `@qpos/env` is one. */
export interface ObservedScene {
  /** The model. */
  readonly model: Model;
  /** Its Data. */
  readonly data: Data;
  /** Source of the noise, in place of the one of the last reset. */
  readonly rng?: NormalSource;
}

/**
 * Sensors as observations of a task of `@qpos/env`: what the policy sees is what the devices would say.
 *
 * @example
 * const senses = new SensorObservation([{ sensor: new Imu(IMU_PRESETS.bmi270), site: 'hand' }]);
 * const task = {
 *   observation: senses.size, // 6
 *   state: senses.state, // saved with the environment
 *   reset: (ctx: ObservedScene, rng: NormalSource) => senses.reset(rng),
 *   observe: (ctx: ObservedScene, out: Float64Array) => senses.observe(ctx, out),
 * };
 * const seen = new Float64Array(task.observation);
 * task.observe({ model, data }, seen);
 */
export class SensorObservation {
  /** Numbers in an observation. */
  readonly size: number;
  /** Arrays in which the sensors keep what they remember: `state` of a task. */
  readonly state: readonly Float64Array[];
  readonly #placements: readonly Placement[];
  #attached: readonly AttachedSensor[] = [];
  #data: Data | undefined;
  #rng: NormalSource | undefined;

  /** @param placements The sensors in the order of their values. */
  constructor(placements: readonly Placement[]) {
    if (!Array.isArray(placements) || !placements.every((p) => typeof p?.sensor?.read === 'function'))
      throw new PartsError('bad-argument', 'placements must be a list of { sensor, site }');
    if (new Set(placements.map(({ sensor }) => sensor)).size !== placements.length)
      throw new PartsError('bad-argument', 'a sensor can be at one site only');
    this.#placements = [...placements];
    this.size = placements.reduce((sum, { sensor }) => sum + sensor.size, 0);
    this.state = placements.flatMap(({ sensor }) => sensor.state);
  }

  /**
   * Begins an episode.
   *
   * @param random Source of the noise, such as the random numbers of the environment, or a seed.
   */
  reset(random: NormalSource | number): void {
    this.#rng = undefined;
    for (const { sensor } of this.#placements) sensor.reset(random);
  }

  /**
   * Writes what all sensors say. Needs `forward` or a step.
   *
   * @param scene Model and Data.
   * @param out Receives `size` numbers.
   * @param at Index of the first; 0 by default.
   */
  observe(scene: ObservedScene, out: Float64Array, at = 0): void {
    settings('scene', scene);
    if (this.#data !== scene.data) {
      this.#attached = this.#placements.map(({ sensor, site }) => attach(scene.model, scene.data, sensor, site));
      this.#data = scene.data;
    }
    if (scene.rng !== undefined && scene.rng !== this.#rng) {
      for (const { sensor } of this.#placements) sensor.useRandom(scene.rng);
      this.#rng = scene.rng;
    }
    let next = at;
    for (const { sensor, observe } of this.#attached) {
      observe(out, next);
      next += sensor.size;
    }
  }
}
