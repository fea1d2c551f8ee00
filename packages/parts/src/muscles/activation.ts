import { positive, settings, within } from '../errors.ts';

/** Time constants of a muscle's activation. */
export interface ActivationParameters {
  /** Time constant while the activation rises, in seconds; 0.015 by default. */
  readonly rise?: number;
  /** Time constant while it falls, in seconds; 0.06 by default. */
  readonly fall?: number;
  /** Least activation, which keeps a relaxed fibre from being undetermined; 0.01 by default. */
  readonly least?: number;
}

/**
 * Fast fibres have the constants of the OpenSim models arm26 and gait2392 (10 and 40 ms), the default those of De Groote et al. (2016). Muscles of mostly slow fibres take 40
 * or 50 ms to their peak (OpenSim, First-Order Activation Dynamics); forces decline with 51 to 100 ms (Ding et al. 2003, by PMC9936668, table 2).
 */
export const activationPresets: Readonly<Record<'default' | 'fastTwitch' | 'slowTwitch', ActivationParameters>> = {
  default: { rise: 0.015, fall: 0.06, least: 0.01 },
  fastTwitch: { rise: 0.01, fall: 0.04, least: 0.01 },
  slowTwitch: { rise: 0.04, fall: 0.08, least: 0.01 },
};

/**
 * First-order dynamics of the activation a, which follows the excitation u: da/dt = (u - a) / τ, with a smaller τ while it rises than while
 * it falls.
 *
 * @example
 * const dynamics = new ActivationDynamics(activationPresets.fastTwitch);
 * let activation = 0.01;
 * for (let k = 0; k < 10; k++) activation = dynamics.next(activation, 1, 0.001);
 * console.log(activation); // 0.62: one time constant
 */
export class ActivationDynamics {
  /** Time constant while the activation rises, in seconds. */
  readonly rise: number;
  /** Time constant while it falls, in seconds. */
  readonly fall: number;
  /** Least activation. */
  readonly least: number;

  /** @param parameters Time constants. */
  constructor(parameters: ActivationParameters = {}) {
    const { rise = 0.015, fall = 0.06, least = 0.01 } = settings('parameters', parameters);
    this.rise = positive('rise', rise);
    this.fall = positive('fall', fall);
    this.least = within('least', least, 0, 1);
  }

  /**
   * The activation after a time step: a⁺ = (a + h·u / τ) / (1 + h / τ), which never overshoots.
   *
   * @param activation The activation now.
   * @param excitation The excitation, limited to [0, 1]; NaN counts as 0.
   * @param dt The step in seconds.
   * @returns The activation then, in [least, 1].
   */
  next(activation: number, excitation: number, dt: number): number {
    const u = excitation > 0 ? Math.min(excitation, 1) : 0;
    const share = dt / (u > activation ? this.rise : this.fall);
    const next = (activation + share * u) / (1 + share);
    return next > this.least ? Math.min(next, 1) : this.least;
  }
}
