import { describe, expect, test } from 'vitest';
import { findShell } from '../shell.ts';
import { findEdges } from '../topology.ts';
import { boxShape } from './box.ts';
import { circleShape } from './circle.ts';
import { cylinderShape } from './cylinder.ts';
import { discShape } from './disc.ts';
import { ellipsoidShape } from './ellipsoid.ts';
import { gridShape } from './grid.ts';
import type { FlexShape, ShapeOptions } from './shape.ts';
import { squareShape } from './square.ts';

const options = (dim: number, count: number[]): ShapeOptions => ({
  dim,
  count,
  spacing: [0.1, 0.2, 0.3],
  textured: true,
});

/** Sum of the areas or volumes of the elements. */
function measure({ dim, point, element }: FlexShape): number {
  let total = 0;
  const at = (v: number): number[] => point.slice(3 * v, 3 * v + 3);
  for (let e = 0; e < element.length; e += dim + 1) {
    const [o, ...rest] = element.slice(e, e + dim + 1).map(at) as [number[], ...number[][]];
    const [a, b, c] = rest.map((p) => p.map((x, k) => x - o[k])) as [number[], number[], number[]];
    if (dim === 1) {
      total += Math.hypot(...a);
      continue;
    }
    const n = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
    total += dim === 2 ? Math.hypot(...n) / 2 : Math.abs(n[0] * c[0] + n[1] * c[1] + n[2] * c[2]) / 6;
  }
  return total;
}

describe('shapes', () => {
  test.each([
    ['line', gridShape(options(1, [6, 1, 1])), 5 * 0.1],
    ['cloth', gridShape(options(2, [4, 3, 1])), 3 * 0.1 * 2 * 0.2],
    ['solid', gridShape(options(3, [4, 3, 5])), 3 * 0.1 * 2 * 0.2 * 4 * 0.3],
    ['square', squareShape(options(3, [4, 3, 1])), 3 * 0.1 * 2 * 0.2],
    ['solid box', boxShape(options(3, [4, 3, 5])), 3 * 0.1 * 2 * 0.2 * 4 * 0.3],
    ['open box', boxShape(options(2, [4, 3, 5])), 0.3 * 0.4 + 2 * (0.3 + 0.4) * 1.2],
    ['circle', circleShape(options(1, [9, 1, 1])), 8 * 0.1],
  ])('%s fills what it should', (_, shape, size) => {
    expect(measure(shape)).toBeCloseTo(size, 12);
    expect(shape.point.length / 3).toBe(new Set(shape.element).size);
  });

  test('fine ellipsoids, cylinders and discs approach their closed forms', () => {
    const size = [8 * 0.05, 8 * 0.1, 8 * 0.15];
    const fine = options(3, [9, 9, 9]);
    const [a, b, c] = size as [number, number, number];
    expect(measure(ellipsoidShape(fine)) / ((4 / 3) * Math.PI * a * b * c)).toBeCloseTo(0.97, 1);
    expect(measure(cylinderShape(fine)) / (2 * Math.PI * a * b * c)).toBeCloseTo(0.98, 1);
    // MuJoCo scales the half sizes by coordinates, not by shares: the radius of a disc is the square of half its side
    const disc = discShape({ ...options(2, [9, 9, 1]), spacing: [0.1, 0.1, 0.1] });
    expect(measure(disc) / (Math.PI * 0.16 * 0.16)).toBeCloseTo(0.98, 1);
  });

  test('points of an ellipsoid are on it', () => {
    const { point } = ellipsoidShape(options(3, [5, 5, 5]));
    for (let i = 3; i < point.length; i += 3)
      expect(Math.hypot(point[i] / 0.2, point[i + 1] / 0.4, point[i + 2] / 0.6)).toBeCloseTo(1, 12);
  });

  test('Euler characteristic: one for a disc and for an open box, none for a circle', () => {
    const characteristic = ({ dim, point, element }: FlexShape): number =>
      point.length / 3 -
      findEdges(element, dim, point.length / 3).edge.length / 2 +
      (dim === 2 ? element.length / 3 : 0);
    expect(characteristic(discShape(options(2, [5, 4, 1])))).toBe(1);
    expect(characteristic(boxShape(options(2, [3, 4, 5])))).toBe(1);
    expect(characteristic(circleShape(options(1, [7, 1, 1])))).toBe(0);
  });
});

describe('findShell', () => {
  test('the shell of a solid is closed: each of its edges has two triangles', () => {
    const shape = gridShape(options(3, [4, 3, 3]));
    const { shell, layer } = findShell(shape.element, 3);
    const edges = findEdges(shell, 2, shape.point.length / 3);
    const uses = new Int32Array(edges.edge.length / 2);
    for (const e of edges.elemedge) uses[e]++;
    expect(new Set(uses)).toEqual(new Set([2]));
    expect(shell.length / 3).toBe(2 * 2 * (3 * 2 + 3 * 2 + 2 * 2));
    expect(Math.min(...layer)).toBe(0);
  });

  test('inner elements are layers away from the border', () => {
    const { element } = gridShape(options(3, [6, 6, 6]));
    const { layer } = findShell(element, 3);
    expect(Math.max(...layer)).toBeGreaterThan(1);
    expect(layer.filter((n) => n === 0).length).toBeLessThan(layer.length);
  });

  test('a line ends in two points, and its neighbours make pairs', () => {
    const { shell, evpair } = findShell([0, 1, 1, 2, 2, 3], 1);
    expect([...shell]).toEqual([0, 3]);
    expect([...evpair]).toEqual([1, 0, 0, 2, 2, 1, 1, 3]);
  });
});
