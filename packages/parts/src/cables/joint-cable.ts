import { checkNumbers, finite, notNegative, numbers, PartsError } from '../errors.ts';
import { Cable, type CableProperties } from './cable-properties.ts';

/** Limits of a cable's length. */
export interface CableRange {
  /** Shortest length in metres. */
  readonly least: number;
  /** Longest length in metres. */
  readonly most: number;
  /** Stiffness of the stops in N/m; 10 000 by default. */
  readonly stiffness?: number;
}

/**
 * A cable whose length is a linear function of joint positions, L = offset + Σ coefficient·q: MJCF's fixed tendons.
 *
 * @example
 * const coupled = new JointCable([1, -1]); // a differential: turns one joint against the other
 * console.log(coupled.lengthAt([0.3, 0.1])); // 0.2
 */
export class JointCable {
  /** The cable. */
  readonly cable: Cable;
  /** Slope of the length by each joint: the Jacobian, or the moment arms with the other sign. */
  readonly coefficients: Float64Array;
  /** Length where all positions are 0, in metres. */
  readonly offset: number;
  /** Shortest and longest length, and the stiffness of the stops. */
  readonly range: Required<CableRange> | undefined;

  /**
   * @param coefficients Slope of the length by each joint.
   * @param offset Length where all positions are 0, in metres.
   * @param properties What the cable is like.
   * @param range Limits of the length.
   */
  constructor(
    coefficients: ArrayLike<number>,
    offset = 0,
    properties: CableProperties = {},
    range: CableRange | undefined = undefined,
  ) {
    this.coefficients = numbers('coefficients', coefficients);
    this.offset = finite('offset', offset);
    this.cable = new Cable(properties);
    if (range !== undefined) {
      const { least, most, stiffness = 10_000 } = range ?? {};
      if (!(finite('range.least', least) <= finite('range.most', most)))
        throw new PartsError('bad-argument', 'range.least must not be above range.most');
      this.range = { least, most, stiffness: notNegative('range.stiffness', stiffness) };
    }
  }

  /** Number of joints. */
  get joints(): number {
    return this.coefficients.length;
  }

  /**
   * Length at some positions.
   *
   * @param positions Position of each joint.
   * @returns Length in metres.
   */
  lengthAt(positions: ArrayLike<number>): number {
    checkNumbers('positions', positions, this.joints);
    let length = this.offset;
    for (let j = 0; j < this.coefficients.length; j++) length += this.coefficients[j] * positions[j];
    return length;
  }

  /**
   * Rate of the length.
   *
   * @param velocities Velocity of each joint.
   * @returns Rate in m/s.
   */
  velocityAt(velocities: ArrayLike<number>): number {
    checkNumbers('velocities', velocities, this.joints);
    let velocity = 0;
    for (let j = 0; j < this.coefficients.length; j++) velocity += this.coefficients[j] * velocities[j];
    return velocity;
  }

  /**
   * Tension at some positions and velocities, with what the stops add: positive shortens the cable.
   *
   * @param positions Position of each joint.
   * @param velocities Velocity of each joint.
   * @returns Tension in newtons.
   */
  tensionAt(positions: ArrayLike<number>, velocities: ArrayLike<number>): number {
    const length = this.lengthAt(positions);
    let tension = this.cable.tension(length, this.velocityAt(velocities));
    const { range } = this;
    if (range !== undefined) {
      if (length > range.most) tension += range.stiffness * (length - range.most);
      if (length < range.least) tension -= range.stiffness * (range.least - length);
    }
    return tension;
  }

  /**
   * Adds the forces of a tension to the forces of the joints.
   *
   * @param forces Receives one number for each joint.
   * @param tension Tension in newtons.
   */
  addForces(forces: Float64Array | number[], tension: number): void {
    checkNumbers('forces', forces, this.joints);
    finite('tension', tension);
    for (let j = 0; j < this.coefficients.length; j++) forces[j] -= this.coefficients[j] * tension;
  }
}

/**
 * A cable that turns two joints against each other, as in a differential.
 *
 * @param radius Radius of both drums in metres.
 * @param properties What the cable is like.
 * @returns The cable.
 * @example
 * console.log(differentialCable(0.02).coefficients); // 0.02 -0.02
 */
export function differentialCable(radius: number, properties: CableProperties = {}): JointCable {
  return new JointCable([finite('radius', radius), -radius], 0, properties);
}

/**
 * A cable that turns two joints together.
 *
 * @param radius Radius of both drums in metres.
 * @param properties What the cable is like.
 * @returns The cable.
 * @example
 * console.log(parallelCable(0.02).coefficients); // 0.02 0.02
 */
export function parallelCable(radius: number, properties: CableProperties = {}): JointCable {
  return new JointCable([finite('radius', radius), radius], 0, properties);
}

/**
 * Cables that share joints.
 *
 * @example
 * const pair = new CableGroup([new JointCable([0.02], 0.5), new JointCable([-0.02], 0.5)]);
 * pair.update([0.3], [0]);
 * console.log(pair.forces[0]); // negative: the pair holds the joint at 0
 */
export class CableGroup {
  /** The cables. */
  readonly cables: readonly JointCable[];
  /** Tension of each after an update, in newtons. */
  readonly tensions: Float64Array;
  /** Sum of their forces on each joint after an update. */
  readonly forces: Float64Array;

  /** @param cables The cables, all of the same joints. */
  constructor(cables: readonly JointCable[]) {
    if (!Array.isArray(cables) || !cables.every((c) => c instanceof JointCable))
      throw new PartsError('bad-argument', 'cables must be an array of JointCable');
    const joints = cables[0]?.joints ?? 0;
    if (cables.some((c) => c.joints !== joints))
      throw new PartsError('bad-argument', 'all cables of a group have the same joints');
    this.cables = [...cables];
    this.tensions = new Float64Array(cables.length);
    this.forces = new Float64Array(joints);
  }

  /**
   * Tensions and forces at some positions and velocities.
   *
   * @param positions Position of each joint.
   * @param velocities Velocity of each joint.
   */
  update(positions: ArrayLike<number>, velocities: ArrayLike<number>): void {
    this.forces.fill(0);
    for (let k = 0; k < this.cables.length; k++) {
      this.tensions[k] = this.cables[k].tensionAt(positions, velocities);
      this.cables[k].addForces(this.forces, this.tensions[k]);
    }
  }
}
