import { definePlugin } from '@qpos/core';

/** `mujoco.sdf.torus`: the points within `radius2` of a circle of `radius1` about z. */
export const torus = definePlugin({
  name: 'mujoco.sdf.torus',
  attributes: { radius1: 0.35, radius2: 0.15 },
  sdf: {
    bounds: ({ radius1, radius2 }) => [0, 0, 0, radius1 + radius2, radius1 + radius2, radius2],
    distance([x = 0, y = 0, z = 0], { config }) {
      const out = Math.sqrt(x * x + y * y) - config.radius1;
      return Math.sqrt(out * out + z * z) - config.radius2;
    },
  },
});
