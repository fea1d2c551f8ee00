import { asin, sin } from '@qpos/core/math';
import { finite, flag, notNegative, PartsError, positive, settings, within } from '../errors.ts';
import { ActivationDynamics, type ActivationParameters } from './activation.ts';
import {
  activeForceLength,
  forceVelocity,
  passiveEnergy,
  passiveForceLength,
  tendonEnergy,
  tendonForce,
} from './curves.ts';
import { root } from './root.ts';

/** What a muscle is like. */
export interface MuscleParameters {
  /** Highest isometric force in newtons; 1000 by default. */
  readonly maxForce?: number;
  /** Optimal fibre length in metres; 0.1 by default. */
  readonly optimalLength?: number;
  /** Slack length of the tendon in metres; 0.2 by default. */
  readonly slackLength?: number;
  /** Angle between fibres and tendon at the optimal length, in radians; 0 by default. */
  readonly pennation?: number;
  /** Highest shortening speed in optimal lengths per second; 10 by default. */
  readonly maxSpeed?: number;
  /** Whether the tendon stretches; a rigid one by default. */
  readonly elastic?: boolean;
  /** Viscosity of the fibre: its force at the highest shortening speed, in highest isometric forces. 0 by default, 0.05 with an elastic tendon. */
  readonly damping?: number;
  /** Activation dynamics. */
  readonly activation?: ActivationParameters;
}

const STEEPEST = 0.995; // sine of the largest pennation angle that an elastic tendon can reach
const BALANCED = 1e-14; // forces are in equilibrium, in highest isometric forces
const LEAST_SHARE = 0.01; // of the optimal length: no fibre is shorter

/**
 * A Hill muscle: a contractile element and a parallel elastic one, which lie at the pennation angle to a tendon in series.
 *
 *     F = maxForce · (a·f_L(l)·f_V(v) + f_P(l) + damping·v) · cos(α)      sin(α) = sin(pennation) · optimalLength / L
 *
 * Fibres keep their width, so the angle grows as they shorten. With a rigid tendon the fibre follows the path; with an elastic one its
 * length is a state that `step` moves on implicitly, so any time step is stable. Curves: `activeForceLength`, `forceVelocity`, `passiveForceLength`, `tendonForce`.
 *
 * @example
 * const muscle = new HillMuscle({ maxForce: 700, optimalLength: 0.116, slackLength: 0.272 });
 * muscle.reset(0.388); // where the path has the length of the optimal fibre and the tendon
 * for (let k = 0; k < 200; k++) muscle.step(1, 0.388, 0, 0.001);
 * console.log(muscle.force); // almost 700 N
 */
export class HillMuscle {
  /** Highest isometric force in newtons. */
  readonly maxForce: number;
  /** Optimal fibre length in metres. */
  readonly optimalLength: number;
  /** Slack length of the tendon in metres. */
  readonly slackLength: number;
  /** Pennation angle at the optimal length in radians. */
  readonly pennation: number;
  /** Highest shortening speed in optimal lengths per second. */
  readonly maxSpeed: number;
  /** Whether the tendon stretches. */
  readonly elastic: boolean;
  /** Viscosity of the fibre. */
  readonly damping: number;
  /** How the activation follows the excitation. */
  readonly dynamics: ActivationDynamics;
  /** The activation now. */
  activation: number;
  /** Length of the fibres in metres. */
  fiberLength: number;
  /** Velocity of the fibres in metres per second; negative shortens. */
  fiberVelocity = 0;
  /** Tension of the tendon after the last step, in newtons. */
  force = 0;

  readonly #height: number; // of the fibres across the tendon
  readonly #shortest: number;
  // what the root finder's functions read
  #length = 0;
  #active = 0;
  #before = 0;
  #dt = 0;
  #need = 0;

  /** @param parameters What the muscle is like. */
  constructor(parameters: MuscleParameters = {}) {
    const p = settings('parameters', parameters);
    this.maxForce = positive('maxForce', p.maxForce ?? 1000);
    this.optimalLength = positive('optimalLength', p.optimalLength ?? 0.1);
    this.slackLength = positive('slackLength', p.slackLength ?? 0.2);
    this.pennation = within('pennation', p.pennation ?? 0, 0, 1.4);
    this.maxSpeed = positive('maxSpeed', p.maxSpeed ?? 10);
    this.elastic = flag('elastic', p.elastic ?? false);
    this.damping = notNegative('damping', p.damping ?? (this.elastic ? 0.05 : 0));
    if (this.elastic && this.damping === 0)
      throw new PartsError('unphysical', 'with an elastic tendon the fibre needs damping', {
        hint: 'without it, the velocity of a relaxed fibre is undetermined; 0.05 is usual',
      });
    this.dynamics = new ActivationDynamics(p.activation);
    this.#height = this.optimalLength * sin(this.pennation);
    this.#shortest = Math.max(this.#height / STEEPEST, LEAST_SHARE * this.optimalLength);
    this.activation = this.dynamics.least;
    this.fiberLength = this.optimalLength;
  }

  /**
   * Pennation angle of fibres of some length.
   *
   * @param fiberLength Length in metres.
   * @returns The angle in radians, in [0, π/2].
   */
  pennationAt(fiberLength: number): number {
    return fiberLength > this.#height ? asin(this.#height / fiberLength) : this.#height > 0 ? Math.PI / 2 : 0;
  }

  /** Length of fibres along the tendon. */
  #along(fiberLength: number): number {
    return Math.sqrt(Math.max(0, fiberLength * fiberLength - this.#height * this.#height));
  }

  /** Cosine of the pennation angle. */
  #cosine(fiberLength: number): number {
    return this.#height === 0 ? 1 : fiberLength > 0 ? this.#along(fiberLength) / fiberLength : 0;
  }

  /**
   * Force of the fibres along themselves; never a push.
   *
   * @param activation Activation in [0, 1].
   * @param fiberLength Length in metres.
   * @param fiberVelocity Velocity in metres per second; negative shortens.
   * @returns Force in newtons.
   */
  fiberForce(activation: number, fiberLength: number, fiberVelocity: number): number {
    finite('activation', activation);
    finite('fiberLength', fiberLength);
    finite('fiberVelocity', fiberVelocity);
    return Math.max(0, this.maxForce * this.#fiber(activation, fiberLength, fiberVelocity));
  }

  /** Force of the fibres in highest isometric forces, with the push of their viscosity. */
  #fiber(activation: number, fiberLength: number, fiberVelocity: number): number {
    const l = fiberLength / this.optimalLength;
    const v = fiberVelocity / (this.maxSpeed * this.optimalLength);
    return activation * activeForceLength(l) * forceVelocity(v) + passiveForceLength(l) + this.damping * v;
  }

  /**
   * Length of the fibres where the tendon is rigid.
   *
   * @param length Length of the muscle with its tendon, in metres.
   * @returns Length in metres.
   */
  rigidFiberLength(length: number): number {
    finite('length', length);
    const along = Math.max(0, length - this.slackLength);
    return Math.sqrt(along * along + this.#height * this.#height);
  }

  /**
   * Tension of the muscle where the tendon is rigid.
   *
   * @param activation Activation in [0, 1].
   * @param length Length of the muscle with its tendon, in metres.
   * @param velocity Velocity of that, in metres per second; negative shortens.
   * @returns Force in newtons.
   */
  rigidForce(activation: number, length: number, velocity: number): number {
    finite('velocity', velocity);
    const fiber = this.rigidFiberLength(length);
    const cosine = this.#cosine(fiber);
    return this.fiberForce(activation, fiber, velocity * cosine) * cosine;
  }

  #strain(length: number, fiberLength: number): number {
    return (length - this.#along(fiberLength)) / this.slackLength - 1;
  }

  /**
   * Tension of the tendon where it is elastic.
   *
   * @param length Length of the muscle with its tendon, in metres.
   * @param fiberLength Length of the fibres in metres.
   * @returns Force in newtons.
   */
  elasticForce(length: number, fiberLength: number): number {
    return this.maxForce * tendonForce(this.#strain(length, fiberLength));
  }

  /**
   * Elastic energy of the tendon.
   *
   * @param length Length of the muscle with its tendon, in metres.
   * @param fiberLength Length of the fibres in metres.
   * @returns Energy in joules.
   */
  tendonEnergy(length: number, fiberLength: number): number {
    return this.maxForce * this.slackLength * tendonEnergy(this.#strain(length, fiberLength));
  }

  /**
   * Elastic energy of the parallel element.
   *
   * @param fiberLength Length of the fibres in metres.
   * @returns Energy in joules.
   */
  passiveEnergy(fiberLength: number): number {
    return this.maxForce * this.optimalLength * passiveEnergy(fiberLength / this.optimalLength);
  }

  /**
   * Length of resting fibres whose force balances that of an elastic tendon.
   *
   * @param length Length of the muscle with its tendon, in metres.
   * @param activation Activation in [0, 1].
   * @returns Length in metres.
   */
  equilibrium(length: number, activation: number): number {
    finite('activation', activation);
    this.#length = length;
    this.#active = activation;
    const most = Math.max(this.#shortest, this.rigidFiberLength(length));
    return root(this.#staticBalance, this.#shortest, most, BALANCED);
  }

  /** Force of resting fibres less that of the tendon. */
  readonly #staticBalance = (fiberLength: number): number =>
    this.#fiber(this.#active, fiberLength, 0) * this.#cosine(fiberLength) -
    tendonForce(this.#strain(this.#length, fiberLength));

  /**
   * The velocity at which the force of the fibres balances that of an elastic tendon.
   *
   * @param length Length of the muscle with its tendon, in metres.
   * @param fiberLength Length of the fibres in metres.
   * @param activation Activation in [0, 1].
   * @returns Velocity in metres per second; negative shortens.
   */
  fiberVelocityAt(length: number, fiberLength: number, activation: number): number {
    finite('length', length);
    finite('fiberLength', fiberLength);
    finite('activation', activation);
    const l = fiberLength / this.optimalLength;
    const cosine = Math.max(this.#cosine(fiberLength), 0.01);
    this.#need = tendonForce(this.#strain(length, fiberLength)) / cosine - passiveForceLength(l);
    this.#active = activation * activeForceLength(l);
    const most = Math.max(1, Math.abs(this.#need) / this.damping + 1);
    return root(this.#velocityBalance, -most, most, BALANCED) * this.maxSpeed * this.optimalLength;
  }

  readonly #velocityBalance = (v: number): number => this.#active * forceVelocity(v) + this.damping * v - this.#need;

  /**
   * Starts at rest.
   *
   * @param length Length of the muscle with its tendon, in metres.
   * @param activation Activation in [0, 1]; the least by default.
   */
  reset(length: number, activation: number = this.dynamics.least): void {
    finite('length', length);
    this.activation = finite('activation', activation);
    this.fiberVelocity = 0;
    this.fiberLength = this.elastic ? this.equilibrium(length, activation) : this.rigidFiberLength(length);
    this.force = this.elastic ? this.elasticForce(length, this.fiberLength) : this.rigidForce(activation, length, 0);
  }

  /**
   * Moves the muscle on by a time step.
   *
   * @param excitation Excitation, limited to [0, 1].
   * @param length Length of the muscle with its tendon at the end of the step, in metres.
   * @param velocity Velocity of that, in metres per second; negative shortens.
   * @param dt The step in seconds.
   * @returns Tension of the tendon in newtons.
   */
  step(excitation: number, length: number, velocity: number, dt: number): number {
    finite('length', length);
    finite('velocity', velocity);
    this.activation = this.dynamics.next(this.activation, excitation, dt);
    if (this.elastic) {
      this.followTendon(length, dt);
      this.force = this.elasticForce(length, this.fiberLength);
    } else {
      this.fiberLength = this.rigidFiberLength(length);
      this.fiberVelocity = velocity * this.#cosine(this.fiberLength);
      this.force = this.rigidForce(this.activation, length, velocity);
    }
    return this.force;
  }

  /**
   * Moves the fibres on against an elastic tendon, at the activation that the muscle has. Backward Euler: the length at which the forces
   * balance if it is reached in this step.
   *
   * @param length Length of the muscle with its tendon at the end of the step, in metres.
   * @param dt The step in seconds.
   * @returns Length of the fibres in metres.
   */
  followTendon(length: number, dt: number): number {
    this.#length = finite('length', length);
    this.#active = this.activation;
    this.#before = this.fiberLength;
    this.#dt = positive('dt', dt);
    const most = Math.max(this.#shortest, this.fiberLength, this.rigidFiberLength(length));
    this.fiberLength = root(this.#dynamicBalance, this.#shortest, most, BALANCED);
    this.fiberVelocity = (this.fiberLength - this.#before) / dt;
    return this.fiberLength;
  }

  readonly #dynamicBalance = (fiberLength: number): number =>
    this.#fiber(this.#active, fiberLength, (fiberLength - this.#before) / this.#dt) * this.#cosine(fiberLength) -
    tendonForce(this.#strain(this.#length, fiberLength));
}
