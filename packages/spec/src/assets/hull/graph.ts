import { MIN_VALUE } from '../../spatial/rotation.ts';
import { AssetError } from '../errors.ts';
import { convexHull } from './hull.ts';
import { type Facet, fail, type Vertex } from './parts.ts';

/**
 * `mesh_graph` of the hull of vertices: numvert, numface, vert_edgeadr[numvert], vert_globalid[numvert],
 * edge_localid[numvert + 3·numface] (lists that end with -1), face_globalid[3·numface].
 */
export function hullGraph(name: string, dvert: Float64Array, maxHullVertices: number): Int32Array {
  checkDimension(name, dvert);
  const hull = convexHull(dvert, maxHullVertices);
  const vertices: Vertex[] = [];
  const facets: Facet[] = [];
  for (let v: Vertex | null = hull.vertexList; v?.next; v = v.next) vertices.push(v);
  for (let f: Facet | null = hull.facetList; f?.next; f = f.next) facets.push(f);
  const numvert = vertices.length;
  const numface = facets.length;
  const graph = new Int32Array(2 + 3 * numvert + 6 * numface);
  const globalid = 2 + numvert;
  const edges = 2 + 2 * numvert;
  const faces = edges + numvert + 3 * numface;
  graph[0] = numvert;
  graph[1] = numface;

  // the visit mark holds the local number from here on
  for (let i = 0; i < numvert; i++) vertices[i].visit = i;
  let adr = 0;
  for (let i = 0; i < numvert; i++) {
    graph[2 + i] = adr;
    graph[globalid + i] = vertices[i].point;
    const start = adr;
    for (const facet of vertices[i].neighbors) {
      for (const other of facet.vertices) {
        if (other === vertices[i]) continue;
        const id = other.visit;
        let k = start;
        while (k < adr && graph[edges + k] !== id) k++;
        if (k === adr) graph[edges + adr++] = id;
      }
    }
    graph[edges + adr++] = -1;
  }
  if (adr !== numvert + 3 * numface) fail('wrong size of the hull graph');
  for (let i = 0; i < numface; i++) {
    const { vertices: corners, isTop } = facets[i];
    graph[faces + 3 * i + (isTop ? 1 : 0)] = corners[0].point;
    graph[faces + 3 * i + (isTop ? 0 : 1)] = corners[1].point;
    graph[faces + 3 * i + 2] = corners[2].point;
  }
  return graph;
}

/** Vertices at one place, on a line or in a plane have no hull. */
function checkDimension(name: string, v: Float64Array): void {
  const count = v.length / 3;
  const flat = (what: string, instead: string): AssetError =>
    new AssetError(
      'mesh-hull',
      `mesh '${name}' has ${what} vertices, cannot compute convex hull. Consider using ${instead} instead`,
    );
  let second = -1;
  let length = 0;
  for (let i = 1; i < count && second < 0; i++) {
    const x = v[3 * i] - v[0];
    const y = v[3 * i + 1] - v[1];
    const z = v[3 * i + 2] - v[2];
    length = Math.sqrt(x * x + y * y + z * z);
    if (length > MIN_VALUE) second = i;
  }
  if (second < 0) throw flat('colocated', 'a small sphere');
  const ax = v[3 * second] - v[0];
  const ay = v[3 * second + 1] - v[1];
  const az = v[3 * second + 2] - v[2];
  let normal: [number, number, number] | undefined;
  for (let i = 1; i < count && !normal; i++) {
    if (i === second) continue;
    const bx = v[3 * i] - v[0];
    const by = v[3 * i + 1] - v[1];
    const bz = v[3 * i + 2] - v[2];
    const other = Math.sqrt(bx * bx + by * by + bz * bz);
    if (other < MIN_VALUE) continue;
    const nx = ay * bz - az * by;
    const ny = az * bx - ax * bz;
    const nz = ax * by - ay * bx;
    const norm = Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (norm > MIN_VALUE * length * other) normal = [nx / norm, ny / norm, nz / norm];
  }
  if (!normal) throw flat('collinear', 'a thin capsule');
  const [nx, ny, nz] = normal;
  const offset = nx * v[0] + ny * v[1] + nz * v[2];
  for (let i = 0; i < count; i++) {
    const height = nx * v[3 * i] + ny * v[3 * i + 1] + nz * v[3 * i + 2] - offset;
    if (Math.abs(height) > MIN_VALUE * length) return;
  }
  throw flat('coplanar', 'a primitive geom type (plane or thin box)');
}
