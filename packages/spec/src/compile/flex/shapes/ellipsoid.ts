import { normalize } from '../../../spatial/pose.ts';
import type { FlexShape, ShapeOptions } from './shape.ts';
import { surfaceShape } from './surface.ts';

/** An ellipsoid: the cube, projected from its centre. */
export const ellipsoidShape = (options: ShapeOptions): FlexShape =>
  surfaceShape(options, (at, size) => {
    normalize(at, 0, 3);
    for (let k = 0; k < 3; k++) at[k] *= size[k];
  });
