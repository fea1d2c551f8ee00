/**
 * MuJoCo's own plugins, by the names and settings that models use. Give a model those it needs, or all:
 * `loadModel(xml, { plugins: firstPartyPlugins })`.
 */
import type { PluginDefinition } from '@qpos/core';
import { cable } from './plugins/cable.ts';
import { bolt } from './plugins/fields/bolt.ts';
import { bowl } from './plugins/fields/bowl.ts';
import { gear } from './plugins/fields/gear.ts';
import { nut } from './plugins/fields/nut.ts';
import { torus } from './plugins/fields/torus.ts';
import { pid } from './plugins/pid.ts';
import { touchGrid } from './plugins/touch-grid.ts';

export { fieldPlugin } from './plugins/field-plugin.ts';
export { bolt, bowl, cable, gear, nut, pid, torus, touchGrid };

/** All of them. */
export const firstPartyPlugins: readonly PluginDefinition[] = [
  cable,
  pid,
  touchGrid,
  bolt,
  bowl,
  gear,
  nut,
  torus,
] as unknown as readonly PluginDefinition[];
