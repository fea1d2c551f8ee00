import { type Facet, fail } from './parts.ts';
import { cosAngle, pointDistance } from './plane.ts';
import { findBest, findBestNew, found } from './search.ts';
import { HUGE, type HullState, replacementOf } from './state.ts';

/** A coplanar point this much beyond the outer planes is partitioned again. */
const FAR_OUTSIDE = 30;

/** Assigns all points but the simplex to facets: outside ones first, facet by facet, then those nearby. */
export function partitionAll(hull: HullState, simplex: number[]): void {
  let rest: number[] = [];
  const isSimplex = new Set(simplex);
  for (let p = 0; p < hull.pointCount; p++) if (!isSimplex.has(p)) rest.push(p);
  const enough = hull.clearlyOutside;
  hull.outsideCount = 0;
  for (let facet: Facet | null = hull.facetList; facet?.next; facet = facet.next) {
    const remaining: number[] = [];
    const outside: number[] = [];
    let furthest = -1;
    let furthestDistance = -HUGE;
    for (const p of rest) {
      const dist = pointDistance(hull, p, facet);
      if (dist < enough) {
        remaining.push(p);
        continue;
      }
      hull.outsideCount++;
      if (furthest < 0) {
        furthest = p;
        furthestDistance = dist;
      } else if (dist > furthestDistance) {
        outside.push(furthest);
        furthest = p;
        furthestDistance = dist;
      } else {
        outside.push(p);
      }
    }
    if (furthest >= 0) {
      outside.push(furthest);
      facet.outside = outside;
      facet.furthest = furthestDistance;
    }
    rest = remaining;
  }
  hull.findsBestNew = true;
  for (const p of rest) partitionPoint(hull, p, hull.facetList);
  hull.findsBestNew = false;
}

/** Puts a point into the outside or coplanar set of its best facet, or forgets it as an interior one. */
export function partitionPoint(hull: HullState, point: number, start: Facet): void {
  const facet = hull.findsBestNew ? findBestNew(hull, point, start, false) : findBest(hull, point, start, false, true);
  const { distance } = found;
  let { isOutside } = found;
  if (facet.isVisible) fail('a point fell on a deleted facet');
  if (hull.isNarrow && distance >= -hull.nearInside) isOutside = true;
  if (isOutside) addOutside(hull, point, facet, distance);
  else if (distance >= -hull.nearInside) partitionCoplanar(hull, point, facet, distance, hull.findsBestNew);
}

function addOutside(hull: HullState, point: number, facet: Facet, distance: number): void {
  let isFirst = false;
  if (!facet.outside || facet.outside.length === 0) {
    facet.outside = [point];
    isFirst = !hull.isNarrow || distance > hull.minOutside;
    facet.furthest = distance;
  } else if (facet.furthest < distance) {
    isFirst = hull.isNarrow && facet.furthest < hull.minOutside && distance >= hull.minOutside;
    facet.outside.push(point);
    facet.furthest = distance;
  } else {
    addBeforeLast(facet.outside, point);
  }
  // the facet has to come up again
  if (isFirst && hull.facetNext !== facet) {
    if (facet.isNew) {
      if (hull.facetNext.isNew) hull.facetNext = hull.newFacetList as Facet;
    } else {
      hull.moveToEnd(facet);
      if (hull.newFacetList) facet.isNew = true;
    }
  }
  hull.outsideCount++;
}

function addBeforeLast(list: number[], point: number): void {
  list.push(list[list.length - 1]);
  list[list.length - 2] = point;
}

/**
 * Puts a point into the coplanar set of `start` (distance given) or of the best facet found from it. A point far above
 * is partitioned as an outside point again.
 */
export function partitionCoplanar(
  hull: HullState,
  point: number,
  start: Facet,
  distance: number | undefined,
  amongNew: boolean,
): void {
  hull.wasCoplanar = true;
  let facet = start;
  let dist = distance ?? 0;
  if (distance === undefined) {
    facet = amongNew ? findBestNew(hull, point, start, true) : findBest(hull, point, start, true, false);
    dist = found.distance;
    if (dist < -hull.nearInside) {
      hull.repartitioned = null;
      return;
    }
  }
  if (facet.isVisible) fail('a coplanar point fell on a deleted facet');
  if (dist > hull.maxOutside) {
    const isBehind = distance === undefined && facet !== start && cosAngle(start, facet) < 0;
    if (isBehind || dist > hull.maxOutsideTarget * FAR_OUTSIDE) {
      if (!isBehind && facet === start) {
        if (facet === hull.repartitioned) fail('a coplanar point stays far above its facet');
        hull.repartitioned = facet;
      }
      const previous = hull.findsBestNew;
      hull.findsBestNew = false;
      partitionPoint(hull, point, facet);
      hull.findsBestNew = previous;
      hull.repartitioned = null;
      return;
    }
    hull.repartitioned = null;
    hull.maxOutside = dist;
  }
  const set = facet.coplanar;
  if (set.length === 0 || pointDistance(hull, set[set.length - 1], facet) < dist) set.push(point);
  else addBeforeLast(set, point);
}

/** Moves the points of the visible facets, and deleted vertices, to the new facets. */
export function partitionVisible(hull: HullState): void {
  for (let visible = hull.visibleList; visible?.isVisible; visible = visible.next) {
    if (!visible.outside && visible.coplanar.length === 0) continue;
    const start = replacementOf(visible) ?? (hull.newFacetList as Facet);
    if (!start.next) fail('all new facets were deleted');
    if (visible.outside) {
      hull.outsideCount -= visible.outside.length;
      for (const p of visible.outside) partitionPoint(hull, p, start);
    }
    for (const p of visible.coplanar) partitionCoplanar(hull, p, start, undefined, hull.findsBestNew);
  }
  for (const vertex of hull.deletedVertices) {
    if (vertex.isPartitioned) continue;
    partitionCoplanar(hull, vertex.point, hull.newFacetList as Facet, undefined, true);
    vertex.isPartitioned = true;
  }
}

/** Points left in outside sets of a narrow hull become coplanar ones. */
export function dropNarrowOutside(hull: HullState): void {
  for (let facet: Facet | null = hull.facetList; facet?.next; facet = facet.next) facet.outside = null;
  hull.outsideCount = 0;
}

/** Moves the facet with the furthest outside point to the front of those to come. */
export function pickFurthestFacet(hull: HullState): void {
  let best: Facet | null = null;
  let bestDistance = -HUGE;
  for (let facet: Facet | null = hull.facetList; facet?.next; facet = facet.next) {
    if (facet.outside && facet.furthest > bestDistance) {
      best = facet;
      bestDistance = facet.furthest;
    }
  }
  if (!best) return;
  hull.removeFacet(best);
  hull.insertBefore(best, hull.facetNext);
  hull.facetNext = best;
}
