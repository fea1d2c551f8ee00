import { loadModel } from '@qpos/spec';
import { describe, expect, test } from 'vitest';
import { hullGeometry, meshGeometry } from './mesh-geometry.ts';
import { triangles, volume } from './solid-measures.testing.ts';

/** Vertices are stored in 32 bits. */
const ROUNDING = 6;

const CUBE = 'vertex="0 0 0 1 0 0 0 1 0 1 1 0 0 0 1 1 0 1 0 1 1 1 1 1"';
const FACES = 'face="0 2 1 1 2 3 4 5 6 5 7 6 0 1 4 1 5 4 2 6 3 3 6 7 0 4 2 2 4 6 1 3 5 3 7 5"';
const model = (attributes: string) =>
  loadModel(`<mujoco><asset><mesh name="m" ${attributes}/></asset><worldbody><body><freejoint/>
    <geom type="mesh" mesh="m"/></body></worldbody></mujoco>`);

describe('meshes', () => {
  test('a cube has twelve triangles around a volume of one', () => {
    const geometry = meshGeometry(model(`${CUBE} ${FACES}`), 0);
    expect(triangles(geometry)).toHaveLength(12);
    expect(volume(geometry)).toBeCloseTo(1, ROUNDING);
  });

  test('without texture coordinates they are its xy plane', () => {
    const geometry = meshGeometry(model(`${CUBE} ${FACES}`), 0);
    const [position, uv] = [geometry.getAttribute('position'), geometry.getAttribute('uv')];
    for (let i = 0; i < position.count; i++) {
      expect(uv.getX(i)).toBeCloseTo(0.5 * position.getX(i) - 0.5, ROUNDING);
      expect(uv.getY(i)).toBeCloseTo(-0.5 * position.getY(i) - 0.5, ROUNDING);
    }
  });

  test('its own texture coordinates go with the corners of its faces', () => {
    const texcoord = 'texcoord="0 0 1 0 0 1 1 1 .5 0 .5 1 0 .5 1 .5"';
    const m = model(`${CUBE} ${FACES} ${texcoord}`);
    const geometry = meshGeometry(m, 0);
    expect(geometry.getIndex()).toBeNull();
    const uv = geometry.getAttribute('uv');
    expect(uv.count).toBe(36);
    for (let k = 0; k < 36; k++) {
      const t = m.mesh_facetexcoord[k] as number;
      expect([uv.getX(k), uv.getY(k)]).toEqual([m.mesh_texcoord[2 * t], m.mesh_texcoord[2 * t + 1]]);
    }
  });

  test('normals have length one and point outwards', () => {
    const geometry = meshGeometry(model('builtin="sphere" params="3"'), 0);
    const [position, normal] = [geometry.getAttribute('position'), geometry.getAttribute('normal')];
    for (let i = 0; i < position.count; i++) {
      const n = [normal.getX(i), normal.getY(i), normal.getZ(i)];
      const p = [position.getX(i), position.getY(i), position.getZ(i)];
      expect(Math.hypot(...n)).toBeCloseTo(1, ROUNDING);
      expect(n.reduce((s, x, k) => s + x * (p[k] ?? 0), 0)).toBeGreaterThan(0.9);
    }
  });
});

describe('edges', () => {
  const normalsOf = (attributes: string): number[][] => {
    const normal = meshGeometry(model(attributes), 0).getAttribute('normal');
    return Array.from({ length: normal.count }, (_, i) => [normal.getX(i), normal.getY(i), normal.getZ(i)]);
  };

  test('the faces of a cube are flat', () => {
    const normals = normalsOf(`${CUBE} ${FACES}`);
    expect(normals).toHaveLength(36);
    for (let f = 0; f < 36; f += 3) for (let k = 0; k < 3; k++) expect(normals[f + k]).toEqual(normals[f - (f % 6)]); // two triangles make a side
    for (const n of normals) expect(n.map(Math.abs).sort()).toEqual([0, 0, 1]);
  });

  test('a column is round, and flat at its ends', () => {
    const sides = 16;
    const ring = Array.from({ length: sides }, (_, k) => [Math.cos, Math.sin].map((f) => f((2 * Math.PI * k) / sides)));
    const vertices = [-1, 1].flatMap((z) => ring.map((xy) => [...xy, z].join(' '))).join(' ');
    const normals = normalsOf(`vertex="${vertices}"`);
    const isEnd = ([, , z = 0]: number[]): boolean => Math.abs(Math.abs(z) - 1) < 1e-6;
    const [ends, around] = [normals.filter(isEnd), normals.filter((n) => !isEnd(n))];
    expect([ends.length, around.length]).toEqual([6 * (sides - 2), 6 * sides]);
    for (const [x = 0, y = 0, z] of around) {
      expect(z).toBeCloseTo(0, ROUNDING);
      const turn = (Math.atan2(y, x) * sides) / (2 * Math.PI);
      expect(Math.abs(turn - Math.round(turn))).toBeLessThan(0.2); // at the vertices, not at the middle of the faces
    }
  });

  test('a ball is round', () => {
    const m = model('builtin="sphere" params="3"');
    const geometry = meshGeometry(m, 0);
    expect(geometry.getIndex()).not.toBeNull();
    expect(geometry.getAttribute('normal').array).toEqual(m.mesh_normal);
  });
});

describe('hulls', () => {
  test('no vertex of the mesh is outside any face', () => {
    const m = model('builtin="supersphere" params="9 .5 1.5"');
    const geometry = hullGeometry(m, 0);
    if (geometry === undefined) throw new Error('there is a hull');
    for (const [ax = 0, ay = 0, az = 0, bx = 0, by = 0, bz = 0, cx = 0, cy = 0, cz = 0] of triangles(geometry)) {
      const [ux, uy, uz, vx, vy, vz] = [bx - ax, by - ay, bz - az, cx - ax, cy - ay, cz - az];
      const n = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
      const length = Math.hypot(...n) || 1;
      for (let v = 0; v < m.nmeshvert; v++) {
        const [x = 0, y = 0, z = 0] = m.mesh_vert.subarray(3 * v, 3 * v + 3);
        const height = ((x - ax) * (n[0] ?? 0) + (y - ay) * (n[1] ?? 0) + (z - az) * (n[2] ?? 0)) / length;
        expect(height).toBeLessThan(1e-5);
      }
    }
  });

  test('a mesh that does not collide has none', () => {
    const m = loadModel(`<mujoco><asset><mesh name="m" ${CUBE} ${FACES}/></asset><worldbody><body><freejoint/>
      <geom type="mesh" mesh="m" contype="0" conaffinity="0"/></body></worldbody></mujoco>`);
    expect(hullGeometry(m, 0)).toBeUndefined();
  });
});
