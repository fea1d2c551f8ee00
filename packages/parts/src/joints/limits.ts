import { finite, notNegative, PartsError, positive, settings, within } from '../errors.ts';

/** How a stop yields. */
export interface SoftStop {
  /** Force for each unit of penetration. */
  readonly stiffness: number;
  /** Force for each unit of velocity into the stop; 0 by default. */
  readonly damping?: number;
}

/** How the ends of a range act. */
export interface LimitOptions {
  /** How a stop yields; `hard` by default. */
  readonly stop?: 'hard' | SoftStop;
  /** Share of the speed that a hard stop gives back, from 0 to 1; 0 by default. */
  readonly restitution?: number;
}

/** Where a position is in its range. */
export type LimitState = 'free' | 'lower' | 'upper';

/**
 * The range of a degree of freedom, with stops at its ends: hard ones, which `clamp` and `reboundVelocity` make, or soft ones, which push with a force.
 *
 * @example
 * const range = JointLimits.symmetric(1.5, { stop: { stiffness: 100, damping: 5 } });
 * console.log(range.force(1.6, 0)); // -10
 */
export class JointLimits {
  /** Least position. */
  readonly lower: number;
  /** Greatest position. */
  readonly upper: number;
  /** How a stop yields. */
  readonly stop: 'hard' | Required<SoftStop>;
  /** Share of the speed that a hard stop gives back. */
  readonly restitution: number;

  /**
   * @param lower Least position; minus infinity for none.
   * @param upper Greatest position; infinity for none.
   * @param options How the ends act.
   */
  constructor(lower: number, upper: number, options: LimitOptions = {}) {
    if (typeof lower !== 'number' || typeof upper !== 'number' || !(lower <= upper))
      throw new PartsError('bad-argument', `a range goes from a lower to an upper number, not from ${String(lower)} to ${String(upper)}`); // biome-ignore format: a sentence
    const { stop = 'hard', restitution = 0 } = settings('options', options);
    this.lower = lower;
    this.upper = upper;
    this.stop = stop === 'hard' ? stop : softStop(stop);
    this.restitution = within('restitution', restitution, 0, 1);
  }

  /**
   * A range about zero.
   *
   * @param extent Greatest distance from zero.
   * @param options How the ends act.
   * @returns The limits.
   */
  static symmetric(extent: number, options: LimitOptions = {}): JointLimits {
    return new JointLimits(-notNegative('extent', extent), extent, options);
  }

  /**
   * No limits at all.
   *
   * @returns The limits.
   */
  static unlimited(): JointLimits {
    return new JointLimits(-Infinity, Infinity);
  }

  /**
   * Soft stops that bring a mass back without overshoot: the damping is 2·√(k·m).
   *
   * @param lower Least position.
   * @param upper Greatest position.
   * @param stiffness Force for each unit of penetration.
   * @param mass Mass or inertia that hits the stop.
   * @returns The limits.
   */
  static criticallyDamped(lower: number, upper: number, stiffness: number, mass: number): JointLimits {
    const damping = 2 * Math.sqrt(positive('stiffness', stiffness) * positive('mass', mass));
    return new JointLimits(lower, upper, { stop: { stiffness, damping } });
  }

  /**
   * Where a position is.
   *
   * @param position The position.
   * @returns Whether it is beyond a stop, and which.
   */
  state(position: number): LimitState {
    finite('position', position);
    return position < this.lower ? 'lower' : position > this.upper ? 'upper' : 'free';
  }

  /**
   * The nearest position of the range.
   *
   * @param position The position.
   * @returns That position, or the end that it is beyond.
   */
  clamp(position: number): number {
    return Math.max(this.lower, Math.min(this.upper, finite('position', position)));
  }

  /**
   * The force of a soft stop: −k·penetration − d·velocity, and never towards the stop. Hard stops have none.
   *
   * @param position The position.
   * @param velocity The velocity.
   * @returns The force or torque.
   */
  force(position: number, velocity: number): number {
    const state = this.state(position);
    finite('velocity', velocity);
    if (state === 'free' || this.stop === 'hard') return 0;
    const { stiffness, damping } = this.stop;
    if (state === 'lower') return Math.max(0, stiffness * (this.lower - position) - damping * velocity);
    return Math.min(0, stiffness * (this.upper - position) - damping * velocity);
  }

  /**
   * The velocity after a hard stop: what moves on into it comes back with the share `restitution`.
   *
   * @param position The position.
   * @param velocity The velocity before.
   * @returns The velocity after.
   */
  reboundVelocity(position: number, velocity: number): number {
    const [below, above] = [finite('position', position) <= this.lower, position >= this.upper];
    finite('velocity', velocity);
    return (below && velocity < 0) || (above && velocity > 0) ? -this.restitution * velocity : velocity;
  }
}

function softStop(stop: SoftStop): Required<SoftStop> {
  const { stiffness, damping = 0 } = settings('stop', stop);
  return { stiffness: positive('stiffness', stiffness), damping: notNegative('damping', damping) };
}
