import { loadOracle, loadOracleXml } from '@qpos/conformance';
import { describe, expect, test } from 'vitest';
import { builtinMesh } from '../../mesh/builtin.ts';
import { isSame, using } from '../../testing.ts';
import type { MeshBuiltin } from '../../types.ts';
import { hullGraph } from '../graph.ts';
import { pointSet, shapes, thinnerThanRounding } from '../testing.ts';
import { orderedHull } from './ordered-hull.ts';

const oracle = await loadOracle();

/** `mesh_graph` of points that the oracle gets as text. */
function oracleGraph(points: Float64Array, max: number): Int32Array {
  const limit = max < 0 ? '' : `maxhullvert="${max}"`;
  const xml = `<mujoco><asset><mesh name="m" vertex="${points.join(' ')}" ${limit}/></asset>
    <worldbody><geom type="mesh" mesh="m"/></worldbody></mujoco>`;
  return using(loadOracleXml(oracle, xml), (m) => (m['mesh_graph'] as Int32Array).slice());
}

/** The oracle merges films by rules that we leave out, or refuses them. */
const KINDS = Object.keys(shapes).filter((kind) => !thinnerThanRounding.includes(kind));

describe('orderedHull', () => {
  test.each(KINDS)('%s: the order of the oracle, on 4 sets', (kind) => {
    for (const count of [20, 45, 100, 250]) {
      const points = pointSet(kind, count, count);
      expect(isSame(hullGraph('m', points, -1), oracleGraph(points, -1)), `${count} points`).toBe(true);
    }
  });

  const BUILTINS: [MeshBuiltin, number[]][] = [
    ['sphere', [3]],
    ['cone', [20, 0]],
    ['supersphere', [9, 0.5, 1.5]],
    ['supertorus', [12, 0.4, 0.7, 1.5]],
    ['wedge', [7, 5, 90, 45, 0.3]],
  ];
  test.each(BUILTINS)('builtin %s: the order of the oracle, also with few vertices', (kind, params) => {
    const points = Float64Array.from(builtinMesh(kind, params).vert);
    for (const max of [-1, 6, 20]) {
      expect(isSame(hullGraph('m', points, max), oracleGraph(points, max)), `max ${max}`).toBe(true);
    }
  });

  test.each(thinnerThanRounding)('%s: a closed surface or none, but no error', (kind) => {
    for (let seed = 1; seed < 40; seed++) {
      const surface = orderedHull(pointSet(kind, 5 + 4 * seed, seed), -1);
      if (surface) expect(surface.vertices.length - surface.triangles.length / 2).toBe(2);
    }
  });

  test('knows no order of points in a plane', () => {
    const points = pointSet('ball', 30, 9).map((x, i) => (i % 3 === 1 ? 1 : x));
    expect(orderedHull(points, -1)).toBeUndefined();
  });
});
