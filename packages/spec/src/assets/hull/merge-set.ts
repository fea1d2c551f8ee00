import {
  type Facet,
  fail,
  MERGE_CONCAVE,
  MERGE_CONCAVE_COPLANAR,
  MERGE_COPLANAR,
  MERGE_DEGENERATE,
  MERGE_DUPLICATE_RIDGE,
  MERGE_MIRROR,
  MERGE_REDUNDANT,
  type Merge,
  otherFacet,
} from './parts.ts';
import { centrum, positionDistance } from './plane.ts';
import { smoothsort } from './smoothsort.ts';
import type { HullState } from './state.ts';

/** Queues a merge: flat and concave pairs by distance, degenerate and redundant facets and mirrors apart. */
export function addMerge(hull: HullState, facet1: Facet, facet2: Facet, kind: number, distance: number): void {
  if ((facet1.isRedundant && kind !== MERGE_MIRROR) || facet2.isRedundant) return;
  if (facet1.isDegenerate && kind === MERGE_DEGENERATE) return;
  if (facet2.isFlipped && !facet1.isFlipped && kind !== MERGE_DUPLICATE_RIDGE) fail('merge into a flipped facet');
  const merge: Merge = { facet1, facet2, kind, distance };
  const degenerate = hull.degenerateMerges;
  if (kind < MERGE_DEGENERATE) {
    hull.facetMerges.push(merge);
  } else if (kind === MERGE_DEGENERATE) {
    facet1.isDegenerate = true;
    // redundant facets go first: they are taken from the end
    if (degenerate.length === 0 || degenerate[degenerate.length - 1].kind === MERGE_DEGENERATE) degenerate.push(merge);
    else degenerate.unshift(merge);
  } else {
    facet1.isRedundant = true;
    if (kind === MERGE_MIRROR) facet2.isRedundant = true;
    degenerate.push(merge);
  }
}

/** Queues a pair whose centrums are not clearly below each other's planes; true if it did. */
function testConvexity(hull: HullState, facet: Facet, neighbor: Facet): boolean {
  const radius = hull.centrumRadius;
  const dist = positionDistance(centrum(facet), neighbor);
  let isConcave = dist > radius;
  let isCoplanar = !isConcave && dist >= -radius;
  const back = positionDistance(centrum(neighbor), facet);
  if (back > radius) isConcave = true;
  else if (!isCoplanar && back >= -radius) isCoplanar = true;
  if (!isConcave && !isCoplanar) return false;
  if (isConcave && isCoplanar) {
    if (dist > back) addMerge(hull, facet, neighbor, MERGE_CONCAVE_COPLANAR, dist);
    else addMerge(hull, neighbor, facet, MERGE_CONCAVE_COPLANAR, back);
  } else if (isConcave) {
    addMerge(hull, facet, neighbor, MERGE_CONCAVE, Math.max(dist, back));
  } else {
    addMerge(hull, facet, neighbor, MERGE_COPLANAR, Math.min(Math.abs(dist), Math.abs(back)));
  }
  return true;
}

/** Urgent merges and, within a kind, small distances come last. */
function compareMerges(a: Merge, b: Merge): number {
  if (a.kind !== b.kind) return a.kind < b.kind ? 1 : -1;
  return a.distance < b.distance ? 1 : -1;
}

/** Tests every new facet against its neighbours. */
export function collectFirstMerges(hull: HullState): void {
  const visit = ++hull.visit;
  for (let facet = hull.newFacetList; facet?.next; facet = facet.next) {
    facet.visit = visit;
    for (const neighbor of facet.neighbors) {
      if (neighbor.visit === visit || !testConvexity(hull, facet, neighbor)) continue;
      for (const ridge of neighbor.ridges ?? []) {
        if (otherFacet(ridge, neighbor) !== facet) continue;
        ridge.isNonconvex = true;
        break;
      }
    }
    facet.isTested = true;
    for (const ridge of facet.ridges ?? []) ridge.isTested = true;
  }
  smoothsort(hull.facetMerges, compareMerges);
}

/** Tests the changed ridges of facets that were merged since the last time. */
export function collectMerges(hull: HullState): void {
  const visit = ++hull.visit;
  for (let facet = hull.newFacetList; facet?.next; facet = facet.next) {
    if (facet.isTested) continue;
    facet.visit = visit;
    for (const neighbor of facet.neighbors) neighbor.seen = false;
    for (const ridge of facet.ridges ?? []) {
      if (ridge.isTested && !ridge.isNonconvex) continue;
      const neighbor = otherFacet(ridge, facet);
      if (neighbor.seen) {
        ridge.isTested = true;
        ridge.isNonconvex = false;
      } else if (neighbor.visit !== visit) {
        neighbor.seen = true;
        ridge.isNonconvex = testConvexity(hull, facet, neighbor);
        ridge.isTested = true;
      }
    }
    facet.isTested = true;
  }
  smoothsort(hull.facetMerges, compareMerges);
}

/** Queues the facet if a neighbour has all its vertices or it has too few neighbours. */
export function testDegenerate(hull: HullState, facet: Facet): void {
  if (facet.isFlipped) return;
  for (const neighbor of facet.neighbors) {
    if (neighbor.isFlipped) continue;
    const visit = ++hull.vertexVisit;
    for (const v of neighbor.vertices) v.visit = visit;
    if (facet.vertices.every((v) => v.visit === visit)) {
      addMerge(hull, facet, neighbor, MERGE_REDUNDANT, 0);
      return;
    }
  }
  if (facet.neighbors.length < 3) addMerge(hull, facet, facet, MERGE_DEGENERATE, 0);
}

/** Queues neighbours with too few neighbours. */
export function testDegenerateNeighbors(hull: HullState, facet: Facet): void {
  for (const neighbor of facet.neighbors) {
    if (neighbor.isDegenerate || neighbor.isRedundant || neighbor.hasDuplicateRidge) continue;
    if (neighbor.neighbors.length < 3) addMerge(hull, neighbor, neighbor, MERGE_DEGENERATE, 0);
  }
}

/** Queues neighbours all of whose vertices belong to the facet. */
export function testRedundantNeighbors(hull: HullState, facet: Facet): void {
  if (facet.neighbors.length < 3) {
    addMerge(hull, facet, facet, MERGE_DEGENERATE, 0);
    return;
  }
  const visit = ++hull.vertexVisit;
  for (const v of facet.vertices) v.visit = visit;
  for (const neighbor of facet.neighbors) {
    if (neighbor.isDegenerate || neighbor.isRedundant || neighbor.hasDuplicateRidge) continue;
    if (facet.isFlipped && !neighbor.isFlipped) continue;
    if (neighbor.vertices.every((v) => v.visit === visit)) addMerge(hull, neighbor, facet, MERGE_REDUNDANT, 0);
  }
}
