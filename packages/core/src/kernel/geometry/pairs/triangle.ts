import { type F64, type f64, scratchF64 } from '../../dialect.ts';

/** A triangle with a radius: all points within it of the flat triangle. */
export class Triangle {
  /** Three corners, world frame. */
  readonly points: F64 = scratchF64(9);
  radius: f64 = 0;
}
