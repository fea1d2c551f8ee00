import { updateVertexNeighbors } from './cone.ts';
import { mergeCycles } from './merge-cycle.ts';
import { bestNeighbor, makeRidges, mergeDegenerate, mergeFacet } from './merge-facet.ts';
import { addMerge, collectFirstMerges, collectMerges } from './merge-set.ts';
import { mergePinchedVertices, reduceVertices } from './merge-vertex.ts';
import { partitionVisible } from './partition.ts';
import {
  type Facet,
  fail,
  MERGE_COPLANAR,
  MERGE_DEGENERATE,
  MERGE_DUPLICATE_RIDGE,
  MERGE_FLIPPED,
  MERGE_NEIGHBOR,
} from './parts.ts';
import { spread, vertexDistance } from './plane.ts';
import { type HullState, replacementOf } from './state.ts';

/** A flipped facet may take part in a forced merge up to this many merge widths. */
const WIDE_DUPLICATE = 50;

/** Makes the new facets convex: merges those that are coplanar, concave, flipped or joined by a duplicate ridge. */
export function mergeNewFacets(hull: HullState): void {
  if (isClearlyConvex(hull)) return;
  markDuplicateRidges(hull);
  let didMerge = mergeCycles(hull);
  if (mergeDuplicateRidges(hull)) didMerge = true;
  if (mergeFlipped(hull)) didMerge = true;
  collectFirstMerges(hull);
  mergeAll(hull, didMerge);
}

/** Whether all new facets and their horizon are triangles, each vertex clearly below the neighbour's plane. */
function isClearlyConvex(hull: HullState): boolean {
  const below = -2 * hull.distRound;
  for (let f = hull.newFacetList; f?.next; f = f.next) {
    if (f.neighbors[0].isSimplicial && !f.isFlipped && !f.hasDuplicateRidge && f.hasPlane) continue;
    hull.isZeroOk = false;
    return false;
  }
  for (let f = hull.newFacetList; f?.next; f = f.next) {
    const visit = ++hull.vertexVisit;
    const [horizon] = f.neighbors;
    for (let i = 1; i < f.neighbors.length; i++) {
      f.vertices[i].visit = visit;
      if (vertexDistance(f.vertices[i], f.neighbors[i]) < below) continue;
      hull.isZeroOk = false;
      return false;
    }
    const opposite = horizon.vertices.find((v) => v.visit !== visit);
    if (opposite && vertexDistance(opposite, f) >= below) {
      hull.isZeroOk = false;
      return false;
    }
  }
  return true;
}

/** Does all queued merges, and those that they cause, until the new facets are convex. */
function mergeAll(hull: HullState, didOther: boolean): void {
  let pending = didOther;
  for (;;) {
    while (hull.facetMerges.length > 0 || hull.degenerateMerges.length > 0) {
      if (hull.degenerateMerges.length > 0) {
        mergeDegenerate(hull);
        pending = true;
      }
      for (let merge = hull.facetMerges.pop(); merge; merge = hull.facetMerges.pop()) {
        const { facet1, facet2, kind } = merge;
        if (facet1.isVisible || facet2.isVisible) continue;
        // coplanar merges wait until their facets were tested as they are now
        const isStale = (!facet1.isTested && facet1.isNew) || (!facet2.isTested && facet2.isNew);
        if (kind === MERGE_COPLANAR && isStale) continue;
        mergeNonconvex(hull, facet1, facet2, kind);
        mergeDegenerate(hull);
        pending = true;
      }
      collectMerges(hull);
    }
    if (!hull.hasVertexNeighbors || !pending) break;
    pending = false;
    if (!reduceVertices(hull)) break;
    collectMerges(hull);
  }
  if (pending) for (let f = hull.newFacetList; f?.next; f = f.next) f.isNewMerge = false;
}

/** Merges the one of the two facets that is closer to its best neighbour into that. */
function mergeNonconvex(hull: HullState, facet1: Facet, facet2: Facet, kind: number): void {
  const [first, second] = facet1.isNew ? [facet1, facet2] : [facet2, facet1];
  const a = bestNeighbor(first);
  const b = bestNeighbor(second);
  if (a.spread.distance < b.spread.distance) mergeFacet(hull, first, a.neighbor, kind, a.spread, false);
  else mergeFacet(hull, second, b.neighbor, kind, b.spread, false);
}

function mergeFlipped(hull: HullState): boolean {
  for (let f = hull.newFacetList; f?.next; f = f.next) {
    if (f.isFlipped && !f.isVisible) addMerge(hull, f, f, MERGE_FLIPPED, 0);
  }
  const queued = hull.facetMerges;
  hull.facetMerges = [];
  let count = 0;
  for (const { facet1, kind } of queued) {
    if (kind !== MERGE_FLIPPED || facet1.isVisible) continue;
    const best = bestNeighbor(facet1);
    mergeFacet(hull, facet1, best.neighbor, kind, best.spread, false);
    count++;
  }
  for (const merge of queued) if (!merge.facet1.isVisible && !merge.facet2.isVisible) hull.facetMerges.push(merge);
  mergeDegenerate(hull);
  return count > 0;
}

/** Queues the facets around duplicate ridges that no longer agree on being neighbours. */
function markDuplicateRidges(hull: HullState): void {
  for (let f = hull.newFacetList; f?.next; f = f.next) {
    f.hasMergeRidge = false;
    f.hasMergeRidge2 = false;
  }
  let count = 0;
  for (let f = hull.newFacetList; f?.next; f = f.next) {
    if (!f.hasDuplicateRidge) continue;
    for (const neighbor of f.neighbors) {
      if (neighbor === MERGE_NEIGHBOR) {
        f.hasMergeRidge = true;
        continue;
      }
      if (!neighbor.hasDuplicateRidge) continue;
      const isTwin = neighbor.neighbors.includes(f);
      if (isTwin && !hasSameVertices(f, neighbor)) continue;
      addMerge(hull, f, neighbor, MERGE_DUPLICATE_RIDGE, 0);
      f.hasMergeRidge2 = true;
      f.hasMergeRidge = true;
      count++;
      if (isTwin) break;
    }
  }
  if (count === 0) return;
  for (let f = hull.newFacetList; f?.next; f = f.next) if (f.hasMergeRidge && !f.hasMergeRidge2) makeRidges(f);
  for (const { facet1, facet2, kind } of hull.facetMerges) {
    if (kind !== MERGE_DUPLICATE_RIDGE) continue;
    if (facet2.hasMergeRidge2 && facet2.neighbors.includes(facet1)) fail('a duplicate ridge cannot be merged');
    facet2.neighbors.push(facet1);
    makeRidges(facet1);
  }
}

function hasSameVertices(a: Facet, b: Facet): boolean {
  return a.vertices.length === b.vertices.length && a.vertices.every((v, i) => v === b.vertices[i]);
}

function mergeDuplicateRidges(hull: HullState): boolean {
  const queued = hull.facetMerges;
  hull.facetMerges = [];
  const enough = WIDE_DUPLICATE * (hull.oneMerge + hull.distRound);
  let wasDuplicate = false;
  let count = 0;
  for (const merge of queued) {
    if (merge.kind !== MERGE_DUPLICATE_RIDGE) continue;
    wasDuplicate = true;
    const facet1 = replacementOf(merge.facet1);
    const facet2 = replacementOf(merge.facet2);
    if (!facet1 || !facet2) fail('a duplicate ridge lost its facet');
    if (facet1 === facet2) continue;
    if (!facet2.neighbors.includes(facet1)) fail('facets of a duplicate ridge are no neighbours');
    const there = spread(facet1, facet2);
    const back = spread(facet2, facet1);
    const isCloser = there.distance < back.distance;
    const prefersSecond = facet2.isFlipped && !facet1.isFlipped && back.distance < enough;
    const prefersFirst = facet1.isFlipped && !facet2.isFlipped && there.distance < enough;
    if (isCloser ? !prefersSecond : prefersFirst) mergeFacet(hull, facet1, facet2, merge.kind, there, false);
    else mergeFacet(hull, facet2, facet1, merge.kind, back, false);
    mergeDegenerate(hull);
    count++;
  }
  for (const merge of queued) if (merge.kind !== MERGE_DUPLICATE_RIDGE) hull.facetMerges.push(merge);
  if (wasDuplicate) {
    for (let f = hull.newFacetList; f?.next; f = f.next) {
      if (!f.hasDuplicateRidge) continue;
      f.hasDuplicateRidge = false;
      f.hasMergeRidge = false;
      f.hasMergeRidge2 = false;
      if (f.neighbors.length < 3) addMerge(hull, f, f, MERGE_DEGENERATE, 0);
    }
    mergeDegenerate(hull);
  }
  return count > 0;
}

/** Merges vertices that renaming left on two ridges at once, and what follows from it. */
export function mergeVertices(hull: HullState): void {
  while (hull.vertexMerges.length > 0) {
    mergePinchedVertices(hull);
    updateVertexNeighbors(hull, false);
    collectMerges(hull);
    mergeAll(hull, true);
    partitionVisible(hull);
    hull.removeDeleted();
    hull.resetLists(true);
  }
}
