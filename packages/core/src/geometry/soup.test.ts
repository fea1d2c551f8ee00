import { callOracle, loadOracle, loadOracleXml, type Oracle } from '@qpos/conformance';
import { beforeAll, describe, expect, test } from 'vitest';
import { GEOM_SPHERE } from '../model/constants.ts';
import { CONTACT_STRIDE, MAX_PAIR_CONTACTS } from './contact.ts';
import { shapeB } from './convex-shape.ts';
import { setShape } from './shape.ts';
import { soupConvex } from './soup.ts';

// A U of three bars along y: its hull would fill the groove.
const bar = (x: number, z: number, sx: number, sz: number): string =>
  [-1, 1]
    .flatMap((i) => [-1, 1].flatMap((j) => [-1, 1].map((k) => `${x + i * sx} ${j * 0.5} ${z + k * sz}`)))
    .join(' ');
const faces = [0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4, 2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6];
const quads = (first: number): string =>
  [0, 4, 8, 12, 16, 20]
    .map((q) => faces.slice(q, q + 4).map((v) => v + first))
    .map(([a, b, c, d]) => `${a} ${c} ${b} ${a} ${d} ${c}`)
    .join(' ');
const groove = `<mujoco><compiler inertiafromgeom="true"/><asset><mesh name="u" inertia="shell"
  vertex="${bar(-0.4, 0.3, 0.1, 0.4)} ${bar(0.4, 0.3, 0.1, 0.4)} ${bar(0, -0.05, 0.3, 0.05)}"
  face="${quads(0)} ${quads(8)} ${quads(16)}"/></asset>
  <worldbody><geom type="mesh" mesh="u"/></worldbody></mujoco>`;

describe('soupConvex', () => {
  let oracle: Oracle;
  beforeAll(async () => {
    oracle = await loadOracle();
  });

  /** Contacts of the groove with a ball whose centre is given in the frame of the drawing above. */
  function ballIn(x: number, z: number, radius: number): { n: number; out: Float64Array } {
    const { model, data } = loadOracleXml(oracle, groove);
    callOracle(oracle, 'mj_kinematics', model, data);
    const f = (name: string): Float64Array => (model[name] as Float64Array).slice();
    const i = (name: string): Int32Array => (model[name] as Int32Array).slice();
    const xpos = (data['geom_xpos'] as Float64Array).slice();
    const xmat = (data['geom_xmat'] as Float64Array).slice();
    const vert = (model['mesh_vert'] as Float32Array).slice();
    const out = new Float64Array(CONTACT_STRIDE * MAX_PAIR_CONTACTS);
    setShape(shapeB, GEOM_SPHERE, Float64Array.of(x, 0.013, z), 0, xmat, 0, Float64Array.of(radius, 0, 0), 0, 0);
    const bvhadr = i('mesh_bvhadr')[0] as number;
    const n = soupConvex(
      ...([out, 0, xpos, 0, xmat, 0, vert, 0, i('mesh_face'), 0] as const),
      ...([f('bvh_aabb'), i('bvh_child'), i('bvh_nodeid'), bvhadr, 0, 1e-6, 50] as const),
    );
    return { n, out };
  }

  test('a ball in the groove touches nothing', () => {
    expect(ballIn(0.02, 0.4, 0.25).n).toBe(0);
  });

  test('a ball on the floor of the groove touches it from above', () => {
    const { n, out } = ballIn(0.02, 0.24, 0.25);
    expect(n).toBe(1);
    expect(out[0]).toBeCloseTo(-0.01, 6);
    expect(out[6]).toBeCloseTo(1, 6);
  });

  test('a wide ball touches both walls', () => {
    const { n, out } = ballIn(0, 0.5, 0.32);
    expect(n).toBe(2);
    const sides = [out[4] as number, out[CONTACT_STRIDE + 4] as number].sort((a, b) => a - b);
    expect(sides[0]).toBeCloseTo(-1, 6);
    expect(sides[1]).toBeCloseTo(1, 6);
  });
});
