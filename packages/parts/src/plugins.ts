import type { PluginDefinition } from '@qpos/core';
import { hillPlugin } from './muscles/hill-plugin.ts';
import { xpbdPlugin } from './soft/xpbd-plugin.ts';

/**
 * Every plugin of the package, for programs that open models of others: `qpos.hill` and `qpos.xpbd`.
 *
 * @example
 * const soft = loadModel('<mujoco><extension><plugin plugin="qpos.xpbd"/></extension></mujoco>', { plugins: partsPlugins });
 */
export const partsPlugins: readonly PluginDefinition[] = [
  hillPlugin as unknown as PluginDefinition,
  xpbdPlugin as unknown as PluginDefinition,
];
