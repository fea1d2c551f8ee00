import { heightOf } from './plane.ts';
import { across, type Face, type Polyhedron } from './polyhedron.ts';

/**
 * Takes the faces that a point sees off the polyhedron: breadth first from one of them, over edges in their order.
 * Faces around them that have the point in their plane are marked coplanar.
 */
export function removeVisible(hull: Polyhedron, point: number, start: Face): Face[] {
  const { tolerance } = hull;
  const visible = [start];
  const mark = ++hull.mark;
  start.mark = mark;
  for (const face of visible) {
    hull.removeFace(face, undefined);
    for (const edge of face.edges) {
      const neighbor = across(edge, face);
      if (neighbor.mark === mark) continue;
      neighbor.mark = mark;
      const height = heightOf(hull, point, neighbor);
      if (height > tolerance.coplanar) {
        visible.push(neighbor);
        continue;
      }
      neighbor.isCoplanar = height >= -tolerance.coplanar;
      if (neighbor.isCoplanar) tolerance.thicken(height);
    }
  }
  return visible;
}
