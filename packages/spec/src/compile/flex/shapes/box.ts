import type { FlexShape, ShapeOptions } from './shape.ts';
import { surfaceShape } from './surface.ts';

/** A box: the cube, scaled. */
export const boxShape = (options: ShapeOptions): FlexShape =>
  surfaceShape(options, (at, size) => {
    for (let k = 0; k < 3; k++) at[k] *= size[k];
  });
