import { definePlugin, forward, geomDistance, makeData } from '@qpos/core';
import { loadModel } from '@qpos/spec';
import { expect, test } from 'vitest';
import { random } from '../../testing/random.ts';
import { GeomSurfaces } from './geom-surface.ts';
import { makeNearest } from './nearest.ts';

const torus = definePlugin({
  name: 'test.torus',
  attributes: { ring: 0.2 },
  sdf: {
    bounds: () => [0, 0, 0, 0.3, 0.3, 0.1],
    distance: ([x = 0, y = 0, z = 0], { config }) => Math.hypot(Math.hypot(x, y) - config.ring, z) - 0.1,
  },
});

const RADIUS = 1e-4; // of a ball that stands for a point
const CONVEX = 2e-6; // the engine's tolerance for convex shapes
const corners = '-.1 -.1 -.1  .3 -.1 -.1  -.1 .2 -.1  -.1 -.1 .25  .2 .2 .2';
const model = loadModel(
  `<mujoco><extension><plugin plugin="test.torus"><instance name="ring"/></plugin></extension>
  <asset><mesh name="rock" vertex="${corners}"/><mesh name="torus"><plugin instance="ring"/></mesh>
    <hfield name="hill" nrow="3" ncol="4" size=".6 .4 .3 .1" elevation="0 .1 .4 .2  .3 .9 1 .3  .1 .2 .5 0"/></asset>
  <worldbody>
    <geom name="plane" type="plane" size="1 1 1" euler="10 20 30"/>
    <geom name="sphere" size=".2" pos=".1 0 .1"/>
    <geom name="capsule" type="capsule" size=".1 .2" euler="40 0 10"/>
    <geom name="ellipsoid" type="ellipsoid" size=".3 .2 .1" euler="5 50 0"/>
    <geom name="cylinder" type="cylinder" size=".2 .1" euler="30 0 0"/>
    <geom name="box" type="box" size=".3 .2 .1" euler="0 30 60"/>
    <geom name="mesh" type="mesh" mesh="rock" euler="10 0 70"/>
    <geom name="hfield" type="hfield" hfield="hill"/>
    <geom name="sdf" type="sdf" mesh="torus"><plugin instance="ring"/></geom>
    <body mocap="true"><geom name="point" size="${RADIUS}"/></body>
  </worldbody></mujoco>`,
  { plugins: [torus] },
);
const data = makeData(model);
const near = makeNearest();

/** Distance from the surface after one walk along the direction of the nearest point: zero if both are right. */
function walked(surfaces: GeomSurfaces, g: number, p: readonly number[]): number {
  const [x = 0, y = 0, z = 0] = p;
  surfaces.nearest(near, g, x, y, z);
  const { distance } = near;
  surfaces.nearest(near, g, x - distance * near.x, y - distance * near.y, z - distance * near.z);
  return Math.abs(near.distance);
}

test.each(['plane', 'sphere', 'capsule', 'ellipsoid', 'cylinder', 'box', 'mesh'])(
  'distance of a vertex to a %s equals that of the engine',
  (name) => {
    const surfaces = new GeomSurfaces(model, data);
    const [g, point] = [model.geom(name).id, model.geom('point').id];
    const r = random(3);
    let inside = 0;
    for (let n = 0; n < 200; n++) {
      const p = Array.from(r.numbers(3), (x) => 0.5 * x);
      data.mocap_pos.set(p);
      forward(model, data);
      const expected = geomDistance(model, data, g, point, 5) + RADIUS;
      surfaces.nearest(near, g, p[0] ?? 0, p[1] ?? 0, p[2] ?? 0);
      expect(Math.hypot(near.x, near.y, near.z)).toBeCloseTo(1, 9);
      if (near.distance < 0) inside++;
      expect(Math.abs(near.distance - expected)).toBeLessThan(CONVEX);
      expect(walked(surfaces, g, p)).toBeLessThan(CONVEX);
    }
    expect(inside).toBeGreaterThan(0);
  },
);

test('distance of a vertex to a height field is that to the triangle below', () => {
  const surfaces = new GeomSurfaces(model, data);
  forward(model, data);
  const g = model.geom('hfield').id;
  const r = random(5);
  for (let n = 0; n < 200; n++) {
    const [x, y] = [0.59 * r.number(-1, 1), 0.39 * r.number(-1, 1)];
    // down to the surface, then up along the normal
    surfaces.nearest(near, g, x, y, 0.35);
    const z = 0.35 - near.distance / near.z;
    surfaces.nearest(near, g, x, y, z);
    expect(Math.abs(near.distance)).toBeLessThan(1e-12);
    expect(z > -1e-9 && z < 0.3 + 1e-9).toBe(true);
  }
  surfaces.nearest(near, g, -0.6 + 0.4, 0, 0.9);
  expect(near.distance * 1).toBeCloseTo((0.9 - 0.3 * 0.9) * near.z, 6); // above the sample .9
  surfaces.nearest(near, g, 2, 0, 0.1);
  expect(near.distance).toBe(Infinity);
});

test('distance of a vertex to a signed distance field is that of its plugin', () => {
  const surfaces = new GeomSurfaces(model, data);
  forward(model, data);
  const g = model.geom('sdf').id;
  const r = random(6);
  for (let n = 0; n < 100; n++) {
    const [x, y, z] = Array.from(r.numbers(3), (c) => 0.4 * c) as [number, number, number];
    surfaces.nearest(near, g, x, y, z);
    expect(near.distance).toBeCloseTo(Math.hypot(Math.hypot(x, y) - 0.2, z) - 0.1, 6);
    expect(walked(surfaces, g, [x, y, z])).toBeLessThan(1e-5);
  }
});
