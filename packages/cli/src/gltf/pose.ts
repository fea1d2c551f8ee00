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
