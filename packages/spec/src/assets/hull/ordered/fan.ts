import type { Face, Polyhedron } from './polyhedron.ts';

/** Cuts every polygon into triangles from its newest corner over its edges. */
export function cutPolygons(hull: Polyhedron): void {
  hull.begin();
  for (const face of hull.facesFrom(0)) if (face.isPolygon) cut(hull, face);
  for (const v of hull.vertices) v.faces = v.faces.filter((f) => f.slot >= 0);
}

function cut(hull: Polyhedron, polygon: Face): void {
  const [apex] = polygon.corners;
  for (const { newer, older, right } of polygon.border) {
    const corners = [apex, newer, older];
    for (const v of corners) hull.renew(v);
    if (newer === apex || older === apex) continue;
    const triangle = hull.addTriangle(corners, right === polygon);
    for (const v of corners) v.faces.push(triangle);
  }
  hull.removeFace(polygon, undefined);
}
