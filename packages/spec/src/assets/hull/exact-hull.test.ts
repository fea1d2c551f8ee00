import { describe, expect, test } from 'vitest';
import { codeOf } from '../testing.ts';
import { canonicalSurface } from './canonical-order.ts';
import { exactHull } from './exact-hull.ts';
import { sideOf } from './orientation.ts';
import { extentOf, openEdges, pointSet, shapes } from './testing.ts';

/** A point this far above, relative to the extent, may be left out: the error of a height. */
const LEFT_OUT = 1e-14;

/** Edges whose opposite corner is above, by exact arithmetic. */
function concaveEdges(points: Float64Array, triangles: [number, number, number][]): number {
  const opposite = new Map<string, number>();
  for (const [a, b, c] of triangles) opposite.set(`${b} ${a}`, c).set(`${c} ${b}`, a).set(`${a} ${c}`, b);
  let count = 0;
  for (const [a, b, c] of triangles) {
    for (const edge of [`${a} ${b}`, `${b} ${c}`, `${c} ${a}`]) {
      if (sideOf(points, a, b, c, opposite.get(edge) ?? a) > 0) count++;
    }
  }
  return count;
}

describe('exactHull', () => {
  test.each(Object.keys(shapes))('%s: closed and convex by the exact predicate, on 10 sets', (kind) => {
    for (let trial = 0; trial < 10; trial++) {
      const points = pointSet(kind, 20 + 30 * trial, 100 + trial);
      // flat sets have no hull
      if (codeOf(() => exactHull('m', points, -1)) === 'mesh-hull') continue;
      const triangles = exactHull('m', points, -1);
      const { vertices } = canonicalSurface(triangles);
      expect(openEdges(triangles)).toEqual([]);
      expect(vertices.length - triangles.length / 2).toBe(2);
      expect(concaveEdges(points, triangles)).toBe(0);
    }
  });

  test.each(['grid', 'sphere', 'prism', 'sheet'])('%s: no point is above', (kind) => {
    const points = pointSet(kind, 200, 5);
    for (const [a, b, c] of exactHull('m', points, -1)) {
      for (let p = 0; p < points.length / 3; p++) {
        if (sideOf(points, a, b, c, p) <= 0) continue;
        const volume = sideOf(points, a, b, c, p);
        expect(volume).toBeLessThan(LEFT_OUT * extentOf(points) ** 3);
      }
    }
  });

  test.each([4, 5, 17])('at most %d vertices on demand', (max) => {
    const triangles = exactHull('m', pointSet('sphere', 300, 3), max);
    expect(new Set(triangles.flat()).size).toBe(max);
  });

  test('points exactly in a plane are refused, wherever it lies', () => {
    const points = pointSet('film on a slope', 100, 1);
    for (let i = 0; i < points.length; i += 3) points[i + 2] = 2 * points[i];
    expect(codeOf(() => exactHull('m', points, -1))).toBe('mesh-hull');
  });
});

describe('canonicalSurface', () => {
  test('does not depend on the order of the triangles or where they start', () => {
    const triangles = exactHull('m', pointSet('ball', 50, 2), -1);
    const turned = triangles.map(([a, b, c]): [number, number, number] => [b, c, a]).reverse();
    expect(canonicalSurface(turned)).toEqual(canonicalSurface(triangles));
  });
});
