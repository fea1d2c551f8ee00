import { COMPILER_EPS, normalize } from '../../../spatial/pose.ts';
import { gridShape } from './grid.ts';
import { type FlexShape, halfSizes, type ShapeOptions } from './shape.ts';

/** A square whose concentric squares became ellipses; its cells are cut along the radius. */
export function discShape(options: ShapeOptions): FlexShape {
  const shape = gridShape({ ...options, dim: 2 }, isAcross);
  const [a, b] = halfSizes(options);
  const at = new Float64Array(2);
  for (let i = 0; i < shape.point.length; i += 3) {
    at.set(shape.point.slice(i, i + 2));
    const level = Math.max(Math.abs(at[0]), Math.abs(at[1]));
    normalize(at, 0, 2);
    shape.point[i] = at[0] * (a * level);
    shape.point[i + 1] = at[1] * (b * level);
  }
  return shape;
}

/** Quadrants in which the usual diagonal runs around the centre. */
const isAcross = (x: number, y: number): boolean =>
  (x < -COMPILER_EPS && y > -COMPILER_EPS) || (x > -COMPILER_EPS && y < -COMPILER_EPS);
