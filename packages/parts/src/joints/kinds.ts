import { cross } from '@qpos/core/math';
import { direction, PartsError, settings } from '../errors.ts';
import { ChainJoint, type Joint, type JointOptions } from './joint.ts';
import type { Primitive } from './primitives.ts';

/** A joint with one axis. */
export interface AxisJointOptions extends JointOptions {
  /** Its axis in the child at position zero, of any length; z by default. */
  readonly axis?: ArrayLike<number>;
}

/** A joint with two axes. */
export interface UniversalJointOptions extends JointOptions {
  /** The axis that stays with the parent; x by default. */
  readonly axis?: ArrayLike<number>;
  /** The axis that moves with the child; y by default. */
  readonly axis2?: ArrayLike<number>;
}

const axisOf = (options: AxisJointOptions): Float64Array =>
  direction('axis', settings('options', options).axis ?? [0, 0, 1]);
const hinge = (axis: Float64Array): Primitive => ({ kind: 'hinge', axis });
const slide = (axis: Float64Array): Primitive => ({ kind: 'slide', axis });

/**
 * Holds a body to another: no degree of freedom.
 *
 * @param options Where the joint is.
 * @returns The joint.
 * @example
 * const weld = fixedJoint({ child: 'tool', parent: 'hand' });
 * console.log(weld.constrained); // 6
 */
export function fixedJoint(options: JointOptions = {}): Joint {
  return new ChainJoint('fixed', [], settings('options', options));
}

/**
 * A hinge: rotation about an axis.
 *
 * @param options Where the joint is, and its axis.
 * @returns The joint.
 * @example
 * const elbow = revoluteJoint({ axis: [0, 1, 0], parentAnchor: { pos: [0.3, 0, 0] } });
 * console.log(elbow.transform([Math.PI / 2]).pos); // 0.3 0 0
 */
export function revoluteJoint(options: AxisJointOptions = {}): Joint {
  return new ChainJoint('revolute', [hinge(axisOf(options))], options);
}

/**
 * A slide: translation along an axis.
 *
 * @param options Where the joint is, and its axis.
 * @returns The joint.
 * @example
 * console.log(prismaticJoint({ axis: [1, 0, 0] }).transform([0.5]).pos); // 0.5 0 0
 */
export function prismaticJoint(options: AxisJointOptions = {}): Joint {
  return new ChainJoint('prismatic', [slide(axisOf(options))], options);
}

/**
 * A universal joint: rotation about an axis of the parent, then about one of the child.
 *
 * @param options Where the joint is, and its axes.
 * @returns The joint, whose positions are the two angles.
 * @example
 * const gimbal = universalJoint({ axis: [1, 0, 0], axis2: [0, 1, 0] });
 * console.log(gimbal.nv); // 2
 */
export function universalJoint(options: UniversalJointOptions = {}): Joint {
  const { axis = [1, 0, 0], axis2 = [0, 1, 0] } = settings('options', options);
  const [a, b] = [direction('axis', axis), direction('axis2', axis2)];
  if (Math.hypot(...cross(new Float64Array(3), a, b)) < 1e-6)
    throw new PartsError('bad-argument', 'the axes of a universal joint must not be parallel');
  return new ChainJoint('universal', [hinge(a), hinge(b)], options);
}

/**
 * A cylindrical joint: rotation about an axis and translation along it.
 *
 * @param options Where the joint is, and its axis.
 * @returns The joint, whose positions are the angle and the distance.
 * @example
 * console.log(cylindricalJoint().transform([Math.PI, 0.2]).pos); // 0 0 0.2
 */
export function cylindricalJoint(options: AxisJointOptions = {}): Joint {
  const axis = axisOf(options);
  return new ChainJoint('cylindrical', [hinge(axis), slide(axis)], options);
}

/**
 * A planar joint: translation in a plane and rotation about its normal.
 *
 * @param options Where the joint is; `axis` is the normal of the plane.
 * @returns The joint, whose positions are x, y and the angle. With the normal along z, x and y are those of the child at position zero.
 * @example
 * console.log(planarJoint().transform([1, 2, 0]).pos); // 1 2 0
 */
export function planarJoint(options: AxisJointOptions = {}): Joint {
  const normal = axisOf(options);
  const [x, y] = planeAxes(normal);
  return new ChainJoint('planar', [slide(x), slide(y), hinge(normal)], options);
}

/** Two axes of a plane with their normal: x and y for z; otherwise y × normal, or z × normal where that is nearly nothing. */
function planeAxes(normal: Float64Array): [Float64Array, Float64Array] {
  const reference = Math.abs(normal[1]) < 0.9 ? [0, 1, 0] : [0, 0, 1];
  const x = direction('axis', cross(new Float64Array(3), reference, normal));
  return [x, cross(new Float64Array(3), normal, x)];
}

/**
 * A ball joint: any rotation.
 *
 * @param options Where the joint is.
 * @returns The joint, whose position is a quaternion and whose velocity is the angular velocity along the axes of the child.
 * @example
 * console.log(sphericalJoint().nq, sphericalJoint().nv); // 4 3
 */
export function sphericalJoint(options: JointOptions = {}): Joint {
  return new ChainJoint('spherical', [{ kind: 'ball' }], settings('options', options));
}

/**
 * A body that moves freely.
 *
 * @param options Where the joint is.
 * @returns The joint, whose positions are those of the anchor in the frame of the joint and a quaternion.
 * @example
 * console.log(freeJoint().transform([1, 2, 3, 1, 0, 0, 0]).pos); // 1 2 3
 */
export function freeJoint(options: JointOptions = {}): Joint {
  const axes = [[1, 0, 0], [0, 1, 0], [0, 0, 1]].map((axis) => slide(Float64Array.from(axis))); // biome-ignore format: three axes
  return new ChainJoint('free', [...axes, { kind: 'ball' }], settings('options', options));
}
