import { callOracle, loadOracle, loadOracleXml, type Oracle } from '@qpos/conformance';
import { beforeAll, describe, expect, test } from 'vitest';
import { Contacts } from './contact.ts';
import { CcdOptions } from './convex/ccd-options.ts';
import { beginShape, ConvexShape } from './convex/convex-shape.ts';
import { SHAPE_SPHERE } from './shape-type.ts';
import { soupConvex } from './soup.ts';
import { TriangleMesh } from './triangle-mesh.ts';

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
  function ballIn(x: number, z: number, radius: number): Contacts {
    const { model, data } = loadOracleXml(oracle, groove);
    callOracle(oracle, 'mj_kinematics', model, data);
    const mesh = new TriangleMesh();
    mesh.pos.set((data['geom_xpos'] as Float64Array).slice(0, 3));
    mesh.mat.set((data['geom_xmat'] as Float64Array).slice(0, 9));
    mesh.vert = (model['mesh_vert'] as Float32Array).slice();
    mesh.face = (model['mesh_face'] as Int32Array).slice();
    mesh.aabb = (model['bvh_aabb'] as Float64Array).slice();
    mesh.child = (model['bvh_child'] as Int32Array).slice();
    mesh.nodeid = (model['bvh_nodeid'] as Int32Array).slice();
    mesh.bvhadr = (model['mesh_bvhadr'] as Int32Array)[0] as number;
    const ball = new ConvexShape();
    beginShape(ball, SHAPE_SPHERE, 0);
    ball.pos.set([x, 0.013, z]);
    ball.mat.set(mesh.mat);
    ball.size[0] = radius;
    const contacts = new Contacts();
    const options = Object.assign(new CcdOptions(), { tolerance: 1e-6, iterations: 50 });
    soupConvex(mesh, ball, options, 0, contacts);
    return contacts;
  }

  test('a ball in the groove touches nothing', () => {
    expect(ballIn(0.02, 0.4, 0.25).count).toBe(0);
  });

  test('a ball on the floor of the groove touches it from above', () => {
    const contacts = ballIn(0.02, 0.24, 0.25);
    expect(contacts.count).toBe(1);
    expect(contacts.dist[0]).toBeCloseTo(-0.01, 6);
    expect(contacts.normal[2]).toBeCloseTo(1, 6);
  });

  test('a wide ball touches both walls', () => {
    const contacts = ballIn(0, 0.5, 0.32);
    expect(contacts.count).toBe(2);
    const sides = [contacts.normal[0] as number, contacts.normal[3] as number].sort((a, b) => a - b);
    expect(sides[0]).toBeCloseTo(-1, 6);
    expect(sides[1]).toBeCloseTo(1, 6);
  });
});
