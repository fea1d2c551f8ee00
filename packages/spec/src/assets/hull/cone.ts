import { matchFacets } from './match.ts';
import { drop, type Facet, fail, otherFacet, replace, type Vertex } from './parts.ts';
import { pointDistance, setPlane } from './plane.ts';
import type { HullState } from './state.ts';

/** Collects the facets that a point sees at the end of the list, from `facet` over its neighbours. */
export function findHorizon(hull: HullState, point: number, facet: Facet): void {
  hull.moveToEnd(facet);
  hull.visibleCount = 1;
  hull.visibleList = facet;
  facet.isVisible = true;
  facet.link = null;
  let horizonCount = 0;
  const visit = ++hull.visit;
  for (let visible: Facet | null = facet; visible?.isVisible; visible = visible.next) {
    visible.visit = visit;
    for (const neighbor of visible.neighbors) {
      if (neighbor.visit === visit) continue;
      neighbor.visit = visit;
      const dist = pointDistance(hull, point, neighbor);
      if (dist > hull.minVisible) {
        hull.moveToEnd(neighbor);
        neighbor.isVisible = true;
        neighbor.link = null;
        hull.visibleCount++;
        continue;
      }
      horizonCount++;
      neighbor.isCoplanarHorizon = dist >= -hull.maxCoplanar;
      if (!neighbor.isCoplanarHorizon) continue;
      if (dist > 0) {
        hull.maxOutside = Math.max(hull.maxOutside, dist);
        hull.maxVertex = Math.max(hull.maxVertex, dist);
        neighbor.maxOutside = Math.max(neighbor.maxOutside, dist);
      } else {
        hull.minVertex = Math.min(hull.minVertex, dist);
      }
    }
  }
  if (horizonCount === 0) fail('empty horizon');
}

/** Cone of new facets from a point to the horizon of the visible facets. */
export function buildCone(hull: HullState, point: number): void {
  hull.firstNewFacetId = hull.facetId;
  makeConeFacets(hull, point);
  matchFacets(hull);
  for (let f = hull.newFacetList; f?.next; f = f.next) if (!f.mergesWithHorizon) setPlane(hull, f);
  updateVertexNeighbors(hull, true);
}

function makeConeFacets(hull: HullState, point: number): void {
  hull.newFacetList = hull.facetTail;
  hull.newVertexList = hull.vertexTail;
  const apex = hull.makeVertex(point);
  hull.appendVertex(apex);
  hull.visit++;
  // what stands in for a visible facet may be left over from the one before
  let fromTriangle: Facet | null = null;
  let fromPolygon: Facet | null = null;
  for (let visible = hull.visibleList; visible?.isVisible; visible = visible.next) {
    for (const neighbor of visible.neighbors) neighbor.seen = false;
    if (visible.ridges) {
      visible.visit = hull.visit;
      fromPolygon = makeFromRidges(hull, visible, apex);
    }
    if (visible.isSimplicial) fromTriangle = makeFromTriangle(hull, visible, apex);
    if (fromPolygon) fromTriangle = fromPolygon;
    if (fromTriangle) visible.link = fromTriangle;
    if (visible.ridges) visible.ridges = [];
    visible.neighbors = [];
  }
}

/** New facets over the ridges of a facet to be deleted that lead to facets that stay; returns the last one. */
export function makeFromRidges(hull: HullState, visible: Facet, apex: Vertex): Facet | null {
  let made: Facet | null = null;
  for (const ridge of visible.ridges ?? []) {
    const neighbor = otherFacet(ridge, visible);
    if (!neighbor.isVisible) {
      const isTop = ridge.top === visible;
      made = hull.makeFacet([apex, ...ridge.vertices], isTop, neighbor);
      if (neighbor.isCoplanarHorizon) joinCycle(made, neighbor);
      if (neighbor.seen) {
        if (neighbor.isSimplicial) fail('a triangle has two ridges to one facet');
        neighbor.neighbors.push(made);
      } else {
        replace(neighbor.neighbors, visible, made);
      }
      if (neighbor.isSimplicial) {
        drop(neighbor.ridges, ridge);
      } else {
        made.ridges ??= [];
        made.ridges.push(ridge);
        if (isTop) {
          ridge.top = made;
          ridge.topIsSimplicial = true;
        } else {
          ridge.bottom = made;
          ridge.bottomIsSimplicial = true;
        }
      }
    }
    neighbor.seen = true;
  }
  return made;
}

/** New facets that share a coplanar neighbour form a ring. */
function joinCycle(facet: Facet, horizon: Facet): void {
  facet.mergesWithHorizon = true;
  if (!horizon.seen) {
    facet.link = facet;
    horizon.link = facet;
  } else {
    const first = horizon.link as Facet;
    facet.link = first.link;
    first.link = facet;
  }
}

/** New facets over the edges of a visible triangle that lead to facets that stay; returns the last one. */
function makeFromTriangle(hull: HullState, visible: Facet, apex: Vertex): Facet | null {
  let made: Facet | null = null;
  for (const neighbor of visible.neighbors) {
    if (neighbor.seen || neighbor.isVisible) continue;
    const opposite = neighbor.neighbors.indexOf(visible);
    if (opposite < 0) fail('triangles do not agree on their neighbours');
    const vertices = [apex];
    for (let i = 0; i < 3; i++) if (i !== opposite) vertices.push(neighbor.vertices[i]);
    const isOdd = opposite % 2 === 1;
    made = hull.makeFacet(vertices, neighbor.isTop ? isOdd : !isOdd, neighbor);
    if (neighbor.isCoplanarHorizon) {
      made.link = made;
      made.mergesWithHorizon = true;
    }
    neighbor.neighbors[opposite] = made;
  }
  return made;
}

/**
 * Brings the facets around vertices up to date: visible ones out, new ones in; a vertex with visible facets only is
 * deleted. Removal fills gaps from the end (`isCone`) or keeps the order.
 */
export function updateVertexNeighbors(hull: HullState, isCone: boolean): void {
  if (hull.hasVertexNeighbors) {
    for (let v = hull.newVertexList; v?.next; v = v.next) {
      if (isCone) dropVisible(v.neighbors);
      else if (v.neighbors.some((f) => f.isVisible)) v.neighbors = v.neighbors.filter((f) => !f.isVisible);
    }
    for (let f = hull.newFacetList; f?.next; f = f.next) {
      const isFresh = isCone || (hull.firstNewFacetId > 0 && f.id >= hull.firstNewFacetId);
      for (const v of f.vertices) if (isFresh || !v.neighbors.includes(f)) v.neighbors.push(f);
    }
  }
  for (let visible = hull.visibleList; visible?.isVisible; visible = visible.next) {
    for (const v of visible.vertices) {
      if (v.isNew || v.isDeleted) continue;
      if (hull.hasVertexNeighbors && v.neighbors.some((f) => !f.isVisible)) drop(v.neighbors, visible);
      else hull.deleteVertex(v);
    }
  }
}

function dropVisible(facets: Facet[]): void {
  for (let i = 0; i < facets.length; i++) {
    if (!facets[i].isVisible) continue;
    const last = facets.pop() as Facet;
    if (i < facets.length) facets[i--] = last;
  }
}
