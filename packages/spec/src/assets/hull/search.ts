import { type Facet, fail } from './parts.ts';
import { pointDistance } from './plane.ts';
import { HUGE, type HullState } from './state.ts';

/** Result of a search: the facet, the point's distance to it, and whether the point is outside. */
export const found: { facet: Facet | null; distance: number; isOutside: boolean } = {
  facet: null,
  distance: 0,
  isOutside: false,
};

function report(hull: HullState, facet: Facet, distance: number): void {
  found.facet = facet;
  found.distance = distance;
  found.isOutside = distance >= hull.minOutside;
}

/**
 * Walks from a facet to better neighbours (only new ones with `onlyNew`) and reports the best. The first facet that
 * the point is outside of ends the walk, unless `exhaustive`.
 */
export function findBest(hull: HullState, point: number, start: Facet, exhaustive: boolean, onlyNew: boolean): Facet {
  let best: Facet | null = null;
  let bestDistance = -HUGE / 2;
  const visit = ++hull.visit;
  if (!start.isFlipped) {
    bestDistance = pointDistance(hull, point, start);
    best = start;
    if (!exhaustive && bestDistance >= hull.minOutside) {
      report(hull, start, bestDistance);
      return start;
    }
  }
  start.visit = visit;
  let at: Facet | null = start;
  let last = start;
  while (at) {
    last = at;
    let better: Facet | null = null;
    for (const neighbor of at.neighbors) {
      if ((onlyNew && !neighbor.isNew) || neighbor.visit === visit) continue;
      neighbor.visit = visit;
      if (neighbor.isFlipped) continue;
      const dist = pointDistance(hull, point, neighbor);
      if (!(dist > bestDistance)) continue;
      if (!exhaustive && dist >= hull.minOutside) {
        report(hull, neighbor, dist);
        return neighbor;
      }
      best = neighbor;
      bestDistance = dist;
      better = neighbor;
      break;
    }
    at = better;
  }

  // a sharp cone can hide the best facet from the walk
  let searchesHorizon = true;
  if (onlyNew) {
    if (!best) {
      best = findBestNew(hull, point, hull.newFacetList as Facet, exhaustive);
      bestDistance = found.distance;
      searchesHorizon = false;
    } else if (!hull.isKnownNotSharp && bestDistance < -hull.distRound) {
      if (isSharp(hull)) {
        best = findBestNew(hull, point, best, exhaustive);
        bestDistance = found.distance;
        searchesHorizon = false;
        hull.findsBestNew = true;
      } else {
        hull.isKnownNotSharp = true;
      }
    }
  }
  if (!best) {
    best = findAmongFlipped(hull, point, last);
    bestDistance = found.distance;
  }
  if (searchesHorizon) best = searchCoplanar(hull, point, best, bestDistance);
  else report(hull, best, bestDistance);
  return best;
}

/** Best among the unflipped neighbours of a facet, else among all facets. */
function findAmongFlipped(hull: HullState, point: number, facet: Facet): Facet {
  let best: Facet | null = null;
  let bestDistance = -HUGE / 2;
  for (const neighbor of facet.neighbors) {
    if (neighbor.isFlipped) continue;
    const dist = pointDistance(hull, point, neighbor);
    if (dist > bestDistance) {
      best = neighbor;
      bestDistance = dist;
    }
  }
  for (let f: Facet | null = best ? null : hull.facetList; f?.next; f = f.next) {
    if (f.isFlipped || !f.hasPlane || f.isVisible) continue;
    const dist = pointDistance(hull, point, f);
    if (dist > bestDistance) {
      best = f;
      bestDistance = dist;
      if (dist > hull.minOutside) break;
    }
  }
  if (!best) fail('all facets are flipped');
  report(hull, best, bestDistance);
  return best;
}

/** Whether the new facets' normals lie in more than one octant. */
function isSharp(hull: HullState): boolean {
  const first = hull.newFacetList as Facet;
  for (let f: Facet | null = first; f?.next; f = f.next) {
    if (f.nx > 0 !== first.nx > 0 || f.ny > 0 !== first.ny > 0 || f.nz > 0 !== first.nz > 0) return true;
  }
  return false;
}

/**
 * Best facet from `start` to the end of the list, then from the first new facet to `start`. A facet that the point is
 * clearly outside of ends the search, unless `exhaustive`.
 */
export function findBestNew(hull: HullState, point: number, start: Facet, exhaustive: boolean): Facet {
  if (!start.next) fail('no new facets');
  let best: Facet | null = null;
  let bestDistance = -HUGE / 2;
  const enough = exhaustive ? HUGE : hull.clearlyOutside;
  const visit = ++hull.visit;
  for (let round = 0; round < 2; round++) {
    for (let f: Facet | null = round === 0 ? start : hull.newFacetList; f?.next; f = f.next) {
      if (f === start && round > 0) break;
      f.visit = visit;
      if (f.isFlipped) continue;
      const dist = pointDistance(hull, point, f);
      if (!(dist > bestDistance)) continue;
      best = f;
      if (dist >= enough) {
        found.facet = f;
        found.distance = dist;
        found.isOutside = true;
        return f;
      }
      bestDistance = dist;
    }
  }
  return searchCoplanar(hull, point, best ?? start, bestDistance);
}

/** Follows neighbours that are not much worse than the best facet, depth first, for a better one. */
function searchCoplanar(hull: HullState, point: number, start: Facet, startDistance: number): Facet {
  let best = start;
  let bestDistance = startDistance;
  const reach = hull.searchDistance;
  let least = bestDistance - reach;
  const visit = ++hull.visit;
  const pending: Facet[] = [];
  let following: Facet | null = null;
  start.visit = visit;
  let at: Facet | null = start;
  while (at) {
    for (const neighbor of at.neighbors) {
      if (neighbor.visit === visit) continue;
      neighbor.visit = visit;
      if (!neighbor.isFlipped) {
        const dist = pointDistance(hull, point, neighbor);
        if (dist > bestDistance) {
          least = dist - reach;
          if (dist > bestDistance + reach) pending.length = 0;
          best = neighbor;
          bestDistance = dist;
        } else if (dist < least) {
          continue;
        }
      }
      if (following) pending.push(following);
      following = neighbor;
    }
    at = following ?? pending.pop() ?? null;
    following = null;
  }
  report(hull, best, bestDistance);
  return best;
}
