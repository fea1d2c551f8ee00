import { makeFromRidges, updateVertexNeighbors } from './cone.ts';
import { matchFacets } from './match.ts';
import { addMerge } from './merge-set.ts';
import { type Facet, fail, MERGE_MIRROR, replace } from './parts.ts';
import type { HullState } from './state.ts';

/** Cuts every polygon of the hull into triangles, fans from its newest vertex. */
export function triangulate(hull: HullState): void {
  hull.visit++;
  hull.degenerateMerges = [];
  hull.newVertexList = hull.vertexTail;
  let first: Facet | null = null;
  let firstVertex = null as HullState['newVertexList'];
  for (let facet: Facet | null = hull.facetList; facet?.next; ) {
    const next: Facet | null = facet.next;
    if (!facet.isVisible && !facet.isSimplicial) {
      first ??= facet;
      triangulateFacet(hull, facet);
      firstVertex ??= hull.newVertexList;
      hull.newVertexList = null;
      hull.visibleList = null;
      updateVertexNeighbors(hull, false);
      hull.resetLists(false);
    }
    facet = next;
  }
  if (!first) return;
  for (let facet: Facet | null = first; facet?.next; ) {
    const next: Facet | null = facet.next;
    if (!facet.isVisible) {
      if ((facet.ridges?.length ?? 0) > 0) fail('a triangle kept a ridge');
      facet.ridges = null;
      if (facet.vertices[0] === facet.vertices[1]) removeNull(hull, facet);
    }
    facet = next;
  }
  hull.visibleList = hull.facetTail;
  for (let merge = hull.degenerateMerges.pop(); merge; merge = hull.degenerateMerges.pop()) {
    if (merge.kind === MERGE_MIRROR) removeMirror(hull, merge.facet1, merge.facet2);
  }
  hull.newVertexList = firstVertex;
  hull.visibleList = null;
  updateVertexNeighbors(hull, false);
  hull.resetLists(false);
  for (let facet: Facet | null = hull.facetList; facet?.next; facet = facet.next) {
    if (facet.isVisible) hull.removeFacet(facet);
  }
}

/** New triangles from the first vertex over all ridges; those at the vertex itself are null (it appears twice). */
function triangulateFacet(hull: HullState, polygon: Facet): void {
  hull.firstNewFacetId = hull.facetId;
  for (const neighbor of polygon.neighbors) {
    neighbor.seen = false;
    neighbor.isCoplanarHorizon = false;
  }
  hull.visibleList = hull.facetTail;
  hull.newFacetList = hull.facetTail;
  polygon.visit = hull.visit;
  makeFromRidges(hull, polygon, polygon.vertices[0]);
  hull.discard(polygon, null);
  for (let f = hull.newFacetList as Facet | null; f?.next; f = f.next) {
    f.isTriangulated = true;
    f.link = polygon;
    f.nx = polygon.nx;
    f.ny = polygon.ny;
    f.nz = polygon.nz;
    f.offset = polygon.offset;
    f.hasPlane = true;
  }
  matchFacets(hull);
}

/** Makes the neighbours of two removed facets neighbours of each other; if they are already, they mirror each other. */
function linkAcross(hull: HullState, oldA: Facet, a: Facet, oldB: Facet, b: Facet): void {
  const isKnown = a.neighbors.includes(b);
  if (isKnown !== b.neighbors.includes(a)) fail('triangles do not agree on their neighbours');
  if (isKnown) {
    const isQueued = a.isRedundant && b.isRedundant && isMirrorQueued(hull, a, b);
    if (!isQueued) addMerge(hull, a, b, MERGE_MIRROR, 0);
  }
  replace(b.neighbors, oldB, a);
  replace(a.neighbors, oldA, b);
}

function isMirrorQueued(hull: HullState, a: Facet, b: Facet): boolean {
  return hull.degenerateMerges.some((m) => (m.facet1 === a && m.facet2 === b) || (m.facet1 === b && m.facet2 === a));
}

function removeNull(hull: HullState, facet: Facet): void {
  linkAcross(hull, facet, facet.neighbors[0], facet, facet.neighbors[1]);
  hull.discard(facet, null);
}

/** Removes two triangles with the same vertices. */
function removeMirror(hull: HullState, a: Facet, b: Facet): void {
  for (let i = 0; i < a.neighbors.length; i++) {
    const [na, nb] = [a.neighbors[i], b.neighbors[i]];
    if (na === b && nb === a) continue;
    if (na.isRedundant && nb.isRedundant && isMirrorQueued(hull, na, nb)) continue;
    if (na.isVisible && nb.isVisible) continue;
    linkAcross(hull, a, na, b, nb);
  }
  hull.discard(a, null);
  hull.discard(b, null);
}
