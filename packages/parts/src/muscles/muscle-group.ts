import { checkNumbers, count, notNegative, PartsError, positive } from '../errors.ts';
import { HillMuscle } from './hill-muscle.ts';
import type { MomentArm } from './moment-arm.ts';

/**
 * A muscle that crosses joints: one arm for each, so two for a biarticular muscle.
 *
 * @example
 * const biceps = new JointMuscle(new HillMuscle(musclePresets.biceps), [constantArm(0.04)], 0.38);
 * console.log(biceps.lengthAt([0.5])); // 0.36: two centimetres shorter
 */
export class JointMuscle {
  /** The muscle. */
  readonly muscle: HillMuscle;
  /** How it acts on each joint. */
  readonly arms: readonly MomentArm[];
  /** Length of the muscle with its tendon where all angles are 0, in metres. */
  readonly restLength: number;

  /**
   * @param muscle The muscle.
   * @param arms How it acts on each joint.
   * @param restLength Length of the muscle with its tendon where all angles are 0, in metres.
   */
  constructor(muscle: HillMuscle, arms: readonly MomentArm[], restLength: number) {
    if (!(muscle instanceof HillMuscle)) throw new PartsError('bad-argument', 'muscle must be a HillMuscle');
    if (!Array.isArray(arms) || arms.length === 0 || !arms.every((a) => typeof a?.arm === 'function'))
      throw new PartsError('bad-argument', 'arms must be one moment arm for each joint, at least one');
    this.muscle = muscle;
    this.arms = [...arms];
    this.restLength = positive('restLength', restLength);
  }

  /**
   * Length of the muscle with its tendon.
   *
   * @param angles Angle of each joint in radians.
   * @returns Length in metres.
   */
  lengthAt(angles: ArrayLike<number>): number {
    checkNumbers('angles', angles, this.arms.length);
    let length = this.restLength;
    for (let j = 0; j < this.arms.length; j++) length -= this.arms[j].excursion(angles[j]);
    return length;
  }

  /**
   * Velocity of the muscle with its tendon.
   *
   * @param angles Angle of each joint in radians.
   * @param velocities Velocity of each joint in radians per second.
   * @returns Velocity in metres per second; negative shortens.
   */
  velocityAt(angles: ArrayLike<number>, velocities: ArrayLike<number>): number {
    checkNumbers('angles', angles, this.arms.length);
    checkNumbers('velocities', velocities, this.arms.length);
    let velocity = 0;
    for (let j = 0; j < this.arms.length; j++) velocity -= this.arms[j].arm(angles[j]) * velocities[j];
    return velocity;
  }
}

/** What one muscle of a group does. */
export interface MuscleReport {
  /** Activation in [0, 1]. */
  readonly activation: number;
  /** Fibre length in optimal lengths. */
  readonly fiberLength: number;
  /** Fibre velocity in highest shortening speeds. */
  readonly fiberVelocity: number;
  /** Tension in newtons. */
  readonly force: number;
  /** Its torque on each joint in newton metres. */
  readonly torques: readonly number[];
}

/**
 * Muscles that share joints.
 *
 * @example
 * const elbow = new MuscleGroup(
 *   [
 *     new JointMuscle(new HillMuscle(musclePresets.biceps), [constantArm(0.04)], 0.38),
 *     new JointMuscle(new HillMuscle(musclePresets.triceps), [constantArm(-0.022)], 0.23),
 *   ],
 *   1,
 * );
 * elbow.reset([0]);
 * elbow.step([1, 0.1], [0], [0], 0.01);
 * console.log(elbow.torques[0]); // positive: the biceps wins
 */
export class MuscleGroup {
  /** The muscles. */
  readonly muscles: readonly JointMuscle[];
  /** Sum of the muscles' torques on each joint after the last step, in newton metres. */
  readonly torques: Float64Array;
  readonly #own: Float64Array; // torque of each muscle on each joint

  /**
   * @param muscles The muscles, each with an arm for every joint.
   * @param joints Number of joints.
   */
  constructor(muscles: readonly JointMuscle[], joints: number) {
    count('joints', joints);
    if (!Array.isArray(muscles) || !muscles.every((m) => m instanceof JointMuscle))
      throw new PartsError('bad-argument', 'muscles must be an array of JointMuscle');
    const odd = muscles.findIndex((m) => m.arms.length !== joints);
    if (odd >= 0)
      throw new PartsError('bad-argument', `muscle ${odd} has ${muscles[odd].arms.length} arms for ${joints} joints`);
    this.muscles = [...muscles];
    this.torques = new Float64Array(joints);
    this.#own = new Float64Array(joints * muscles.length);
  }

  /**
   * Starts all muscles at rest.
   *
   * @param angles Angle of each joint in radians.
   */
  reset(angles: ArrayLike<number>): void {
    for (const m of this.muscles) m.muscle.reset(m.lengthAt(angles));
    this.#sum(angles);
  }

  /**
   * Moves all muscles on by a time step; `torques` has the result.
   *
   * @param excitations Excitation of each muscle.
   * @param angles Angle of each joint in radians.
   * @param velocities Velocity of each joint in radians per second.
   * @param dt The step in seconds.
   */
  step(excitations: ArrayLike<number>, angles: ArrayLike<number>, velocities: ArrayLike<number>, dt: number): void {
    checkNumbers('excitations', excitations, this.muscles.length);
    for (let k = 0; k < this.muscles.length; k++) {
      const m = this.muscles[k];
      m.muscle.step(excitations[k], m.lengthAt(angles), m.velocityAt(angles, velocities), dt);
    }
    this.#sum(angles);
  }

  #sum(angles: ArrayLike<number>): void {
    const joints = this.torques.length;
    this.torques.fill(0);
    for (let k = 0; k < this.muscles.length; k++) {
      const { arms, muscle } = this.muscles[k];
      for (let j = 0; j < joints; j++) {
        this.#own[k * joints + j] = arms[j].arm(angles[j]) * muscle.force;
        this.torques[j] += this.#own[k * joints + j];
      }
    }
  }

  /**
   * What each muscle does, to look at.
   *
   * @returns A report for each muscle.
   */
  diagnose(): MuscleReport[] {
    const joints = this.torques.length;
    return this.muscles.map(({ muscle: m }, k) => ({
      activation: m.activation,
      fiberLength: m.fiberLength / m.optimalLength,
      fiberVelocity: m.fiberVelocity / (m.maxSpeed * m.optimalLength),
      force: m.force,
      torques: [...this.#own.subarray(k * joints, (k + 1) * joints)],
    }));
  }
}

/**
 * Excitations of two antagonists from one command: the sign chooses the muscle, and both get the co-contraction, which stiffens the
 * joint.
 *
 * @param out Receives the excitations of flexor and extensor.
 * @param command Command in [-1, 1]; positive flexes.
 * @param cocontraction Excitation that both have at least; 0 by default.
 * @returns `out`.
 * @example
 * console.log(antagonists([0, 0], -0.5, 0.1)); // 0.1 0.6
 */
export function antagonists<T extends Float64Array | number[]>(out: T, command: number, cocontraction = 0): T {
  if (typeof out !== 'object' || out === null || !(out.length >= 2))
    throw new PartsError('bad-argument', 'out must be an array of 2 numbers');
  if (typeof command !== 'number' || Number.isNaN(command))
    throw new PartsError('bad-argument', 'command must be a number in [-1, 1]');
  notNegative('cocontraction', cocontraction);
  out[0] = Math.min(1, cocontraction + Math.max(0, command));
  out[1] = Math.min(1, cocontraction + Math.max(0, -command));
  return out;
}
