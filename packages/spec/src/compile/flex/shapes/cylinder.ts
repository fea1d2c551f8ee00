import { normalize } from '../../../spatial/pose.ts';
import type { FlexShape, ShapeOptions } from './shape.ts';
import { surfaceShape } from './surface.ts';

/** A cylinder: concentric squares of each level become ellipses. */
export const cylinderShape = (options: ShapeOptions): FlexShape =>
  surfaceShape(options, (at, size) => {
    const level = Math.max(Math.abs(at[0]), Math.abs(at[1]));
    normalize(at, 0, 2);
    at[0] *= size[0] * level;
    at[1] *= size[1] * level;
    at[2] *= size[2];
  });
