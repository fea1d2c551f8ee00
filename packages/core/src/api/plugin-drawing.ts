import { ArgumentError } from '../host/errors/argument-error.ts';
import type { Data } from '../host/model/data.ts';
import { backendOf } from '../host/model/handle.ts';
import type { Model } from '../host/model/model.ts';
import type { PluginDrawing } from '../host/plugins/plugin.ts';
import { drawPlugins } from '../host/plugins/plugin-host.ts';

const PARTS = ['sphere', 'rod', 'arrow', 'box'] as const;

/**
 * Lets the plugins of a model draw, as a viewer does for each picture.
 *
 * @param model The model.
 * @param data Its Data.
 * @param draw What they draw with.
 * @example
 * const draw = { sphere() {}, rod() {}, arrow() {}, box() {} };
 * visualizePlugins(model, data, draw); // nothing: this model has no plugins
 */
export function visualizePlugins(model: Model, data: Data, draw: PluginDrawing): void {
  backendOf(model, data);
  for (const part of PARTS)
    if (typeof draw?.[part] !== 'function') throw new ArgumentError(`draw must have a function ${part}`);
  if (model.nplugin > 0) data.pinned(() => drawPlugins(model, data, draw));
}
