import { cos, sin } from '../../../spatial/trig.ts';
import { gridShape } from './grid.ts';
import { emptyShape, type FlexShape, type ShapeOptions } from './shape.ts';

/** A closed polygon whose sides have the length of the spacing; the last point of the count is the first again. */
export function circleShape(options: ShapeOptions): FlexShape {
  if (options.dim !== 1) return gridShape(options);
  const shape = emptyShape(1);
  const n = options.count[0] - 1;
  const angle = (2 * Math.PI) / n;
  const radius = options.spacing[0] / sin(angle / 2) / 2;
  for (let i = 0; i < n; i++) {
    shape.point.push(radius * cos(angle * i), radius * sin(angle * i), 0);
    shape.element.push(i, i === n - 1 ? 0 : i + 1);
  }
  return shape;
}
