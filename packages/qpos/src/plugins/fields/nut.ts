import { definePlugin } from '@qpos/core';
import { extrude, hexagon } from './prism.ts';
import { APOTHEM, NUT, thread } from './thread.ts';

/** Play of the thread on a bolt of the same radius. */
const PLAY = 0.02;

/** `mujoco.sdf.nut`: a hexagonal nut along z, with a thread that takes a `mujoco.sdf.bolt` of the same `radius` with some play. */
export const nut = definePlugin({
  name: 'mujoco.sdf.nut',
  attributes: { radius: 0.26 },
  sdf: {
    bounds({ radius }) {
      const wide = (2 / Math.sqrt(3)) * APOTHEM * radius;
      return [0, 0, 0, wide, wide, (radius * NUT) / 2];
    },
    distance([x = 0, y = 0, z = 0], { config: { radius } }) {
      const body = extrude(hexagon(x, y, radius * APOTHEM), Math.abs(z) - (radius * NUT) / 2);
      return Math.max(body, PLAY * radius - thread(x, y, z, radius));
    },
  },
});
