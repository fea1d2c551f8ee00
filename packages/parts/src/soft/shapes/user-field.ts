import { type Data, type Model, type PluginContext, type PluginDefinition, readConfig } from '@qpos/core';
import { type Nearest, put } from './nearest.ts';

/** The field of a geom that a plugin gives. */
export interface UserField {
  readonly definition: PluginDefinition;
  readonly context: PluginContext;
}

/** An instance of the plugin of a geom, to ask for distances; undefined if it has none. */
export function fieldOf(model: Model, data: Data, geom: number): UserField | undefined {
  const id = model.geom_plugin[geom];
  const definition = id < 0 ? undefined : (model.plugins[model.plugin[id]] as PluginDefinition | undefined);
  if (definition?.sdf === undefined) return undefined;
  const texts: string[] = [];
  let adr = model.plugin_attradr[id];
  for (const _ of Object.keys(definition.attributes ?? {})) {
    const end = model.plugin_attr.indexOf(0, adr);
    texts.push(String.fromCharCode(...model.plugin_attr.subarray(adr, end)));
    adr = end + 1;
  }
  const first = model.plugin_stateadr[id];
  const context: PluginContext = {
    id,
    name: '',
    config: readConfig(definition, texts),
    state: data.plugin_state.subarray(first, first + model.plugin_statenum[id]),
    local: undefined,
    actuators: [],
    sensors: [],
    bodies: [],
    geoms: [geom],
  };
  context.local = definition.init?.(model, data, context);
  return { definition, context };
}

const STEP = 1e-6; // of central differences
const point = new Float64Array(3);
const gradient = new Float64Array(3);

/** Distance and direction of a field. */
export function nearestField(res: Nearest, { definition, context }: UserField, x: number, y: number, z: number): void {
  const { sdf } = definition;
  if (sdf === undefined) return;
  point[0] = x;
  point[1] = y;
  point[2] = z;
  const distance = sdf.distance(point, context);
  if (sdf.gradient !== undefined) sdf.gradient(gradient, point, context);
  else
    for (let k = 0; k < 3; k++) {
      const at = point[k];
      point[k] = at + STEP;
      const above = sdf.distance(point, context);
      point[k] = at - STEP;
      gradient[k] = (above - sdf.distance(point, context)) / (2 * STEP);
      point[k] = at;
    }
  const n = Math.sqrt(gradient[0] * gradient[0] + gradient[1] * gradient[1] + gradient[2] * gradient[2]);
  if (n > 0) put(res, distance / n, gradient[0] / n, gradient[1] / n, gradient[2] / n);
  else put(res, distance, 0, 0, 1);
}
