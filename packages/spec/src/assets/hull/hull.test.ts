import { describe, expect, test } from 'vitest';
import { builtinMesh } from '../mesh-builtin.ts';
import { codeOf, makeRandom } from '../testing.ts';
import { hullGraph } from './graph.ts';
import { smoothsort } from './smoothsort.ts';

/** Faces of a hull graph, three point numbers each. */
function facesOf(graph: Int32Array): Int32Array {
  return graph.slice(graph.length - 3 * graph[1]);
}

function cloud(seed: number, n: number, map: (p: number[]) => number[] = (p) => p): Float64Array {
  const random = makeRandom(seed);
  return Float64Array.from(Array.from({ length: n }, () => map([random(), random(), random()])).flat());
}

/** Largest distance of any point above any face. */
function height(points: Float64Array, faces: Int32Array): number {
  let highest = Number.NEGATIVE_INFINITY;
  for (let f = 0; f < faces.length; f += 3) {
    const at = (v: number, k: number): number => points[3 * faces[f + v] + k];
    const e = [0, 1, 2].map((k) => at(1, k) - at(0, k));
    const g = [0, 1, 2].map((k) => at(2, k) - at(0, k));
    const n = [e[1] * g[2] - e[2] * g[1], e[2] * g[0] - e[0] * g[2], e[0] * g[1] - e[1] * g[0]];
    const norm = Math.hypot(...n);
    if (norm < 1e-12) continue;
    for (let i = 0; i < points.length; i += 3) {
      let d = 0;
      for (let k = 0; k < 3; k++) d += (n[k] / norm) * (points[i + k] - at(0, k));
      highest = Math.max(highest, d);
    }
  }
  return highest;
}

/** Distance within which merged facets may leave a point above a triangle. */
const MERGE_WIDTH = 1e-13;

describe('hullGraph', () => {
  test.each([
    ['cube grid', cloud(1, 300, (p) => p.map((x) => Math.round(6 * x) / 6))],
    ['ball', cloud(2, 300)],
    ['sphere', cloud(3, 300, (p) => p.map((x) => x / Math.hypot(...p)))],
    ['needle', cloud(4, 200, (p) => [p[0], 1e-3 * p[1], 1e-3 * p[2]])],
    ['sheet', cloud(5, 200, (p) => [p[0], p[1], 1e-5 * p[2]])],
    ['icosphere', Float64Array.from(builtinMesh('sphere', [3]).vert)],
  ])('%s: no point is above a face, every edge has two faces, Euler holds', (_name, points) => {
    const graph = hullGraph('m', points, -1);
    const faces = facesOf(graph);
    expect(height(points, faces)).toBeLessThan(MERGE_WIDTH);
    const edges = new Set<string>();
    for (let f = 0; f < faces.length; f += 3) {
      for (let k = 0; k < 3; k++) edges.add(`${faces[f + k]} ${faces[f + ((k + 1) % 3)]}`);
    }
    for (const edge of edges) expect(edges.has(edge.split(' ').reverse().join(' '))).toBe(true);
    expect(graph[0] - edges.size / 2 + graph[1]).toBe(2);
  });

  test('a vertex list ends with -1 and names neighbours that name it back', () => {
    const graph = hullGraph('m', cloud(6, 100), -1);
    const n = graph[0];
    const neighbors = (v: number): number[] => {
      const list: number[] = [];
      for (let at = 2 + 2 * n + graph[2 + v]; graph[at] >= 0; at++) list.push(graph[at]);
      return list;
    };
    for (let v = 0; v < n; v++) {
      expect(neighbors(v).length).toBeGreaterThan(2);
      for (const w of neighbors(v)) expect(neighbors(w)).toContain(v);
    }
  });

  test.each([4, 5, 17])('at most %d vertices on demand', (max) => {
    expect(hullGraph('m', cloud(7, 500), max)[0]).toBe(max);
  });

  test('many coplanar and repeated points', () => {
    const points = cloud(8, 4000, (p) => p.map((x) => (Math.abs(x) > 0.3 ? Math.sign(x) : x)));
    expect(height(points, facesOf(hullGraph('m', points, -1)))).toBeLessThan(MERGE_WIDTH);
    expect(codeOf(() => hullGraph('m', new Float64Array(3000).fill(1), -1))).toBe('mesh-hull');
  });
});

describe('smoothsort', () => {
  test('sorts any list', () => {
    const random = makeRandom(9);
    for (let n = 0; n < 100; n++) {
      const list = Array.from({ length: n }, () => Math.floor(40 * random()));
      const sorted = [...list].sort((a, b) => a - b);
      smoothsort(list, (a, b) => a - b);
      expect(list).toEqual(sorted);
    }
  });
});
