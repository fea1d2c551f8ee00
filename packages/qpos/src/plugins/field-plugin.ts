import { ArgumentError, definePlugin, type PluginDefinition } from '@qpos/core';
import type { Field } from '@qpos/core/geometry';

/**
 * A solid made with `qpos/geometry` as a plugin, so that geoms can have its shape.
 *
 * @param name The name that models refer to.
 * @param field The solid. Its frame is that of the geom: put its centre of mass at the origin, or give the body an `inertial`.
 * @returns The plugin.
 * @example
 * const dice = intersectFields(shapeField(boxShape([0.1, 0.1, 0.1])), shapeField(sphereShape(0.13)));
 * const model = loadModel(
 *   `<mujoco>
 *     <extension><plugin plugin="example.dice"><instance name="dice"/></plugin></extension>
 *     <asset><mesh name="dice"><plugin instance="dice"/></mesh></asset>
 *     <worldbody>
 *       <geom type="plane" size="2 2 .1"/>
 *       <body pos="0 0 1"><freejoint/><geom type="sdf" mesh="dice"><plugin instance="dice"/></geom></body>
 *     </worldbody>
 *   </mujoco>`,
 *   { plugins: [fieldPlugin('example.dice', dice)] },
 * );
 * step(model, makeData(model), 10);
 */
export function fieldPlugin(name: string, field: Field): PluginDefinition {
  if (typeof field?.distance !== 'function' || !(field.bounds?.length >= 6))
    throw new ArgumentError('a field has `bounds` of six numbers and a function `distance`');
  return definePlugin({
    name,
    sdf: { bounds: () => field.bounds, distance: (point) => field.distance(point) },
  });
}
