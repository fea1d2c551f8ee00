import type { Paint } from '../materials/materials.ts';

/** Turns a colour into that of something selected. */
export function highlight(paint: Paint): void {
  paint.r = 0.55 * paint.r + 0.45;
  paint.g = 0.55 * paint.g + 0.36;
  paint.b = 0.55 * paint.b + 0.12;
}
