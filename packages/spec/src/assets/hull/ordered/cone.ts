import { setPlane } from './plane.ts';
import {
  across,
  addBorder,
  changeSide,
  type Edge,
  type Face,
  joinSide,
  makeEdge,
  NO_FACE,
  type Polyhedron,
  takeOut,
  UnknownOrder,
  type Vertex,
} from './polyhedron.ts';

/**
 * Closes the gap that the visible faces left with triangles from a new vertex to the horizon.
 *
 * Each visible face in turn gives the triangles over its edges, first those that border a polygon. The last of these is
 * its heir, or the last triangle if there are none; a face inside the gap takes the heir of the one before.
 */
export function buildCone(hull: Polyhedron, point: number, visible: Face[]): Face[] {
  const apex = hull.addVertex(point);
  const cone: Face[] = [];
  let overBorder: Face | undefined;
  let heir: Face | undefined;
  for (const face of visible) {
    const { border, edges } = face;
    if (face.hadBorder) overBorder = coneOver(hull, border, face, apex, cone);
    if (!face.isPolygon) {
      const inner = border.length > 0 ? edges.filter((e) => !border.includes(e)) : edges;
      heir = coneOver(hull, inner, face, apex, cone);
    }
    if (overBorder) heir = overBorder;
    face.heir = heir;
  }
  joinCone(cone, apex);
  for (const face of cone) if (!horizonOf(face).isCoplanar) setPlane(hull, face);
  updateVertices(hull, visible, cone);
  return cone;
}

/** The face that a triangle of a cone borders on across the horizon. */
export function horizonOf(triangle: Face): Face {
  return across(triangle.edges[0], triangle);
}

/** Adds the triangles over those of a visible face's edges that are on the horizon; returns the last. */
function coneOver(hull: Polyhedron, edges: Edge[], visible: Face, apex: Vertex, cone: Face[]): Face | undefined {
  let last: Face | undefined;
  for (const edge of edges) {
    const horizon = across(edge, visible);
    if (horizon.slot < 0) continue;
    last = hull.addTriangle([apex, edge.newer, edge.older], edge.right === visible);
    changeSide(edge, visible, last);
    last.edges.push(edge);
    if (horizon.isPolygon) {
      addBorder(last, edge);
      if (!horizon.edges.includes(edge)) horizon.edges.push(edge);
    } else {
      takeOut(horizon.border, edge);
    }
    cone.push(last);
  }
  return last;
}

/** Two triangles meet in each edge from the apex. */
function joinCone(cone: Face[], apex: Vertex): void {
  for (const face of cone) {
    for (let k = 1; k < 3; k++) joinSide(face, k, spokeTo(face.corners[3 - k], apex));
  }
  for (const { edges } of cone) {
    for (const { left, right } of edges)
      if (left === NO_FACE || right === NO_FACE) throw new UnknownOrder('a cone is open');
  }
}

function spokeTo(vertex: Vertex, apex: Vertex): Edge {
  if (vertex.spoke?.newer === apex) return vertex.spoke;
  const edge = makeEdge(apex, vertex);
  vertex.spoke = edge;
  return edge;
}

/** Takes the visible faces off their vertices, and vertices that no other face has off the polyhedron. */
function updateVertices(hull: Polyhedron, visible: Face[], cone: Face[]): void {
  if (hull.hasVertexFaces) {
    for (const face of cone) for (const v of face.corners) dropGone(v.faces);
    for (const face of cone) for (const v of face.corners) v.faces.push(face);
  }
  for (const face of visible) {
    for (const v of face.corners) if (!v.isGone && !hull.isRenewed(v)) hull.removeVertex(v);
  }
}

function dropGone(faces: Face[]): void {
  for (let i = 0; i < faces.length; i++) if (faces[i].slot < 0) takeOut(faces, faces[i--]);
}
