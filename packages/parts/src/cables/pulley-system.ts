import { exp } from '@qpos/core/math';
import { count, finite, notNegative, PartsError, positive, settings, within } from '../errors.ts';

/** What a pulley is like. */
export interface PulleyParameters {
  /** Radius in metres; 0.05 by default. */
  readonly radius?: number;
  /** Mass in kilograms, of a disc; 0.1 by default. */
  readonly mass?: number;
  /** Share of the tension that the bearing takes; 0.01 by default. */
  readonly bearingFriction?: number;
  /** Friction of a cable that slides over half the pulley; 0, it rolls, by default. */
  readonly wrapFriction?: number;
}

/**
 * A pulley.
 *
 * @example
 * const sheave = new Pulley({ radius: 0.03 });
 * console.log(sheave.efficiency); // 0.99
 */
export class Pulley {
  /** Radius in metres. */
  readonly radius: number;
  /** Mass in kilograms. */
  readonly mass: number;
  /** Share of the tension that the bearing takes. */
  readonly bearingFriction: number;
  /** Friction of a cable that slides over it. */
  readonly wrapFriction: number;

  /** @param parameters What the pulley is like. */
  constructor(parameters: PulleyParameters = {}) {
    const p = settings('parameters', parameters);
    this.radius = positive('radius', p.radius ?? 0.05);
    this.mass = notNegative('mass', p.mass ?? 0.1);
    this.bearingFriction = within('bearingFriction', p.bearingFriction ?? 0.01, 0, 1);
    this.wrapFriction = notNegative('wrapFriction', p.wrapFriction ?? 0);
  }

  /** Moment of inertia of the disc in kg·m². */
  get inertia(): number {
    return 0.5 * this.mass * this.radius * this.radius;
  }

  /** Tension behind the pulley, of that in front of it, when the cable runs half around it. */
  get efficiency(): number {
    return (1 - this.bearingFriction) * exp(-Math.PI * this.wrapFriction);
  }
}

/**
 * Pulleys that trade travel for force.
 *
 * @example
 * const tackle = PulleySystem.blockAndTackle(4);
 * console.log(tackle.mechanicalAdvantage, tackle.lift(100)); // 4, and 394 N with friction
 */
export class PulleySystem {
  /** Load by pull, and travel of the pull by travel of the load, without friction. */
  readonly mechanicalAdvantage: number;
  /** Load by pull with friction, while the load rises. */
  readonly rising: number;
  /** Load by pull with friction, while the load sinks; Infinity if no load makes it. */
  readonly sinking: number;
  /** The pulleys. */
  readonly pulleys: readonly Pulley[];

  private constructor(pulleys: readonly Pulley[], ideal: number, rising: number, sinking: number) {
    this.pulleys = pulleys;
    this.mechanicalAdvantage = ideal;
    this.rising = rising;
    this.sinking = sinking;
  }

  /**
   * One fixed pulley: the pull has the size of the load and another direction.
   *
   * @param parameters What the pulley is like.
   * @returns The system.
   */
  static directionChange(parameters: PulleyParameters = {}): PulleySystem {
    const pulley = new Pulley(parameters);
    return new PulleySystem([pulley], 1, pulley.efficiency, 1 / pulley.efficiency);
  }

  /**
   * A load that hangs on so many parts of one cable: 2 is the simple movable pulley, 4 the compound one.
   *
   * @param parts Number of parts that carry the load.
   * @param parameters What each pulley is like.
   * @returns The system.
   */
  static blockAndTackle(parts: number, parameters: PulleyParameters = {}): PulleySystem {
    count('parts', parts, 2);
    if (parts > 100) throw new PartsError('unphysical', 'no tackle has more than a hundred parts');
    const pulleys = Array.from({ length: parts }, () => new Pulley(parameters));
    // every pulley takes its share of the tension on the way from the pull to the end of the cable
    const { efficiency } = pulleys[0];
    let [rising, sinking, up, down] = [0, 0, 1, 1];
    for (let k = 0; k < parts; k++) {
      up *= efficiency;
      down /= efficiency;
      rising += up;
      sinking += down;
    }
    return new PulleySystem(pulleys, parts, rising, sinking);
  }

  /**
   * Weston's differential hoist: one axle with two drums, and a movable pulley. 2R / (R - r).
   *
   * @param large Radius of the large drum in metres.
   * @param small Radius of the small drum in metres.
   * @param parameters What the movable pulley is like.
   * @returns The system.
   */
  static differential(large: number, small: number, parameters: PulleyParameters = {}): PulleySystem {
    positive('large', large);
    positive('small', small);
    if (!(large > small)) throw new PartsError('unphysical', 'the large drum must be larger than the small one');
    const pulleys = [new Pulley({ ...parameters, radius: large }), new Pulley(parameters)];
    // With tensions S and e·S of the parts beside the load, (1 + e)·S is the load, and the axle balances: (pull·R + e·S·r)·e = S·R
    const e = pulleys[1].efficiency;
    const load = (share: number): number => {
      const arm = large - small * share * share;
      return arm > 0 ? (large * share * (1 + share)) / arm : Infinity; // it locks itself
    };
    return new PulleySystem(pulleys, (2 * large) / (large - small), load(e), load(1 / e));
  }

  /**
   * Load that a pull raises.
   *
   * @param pull Pull in newtons.
   * @returns Load in newtons.
   */
  lift(pull: number): number {
    return finite('pull', pull) * this.rising;
  }

  /**
   * Travel of the pull for a travel of the load.
   *
   * @param travel Travel of the load in metres.
   * @returns Travel of the pull in metres.
   */
  travel(travel: number): number {
    return finite('travel', travel) * this.mechanicalAdvantage;
  }
}
