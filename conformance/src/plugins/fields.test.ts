import {
  castRay,
  collision,
  type Data,
  definePlugin,
  kinematics,
  type Model,
  makeData,
  type PluginDefinition,
  step,
} from '@qpos/core';
import { loadModel } from '@qpos/spec';
import { describe, expect, test } from 'vitest';
import { ball, brick, gear, torus } from './fields.ts';

const ROUNDING = 1e-9;
/** What differences leave of a gradient. */
const DIFFERENCES = 1e-6;

const CUBE =
  '<mesh name="m" vertex="-.1 -.1 -.1 .1 -.1 -.1 -.1 .1 -.1 .1 .1 -.1 -.1 -.1 .1 .1 -.1 .1 -.1 .1 .1 .1 .1 .1"/>';

interface Scene {
  readonly model: Model;
  readonly data: Data;
}

const config = (settings: Record<string, string>): string =>
  Object.entries(settings)
    .map(([key, value]) => `<config key="${key}" value="${value}"/>`)
    .join('');

/** Two geoms, the first held by the world, the second free to be moved; `field` is the plugin's geom. */
function scene(plugin: PluginDefinition, settings: Record<string, string>, other: string, assets = ''): Scene {
  const model = loadModel(
    `<mujoco><option sdf_initpoints="60" sdf_iterations="30"/>
    <extension><plugin plugin="${plugin.name}"><instance name="f">${config(settings)}</instance></plugin></extension>
    <asset><mesh name="f"><plugin instance="f"/></mesh>${assets}</asset>
    <worldbody>${other}<body name="moved" mocap="true"><geom name="f" type="sdf" mesh="f" contype="0" conaffinity="0"><plugin instance="f"/></geom></body>
    <body pos="9 9 9"><freejoint/><geom size=".1"/></body></worldbody>
    <contact><pair geom1="a" geom2="f"/></contact></mujoco>`,
    { plugins: [plugin] },
  );
  return { model, data: makeData(model) };
}

/** Finds the contacts with the field at a pose; returns their number. */
function touch({ model, data }: Scene, pos: readonly number[], quat: readonly number[] = [1, 0, 0, 0]): number {
  data.mocap_pos.set(pos);
  data.mocap_quat.set(quat);
  kinematics(model, data);
  collision(model, data);
  return data.ncon;
}

type Point = [number, number, number];
type Field = (x: Point) => number;

const minus = (a: ArrayLike<number>, b: ArrayLike<number>): Point =>
  [0, 1, 2].map((k) => (a[k] as number) - (b[k] as number)) as Point;
const unit = (a: readonly number[]): Point => a.map((x) => x / Math.hypot(...a)) as Point;
const gradientOf = (field: Field, x: Point): Point =>
  unit(
    [0, 1, 2].map(
      (k) =>
        field(x.map((v, i) => v + (i === k ? 1e-6 : 0)) as Point) -
        field(x.map((v, i) => v - (i === k ? 1e-6 : 0)) as Point),
    ),
  );

/**
 * Each contact of a sphere at the origin with a field at `pos` is a point that is inside both, as deep as it says (in the one in which it is less
 * deep), and its normal is where the difference of the two distances decreases.
 */
function checkContacts(data: Data, pos: readonly number[], radius: number, field: Field): void {
  const there: Field = (x) => field(minus(x, pos));
  const sphere: Field = (x) => Math.hypot(...x) - radius;
  for (let c = 0; c < data.ncon; c++) {
    const dist = data.contact.dist[c] as number;
    const normal = data.contact.frame.subarray(9 * c, 9 * c + 3);
    const at = data.contact.pos.subarray(3 * c, 3 * c + 3).map((x, k) => x - 0.5 * dist * (normal[k] as number));
    const x = [...at] as Point;
    expect(dist).toBeLessThanOrEqual(0);
    expect(Math.abs(Math.max(there(x), sphere(x)) - dist)).toBeLessThan(ROUNDING);
    const expected = unit(minus(gradientOf(sphere, x), gradientOf(there, x)));
    expect(Math.hypot(...minus(normal, expected))).toBeLessThan(100 * DIFFERENCES);
  }
}

const random = (seed: number) => {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
};
const direction = (next: () => number): number[] => {
  for (;;) {
    const v = [next() - 0.5, next() - 0.5, next() - 0.5];
    const length = Math.hypot(...v);
    if (length > 0.1 && length < 0.5) return v.map((x) => x / length);
  }
};

describe('a signed distance field of the user', () => {
  const RING = 0.35;
  const TUBE = 0.15;
  const torusField: Field = ([x, y, z]) => Math.hypot(Math.hypot(x, y) - RING, z) - TUBE;
  const brickField: Field = (p) => {
    const out = p.map((x, k) => Math.abs(x) - ([0.1, 0.2, 0.15][k] as number));
    return Math.hypot(...out.map((x) => Math.max(x, 0))) + Math.min(Math.max(...out), 0);
  };

  test('a ball is the built-in sphere: the same contacts with a mesh that has an octree', () => {
    const model = loadModel(
      `<mujoco><extension><plugin plugin="example.ball"><instance name="f"><config key="radius" value=".2"/></instance></plugin></extension>
      <asset>${CUBE}<mesh name="f"><plugin instance="f"/></mesh></asset><worldbody><geom name="a" size=".2"/><geom name="b" type="sdf" mesh="f"><plugin instance="f"/></geom>
      <body mocap="true"><geom name="c" type="sdf" mesh="m" contype="0" conaffinity="0"/></body><body pos="9 9 9"><freejoint/><geom size=".1"/></body></worldbody>
      <contact><pair geom1="a" geom2="c"/><pair geom1="b" geom2="c"/></contact></mujoco>`,
      { plugins: [ball] },
    );
    const data = makeData(model);
    model.geom_aabb.set(model.geom_aabb.subarray(0, 6), 6); // seeds are drawn in the box: the mesh's is a little smaller
    const next = random(1);
    let touching = 0;
    for (let k = 0; k < 200; k++) {
      const at = direction(next).map((x) => x * 0.36 * next());
      const quat = [next() - 0.5, next() - 0.5, next() - 0.5, next() - 0.5];
      touch({ model, data }, at, quat);
      const half = data.ncon / 2;
      if (half > 0) touching++;
      const [dist, pos, frame] = [data.contact.dist, data.contact.pos, data.contact.frame];
      for (let c = 0; c < half; c++) {
        expect(Math.abs((dist[c] as number) - (dist[half + c] as number))).toBeLessThan(ROUNDING);
        for (let i = 0; i < 3; i++)
          expect(Math.abs((pos[3 * c + i] as number) - (pos[3 * (half + c) + i] as number))).toBeLessThan(ROUNDING);
        for (let i = 0; i < 9; i++)
          expect(Math.abs((frame[9 * c + i] as number) - (frame[9 * (half + c) + i] as number))).toBeLessThan(ROUNDING);
      }
    }
    expect(touching).toBeGreaterThan(150);
  });

  test.each([
    ['a torus', torus, { ring: `${RING}`, tube: `${TUBE}` }, torusField],
    ['a brick, with a gradient from differences,', brick, { size: '.1 .2 .15' }, brickField],
  ] as const)('%s touches a sphere as its closed form says', (_, plugin, settings, field) => {
    const both = scene(plugin as PluginDefinition, settings, '<geom name="a" size=".1"/>');
    const next = random(2);
    let touching = 0;
    for (let k = 0; k < 100; k++) {
      const at = direction(next).map((x) => x * 0.55 * next());
      const gap = field(minus([0, 0, 0], at)) - 0.1; // between the surfaces
      const n = touch(both, at);
      if (gap > ROUNDING) expect(n).toBe(0);
      if (gap < -0.02) expect(n).toBeGreaterThan(0);
      if (n > 0) touching++;
      checkContacts(both.data, at, 0.1, field);
    }
    expect(touching).toBeGreaterThan(30);
  });

  test('a sphere fits through the hole of a torus', () => {
    expect(touch(scene(torus, { ring: '.35', tube: '.15' }, '<geom name="a" size=".1"/>'), [0, 0, 0])).toBe(0);
  });

  test('rays meet the field where the closed form says', () => {
    const { model, data } = scene(torus, { ring: '.35', tube: '.15' }, '<geom name="a" size=".01" pos="0 0 5"/>');
    kinematics(model, data);
    const hit = (from: number[], along: number[]) =>
      castRay(model, data, Float64Array.from(from), Float64Array.from(along));
    expect(hit([2, 0, 0], [-1, 0, 0])).toMatchObject({ distance: expect.closeTo(1.5, 6), geom: model.geom('f').id });
    expect(hit([0.35, 0, 2], [0, 0, -1]).distance).toBeCloseTo(1.85, 6);
    expect([...hit([0.35, 0, 2], [0, 0, -1]).normal]).toEqual([0, 0, 1].map((x) => expect.closeTo(x, 6)));
    expect(hit([0, 0, 2], [0, 0, -1]).geom).not.toBe(model.geom('f').id); // through the hole
  });

  test('the mesh that stands for the surface has its volume and moments', () => {
    const { model } = scene(torus, { ring: '.35', tube: '.15' }, '<geom name="a" size=".1"/>');
    const [R, r] = [0.35, 0.15];
    const volume = 2 * Math.PI ** 2 * R * r * r;
    const body = model.body('moved').id;
    const mass = model.body_mass[body] as number;
    expect(mass / (1000 * volume)).toBeCloseTo(1, 2);
    const [x, y, z] = model.body_inertia.subarray(3 * body, 3 * body + 3) as unknown as [number, number, number];
    const ring = mass * (R * R + 0.75 * r * r);
    const tilt = mass * (0.5 * R * R + 0.625 * r * r);
    for (const [moment, exact] of [
      [x, tilt],
      [y, tilt],
      [z, ring],
    ] as const)
      expect(moment / exact).toBeCloseTo(1, 2);
    expect([...model.mesh_pos, ...model.mesh_quat]).toEqual([0, 0, 0, 1, 0, 0, 0]);
    for (let v = 0; v < model.nmeshvert; v++) {
      const [px, py, pz] = model.mesh_vert.subarray(3 * v, 3 * v + 3) as unknown as [number, number, number];
      expect(Math.abs(Math.hypot(Math.hypot(px, py) - R, pz) - r)).toBeLessThan(1e-6);
    }
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    'a field that says %d ends in no contact',
    (bad) => {
      let value: number | undefined;
      const broken = definePlugin({
        name: 'example.broken',
        sdf: {
          bounds: () => [0, 0, 0, 0.2, 0.2, 0.2],
          distance: ([x, y, z]) => value ?? Math.hypot(x as number, y as number, z as number) - 0.2,
          gradient: (result) => result.fill(value ?? 1),
        },
      });
      for (const other of ['size=".1"', 'type="mesh" mesh="m"']) {
        value = undefined;
        const both = scene(broken, {}, `<geom name="a" ${other}/>`, CUBE);
        value = bad;
        expect(touch(both, [0.05, 0, 0])).toBe(0);
      }
    },
  );

  test('a gear whose teeth move with its state', () => {
    const both = scene(gear, { radius: '.2', depth: '.03', teeth: '6', speed: '1' }, '<geom name="a" size=".05"/>');
    const { model, data } = both;
    expect(touch(both, [-0.27, 0, 0])).toBeGreaterThan(0); // the tooth at angle 0 reaches .23, the sphere .22
    step(model, data, Math.round(Math.PI / 6 / model.opt.timestep)); // half a tooth on
    expect(data.plugin_state[0]).toBeCloseTo(Math.PI / 6, 2);
    expect(touch(both, [-0.27, 0, 0])).toBe(0);
  });

  test('a mesh, and another field', () => {
    const { data, ...rest } = scene(ball, { radius: '.2' }, '<geom name="a" type="mesh" mesh="m"/>', CUBE);
    expect(touch({ data, ...rest }, [0.28, 0.01, 0.02])).toBeGreaterThan(0);
    expect(Math.min(...data.contact.dist)).toBeCloseTo(-0.02, 3);
    const model = loadModel(
      `<mujoco><option sdf_initpoints="60" sdf_iterations="30"/><extension><plugin plugin="example.ball"><instance name="f"><config key="radius" value=".2"/></instance></plugin></extension>
      <asset><mesh name="f"><plugin instance="f"/></mesh></asset><worldbody><geom type="sdf" mesh="f"><plugin instance="f"/></geom>
      <body pos=".3 0 0"><freejoint/><geom type="sdf" mesh="f"><plugin instance="f"/></geom></body></worldbody></mujoco>`,
      { plugins: [ball] },
    );
    const two = makeData(model);
    kinematics(model, two);
    collision(model, two);
    checkContacts(two, [0.3, 0, 0], 0.2, (x) => Math.hypot(...x) - 0.2);
    expect(Math.min(...two.contact.dist)).toBeLessThan(-0.03);
  });
});
