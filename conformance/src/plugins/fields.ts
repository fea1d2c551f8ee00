import { definePlugin } from '@qpos/core';

const { sqrt, hypot, abs, max, min, atan2, cos, PI } = Math;

/** A ball. */
export const ball = definePlugin({
  name: 'example.ball',
  attributes: { radius: 0.1 },
  sdf: {
    bounds: ({ radius }) => [0, 0, 0, radius, radius, radius],
    distance: ([x, y, z], { config }) =>
      sqrt((x as number) ** 2 + (y as number) ** 2 + (z as number) ** 2) - config.radius,
    gradient(result, [x, y, z]) {
      const inverse = 1 / sqrt((x as number) ** 2 + (y as number) ** 2 + (z as number) ** 2);
      result.set([(x as number) * inverse, (y as number) * inverse, (z as number) * inverse]);
    },
  },
});

/** A box with half sizes `size`; its gradient is left to finite differences. */
export const brick = definePlugin({
  name: 'example.brick',
  attributes: { size: [0.1, 0.1, 0.1] },
  sdf: {
    bounds: ({ size }) => [0, 0, 0, ...size],
    distance(point, { config }) {
      const [a, b, c] = [0, 1, 2].map((k) => abs(point[k] as number) - (config.size[k] as number)) as [
        number,
        number,
        number,
      ];
      return hypot(max(a, 0), max(b, 0), max(c, 0)) + min(max(a, b, c), 0);
    },
  },
});

/** A ring: the points at `tube` from a circle of radius `ring` around z. */
export const torus = definePlugin({
  name: 'example.torus',
  attributes: { ring: 0.35, tube: 0.15 },
  sdf: {
    bounds: ({ ring, tube }) => [0, 0, 0, ring + tube, ring + tube, tube],
    distance([x, y, z], { config }) {
      const out = sqrt((x as number) ** 2 + (y as number) ** 2) - config.ring;
      return sqrt(out * out + (z as number) ** 2) - config.tube;
    },
    gradient(result, [x, y, z], { config }) {
      const radius = max(hypot(x as number, y as number), 1e-12);
      const out = radius - config.ring;
      const length = max(hypot(out, z as number), 1e-12);
      result.set([
        ((x as number) / radius) * (out / length),
        ((y as number) / radius) * (out / length),
        (z as number) / length,
      ]);
    },
  },
});

/** A wheel of thickness 2·`thickness` whose rim swings by `depth` around `radius`, `teeth` times; turned by its state, which advances by `speed`. */
export const gear = definePlugin({
  name: 'example.gear',
  attributes: { radius: 0.2, depth: 0.02, teeth: 12, thickness: 0.03, speed: 0 },
  stateSize: () => 1,
  sdf: {
    bounds: ({ radius, depth, thickness }) => [0, 0, 0, radius + depth, radius + depth, thickness],
    distance([x, y, z], { config, state }) {
      const { radius, depth, teeth, thickness } = config;
      const angle = atan2(y as number, x as number) - (state[0] as number);
      const slope = (depth * teeth) / radius; // of the rim, for a distance that does not exceed the true one
      const rim = (hypot(x as number, y as number) - radius - depth * cos(teeth * angle)) / sqrt(1 + slope * slope);
      const side = abs(z as number) - thickness;
      return min(max(rim, side), 0) + hypot(max(rim, 0), max(side, 0));
    },
  },
  advance(model, _data, { config, state }) {
    state[0] = ((state[0] as number) + config.speed * model.opt.timestep) % (2 * PI);
  },
});
