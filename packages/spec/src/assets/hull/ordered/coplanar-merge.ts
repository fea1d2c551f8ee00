import { horizonOf } from './cone.ts';
import { across, addBorder, changeSide, type Edge, type Face, type Polyhedron, takeOut } from './polyhedron.ts';

/** Merges each triangle of a cone whose apex lies in the plane across the horizon into the face there; returns those faces. */
export function mergeAcrossHorizon(hull: Polyhedron, cone: Face[]): Set<Face> {
  const merged = new Set<Face>();
  for (const triangle of cone) {
    const face = horizonOf(triangle);
    if (!face.isCoplanar) continue;
    absorb(hull, triangle, face);
    merged.add(face);
  }
  for (const face of merged) face.isCoplanar = false;
  return merged;
}

function absorb(hull: Polyhedron, triangle: Face, face: Face): void {
  hull.tolerance.countMerge();
  hull.linkVertices();
  makePolygon(triangle);
  makePolygon(face);
  takeCorners(hull, triangle, face);
  takeEdges(hull, triangle, face);
  hull.moveToEnd(face);
  face.isFresh = true;
  hull.removeFace(triangle, face);
}

/** Lets all edges of a face be border, on both sides. */
function makePolygon(face: Face): void {
  if (face.isPolygon) return;
  face.isPolygon = true;
  for (const edge of face.edges) {
    if (face.border.includes(edge)) continue;
    addBorder(face, edge);
    addBorder(across(edge, face), edge);
  }
}

/** The face gets the apex. It has the other corners already, and may be all that these have left. */
function takeCorners(hull: Polyhedron, triangle: Face, face: Face): void {
  const [apex, ...rest] = triangle.corners;
  if (!face.isFresh) for (const v of face.corners) hull.renew(v);
  if (face.corners[0] === apex) {
    takeOut(apex.faces, triangle);
  } else {
    face.corners.unshift(apex);
    apex.faces[apex.faces.indexOf(triangle)] = face;
  }
  for (const v of rest) {
    takeOut(v.faces, triangle);
    if (v.faces.length > 1) continue;
    face.corners = face.corners.filter((c) => c !== v);
    hull.removeVertex(v);
  }
}

/** Edges between the two go, the triangle's others become the face's. */
function takeEdges(hull: Polyhedron, triangle: Face, face: Face): void {
  const isNeighbor = ++hull.mark;
  for (const edge of face.edges) across(edge, face).mark = isNeighbor;
  const { border } = triangle;
  while (border.length > 0) {
    const [edge] = border;
    const neighbor = across(edge, triangle);
    if (neighbor === face) {
      takeOut(border, edge);
      takeOut(face.border, edge);
      dropWay(face, triangle);
      continue;
    }
    border.shift();
    if (neighbor.mark === isNeighbor) {
      makePolygon(neighbor);
      if (neighbor.edges[0] === edge) dropWay(neighbor, face);
      else takeOut(neighbor.edges, edge);
    } else {
      neighbor.mark = isNeighbor;
      face.edges.push(edge);
    }
    face.border.push(edge);
    changeSide(edge, triangle, face);
  }
}

/** Searches no longer go from a face to this neighbour. */
function dropWay(face: Face, neighbor: Face): void {
  const way: Edge | undefined = face.edges.find((e) => across(e, face) === neighbor);
  if (way) takeOut(face.edges, way);
}
