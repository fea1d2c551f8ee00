import { buildCone, findHorizon } from './cone.ts';
import { mergeNewFacets, mergeVertices } from './merge.ts';
import { dropNarrowOutside, partitionAll, partitionVisible, pickFurthestFacet } from './partition.ts';
import type { Facet } from './parts.ts';
import { initialHull } from './simplex.ts';
import { HullState } from './state.ts';
import { triangulate } from './triangulate.ts';

/**
 * Convex hull of points by the Quickhull algorithm with facet merging, cut into triangles.
 *
 * Each facet keeps the points above it; the furthest point of the next such facet is added: the facets that it sees
 * go, a cone from it to their horizon comes, and facets that are not clearly convex are merged. All distances carry
 * a bound on their rounding error, and a merged facet is as thick as its points need. Facets, vertices and the facets
 * around a vertex come in the order in which this work leaves them, which is the reference's order.
 *
 * `maxVertices` (at least 4) stops after that many vertices, taking the overall furthest point each time; -1: all.
 *
 * @see Barber, Dobkin and Huhdanpaa, The Quickhull algorithm for convex hulls, ACM TOMS 22 (1996)
 */
export function convexHull(points: Float64Array, maxVertices: number): HullState {
  const hull = new HullState(points);
  partitionAll(hull, initialHull(hull));
  hull.resetLists(true);
  hull.facetNext = hull.facetList;
  pickFurthestFacet(hull);
  for (let facet = nextFacet(hull, maxVertices >= 0); facet; facet = nextFacet(hull, maxVertices >= 0)) {
    const point = (facet.outside as number[]).pop() as number;
    hull.outsideCount--;
    if (maxVertices >= 0 && hull.vertexCount >= maxVertices) break;
    addPoint(hull, point, facet);
  }
  if (hull.isNarrow) dropNarrowOutside(hull);
  triangulate(hull);
  hull.linkVertices();
  return hull;
}

/** The next facet with outside points (the one with the furthest point of all on demand); null when done. */
function nextFacet(hull: HullState, picksFurthest: boolean): Facet | null {
  for (let facet = hull.facetNext; facet !== hull.facetTail; facet = hull.facetNext) {
    const count = facet.outside?.length ?? 0;
    if (count === 0) facet.outside = null;
    if (count === 0 || (hull.isNarrow && facet.furthest < hull.minOutside)) {
      hull.facetNext = facet.next as Facet;
      continue;
    }
    if (picksFurthest) pickFurthestFacet(hull);
    return hull.facetNext;
  }
  return null;
}

function addPoint(hull: HullState, point: number, facet: Facet): void {
  hull.updateOutsideTarget();
  findHorizon(hull, point, facet);
  buildCone(hull, point);
  hull.findsBestNew = false;
  mergeNewFacets(hull);
  hull.findsBestNew = hull.hasManyMerges;
  for (let f = hull.newFacetList; f?.next && !hull.findsBestNew; f = f.next) hull.findsBestNew = !f.isSimplicial;
  partitionVisible(hull);
  hull.findsBestNew = false;
  hull.isKnownNotSharp = false;
  hull.removeDeleted();
  hull.resetLists(true);
  mergeVertices(hull);
}
