import { describe, expect, test } from 'vitest';
import { codeOf } from '../testing.ts';
import { hullGraph } from './graph.ts';
import { extentOf, highestPoint, openEdges, pointSet, shapes, thinnerThanRounding } from './testing.ts';

/** Height, relative to the extent, that merged faces may leave a point above a triangle of theirs. */
const MERGE_WIDTH = 1e-13;

function facesOf(graph: Int32Array): number[][] {
  const faces = graph.subarray(graph.length - 3 * graph[1]);
  return Array.from({ length: graph[1] }, (_, i) => [...faces.subarray(3 * i, 3 * i + 3)]);
}

function neighborsOf(graph: Int32Array, v: number): number[] {
  const list: number[] = [];
  for (let at = 2 + 2 * graph[0] + graph[2 + v]; graph[at] >= 0; at++) list.push(graph[at]);
  return list;
}

/** Points of a kind, or undefined if they are too flat to have a hull. */
function graphOf(points: Float64Array, max = -1): Int32Array | undefined {
  return codeOf(() => hullGraph('m', points, max)) === 'mesh-hull' ? undefined : hullGraph('m', points, max);
}

describe('hullGraph', () => {
  test.each(Object.keys(shapes))('%s: closed, no point above, on 20 sets', (kind) => {
    for (let trial = 0; trial < 20; trial++) {
      const points = pointSet(kind, 4 + 15 * trial, 1 + trial);
      const graph = graphOf(points);
      if (!graph) continue;
      const faces = facesOf(graph);
      expect(openEdges(faces)).toEqual([]);
      expect(graph[0] - faces.length / 2).toBe(2);
      if (thinnerThanRounding.includes(kind)) continue;
      expect(highestPoint(points, faces)).toBeLessThan(MERGE_WIDTH * extentOf(points));
    }
  });

  test.each(Object.keys(shapes))('%s: lists of neighbours are those of the faces', (kind) => {
    const graph = graphOf(pointSet(kind, 150, 6));
    if (!graph) return;
    const global = graph.subarray(2 + graph[0], 2 + 2 * graph[0]);
    const edges = new Set(facesOf(graph).flatMap(([a, b, c]) => [`${a} ${b}`, `${b} ${c}`, `${c} ${a}`]));
    const listed: string[] = [];
    for (let v = 0; v < graph[0]; v++) for (const w of neighborsOf(graph, v)) listed.push(`${global[v]} ${global[w]}`);
    expect(listed.length).toBe(edges.size);
    expect(new Set(listed)).toEqual(edges);
  });

  test.each([4, 5, 17])('at most %d vertices on demand', (max) => {
    expect(graphOf(pointSet('ball', 500, 7), max)?.[0]).toBe(max);
  });

  test('the same points give the same graph', () => {
    const points = pointSet('grid', 300, 8);
    expect(graphOf(points.slice())).toEqual(graphOf(points));
  });

  test('points at one place, on a line or in a plane are refused', () => {
    const line = Float64Array.from({ length: 30 }, (_, i) => Math.floor(i / 3));
    const plane = pointSet('ball', 30, 9).map((x, i) => (i % 3 === 1 ? 1 : x));
    for (const points of [new Float64Array(30).fill(1), line, plane]) {
      expect(codeOf(() => hullGraph('m', points, -1))).toBe('mesh-hull');
    }
  });
});
