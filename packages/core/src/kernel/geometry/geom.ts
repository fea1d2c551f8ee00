import { type F64, type f64, type i32, scratchF64 } from '../dialect.ts';

/** A shape in the world: its type, pose and sizes (those of a geom of the type). */
export class Geom {
  type: i32 = 0;
  /** Centre. */
  readonly pos: F64 = scratchF64(3);
  /** Orientation, row-major; its columns are the axes of the shape. */
  readonly mat: F64 = scratchF64(9);
  readonly size: F64 = scratchF64(3);
}

/** res = mat·(x, y, z): a direction of the frame, in the world. */
export function turnToWorld(res: F64, r: i32, mat: F64, x: f64, y: f64, z: f64): void {
  res[r] = mat[0] * x + mat[1] * y + mat[2] * z;
  res[r + 1] = mat[3] * x + mat[4] * y + mat[5] * z;
  res[r + 2] = mat[6] * x + mat[7] * y + mat[8] * z;
}

/** res = mat·(x, y, z) + pos: a point of the frame, in the world. */
export function toWorld(res: F64, r: i32, pos: F64, mat: F64, x: f64, y: f64, z: f64): void {
  res[r] = mat[0] * x + mat[1] * y + mat[2] * z + pos[0];
  res[r + 1] = mat[3] * x + mat[4] * y + mat[5] * z + pos[1];
  res[r + 2] = mat[6] * x + mat[7] * y + mat[8] * z + pos[2];
}

/** res = matᵀ·(x, y, z): a direction of the world, in the frame. */
export function turnToLocal(res: F64, mat: F64, x: f64, y: f64, z: f64): void {
  res[0] = mat[0] * x + mat[3] * y + mat[6] * z;
  res[1] = mat[1] * x + mat[4] * y + mat[7] * z;
  res[2] = mat[2] * x + mat[5] * y + mat[8] * z;
}

/** Height of the point x above the plane through `pos` whose normal is the z axis of `mat`. */
export function heightAbove(pos: F64, mat: F64, x: f64, y: f64, z: f64): f64 {
  return (x - pos[0]) * mat[2] + (y - pos[1]) * mat[5] + (z - pos[2]) * mat[8];
}
