import { axisAngle2Quat, cross, mulQuat, quatIntegrate, rotVecQuat, subQuat } from '@qpos/core/math';

/** What joints are made of: a rotation about an axis, a translation along one, any rotation. Axes are those of the child. */
export type Primitive = { readonly kind: 'hinge' | 'slide'; readonly axis: Float64Array } | { readonly kind: 'ball' };

/** Positions and velocities that a primitive has. */
export const sizesOf = ({ kind }: Primitive): { nq: number; nv: number } =>
  kind === 'ball' ? { nq: 4, nv: 3 } : { nq: 1, nv: 1 };

/** A frame that primitives move, one after the other: the orientation of the child, and where its anchor is. */
export interface Frame {
  readonly anchor: Float64Array;
  readonly quat: Float64Array;
}

const turn = new Float64Array(4);
const vector = new Float64Array(3);

/** Moves a frame by one primitive, whose positions start at `adr`. */
export function move(frame: Frame, primitive: Primitive, q: ArrayLike<number>, adr: number): void {
  if (primitive.kind === 'slide') {
    rotVecQuat(vector, primitive.axis, frame.quat);
    for (let k = 0; k < 3; k++) frame.anchor[k] += vector[k] * q[adr];
    return;
  }
  if (primitive.kind === 'hinge') axisAngle2Quat(turn, primitive.axis, q[adr]);
  else for (let k = 0; k < 4; k++) turn[k] = q[adr + k];
  mulQuat(frame.quat, frame.quat, turn);
}

/**
 * Writes the columns of a motion subspace (6 × nv by rows, angular first) that a primitive has. `before` is the frame that it moves, `after` the one
 * it has moved, `offset` the vector from the anchor to the point whose velocity is meant.
 */
export function addColumns(
  S: Float64Array,
  nv: number,
  column: number,
  primitive: Primitive,
  before: Frame,
  after: Frame,
  offset: Float64Array,
): void {
  const axes = primitive.kind === 'ball' ? UNIT : [primitive.axis];
  for (const [k, local] of axes.entries()) {
    const axis = rotVecQuat(new Float64Array(3), local, primitive.kind === 'ball' ? after.quat : before.quat);
    const linear = primitive.kind === 'slide' ? axis : cross(new Float64Array(3), axis, offset);
    for (let r = 0; r < 3; r++) {
      S[nv * r + column + k] = primitive.kind === 'slide' ? 0 : axis[r];
      S[nv * (3 + r) + column + k] = linear[r];
    }
  }
}

const UNIT = [Float64Array.of(1, 0, 0), Float64Array.of(0, 1, 0), Float64Array.of(0, 0, 1)];

/** The velocity that leads from one position of a primitive to another in one second. */
export function difference(
  v: Float64Array,
  dof: number,
  primitive: Primitive,
  to: ArrayLike<number>,
  from: ArrayLike<number>,
  adr: number,
): void {
  if (primitive.kind !== 'ball') {
    v[dof] = to[adr] - from[adr];
    return;
  }
  const part = (q: ArrayLike<number>): number[] => [q[adr], q[adr + 1], q[adr + 2], q[adr + 3]];
  v.set(subQuat(vector, part(to), part(from)), dof);
}

/** Moves a position of a primitive on by a velocity, in place. */
export function integrate(
  q: Float64Array,
  adr: number,
  primitive: Primitive,
  v: ArrayLike<number>,
  dof: number,
  dt: number,
): void {
  if (primitive.kind === 'ball') quatIntegrate(q.subarray(adr, adr + 4), [v[dof], v[dof + 1], v[dof + 2]], dt);
  else q[adr] += v[dof] * dt;
}
