import { heightOf } from './plane.ts';
import { across, type Face, type Polyhedron } from './polyhedron.ts';

/** What the searches of one point's cone have in common. */
export interface SearchState {
  /** compare points with all fresh faces instead of walking */
  scansAll: boolean;
  /** the normals of the fresh faces lie in one octant, so that a walk finds the best */
  isBlunt: boolean;
}

/**
 * Walks over fresh faces, each time to the first neighbour that the point is higher above, until it is outside. Where
 * the walk ends below, a pointed cone may have hidden a better face, and it goes on as a scan.
 */
export function walkToFace(hull: Polyhedron, point: number, start: Face, state: SearchState): Face {
  const { outside, rounding } = hull.tolerance;
  const mark = ++hull.mark;
  start.mark = mark;
  let face = start;
  let height = heightOf(hull, point, start);
  for (let isClimbing = true; isClimbing && height < outside; ) {
    isClimbing = false;
    for (const edge of face.edges) {
      const neighbor = across(edge, face);
      if (!neighbor.isFresh || neighbor.mark === mark) continue;
      neighbor.mark = mark;
      const h = heightOf(hull, point, neighbor);
      if (!(h > height)) continue;
      face = neighbor;
      height = h;
      isClimbing = true;
      break;
    }
  }
  if (height >= outside) return face;
  if (height < -rounding && !state.isBlunt) {
    state.isBlunt = isBlunt(hull);
    state.scansAll = !state.isBlunt;
    if (state.scansAll) return scanFaces(hull, point, face);
  }
  return lookAround(hull, point, face, height);
}

function isBlunt(hull: Polyhedron): boolean {
  const [first, ...rest] = hull.facesFrom(hull.firstFresh);
  return rest.every((f) => f.nx > 0 === first.nx > 0 && f.ny > 0 === first.ny > 0 && f.nz > 0 === first.nz > 0);
}

/** The highest of the faces from `start` to the end of the queue, then from the first fresh one to `start`. */
export function scanFaces(hull: Polyhedron, point: number, start: Face): Face {
  const { slots } = hull;
  const enough = hull.tolerance.clearlyOutside;
  const fresh = Math.min(hull.firstFresh, start.slot);
  let face = start;
  let height = Number.NEGATIVE_INFINITY;
  for (let k = fresh; k < slots.length; k++) {
    let slot = start.slot + k - fresh;
    if (slot >= slots.length) slot -= slots.length - fresh;
    if (!hull.isLive(slot)) continue;
    const h = heightOf(hull, point, slots[slot]);
    if (!(h > height)) continue;
    face = slots[slot];
    height = h;
    if (h >= enough) return face;
  }
  return lookAround(hull, point, face, height);
}

const pending: Face[] = []; // faces still to look around from

/** Follows neighbours that are not much worse than the best face, depth first, for a better one. */
function lookAround(hull: Polyhedron, point: number, start: Face, startHeight: number): Face {
  const range = hull.tolerance.searchRange;
  const mark = ++hull.mark;
  let face = start;
  let height = startHeight;
  pending.length = 0;
  start.mark = mark;
  for (let at: Face | undefined = start; at; ) {
    const from: Face = at;
    at = undefined;
    for (const edge of from.edges) {
      const neighbor = across(edge, from);
      if (neighbor.mark === mark) continue;
      neighbor.mark = mark;
      const h = heightOf(hull, point, neighbor);
      if (h < height - range) continue;
      if (h > height) {
        if (h > height + range) pending.length = 0;
        face = neighbor;
        height = h;
      }
      if (at) pending.push(at);
      at = neighbor;
    }
    at ??= pending.pop();
  }
  return face;
}
