export type Vec3 = readonly [number, number, number];
/** w, x, y, z. */
export type Quat = readonly [number, number, number, number];

export interface Pose {
  readonly pos: Vec3;
  readonly quat: Quat;
}

export const vec3 = (a: ArrayLike<number>, i: number): Vec3 => [a[i] as number, a[i + 1] as number, a[i + 2] as number];
export const quat = (a: ArrayLike<number>, i: number): Quat => [
  a[i] as number,
  a[i + 1] as number,
  a[i + 2] as number,
  a[i + 3] as number,
];

export function multiply([a, b, c, d]: Quat, [w, x, y, z]: Quat): Quat {
  return [
    a * w - b * x - c * y - d * z,
    a * x + b * w + c * z - d * y,
    a * y - b * z + c * w + d * x,
    a * z + b * y - c * x + d * w,
  ];
}

export const conjugate = ([w, x, y, z]: Quat): Quat => [w, -x, -y, -z];

export function rotate(q: Quat, [x, y, z]: Vec3): Vec3 {
  const [, a, b, c] = multiply(multiply(q, [0, x, y, z]), conjugate(q));
  return [a, b, c];
}

/** A pose as seen from another, both given in the world. */
export function relative(parent: Pose, child: Pose): Pose {
  const back = conjugate(parent.quat);
  const [px, py, pz] = parent.pos;
  const [cx, cy, cz] = child.pos;
  return { pos: rotate(back, [cx - px, cy - py, cz - pz]), quat: multiply(back, child.quat) };
}

/** The rotation of a matrix, given by rows: the largest component first, the others from it. */
export function quatOfMatrix(m: ArrayLike<number>, i: number): Quat {
  const at = (row: number, column: number): number => m[i + 3 * row + column] as number;
  const [xx, yy, zz] = [at(0, 0), at(1, 1), at(2, 2)];
  const [wx, wy, wz] = [at(2, 1) - at(1, 2), at(0, 2) - at(2, 0), at(1, 0) - at(0, 1)];
  const [xy, xz, yz] = [at(0, 1) + at(1, 0), at(0, 2) + at(2, 0), at(1, 2) + at(2, 1)];
  const rows: readonly Quat[] = [
    [1 + xx + yy + zz, wx, wy, wz],
    [wx, 1 + xx - yy - zz, xy, xz],
    [wy, xy, 1 - xx + yy - zz, yz],
    [wz, xz, yz, 1 - xx - yy + zz],
  ];
  return unitQuat(rows.reduce((best, row, k) => ((row[k] as number) > Math.max(...best.map(Math.abs)) ? row : best)));
}

function unitQuat(q: Quat): Quat {
  const norm = Math.hypot(...q) || 1;
  return [q[0] / norm, q[1] / norm, q[2] / norm, q[3] / norm];
}

/** The shortest rotation of -z to a direction. */
export function quatOfDirection([x, y, z]: Vec3): Quat {
  const norm = Math.hypot(x, y, z) || 1;
  return -z / norm < -1 + 1e-9 ? [0, 1, 0, 0] : unitQuat([norm - z, y, -x, 0]);
}
