import type { Triangle } from './exact-hull.ts';
import type { Surface } from './surface.ts';

/** Triangles in an order that only the points decide: each starts at its first point, and everything rises. */
export function canonicalSurface(hull: Triangle[]): Surface {
  const triangles = hull.map(startAtFirst).sort((f, g) => f[0] - g[0] || f[1] - g[1] || f[2] - g[2]);
  const around = new Map<number, number[]>();
  for (const [a, b, c] of triangles) {
    // each edge is met once in each direction
    for (const [from, to] of [
      [a, b],
      [b, c],
      [c, a],
    ]) {
      const list = around.get(from);
      if (list) list.push(to);
      else around.set(from, [to]);
    }
  }
  const vertices = [...around.keys()].sort((a, b) => a - b);
  const neighbors = vertices.map((v) => (around.get(v) ?? []).sort((a, b) => a - b));
  return { vertices, neighbors, triangles };
}

function startAtFirst([a, b, c]: Triangle): Triangle {
  if (a < b && a < c) return [a, b, c];
  return b < c ? [b, c, a] : [c, a, b];
}
