import type { Model } from '../../model.ts';
import { contradicts, expectIndex, expectValue } from '../field-error.ts';

const EXTREMA = 27; // directions of `mesh_extrema`

/** Convex hulls of meshes: graphs, extreme vertices, polygons with their corners, and the polygons around each vertex. */
export function checkHulls(m: Model): void {
  for (let k = 0; k < m.nmesh; k++) {
    const vertices = checkGraph(m, k);
    for (let e = EXTREMA * k; e < EXTREMA * (k + 1); e++)
      expectIndex('mesh_extrema', k, m.mesh_extrema[e], Math.max(1, vertices));
    checkPolygons(m, k);
  }
  expectValue('npolygonmax', 0, m.npolygonmax, greatest(m.mesh_polyvertnum));
  expectValue('nmeshdegmax', 0, m.nmeshdegmax, greatest(m.mesh_polymapnum));
}

function greatest(values: Int32Array): number {
  let most = 0;
  for (const x of values) most = Math.max(most, x);
  return most;
}

/**
 * `mesh_graph` from its address on: vertices, triangles, where the edges of each vertex start, the vertices of the mesh that they are, the
 * neighbours of each vertex, ended by -1, and the triangles. Returns the number of vertices, 0 without a graph.
 */
function checkGraph(m: Model, mesh: number): number {
  const adr = m.mesh_graphadr[mesh];
  if (adr === -1) return 0;
  expectIndex('mesh_graphadr', mesh, adr, m.nmeshgraph - 1);
  const graph = m.mesh_graph;
  const [vertices, triangles] = [graph[adr], graph[adr + 1]];
  const total = m.mesh_vertnum[mesh];
  expectIndex('mesh_graph', adr, vertices, total + 1, 1);
  expectIndex('mesh_graph', adr + 1, triangles, m.nmeshgraph);
  const edges = vertices + 3 * triangles;
  const end = adr + 2 + 3 * vertices + 6 * triangles;
  if (end > m.nmeshgraph) contradicts('mesh_graph', adr, vertices, `the graph would end at ${end} of ${m.nmeshgraph}`);
  const firstEdge = adr + 2 + 2 * vertices;
  let at = 0;
  for (let v = 0; v < vertices; v++) {
    expectValue('mesh_graph', adr + 2 + v, graph[adr + 2 + v], at);
    expectIndex('mesh_graph', adr + 2 + vertices + v, graph[adr + 2 + vertices + v], total);
    for (; at < edges && graph[firstEdge + at] !== -1; at++)
      expectIndex('mesh_graph', firstEdge + at, graph[firstEdge + at], vertices);
    if (at++ >= edges) contradicts('mesh_graph', adr + 2 + v, v, 'its list of neighbours does not end');
  }
  for (let k = firstEdge + edges; k < end; k++) expectIndex('mesh_graph', k, graph[k], total);
  return vertices;
}

function checkPolygons(m: Model, mesh: number): void {
  const firstVertex = m.mesh_vertadr[mesh];
  const vertices = m.mesh_vertnum[mesh];
  const firstPolygon = m.mesh_polyadr[mesh];
  const polygons = m.mesh_polynum[mesh];
  const each = (field: string, values: Int32Array, from: number, count: number, limit: number): void => {
    for (let k = from; k < from + count; k++) expectIndex(field, k, values[k], limit);
  };
  for (let p = firstPolygon; p < firstPolygon + polygons; p++)
    each('mesh_polyvert', m.mesh_polyvert, m.mesh_polyvertadr[p], m.mesh_polyvertnum[p], vertices);
  for (let v = firstVertex; v < firstVertex + vertices; v++)
    each('mesh_polymap', m.mesh_polymap, m.mesh_polymapadr[v], m.mesh_polymapnum[v], polygons);
}
