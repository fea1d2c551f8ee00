import { heightOf } from './plane.ts';
import type { Face, Polyhedron } from './polyhedron.ts';
import { type SearchState, scanFaces, walkToFace } from './search.ts';

/** Gives all points to the faces of the first tetrahedron: those clearly above, face by face, then the rest. */
export function handOut(hull: Polyhedron): void {
  const corners = new Set(hull.vertices.map((v) => v.point));
  let rest: number[] = [];
  for (let p = 0; 3 * p < hull.points.length; p++) if (!corners.has(p)) rest.push(p);
  const enough = hull.tolerance.clearlyOutside;
  for (const face of hull.facesFrom(0)) {
    const below: number[] = [];
    for (const p of rest) {
      const height = heightOf(hull, p, face);
      if (height < enough) below.push(p);
      else putAbove(face, p, height);
    }
    rest = below;
  }
  let first = 0;
  for (const p of rest) {
    while (!hull.isLive(first)) first++;
    give(hull, p, scanFaces(hull, p, hull.slots[first]));
  }
}

/** Gives the points of visible faces to the faces that replaced them. */
export function handOver(hull: Polyhedron, visible: Face[]): void {
  const fresh = hull.facesFrom(hull.firstFresh);
  const scansAll = hull.tolerance.hasManyMerges || fresh.some((f) => f.isPolygon);
  const state: SearchState = { scansAll, isBlunt: false };
  for (const face of visible) {
    const start = heirOf(face) ?? fresh[0];
    for (const p of face.outside) {
      give(hull, p, state.scansAll ? scanFaces(hull, p, start) : walkToFace(hull, p, start, state));
    }
  }
}

/** The face that stands for one that is gone. */
function heirOf(face: Face): Face | undefined {
  let at: Face | undefined = face;
  while (at && at.slot < 0) at = at.heir;
  return at;
}

function give(hull: Polyhedron, point: number, face: Face): void {
  const height = heightOf(hull, point, face);
  if (height < hull.tolerance.outside) return;
  const isFirst = face.outside.length === 0;
  putAbove(face, point, height);
  if (isFirst) queueAgain(hull, face);
}

function putAbove(face: Face, point: number, height: number): void {
  const { outside } = face;
  if (outside.length === 0 || height > face.height) {
    outside.push(point);
    face.height = height;
  } else {
    // the furthest stays last
    outside.push(outside[outside.length - 1]);
    outside[outside.length - 2] = point;
  }
}

/** A face with its first point has to come up: the queue goes back to the fresh ones, an older face goes to its end. */
function queueAgain(hull: Polyhedron, face: Face): void {
  while (hull.next < hull.slots.length && !hull.isLive(hull.next)) hull.next++;
  if (face.slot === hull.next) return;
  if (!face.isFresh) {
    face.isFresh = hull.firstFresh < hull.slots.length;
    hull.moveToEnd(face);
  } else if (hull.next > hull.firstFresh) {
    hull.next = hull.firstFresh;
  }
}
