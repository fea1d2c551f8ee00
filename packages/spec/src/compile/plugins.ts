import { enums, type Model, type PluginContext, type PluginDefinition, readConfig } from '@qpos/core';
import { didYouMean, type Located } from '../errors.ts';
import type { Config } from '../spec/types.ts';
import type { Compilation } from './context.ts';
import type { PluginDraft } from './draft.ts';
import { encodeUtf8 } from './pack/utf8.ts';

const { ObjType } = enums;

/** What an element says of the plugin that it uses. */
interface Use extends Located {
  plugin?: string | undefined;
  instance?: string | undefined;
  configs: readonly Config[];
}

/** What an element may use a plugin for, in words. */
const PURPOSES = {
  actuator: 'actuators',
  sensor: 'sensors',
  passive: 'passive forces',
  sdf: 'signed distance fields',
} as const;
type Purpose = keyof typeof PURPOSES;

/** Instances that the extension section names, then those of meshes, actuators and sensors; the tree's follow. */
export function collectPlugins(c: Compilation): void {
  for (const extension of c.spec.plugins) {
    if (findDefinition(c, extension.plugin ?? '', extension) === undefined) continue;
    for (const node of extension.instances) addInstance(c, node.name ?? '', extension.plugin ?? '', node.configs, node);
  }
  c.register(ObjType.PLUGIN, c.plugins);
  for (const node of c.spec.meshes) if (node.plugin !== undefined) usePlugin(c, node.plugin, 'sdf', node);
  for (const node of c.spec.actuators) if (node.kind === 'actuatorPlugin') usePlugin(c, node, 'actuator', node);
  for (const node of c.spec.sensors) if (node.kind === 'sensorPlugin') usePlugin(c, node, 'sensor', node);
}

/** The instance that `use` refers to by name, or makes, becomes that of `element`. */
export function usePlugin(c: Compilation, use: Use, purpose: Purpose, element: object): void {
  const { plugin = '', instance = '' } = use;
  if (plugin === '' && instance === '') {
    c.error('missing-attribute', "either 'plugin' or 'instance' is required", use);
    return;
  }
  if (instance !== '' && use.configs.length > 0)
    c.error('attribute-conflict', 'an instance cannot be configured where it is used', use);
  let draft: PluginDraft | undefined;
  if (instance !== '') draft = c.find<PluginDraft>(ObjType.PLUGIN, instance, use);
  else if (!c.spec.plugins.some((x) => x.plugin === plugin))
    c.error('plugin', `plugin '${plugin}' is not declared`, use, `add it to the extension section`);
  else draft = addInstance(c, '', plugin, use.configs, use);
  if (draft === undefined) return;
  const { definition } = draft;
  if (plugin !== '' && plugin !== definition.name)
    c.error('attribute-conflict', `instance '${instance}' belongs to '${definition.name}', not to '${plugin}'`, use);
  if (definition[purpose] === undefined)
    c.error('plugin', `plugin '${definition.name}' does not support ${PURPOSES[purpose]}`, use);
  else c.pluginOf.set(element, draft);
}

function findDefinition(c: Compilation, name: string, at: Located): PluginDefinition | undefined {
  const found = c.definitions.find((p) => p.name === name);
  if (found !== undefined) return found;
  const known = c.definitions.map((p) => p.name);
  const hint = (): string => didYouMean(name, known) ?? "pass its definition in the option 'plugins'";
  c.error('plugin', `plugin '${name}' is not known`, at, hint);
  return undefined;
}

function addInstance(
  c: Compilation,
  name: string,
  plugin: string,
  configs: readonly Config[],
  node: Located,
): PluginDraft | undefined {
  const slot = c.definitions.findIndex((p) => p.name === plugin);
  const definition = c.definitions[slot];
  if (definition === undefined) return undefined; // the extension section had the error
  const keys = Object.keys(definition.attributes ?? {});
  const texts = new Array<string>(keys.length).fill('');
  for (const config of configs) {
    const key = config.key ?? '';
    const k = keys.indexOf(key);
    if (k >= 0) texts[k] = config.value ?? '';
    else {
      const hint = (): string => didYouMean(key, keys) ?? `it has ${keys.join(', ') || 'none'}`;
      c.error('unknown-attribute', `plugin '${plugin}' has no setting '${key}'`, config, hint);
    }
  }
  const config = readConfig(definition, texts, (key, wanted) => {
    const at = configs.find((x) => x.key === key) ?? node;
    c.error('bad-number', `the setting '${key}' of plugin '${plugin}' must be ${wanted}`, at);
  });
  const statenum = definition.stateSize?.(config) ?? 0;
  if (!Number.isInteger(statenum) || statenum < 0 || statenum > c.limits.reserved)
    c.error('plugin', `plugin '${plugin}' asks for an invalid state size: ${statenum}`, node);
  const attr = texts.length === 0 ? [0] : texts.flatMap((text) => [...encodeUtf8(text), 0]);
  const draft = { id: c.plugins.length, name, node, slot, definition, config, statenum, texts, attr };
  c.plugins.push(draft);
  return draft;
}

/** An instance as its hooks see it before there is a Model. */
export function contextOf(draft: PluginDraft): PluginContext {
  const { id, name, config, statenum, definition } = draft;
  const none: number[] = [];
  const uses = { actuators: none, sensors: none, bodies: none, geoms: none };
  const self: PluginContext = { id, name, config, state: new Float64Array(statenum), local: undefined, ...uses };
  definition.reset?.(self);
  return self;
}

/** Copies the instances and who uses them into the Model. */
export function packPlugins(c: Compilation, m: Model): void {
  let attr = 0;
  let state = 0;
  for (const p of c.plugins) {
    m.plugin[p.id] = p.slot;
    m.plugin_attradr[p.id] = attr;
    m.plugin_attr.set(p.attr, attr);
    m.plugin_stateadr[p.id] = state;
    m.plugin_statenum[p.id] = p.statenum;
    attr += p.attr.length;
    state += p.statenum;
  }
  const lists = [
    [c.bodies, m.body_plugin],
    [c.geoms, m.geom_plugin],
    [c.actuators, m.actuator_plugin],
    [c.sensors, m.sensor_plugin],
  ] as const;
  for (const [drafts, field] of lists) for (const x of drafts) field[x.id] = c.pluginOf.get(x.node)?.id ?? -1;
}
