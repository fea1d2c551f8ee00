import { canonicalSurface } from './canonical-order.ts';
import { checkDimension } from './dimension.ts';
import { exactHull } from './exact-hull.ts';
import { orderedHull } from './ordered/ordered-hull.ts';
import type { Surface } from './surface.ts';

/**
 * `mesh_graph` of the hull of vertices: numvert, numface, vert_edgeadr[numvert], vert_globalid[numvert],
 * edge_localid[numvert + 3·numface] (lists that end with -1), face_globalid[3·numface].
 *
 * `maxHullVertices` (at least 4) bounds the number of vertices; -1: no bound.
 */
export function hullGraph(name: string, dvert: Float64Array, maxHullVertices: number): Int32Array {
  checkDimension(name, dvert);
  const ordered = orderedHull(dvert, maxHullVertices);
  const surface = ordered ?? canonicalSurface(exactHull(name, dvert, maxHullVertices));
  return packGraph(surface, dvert.length / 3);
}

function packGraph({ vertices, neighbors, triangles }: Surface, pointCount: number): Int32Array {
  const numvert = vertices.length;
  const numface = triangles.length;
  const graph = new Int32Array(2 + 3 * numvert + 6 * numface);
  const local = new Int32Array(pointCount);
  vertices.forEach((v, i) => {
    local[v] = i;
  });
  graph[0] = numvert;
  graph[1] = numface;
  graph.set(vertices, 2 + numvert);
  const edges = graph.subarray(2 + 2 * numvert);
  let adr = 0;
  for (let i = 0; i < numvert; i++) {
    graph[2 + i] = adr;
    for (const v of neighbors[i]) edges[adr++] = local[v];
    edges[adr++] = -1;
  }
  triangles.forEach((t, i) => {
    edges.set(t, adr + 3 * i);
  });
  return graph;
}
