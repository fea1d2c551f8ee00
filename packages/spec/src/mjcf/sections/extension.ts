import type { Config, ExtensionPlugin, Plugin, PluginInstance } from '../../spec/types.ts';
import type { XmlElement } from '../../xml/document.ts';
import type { ReadContext } from '../context.ts';
import { knownChildren, readElement, report } from '../element.ts';
import type { RowName } from '../schema.ts';

export function readExtension(ctx: ReadContext, xml: XmlElement): void {
  readElement(ctx, xml, 'extension');
  for (const child of knownChildren(ctx, xml, 'extension')) {
    const plugin: ExtensionPlugin = { ...readElement(ctx, child, 'extensionPlugin'), instances: [] };
    for (const inner of knownChildren(ctx, child, 'extensionPlugin')) {
      const instance: PluginInstance = { ...readElement(ctx, inner, 'instance'), configs: [] };
      instance.configs = readConfigs(ctx, inner, 'instance');
      plugin.instances.push(instance);
    }
    ctx.spec.plugins.push(plugin);
  }
}

/** The use of a plugin by an element. */
export function readPlugin(ctx: ReadContext, xml: XmlElement): Plugin {
  return { ...readElement(ctx, xml, 'plugin'), configs: readConfigs(ctx, xml, 'plugin') };
}

export function readConfigs(ctx: ReadContext, xml: XmlElement, name: RowName): Config[] {
  const configs: Config[] = [];
  const keys = new Set<string>();
  for (const child of knownChildren(ctx, xml, name)) {
    const config = readElement(ctx, child, 'config');
    if (config.key !== undefined) {
      if (keys.has(config.key)) report(ctx, 'duplicate-name', `config key '${config.key}' is repeated`, child);
      keys.add(config.key);
    }
    configs.push(config);
  }
  return configs;
}
