import { makeRandom } from '../testing.ts';

type Shape = (random: () => number, i: number, count: number) => number[];

const ball: Shape = (random) => [random(), random(), random()];

/** Kinds of point sets that are hard on a hull in one way or another. */
export const shapes: Readonly<Record<string, Shape>> = {
  ball,
  sphere: (random, i, n) => {
    const p = ball(random, i, n);
    return p.map((x) => x / (Math.hypot(...p) || 1));
  },
  grid: (random, i, n) => ball(random, i, n).map((x) => Math.round(3 * x) / 3),
  'fine grid': (random, i, n) => ball(random, i, n).map((x) => Math.round(40 * x) / 40),
  'clipped cube': (random, i, n) => ball(random, i, n).map((x) => Math.max(-0.3, Math.min(0.3, x))),
  prism: (_random, i, n) => {
    const angle = (4 * Math.PI * i) / n;
    return [Math.cos(angle), Math.sin(angle), i < n / 2 ? 1 : -1];
  },
  lathe: (_random, i) => {
    const angle = (2 * Math.PI * i) / 16;
    const ring = Math.floor(i / 16) % 5;
    const radius = [0.5, 0.9, 1, 0.9, 0][ring] ?? 0;
    return [radius * Math.cos(angle), radius * Math.sin(angle), ring / 4];
  },
  needle: (random) => [random(), 1e-3 * random(), 1e-3 * random()],
  sheet: (random) => [random(), random(), 1e-5 * random()],
  film: (random) => [random(), random(), 1e-14 * random()],
  thread: (random) => [random(), 1e-13 * random(), 1e-13 * random()],
  'film on a slope': (random) => {
    const [x, y] = [random(), random()];
    return [x, y, Math.fround(x) + Math.fround(y)];
  },
  'two planes': (random, i) => [random(), random(), i % 2 === 0 ? 0 : 1e-6],
  'far away': (random, i, n) => ball(random, i, n).map((x) => 1000 + x),
  tiny: (random, i, n) => ball(random, i, n).map((x) => 1e-4 * x),
  huge: (random, i, n) => ball(random, i, n).map((x) => 1e15 * x),
  repeated: (random, i, n) => ball(random, i, n).map((x) => (Math.abs(x) > 0.2 ? Math.sign(x) : x)),
  'edges of a cube': (random, i) => [0, 1, 2].map((k) => (k === i % 3 ? random() : Math.sign(random()) / 2)),
  'nearly a plane': (random, i) => {
    const [x, y] = [random(), random()];
    return [x, y, 0.3 * x + 0.7 * y + (i === 0 ? 0.1 : 0)];
  },
};

/** Kinds whose width is about the error of a height: which points are vertices is a matter of rounding. */
export const thinnerThanRounding: readonly string[] = ['film', 'thread'];

/** Points in float32, `count` of a kind. */
export function pointSet(kind: string, count: number, seed: number): Float64Array {
  const random = makeRandom(seed);
  const shape = shapes[kind] ?? ball;
  const points: number[] = [];
  for (let i = 0; i < count; i++) points.push(...shape(random, i, count));
  return Float64Array.from(points, Math.fround);
}

/** Largest coordinate. */
export function extentOf(points: Float64Array): number {
  return points.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
}

/** How far the furthest point is above the plane of any triangle with an area. */
export function highestPoint(points: Float64Array, triangles: readonly (readonly number[])[]): number {
  let highest = Number.NEGATIVE_INFINITY;
  for (const [a, b, c] of triangles) {
    const at = (v: number, k: number): number => points[3 * v + k];
    const e = [0, 1, 2].map((k) => at(b, k) - at(a, k));
    const g = [0, 1, 2].map((k) => at(c, k) - at(a, k));
    const n = [e[1] * g[2] - e[2] * g[1], e[2] * g[0] - e[0] * g[2], e[0] * g[1] - e[1] * g[0]];
    const norm = Math.hypot(...n);
    // a plane through a sliver says nothing
    if (norm < 1e-3 * Math.hypot(...e) * Math.hypot(...g)) continue;
    for (let i = 0; i < points.length; i += 3) {
      let height = 0;
      for (let k = 0; k < 3; k++) height += (n[k] / norm) * (points[i + k] - at(a, k));
      highest = Math.max(highest, height);
    }
  }
  return highest;
}

/** Edges of triangles that lack their twin in the other direction, or come twice. */
export function openEdges(triangles: readonly (readonly number[])[]): string[] {
  const count = new Map<string, number>();
  for (const t of triangles) {
    for (let k = 0; k < 3; k++) {
      const edge = `${t[k]} ${t[(k + 1) % 3]}`;
      count.set(edge, (count.get(edge) ?? 0) + 1);
    }
  }
  return [...count].filter(([e, n]) => n > 1 || !count.has(e.split(' ').reverse().join(' '))).map(([e]) => e);
}
