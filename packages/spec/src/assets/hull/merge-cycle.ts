import { addRidge, makeRidges, mergeDegenerate, mergeFacet } from './merge-facet.ts';
import { testRedundantNeighbors } from './merge-set.ts';
import {
  drop,
  dropSorted,
  type Facet,
  fail,
  MERGE_HORIZON,
  newRidge,
  type Ridge,
  replace,
  type Vertex,
  without,
} from './parts.ts';
import type { HullState } from './state.ts';

const LARGE_FACET = 5;
const MAX_MERGE_COUNT = 511;

/** Merges the new facets that are coplanar with their horizon facet into it, rings of them at once; true if any. */
export function mergeCycles(hull: HullState): boolean {
  let count = 0;
  for (let facet = hull.newFacetList; facet; ) {
    let next: Facet | null = facet.next;
    if (!next) break;
    if (!facet.hasPlane) {
      const horizon = facet.neighbors[0];
      if (facet.link === facet) {
        for (const v of facet.vertices) if (v !== facet.vertices[0]) v.lostRidge = true;
        horizon.link = null;
        mergeFacet(hull, facet, horizon, MERGE_HORIZON, null, true);
      } else {
        const size = closeCycle(facet);
        while (next?.isCycleDone) next = next.next;
        horizon.link = null;
        mergeCycle(hull, facet, horizon);
        horizon.mergeCount = Math.min(horizon.mergeCount + size, MAX_MERGE_COUNT);
      }
      count++;
    }
    facet = next;
  }
  if (count === 0) return false;
  for (let f = hull.newFacetList; f?.next; f = f.next) {
    if (!f.isCoplanarHorizon) continue;
    testRedundantNeighbors(hull, f);
    f.isCoplanarHorizon = false;
  }
  mergeDegenerate(hull);
  return true;
}

/** Marks the facets of a ring, leaving out those that got a plane of their own; returns its size. */
function closeCycle(facet: Facet): number {
  let size = 0;
  let previous = facet;
  for (let same: Facet | null = facet.link; same; ) {
    const next: Facet | null = same.link;
    if (same.isCycleDone || same.isVisible) fail('a ring of new facets is broken');
    same.isCycleDone = true;
    if (same.hasPlane) {
      previous.link = same.link;
      same.link = null;
    } else {
      previous = same;
      size++;
    }
    same = same === facet ? null : next;
  }
  return size;
}

/** The facets of a ring, starting after `first` and ending with it. */
function ringOf(first: Facet): Facet[] {
  const ring: Facet[] = [];
  for (let same = first.link as Facet; ; same = same.link as Facet) {
    ring.push(same);
    if (same === first) return ring;
  }
}

function mergeCycle(hull: HullState, first: Facet, horizon: Facet): void {
  hull.mergeTotal++;
  hull.linkVertices();
  const ring = ringOf(first);
  const [apex] = first.vertices;
  makeRidges(horizon);
  const inRing = ++hull.visit;
  for (const same of ring) {
    if (same.visit === inRing || same.isVisible) fail('a ring of new facets is broken');
    same.visit = inRing;
  }
  mergeRingNeighbors(hull, ring, horizon, inRing);
  mergeRingRidges(ring, horizon, inRing);
  mergeRingVertices(hull, ring, horizon, apex, inRing);
  if (horizon.vertices[0] !== apex) horizon.vertices.unshift(apex);
  if (!horizon.isNew) hull.renewVertices(horizon.vertices);

  hull.moveToEnd(horizon);
  horizon.isNew = true;
  horizon.isSimplicial = false;
  horizon.isNewMerge = true;
  for (const same of ring) hull.discard(same, horizon);
  if (horizon.center && horizon.vertices.length <= 3 + LARGE_FACET) horizon.center = null;
}

function mergeRingNeighbors(hull: HullState, ring: Facet[], horizon: Facet, inRing: number): void {
  const known = ++hull.visit;
  horizon.visit = known;
  horizon.neighbors = horizon.neighbors.filter((f) => f.visit !== inRing);
  for (const neighbor of horizon.neighbors) neighbor.visit = known;
  for (const same of ring) {
    for (const neighbor of same.neighbors) {
      if (neighbor.visit === inRing) continue;
      if (!neighbor.isSimplicial) {
        drop(neighbor.neighbors, same);
        if (neighbor.visit === known) continue;
        neighbor.neighbors.push(horizon);
        horizon.neighbors.push(neighbor);
        neighbor.visit = known;
      } else if (neighbor.visit !== known) {
        horizon.neighbors.push(neighbor);
        replace(neighbor.neighbors, same, horizon);
        neighbor.visit = known;
        renameSide(neighbor.ridges, same, horizon);
      } else {
        makeRidges(neighbor);
        drop(neighbor.neighbors, same);
      }
    }
  }
}

/** The first ridge on `from` gets `to` instead. */
function renameSide(ridges: Ridge[] | null, from: Facet, to: Facet): void {
  for (const ridge of ridges ?? []) {
    if (ridge.top === from) {
      ridge.top = to;
      return;
    }
    if (ridge.bottom === from) {
      ridge.bottom = to;
      return;
    }
  }
}

function mergeRingRidges(ring: Facet[], horizon: Facet, inRing: number): void {
  horizon.ridges = (horizon.ridges ?? []).filter((r) => (r.top === horizon ? r.bottom : r.top).visit !== inRing);
  for (const same of ring) {
    for (const ridge of same.ridges ?? []) {
      let neighbor: Facet;
      if (ridge.top === same) {
        ridge.top = horizon;
        neighbor = ridge.bottom;
      } else if (ridge.bottom === same) {
        ridge.bottom = horizon;
        neighbor = ridge.top;
      } else if (ridge.top === horizon || ridge.bottom === horizon) {
        horizon.ridges.push(ridge);
        continue;
      } else {
        fail('a ridge of a new facet is lost');
      }
      if (neighbor === horizon) continue;
      if (neighbor.visit === inRing) drop(neighbor.ridges, ridge);
      else horizon.ridges.push(ridge);
    }
    if (same.ridges) same.ridges = [];
    if (same.isSimplicial) addRingRidges(same, horizon, inRing);
  }
}

/** Ridges to triangles outside the ring, which had none. */
function addRingRidges(same: Facet, horizon: Facet, inRing: number): void {
  for (let i = 0; i < same.neighbors.length; i++) {
    const neighbor = same.neighbors[i];
    if (neighbor.visit === inRing || !neighbor.isSimplicial) continue;
    const isTop = same.isTop !== (i % 2 === 1);
    const vertices = without(same.vertices, i);
    const ridge = isTop ? newRidge(vertices, horizon, neighbor) : newRidge(vertices, neighbor, horizon);
    ridge.bottomIsSimplicial = isTop;
    ridge.topIsSimplicial = !isTop;
    addRidge(horizon, ridge);
    addRidge(neighbor, ridge);
  }
}

/** Vertices of the ring get the horizon facet instead of its facets; one with nothing else is deleted. */
function mergeRingVertices(hull: HullState, ring: Facet[], horizon: Facet, apex: Vertex, inRing: number): void {
  horizon.visit = inRing;
  const vertices: Vertex[] = [];
  const visit = ++hull.vertexVisit;
  apex.visit = visit;
  for (const same of ring) {
    if (same.hasMergeRidge) continue;
    for (const v of same.vertices) {
      if (v.visit === visit) continue;
      vertices.push(v);
      v.visit = visit;
      v.seen = false;
    }
  }
  vertices.push(apex);
  for (const v of vertices) {
    v.lostRidge = true;
    v.neighbors = v.neighbors.filter((f) => f.visit !== inRing);
    v.neighbors.push(horizon);
    if (v.neighbors.length > 1) continue;
    dropSorted(horizon.vertices, v);
    hull.deleteVertex(v);
  }
}
