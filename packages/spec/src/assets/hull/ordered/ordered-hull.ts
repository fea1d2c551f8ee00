import type { Surface } from '../surface.ts';
import { buildCone } from './cone.ts';
import { mergeAcrossHorizon } from './coplanar-merge.ts';
import { cutPolygons } from './fan.ts';
import { handOut, handOver } from './hand-over.ts';
import { removeVisible } from './horizon.ts';
import { type Face, type Polyhedron, UnknownOrder } from './polyhedron.ts';
import { removeSharedVertices } from './shared-vertex.ts';
import { checkConvex, surfaceOf } from './surface-of.ts';
import { firstTetrahedron } from './tetrahedron.ts';

/**
 * The hull of points in the oracle's order, or undefined where the rules of order do not tell.
 *
 * The hull itself has no order; the oracle's is the trace of its work. These are the rules that leave the same trace:
 * the corners of the first tetrahedron (`tetrahedron.ts`), the queue in which faces wait for their furthest point to be
 * added (`polyhedron.ts`), the order in which visible faces are found (`horizon.ts`) and replaced (`cone.ts`), what is
 * merged (`coplanar-merge.ts`, `shared-vertex.ts`), where a point goes when its face is gone (`hand-over.ts`,
 * `search.ts`), and how polygons are cut (`fan.ts`).
 *
 * With `maxVertices` the furthest point of all is added each time, until there are so many; -1: all.
 */
export function orderedHull(points: Float64Array, maxVertices: number): Surface | undefined {
  try {
    const hull = growHull(points, maxVertices);
    checkConvex(hull);
    cutPolygons(hull);
    hull.linkVertices();
    return surfaceOf(hull);
  } catch (error) {
    if (error instanceof UnknownOrder) return undefined;
    throw error;
  }
}

function growHull(points: Float64Array, maxVertices: number): Polyhedron {
  const hull = firstTetrahedron(points);
  handOut(hull);
  let face = bringFurthest(hull);
  while (face && (maxVertices < 0 || hull.vertexCount < maxVertices)) {
    addPoint(hull, face.outside.pop() as number, face);
    face = nextFace(hull);
    if (face && maxVertices >= 0) face = bringFurthest(hull);
  }
  return hull;
}

function addPoint(hull: Polyhedron, point: number, face: Face): void {
  hull.begin();
  const visible = removeVisible(hull, point, face);
  const cone = buildCone(hull, point, visible);
  const merged = mergeAcrossHorizon(hull, cone);
  removeSharedVertices(hull, merged);
  handOver(hull, visible);
  hull.end();
}

/** The next face of the queue with points above. */
function nextFace(hull: Polyhedron): Face | undefined {
  for (; hull.next < hull.slots.length; hull.next++) {
    const face = hull.slots[hull.next];
    if (hull.isLive(hull.next) && face.outside.length > 0) return face;
  }
  return undefined;
}

/** Puts the face with the furthest point of all in front of those to come. */
function bringFurthest(hull: Polyhedron): Face | undefined {
  const faces = hull.facesFrom(0);
  let best: Face | undefined;
  for (const face of faces) {
    if (face.outside.length > 0 && !(best && best.height >= face.height)) best = face;
  }
  if (!best) return undefined;
  const past = faces.filter((f) => f !== best && f.slot < hull.next);
  const toCome = faces.filter((f) => f !== best && f.slot >= hull.next);
  hull.slots.length = 0;
  for (const face of [...past, best, ...toCome]) hull.moveToEnd(face);
  hull.next = past.length;
  return best;
}
