import { mulQuat, type Pose, rotateByQuat } from '../../spatial/pose.ts';

/** A body as far as its pose goes; parents come first. */
interface PosedBody extends Pose {
  readonly id: number;
  readonly parent: { readonly id: number } | undefined;
}

/** Poses of bodies in the world, with all joints at rest. */
export function restPoses(bodies: readonly PosedBody[]): Pose[] {
  const poses: Pose[] = [];
  for (const body of bodies) {
    const pose = { pos: body.pos.slice(), quat: body.quat.slice() };
    if (body.parent !== undefined) {
      const parent = poses[body.parent.id];
      rotateByQuat(pose.pos, 0, body.pos, 0, parent.quat, 0);
      for (let k = 0; k < 3; k++) pose.pos[k] += parent.pos[k];
      mulQuat(pose.quat, parent.quat, body.quat);
    }
    poses.push(pose);
  }
  return poses;
}

/** Points on bodies, in the world: the origins of the bodies if no coordinates are given. */
export function restPositions(
  poses: readonly Pose[],
  bodies: readonly { readonly id: number }[],
  local: ArrayLike<number> | undefined,
  count: number,
): Float64Array {
  const position = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) {
    const { pos, quat } = poses[(bodies.length === 1 ? bodies[0] : bodies[i]).id];
    if (local !== undefined) rotateByQuat(position, 3 * i, local, 3 * i, quat, 0);
    for (let k = 0; k < 3; k++) position[3 * i + k] += pos[k];
  }
  return position;
}
