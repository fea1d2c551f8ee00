import type { Compilation } from '../compile/context.ts';
import type { PluginDraft } from '../compile/draft.ts';
import type { CanonicalElement } from './element.ts';

/** The use of a plugin: the name of an instance, or the plugin with its settings. */
export function writePlugin(e: CanonicalElement, plugin: PluginDraft): void {
  if (plugin.name !== '') {
    e.text('instance', plugin.name);
    return;
  }
  e.text('plugin', plugin.definition.name);
  writeSettings(e, plugin);
}

function writeSettings(e: CanonicalElement, { definition, texts }: PluginDraft): void {
  Object.keys(definition.attributes ?? {}).forEach((key, k) => {
    const value = texts[k] ?? '';
    if (value === '') return;
    const config = e.add('config');
    config.text('key', key);
    config.text('value', value);
  });
}

/** The plugins that a model needs, with the instances that have names. */
export function writeExtensions(root: CanonicalElement, c: Compilation): void {
  root.addFilled('extension', (section) => {
    for (const { plugin = '' } of c.spec.plugins) {
      const e = section.add('plugin');
      e.text('plugin', plugin);
      for (const draft of c.plugins) {
        if (draft.name === '' || draft.definition.name !== plugin) continue;
        const instance = e.add('instance');
        instance.text('name', draft.name);
        writeSettings(instance, draft);
      }
    }
  });
}
