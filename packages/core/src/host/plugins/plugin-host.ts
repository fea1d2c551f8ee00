import {
  CALLBACK_PLUGIN_ACTIVATION,
  CALLBACK_PLUGIN_ACTUATOR,
  CALLBACK_PLUGIN_ADVANCE,
  CALLBACK_PLUGIN_PASSIVE,
  CALLBACK_PLUGIN_SDF,
  CALLBACK_PLUGIN_SENSOR,
  STAGE_ACC,
  STAGE_POS,
  STAGE_VEL,
} from '../../kernel/model/constants.ts';
import { CallbackError, type CallbackStage } from '../callbacks/callback-error.ts';
import { checked } from '../checks/switch.ts';
import { ArgumentError } from '../errors/argument-error.ts';
import type { Data } from '../model/data.ts';
import type { Model } from '../model/model.ts';
import { textAt } from '../model/names.ts';
import { checkPlugin, type PluginContext, type PluginDefinition, type PluginDrawing, readConfig } from './plugin.ts';

/** A context and the plugin that it is one of. */
export interface ActivePlugin extends PluginContext {
  readonly definition: PluginDefinition;
}

const STAGES = { pos: STAGE_POS, vel: STAGE_VEL, acc: STAGE_ACC } as const;

/** The bits of `callbackMask` for the hooks of the plugins that the model uses. */
export function pluginMask(model: Model, plugins: readonly PluginDefinition[]): number {
  const bits = [
    ['activation', CALLBACK_PLUGIN_ACTIVATION],
    ['actuator', CALLBACK_PLUGIN_ACTUATOR],
    ['sensor', CALLBACK_PLUGIN_SENSOR],
    ['passive', CALLBACK_PLUGIN_PASSIVE],
    ['sdf', CALLBACK_PLUGIN_SDF],
    ['advance', CALLBACK_PLUGIN_ADVANCE],
  ] as const;
  if (!Array.isArray(plugins)) throw new ArgumentError('plugins must be an array of plugins');
  for (const plugin of plugins) checkPlugin(plugin);
  let mask = 0;
  for (const slot of model.plugin) {
    const definition = plugins[slot];
    if (definition === undefined)
      throw new ArgumentError(`the model needs ${slot + 1} plugin(s), but was given ${plugins.length}`);
    for (const [hook, bit] of bits) if (definition[hook] !== undefined) mask |= bit;
  }
  return mask;
}

/** Indices of an array that hold `value`. */
const indicesOf = (array: ArrayLike<number>, value: number): number[] =>
  Array.from(array, (x, i) => (x === value ? i : -1)).filter((i) => i >= 0);

function makeContext(model: Model, data: Data, id: number): ActivePlugin {
  const definition = model.plugins[model.plugin[id]] as PluginDefinition;
  const texts: string[] = [];
  let adr = model.plugin_attradr[id];
  for (const _ of Object.keys(definition.attributes ?? {})) {
    texts.push(textAt(model.plugin_attr, adr));
    adr = model.plugin_attr.indexOf(0, adr) + 1;
  }
  const first = model.plugin_stateadr[id];
  return {
    definition,
    id,
    name: textAt(model.names, model.name_pluginadr[id]),
    config: readConfig(definition, texts),
    state: data.plugin_state.subarray(first, first + model.plugin_statenum[id]),
    local: undefined,
    actuators: indicesOf(model.actuator_plugin, id),
    sensors: indicesOf(model.sensor_plugin, id),
    bodies: indicesOf(model.body_plugin, id),
    geoms: indicesOf(model.geom_plugin, id),
  };
}

function failure(self: ActivePlugin, stage: CallbackStage, cause: unknown): CallbackError {
  return cause instanceof CallbackError ? cause : new CallbackError(self.definition.name, stage, cause, true);
}

/** The instances of the model's plugins in `data`, made and started when they are first asked for. */
function contextsOf(model: Model, data: Data): readonly ActivePlugin[] {
  if (data.contexts !== undefined) return data.contexts;
  const made = model.plugins.length === 0 ? [] : Array.from(model.plugin, (_, id) => makeContext(model, data, id));
  data.contexts = made;
  for (const self of made) {
    try {
      self.local = self.definition.init?.(model, data, self);
      self.definition.reset?.(self);
    } catch (cause) {
      data.contexts = undefined;
      throw failure(self, 'start', cause);
    }
  }
  return made;
}

/** Starts the states of all plugins over; `plugin_state` is zero. */
export function resetPlugins(model: Model, data: Data): void {
  if (model.nplugin > 0) data.pinned(() => startPlugins(model, data));
}

function startPlugins(model: Model, data: Data): void {
  data.plugin.set(model.plugin);
  if (data.contexts === undefined) {
    contextsOf(model, data);
    return;
  }
  for (const self of data.contexts) {
    try {
      self.definition.reset?.(self);
    } catch (cause) {
      throw failure(self, 'start', cause);
    }
  }
}

/** Lets plugins copy what their instances hold outside of the state. */
export function copyPlugins(target: Data, source: Data): void {
  if (source.model.nplugin === 0) return;
  source.pinned(() => target.pinned(() => copyContexts(target, source)));
}

function copyContexts(target: Data, source: Data): void {
  const from = contextsOf(source.model, source);
  contextsOf(target.model, target).forEach((self, id) => {
    try {
      self.definition.copy?.(self, from[id]);
    } catch (cause) {
      throw failure(self, 'start', cause);
    }
  });
}

/** Lets the plugins of a Data that is disposed of release what they hold. */
export function destroyPlugins(contexts: readonly ActivePlugin[]): void {
  for (const self of contexts) {
    try {
      self.definition.destroy?.(self);
    } catch (cause) {
      throw failure(self, 'end', cause);
    }
  }
}

/** Lets the plugins of a model draw. */
export function drawPlugins(model: Model, data: Data, draw: PluginDrawing): void {
  for (const self of contextsOf(model, data)) {
    try {
      self.definition.visualize?.(model, data, self, draw);
    } catch (cause) {
      throw failure(self, 'drawing', cause);
    }
  }
}

const STAGE_OF_KIND: Readonly<Record<number, CallbackStage>> = {
  [CALLBACK_PLUGIN_ACTIVATION]: 'actuation',
  [CALLBACK_PLUGIN_ACTUATOR]: 'actuation',
  [CALLBACK_PLUGIN_PASSIVE]: 'velocity',
  [CALLBACK_PLUGIN_ADVANCE]: 'integration',
};

/** Runs one hook of all instances in their order; `index` is the stage of sensors, or the geom whose field is going to be asked. */
export function runPlugins(kind: number, model: Model, data: Data, index: number): number {
  const contexts = contextsOf(model, data);
  if (kind === CALLBACK_PLUGIN_SDF) return bindField(contexts[model.geom_plugin[index]]);
  for (let id = 0; id < contexts.length; id++) {
    const self = contexts[id];
    try {
      runHook(kind, model, data, index, self);
      checked.check?.('callback', model, data);
    } catch (cause) {
      throw failure(self, STAGE_OF_KIND[kind] ?? sensorStageName(index), cause);
    }
  }
  return 0;
}

/** What errors call a sensor's stage. */
export const sensorStageName = (stage: number): CallbackStage =>
  stage === STAGE_POS ? 'position' : stage === STAGE_VEL ? 'velocity' : 'acceleration';

/** Hooks that run once for each kind of call; sensors have a stage as well. */
const HOOK_OF_KIND: Readonly<Record<number, 'activation' | 'actuator' | 'passive' | 'advance'>> = {
  [CALLBACK_PLUGIN_ACTIVATION]: 'activation',
  [CALLBACK_PLUGIN_ACTUATOR]: 'actuator',
  [CALLBACK_PLUGIN_PASSIVE]: 'passive',
  [CALLBACK_PLUGIN_ADVANCE]: 'advance',
};

function runHook(kind: number, model: Model, data: Data, stage: number, self: ActivePlugin): void {
  const { definition } = self;
  const hook = HOOK_OF_KIND[kind];
  if (hook !== undefined) definition[hook]?.(model, data, self);
  else if (definition.sensor !== undefined && STAGES[definition.sensor.stage] === stage)
    definition.sensor.compute(model, data, self);
}

// The numeric core asks about at most two fields at a time.
const fields: ActivePlugin[] = [];
let lastField = 0;

/** Makes the field of an instance ready to be asked; returns its handle, valid until the next but one is made. */
function bindField(self: ActivePlugin): number {
  lastField = 1 - lastField;
  fields[lastField] = self;
  return lastField;
}

const point = new Float64Array(3);
const gradient = new Float64Array(3);
const STEP = 1e-6; // of central differences

/** Distance of (x, y, z) in a field (`part` 3), or a component of its gradient there (0, 1, 2; 0 comes first). */
export function answerField(field: number, part: number, x: number, y: number, z: number): number {
  const self = fields[field];
  if (part === 1 || part === 2) return gradient[part];
  point[0] = x;
  point[1] = y;
  point[2] = z;
  try {
    return part === 3 ? distanceAt(self) : gradientAt(self);
  } catch (cause) {
    throw failure(self, 'position', cause);
  }
}

const distanceAt = (self: ActivePlugin): number => self.definition.sdf?.distance(point, self) ?? 0;

/** Fills `gradient`, and returns its first component. */
function gradientAt(self: ActivePlugin): number {
  const { sdf } = self.definition;
  if (sdf?.gradient !== undefined) sdf.gradient(gradient, point, self);
  else
    for (let k = 0; k < 3; k++) {
      const at = point[k];
      point[k] = at + STEP;
      const above = distanceAt(self);
      point[k] = at - STEP;
      gradient[k] = (above - distanceAt(self)) / (2 * STEP);
      point[k] = at;
    }
  return gradient[0];
}
