import { bound, notNegative, PartsError, positive, settings } from '../errors.ts';
import { JointCoupling, type JointNumbers } from './couplings.ts';

/** How a tendon over joints pulls. */
export interface TendonOptions {
  /** Length at position zero of all joints, m; 1 by default. */
  readonly length?: number;
  /** Length at which it is taut but does not pull; its length at position zero by default. */
  readonly restLength?: number;
  /** Stretch that it takes without pulling, m; 0 by default. */
  readonly slack?: number;
  /** Tension for each metre of stretch, N/m; 10,000 by default. */
  readonly stiffness?: number;
  /** Tension for each m/s of stretching, N·s/m; 0 by default. */
  readonly damping?: number;
  /** Largest tension, N; no bound by default. */
  readonly maxTension?: number;
}

/**
 * A tendon over joints, which pulls and never pushes: its length is L₀ + Σ cᵢ·qᵢ, its tension k·stretch + c·rate beyond the slack.
 *
 * @example
 * const tendon = new TendonConstraint({ elbow: 0.02 }, { stiffness: 1e4 });
 * console.log(tendon.tension({ elbow: 0.5 }, { elbow: 0 })); // 100 N
 */
export class TendonConstraint {
  /** Moment arm of each joint, m. */
  readonly arms: JointNumbers;
  readonly #sum: JointCoupling;
  readonly #options: Required<TendonOptions>;

  /**
   * @param arms Moment arm of each joint: how much longer the tendon is for each radian.
   * @param options Length and stiffness.
   */
  constructor(arms: JointNumbers, options: TendonOptions = {}) {
    const { length = 1, restLength = length, slack = 0, stiffness = 10_000, damping = 0, maxTension = Infinity } = settings('options', options); // biome-ignore format: one list
    this.#sum = new JointCoupling(arms);
    this.arms = this.#sum.coefficients;
    this.#options = {
      length: positive('length', length),
      restLength: positive('restLength', restLength),
      slack: notNegative('slack', slack),
      stiffness: positive('stiffness', stiffness),
      damping: notNegative('damping', damping),
      maxTension: bound('maxTension', maxTension),
    };
  }

  /**
   * Its length.
   *
   * @param positions Position of each joint.
   * @returns L₀ + Σ cᵢ·qᵢ.
   */
  length(positions: JointNumbers): number {
    return this.#options.length + this.#sum.error(positions);
  }

  /**
   * Its tension.
   *
   * @param positions Position of each joint.
   * @param velocities Velocity of each joint.
   * @returns The tension, from 0 to its largest.
   */
  tension(positions: JointNumbers, velocities: JointNumbers): number {
    const { restLength, slack, stiffness, damping, maxTension } = this.#options;
    const stretch = this.length(positions) - restLength - slack;
    const rate = this.#sum.rate(velocities);
    return stretch <= 0 ? 0 : Math.max(0, Math.min(maxTension, stiffness * stretch + damping * rate));
  }
}

/**
 * Tendons that cross the same joints, such as those of a finger.
 *
 * @example
 * const finger = new TendonNetwork({ flexor: new TendonConstraint({ pip: -0.01 }), extensor: new TendonConstraint({ pip: 0.01 }) });
 * console.log(finger.torques({ pip: 0.2 }, { pip: 0 }).pip); // the extensor pulls back
 */
export class TendonNetwork {
  /** The tendons by name. */
  readonly tendons: Readonly<Record<string, TendonConstraint>>;

  /** @param tendons The tendons by name. */
  constructor(tendons: Readonly<Record<string, TendonConstraint>>) {
    this.tendons = { ...settings('tendons', tendons) };
    const all = Object.values(this.tendons);
    if (all.length === 0 || !all.every((t) => t instanceof TendonConstraint))
      throw new PartsError('bad-argument', 'tendons must be tendons by name');
  }

  /**
   * What all tendons do to each joint.
   *
   * @param positions Position of each joint.
   * @param velocities Velocity of each joint.
   * @returns Torque on each joint: −Σ arm · tension.
   */
  torques(positions: JointNumbers, velocities: JointNumbers): Record<string, number> {
    const torques: Record<string, number> = {};
    for (const tendon of Object.values(this.tendons)) {
      const tension = tendon.tension(positions, velocities);
      for (const [joint, arm] of Object.entries(tendon.arms)) torques[joint] = (torques[joint] ?? 0) - arm * tension;
    }
    return torques;
  }
}
