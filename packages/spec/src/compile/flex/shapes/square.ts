import { gridShape } from './grid.ts';
import type { FlexShape, ShapeOptions } from './shape.ts';

/** A square of triangles, whatever the dimension says. */
export const squareShape = (options: ShapeOptions): FlexShape => gridShape({ ...options, dim: 2 });
