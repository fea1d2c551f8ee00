import { cross, mulQuat, negQuat, quat2Vel, rotVecQuat, trnVecPose } from '@qpos/core/math';
import type { RigidBodyState } from '../bodies/rigid-body-state.ts';
import type { Joint } from './joint.ts';

/** One direction in which a joint lets a child not move: a force at a point, or a torque, and how far off the child is. */
export interface ConstraintRow {
  /** Direction in the world. */
  readonly direction: Float64Array;
  /** Where it acts; undefined for a rotation. */
  readonly point: Float64Array | undefined;
  /** How far the child is from where it should be, along the direction. */
  readonly error: number;
}

type Vector = Float64Array;
const UNIT: readonly Vector[] = [Float64Array.of(1, 0, 0), Float64Array.of(0, 1, 0), Float64Array.of(0, 0, 1)];

/** The directions that a joint takes from its child, in the world: 6 less its degrees of freedom. */
export function constraintRows(joint: Joint, parent: RigidBodyState, child: RigidBodyState): ConstraintRow[] {
  const quat = mulQuat(new Float64Array(4), parent.pose.quat, joint.parentAnchor.quat);
  const turn = (axis: Vector): Vector => rotVecQuat(new Float64Array(3), axis, quat);
  return [...translations(joint, parent, child, turn), ...rotations(joint, quat, child, turn)];
}

function translations(
  joint: Joint,
  parent: RigidBodyState,
  child: RigidBodyState,
  turn: (axis: Vector) => Vector,
): ConstraintRow[] {
  const point = trnVecPose(new Float64Array(3), child.pose.pos, child.pose.quat, joint.childAnchor);
  const anchor = trnVecPose(new Float64Array(3), parent.pose.pos, parent.pose.quat, joint.parentAnchor.pos);
  const slides = joint.primitives.flatMap((p) => (p.kind === 'slide' ? [p.axis] : []));
  return complement(slides).map((axis) => {
    const direction = turn(axis);
    return { direction, point, error: dot(direction, point) - dot(direction, anchor) };
  });
}

function rotations(
  { primitives }: Joint,
  quat: Vector,
  child: RigidBodyState,
  turn: (axis: Vector) => Vector,
): ConstraintRow[] {
  if (primitives.some(({ kind }) => kind === 'ball')) return [];
  const [first, second] = primitives.flatMap((p) => (p.kind === 'hinge' ? [p.axis] : []));
  const row = (direction: Vector, error: number): ConstraintRow => ({ direction, point: undefined, error });
  const ofChild = (axis: Vector): Vector => rotVecQuat(new Float64Array(3), axis, child.pose.quat);
  if (first === undefined) {
    // the rotation from where the child should be, in the frame of the joint
    const off = quat2Vel(
      [0, 0, 0],
      mulQuat(new Float64Array(4), negQuat(new Float64Array(4), quat), child.pose.quat),
      1,
    );
    return UNIT.map((axis, k) => row(turn(axis), off[k]));
  }
  const axis = turn(first);
  if (second === undefined) {
    const off = cross(new Float64Array(3), axis, ofChild(first));
    return complement([first])
      .map(turn)
      .map((direction) => row(direction, dot(direction, off)));
  }
  const moving = ofChild(second);
  return [row(cross(new Float64Array(3), moving, axis), dot(axis, moving) - dot(first, second))];
}

/** Unit vectors at right angles to some others and to each other. */
function complement(axes: readonly Vector[]): Vector[] {
  const known = [...axes];
  const found: Vector[] = [];
  // the unit vectors that the axes have least of come first
  const share = (e: Vector): number => axes.reduce((sum, a) => sum + dot(a, e) ** 2, 0);
  for (const unit of UNIT.toSorted((a, b) => share(a) - share(b))) {
    if (known.length === 3) break;
    const left = known.reduce((v, a) => v.map((x, k) => x - dot(v, a) * a[k]), unit);
    const length = Math.sqrt(dot(left, left));
    const axis = left.map((x) => x / length);
    known.push(axis);
    found.push(axis);
  }
  return found;
}

export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
