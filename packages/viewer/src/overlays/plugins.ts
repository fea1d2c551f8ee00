import { type PluginDrawing, visualizePlugins } from '@qpos/core';
import type { Decor } from '../scene/decor.ts';
import type { Overlay } from './frame.ts';

/** Markers as plugins draw them. */
function drawingOn(decor: Decor): PluginDrawing {
  const along = new Float64Array(3);
  return {
    sphere: (pos, radius, rgba) => decor.sphere(pos, 0, radius, rgba),
    rod: (from, to, radius, rgba) => decor.rod(from, 0, to, 0, radius, rgba),
    arrow(from, to, width, rgba) {
      for (let k = 0; k < 3; k++) along[k] = to[k] - from[k];
      decor.arrow(from, 0, along, 0, 1, width, rgba);
    },
    box: (pos, mat, half, rgba) => decor.shape('box', pos, 0, mat, 0, half[0], half[1], half[2], rgba),
  };
}

const drawings = new WeakMap<Decor, PluginDrawing>();

/** What the plugins of the model draw. */
export function drawPlugins({ model, data, draw }: Overlay): void {
  let drawing = drawings.get(draw);
  if (drawing === undefined) {
    drawing = drawingOn(draw);
    drawings.set(draw, drawing);
  }
  visualizePlugins(model, data, drawing);
}
