import { definePlugin } from '@qpos/core';

/**
 * `mujoco.sdf.bowl`: a sphere of `radius` without the part above z = `height`, as thick as `thickness` to both sides. The nearest point of what is left is on the
 * sphere, or on the rim for points that the centre sees above it.
 */
export const bowl = definePlugin({
  name: 'mujoco.sdf.bowl',
  attributes: { height: 0.4, radius: 1, thickness: 0.02 },
  init(_model, _data, { config: { height, radius } }) {
    if (!(Math.abs(height) < radius)) throw new Error(`a bowl is cut below its radius ${radius}, not at ${height}`);
  },
  sdf: {
    bounds({ height, radius, thickness }) {
      const widest = height > 0 ? radius : Math.sqrt(radius * radius - height * height);
      const [low, high] = [-radius - thickness, height + thickness];
      return [0, 0, (low + high) / 2, widest + thickness, widest + thickness, (high - low) / 2];
    },
    distance([x = 0, y = 0, z = 0], { config: { height, radius, thickness } }) {
      const rim = Math.sqrt(radius * radius - height * height);
      const out = Math.sqrt(x * x + y * y);
      const overRim = z * rim > out * height;
      const middle = overRim
        ? Math.sqrt((out - rim) ** 2 + (z - height) ** 2)
        : Math.abs(Math.sqrt(out * out + z * z) - radius);
      return middle - thickness;
    },
  },
});
