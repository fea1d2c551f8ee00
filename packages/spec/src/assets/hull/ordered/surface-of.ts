import type { Surface } from '../surface.ts';
import { heightOf } from './plane.ts';
import { across, type Edge, type Face, type Polyhedron, UnknownOrder, type Vertex } from './polyhedron.ts';

/** Refuses a polyhedron that is not closed or not convex: its points are too close to a plane for the rules. */
export function checkConvex(hull: Polyhedron): void {
  const faces = hull.facesFrom(0);
  let sides = 0;
  for (const face of faces) {
    const edges = face.isPolygon ? face.border : face.edges;
    sides += edges.length;
    if (edges.length !== face.corners.length) throw new UnknownOrder('a face is not closed');
    for (const edge of edges) checkEdge(hull, edge, face);
  }
  if (hull.vertexCount - sides / 2 + faces.length !== 2) throw new UnknownOrder('the surface is not a sphere');
}

/** A neighbour's corner may be above a face by rounding only. */
function checkEdge(hull: Polyhedron, edge: Edge, face: Face): void {
  const neighbor = across(edge, face);
  if (neighbor.slot < 0) throw new UnknownOrder('an edge lost its face');
  const corner = neighbor.corners.find((v) => v !== edge.newer && v !== edge.older);
  if (!corner || heightOf(hull, corner.point, face) > hull.tolerance.tooConcave) {
    throw new UnknownOrder('an edge is concave');
  }
}

/** The triangles in the order of the queue, the vertices by rank, their neighbours as met around them. */
export function surfaceOf(hull: Polyhedron): Surface {
  const vertices = hull.vertices.filter((v) => !v.isGone).sort((a, b) => a.renewed - b.renewed);
  const triangles = hull.facesFrom(0).map(counterclockwise);
  const neighbors = vertices.map(neighborsOf);
  const links = neighbors.reduce((sum, list) => sum + list.length, 0);
  if (links !== 3 * triangles.length) throw new UnknownOrder('faces and vertices do not agree');
  return { vertices: vertices.map((v) => v.point), neighbors, triangles };
}

/** The oldest corner comes last. */
function counterclockwise({ corners: [a, b, c], isClockwise }: Face): [number, number, number] {
  return isClockwise ? [b.point, a.point, c.point] : [a.point, b.point, c.point];
}

function neighborsOf(vertex: Vertex): number[] {
  const found: number[] = [];
  for (const face of vertex.faces) {
    for (const { point } of face.corners) if (point !== vertex.point && !found.includes(point)) found.push(point);
  }
  return found;
}
