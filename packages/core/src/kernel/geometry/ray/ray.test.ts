import { callOracle, loadOracle, loadOracleXml, makeRandom, type Oracle, type Random } from '@qpos/conformance';
import { beforeAll, describe, expect, test } from 'vitest';
import { Geom } from '../geom.ts';
import { HeightField } from '../height-field.ts';
import { TriangleMesh } from '../triangle-mesh.ts';
import { rayHfield } from './hfield.ts';
import { rayMesh } from './mesh.ts';
import { rayPrimitive } from './primitive.ts';
import { Ray, RayHit } from './ray.ts';

/** Rays per shape; the direction and start classes are the same in a longer run. */
const RAYS = Number(process.env['QPOS_RAYS'] ?? 2000);
const TOLERANCE = 1e-9;

const primitives = {
  plane: { type: 0, size: [1, 0.7, 1] },
  sphere: { type: 2, size: [0.3, 0, 0] },
  capsule: { type: 3, size: [0.2, 0.4, 0] },
  ellipsoid: { type: 4, size: [0.2, 0.4, 0.3] },
  cylinder: { type: 5, size: [0.2, 0.4, 0] },
  box: { type: 6, size: [0.2, 0.4, 0.3] },
};

/** A random rotation matrix and position. */
function randomPose(rng: Random): { pos: Float64Array; mat: Float64Array } {
  const q = [0, 0, 0, 0].map(() => rng.uniform(0, 1) - 0.5);
  const n = Math.hypot(...q);
  const [w, x, y, z] = q.map((c) => c / n) as [number, number, number, number];
  const mat = Float64Array.of(
    w * w + x * x - y * y - z * z,
    2 * (x * y - w * z),
    2 * (x * z + w * y),
    2 * (x * y + w * z),
    w * w - x * x + y * y - z * z,
    2 * (y * z - w * x),
    2 * (x * z - w * y),
    2 * (y * z + w * x),
    w * w - x * x - y * y + z * z,
  );
  return { pos: Float64Array.of(rng.uniform(0, 1) - 0.5, rng.uniform(0, 1) - 0.5, rng.uniform(0, 1) - 0.5), mat };
}

/** A ray that starts in or around the shape, aims at it or passes it, and may run along an axis. */
function randomRay(rng: Random, pos: Float64Array): Ray {
  const around = (reach: number) => Float64Array.from(pos, (x) => x + (rng.uniform(0, 1) - 0.5) * 2 * reach);
  const pnt = around(rng.uniform(0, 1) < 0.2 ? 0.2 : 1.5);
  const target = around(rng.uniform(0, 1) < 0.7 ? 0.4 : 2);
  const vec = Float64Array.from(target, (x, i) => x - (pnt[i] as number));
  if (rng.uniform(0, 1) < 0.2) {
    const axis = Math.floor(rng.uniform(0, 1) * 3);
    for (let i = 0; i < 3; i++) vec[i] = i === axis ? 1 : 0;
  }
  const ray = new Ray();
  ray.pnt.set(pnt);
  ray.vec.set(vec);
  return ray;
}

describe('rays equal the oracle', () => {
  let oracle: Oracle;
  const hit = new RayHit();
  beforeAll(async () => {
    oracle = await loadOracle();
  });

  /** Compares `ours` with the call of the oracle named `name`, over many rays; returns how many hit. */
  function compare(
    rng: Random,
    pos: Float64Array,
    count: number,
    theirs: (ray: Ray, buffer: unknown) => number,
    ours: (ray: Ray) => void,
  ): number {
    const buffer = new (oracle.mj['DoubleBuffer'] as new (n: number) => { GetView(): Float64Array; delete(): void })(3);
    let hits = 0;
    for (let k = 0; k < count; k++) {
      const ray = randomRay(rng, pos);
      const expected = theirs(ray, buffer);
      ours(ray);
      if (expected >= 0) hits++;
      expect(Math.abs(hit.dist - expected)).toBeLessThan(TOLERANCE);
      const view = buffer.GetView();
      for (let i = 0; i < 3; i++)
        expect(Math.abs((hit.normal[i] as number) - (view[i] as number))).toBeLessThan(TOLERANCE);
    }
    buffer.delete();
    return hits;
  }

  test.each(Object.entries(primitives))('%s', (_, { type, size }) => {
    const rng = makeRandom(7);
    const half = Float64Array.from(size);
    const geom = Object.assign(new Geom(), { type });
    geom.size.set(half);
    let hits = 0;
    for (let k = 0; k < 10; k++) {
      const { pos, mat } = randomPose(rng);
      geom.pos.set(pos);
      geom.mat.set(mat);
      hits += compare(
        rng,
        pos,
        RAYS / 10,
        (ray, buffer) => callOracle(oracle, 'mju_rayGeom', pos, mat, half, ray.pnt, ray.vec, type, buffer) as number,
        (ray) => rayPrimitive(geom, ray, hit),
      );
    }
    expect(hits).toBeGreaterThan(RAYS / 10);
  });

  const vertices = Array.from({ length: 40 }, (_, k) => {
    const a = 2.4 * k;
    const z = 1 - (2 * k + 1) / 40;
    const r = Math.sqrt(1 - z * z);
    return [0.5 * r * Math.cos(a), 0.4 * r * Math.sin(a), 0.3 * z].map((x) => x.toFixed(4)).join(' ');
  }).join(' ');
  const elevation = Array.from({ length: 42 }, (_, k) => ((k * 7919) % 13) / 13).join(' ');
  const scene = `<mujoco><asset><mesh name="m" vertex="${vertices}"/>
    <hfield name="h" nrow="6" ncol="7" size=".5 .4 .3 .1" elevation="${elevation}"/></asset>
    <worldbody><geom type="mesh" mesh="m" pos=".1 .2 .3" euler="10 20 30"/><geom type="hfield" hfield="h" pos="-.1 0 .2" euler="40 0 10"/></worldbody></mujoco>`;

  test('mesh and height field', () => {
    const { model, data } = loadOracleXml(oracle, scene);
    callOracle(oracle, 'mj_kinematics', model, data);
    const f64 = (name: string): Float64Array => (model[name] as Float64Array).slice();
    const i32 = (name: string): Int32Array => (model[name] as Int32Array).slice();
    const f32 = (name: string): Float32Array => (model[name] as Float32Array).slice();
    const xpos = (data['geom_xpos'] as Float64Array).slice();
    const xmat = (data['geom_xmat'] as Float64Array).slice();
    const mesh = new TriangleMesh();
    mesh.pos.set(xpos.slice(0, 3));
    mesh.mat.set(xmat.slice(0, 9));
    mesh.size.set(f64('geom_size').slice(0, 3));
    mesh.vert = f32('mesh_vert');
    mesh.face = i32('mesh_face');
    mesh.aabb = f64('bvh_aabb');
    mesh.child = i32('bvh_child');
    mesh.nodeid = i32('bvh_nodeid');
    mesh.bvhadr = i32('mesh_bvhadr')[0] as number;
    const field = new HeightField();
    field.pos.set(xpos.slice(3, 6));
    field.mat.set(xmat.slice(9, 18));
    field.size.set(f64('hfield_size'));
    field.data = f32('hfield_data');
    field.nrow = 6;
    field.ncol = 7;
    const rng = makeRandom(11);
    const along = (name: string, geom: number, pos: Float64Array, ours: (ray: Ray) => void): number =>
      compare(
        rng,
        pos,
        RAYS,
        (ray, buffer) => callOracle(oracle, name, model, data, geom, ray.pnt, ray.vec, buffer) as number,
        ours,
      );
    const onMesh = along('mj_rayMesh', 0, mesh.pos, (ray) => rayMesh(mesh, ray, hit));
    const onField = along('mj_rayHfield', 1, field.pos, (ray) => rayHfield(field, ray, hit));
    expect(Math.min(onMesh, onField)).toBeGreaterThan(RAYS / 10);
  });
});
