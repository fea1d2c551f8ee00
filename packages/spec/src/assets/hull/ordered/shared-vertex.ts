import { across, type Edge, type Face, type Polyhedron, takeOut, UnknownOrder, type Vertex } from './polyhedron.ts';

/**
 * Removes the vertices that merging left with two faces: such a vertex lies on the line where the two meet. Of its two
 * edges one goes, and the other takes over its far end.
 */
export function removeSharedVertices(hull: Polyhedron, merged: Iterable<Face>): void {
  for (const face of merged) {
    for (let i = 0; i < face.corners.length; i++) {
      const v = face.corners[i];
      if (v.faces.length === 2 && removeShared(hull, v)) i--;
    }
  }
}

/** False when the vertex has to stay: its neighbours are joined by an edge already. */
function removeShared(hull: Polyhedron, v: Vertex): boolean {
  const [face, other] = v.faces;
  const edges = face.border.filter((e) => e.newer === v || e.older === v);
  if (edges.length !== 2 || edges.some((e) => across(e, face) !== other)) return false;
  const target = keptEnd(v, farEnd(edges[0], v), farEnd(edges[1], v));
  const [gone, kept] = farEnd(edges[0], v) === target ? edges : [edges[1], edges[0]];
  if (areJoined(target, farEnd(kept, v))) return false;
  for (const f of [face, other]) {
    if (f.corners.length < 4) throw new UnknownOrder('a face loses its area');
    f.corners = f.corners.filter((c) => c !== v);
    takeOut(f.border, gone);
    const way = f.edges.indexOf(gone);
    if (way >= 0) f.edges[way] = kept;
  }
  moveEnd(kept, v, target);
  hull.removeVertex(v);
  return true;
}

/** Of its two neighbours a vertex gives way to the newer, but to the older if it is newer than both. */
function keptEnd(v: Vertex, a: Vertex, b: Vertex): Vertex {
  const [newer, older] = a.serial > b.serial ? [a, b] : [b, a];
  return v.serial > newer.serial ? older : newer;
}

function farEnd(edge: Edge, v: Vertex): Vertex {
  return edge.newer === v ? edge.older : edge.newer;
}

function areJoined(a: Vertex, b: Vertex): boolean {
  const [newer, older] = a.serial > b.serial ? [a, b] : [b, a];
  return a.faces.some((f) => [...f.border, ...f.edges].some((e) => e.newer === newer && e.older === older));
}

function moveEnd(edge: Edge, from: Vertex, to: Vertex): void {
  const { left, right } = edge;
  const rest = farEnd(edge, from);
  const wasNewer = edge.newer === from;
  const isNewer = to.serial > rest.serial;
  [edge.newer, edge.older] = isNewer ? [to, rest] : [rest, to];
  if (wasNewer !== isNewer) [edge.left, edge.right] = [right, left];
}
