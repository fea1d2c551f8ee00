import { testDegenerate, testDegenerateNeighbors, testRedundantNeighbors } from './merge-set.ts';
import {
  drop,
  dropSorted,
  type Facet,
  fail,
  MERGE_HORIZON,
  MERGE_NEIGHBOR,
  MERGE_REDUNDANT,
  newRidge,
  otherFacet,
  type Ridge,
  replace,
  type Vertex,
  without,
} from './parts.ts';
import { centrum, positionDistance, type Spread, spread } from './plane.ts';
import { HUGE, type HullState, replacementOf } from './state.ts';

/** Vertices above three from which a facet keeps its centrum through merges. */
const LARGE_FACET = 5;
/** Vertices above three from which only nonconvex ridges are tried for the best neighbour. */
const MANY_VERTICES = 15;
/** Vertices from which the centrum stands for all vertices in that search. */
const CENTRUM_VERTICES = 26;
const MAX_MERGE_COUNT = 511;
/** Merges wider than this many merge widths mean that the input is not what the thresholds assume. */
const TOO_WIDE = 100;

/** Gives a triangle ridges to all its neighbours. */
export function makeRidges(facet: Facet): void {
  if (!facet.isSimplicial) return;
  facet.isSimplicial = false;
  let hasMergeNeighbor = false;
  for (const neighbor of facet.neighbors) {
    if (neighbor === MERGE_NEIGHBOR) hasMergeNeighbor = true;
    else neighbor.seen = false;
  }
  for (const ridge of facet.ridges ?? []) otherFacet(ridge, facet).seen = true;
  for (let i = 0; i < facet.neighbors.length; i++) {
    const neighbor = facet.neighbors[i];
    if (neighbor === MERGE_NEIGHBOR || neighbor.seen) continue;
    const isTop = facet.isTop !== (i % 2 === 1);
    const vertices = without(facet.vertices, i);
    const ridge = isTop ? newRidge(vertices, facet, neighbor) : newRidge(vertices, neighbor, facet);
    ridge.topIsSimplicial = isTop || neighbor.isSimplicial;
    ridge.bottomIsSimplicial = !isTop || neighbor.isSimplicial;
    ridge.isTested = facet.isTested && !hasMergeNeighbor;
    addRidge(facet, ridge);
    addRidge(neighbor, ridge);
  }
  if (hasMergeNeighbor) while (drop(facet.neighbors, MERGE_NEIGHBOR));
}

export function addRidge(facet: Facet, ridge: Ridge): void {
  if (facet.ridges) facet.ridges.push(ridge);
  else facet.ridges = [ridge];
}

/** Removes a ridge between two facets that become one. */
export function deleteRidge(hull: HullState, ridge: Ridge): void {
  if (ridge.isNonconvex) passNonconvex(ridge);
  for (const v of ridge.vertices) v.lostRidge = true;
  hull.vertexMerges = hull.vertexMerges.filter((m) => m.ridge1 !== ridge && m.ridge2 !== ridge);
  drop(ridge.top.ridges, ridge);
  drop(ridge.bottom.ridges, ridge);
}

/** Another ridge between the same facets takes over the mark. */
export function passNonconvex(ridge: Ridge): void {
  ridge.isNonconvex = false;
  for (const other of ridge.top.ridges ?? []) {
    if (other === ridge || (other.top !== ridge.bottom && other.bottom !== ridge.bottom)) continue;
    other.isNonconvex = true;
    return;
  }
}

/** The neighbour whose plane is closest to the facet's vertices, with that spread. */
export function bestNeighbor(facet: Facet): { neighbor: Facet; spread: Spread } {
  const usesCentrum = facet.vertices.length > CENTRUM_VERTICES;
  let best: Facet | null = null;
  let bestSpread: Spread = { distance: HUGE, min: 0, max: 0 };
  const consider = (neighbor: Facet): void => {
    if (facet.isFlipped && neighbor.isFlipped && best && !best.isFlipped) return;
    const s = usesCentrum ? centrumSpread(facet, neighbor) : spread(facet, neighbor);
    if (s.distance < bestSpread.distance) {
      best = neighbor;
      bestSpread = s;
    }
  };
  if (facet.vertices.length > 3 + MANY_VERTICES) {
    for (const ridge of facet.ridges ?? []) if (ridge.isNonconvex) consider(otherFacet(ridge, facet));
  }
  if (!best) for (const neighbor of facet.neighbors) consider(neighbor);
  if (!best) fail('a facet has no neighbours');
  if (usesCentrum) {
    const { min, max } = spread(facet, best);
    bestSpread = { distance: bestSpread.distance, min, max };
  }
  return { neighbor: best, spread: bestSpread };
}

function centrumSpread(facet: Facet, neighbor: Facet): Spread {
  const dist = positionDistance(centrum(facet), neighbor) * 3;
  return dist < 0 ? { distance: -dist, min: dist, max: 0 } : { distance: dist, min: 0, max: dist };
}

/** Merges facet1 into facet2, which takes its vertices, ridges and neighbours; tests what the merge leaves behind. */
export function mergeFacet(
  hull: HullState,
  facet1: Facet,
  facet2: Facet,
  kind: number,
  width: Spread | null,
  hasApex: boolean,
): void {
  hull.mergeTotal++;
  if (width) {
    const limit = Math.max(TOO_WIDE * hull.oneMerge, facet1.maxOutside, facet2.maxOutside);
    if (width.max > limit || -width.min > limit) fail('wide merge');
  }
  if (facet1 === facet2 || facet1.isVisible || facet2.isVisible) fail('merge of a deleted facet');
  if (hull.facetCount - hull.visibleCount <= 4) fail('only four facets remain');
  hull.linkVertices();
  makeRidges(facet1);
  makeRidges(facet2);
  if (width) noteWidth(hull, facet2, width);
  facet2.mergeCount = Math.min(facet1.mergeCount + facet2.mergeCount + 1, MAX_MERGE_COUNT);
  facet2.isNewMerge = true;
  facet2.hasDuplicateRidge = false;
  clearTested(facet1, facet2);
  if (facet1.vertices.length === 3) mergeTriangle(hull, facet1, facet2, hasApex);
  else mergePolygon(hull, facet1, facet2);
  hull.moveToEnd(facet2);
  facet2.isNew = true;
  facet2.isTested = false;
  if (kind !== MERGE_HORIZON) {
    testRedundantNeighbors(hull, facet2);
    testDegenerateNeighbors(hull, facet1);
    testDegenerate(hull, facet2);
  }
  hull.discard(facet1, facet2);
}

function noteWidth(hull: HullState, facet: Facet, width: Spread): void {
  hull.maxOutside = Math.max(hull.maxOutside, width.max);
  hull.maxVertex = Math.max(hull.maxVertex, width.max);
  facet.maxOutside = Math.max(facet.maxOutside, width.max);
  hull.minVertex = Math.min(hull.minVertex, width.min);
  if (width.max > hull.wideFacet || width.min < -hull.wideFacet) facet.keepsCenter = true;
}

/** Ridges of the merged facet are untested, and all of a small facet, whose centrum moves. */
function clearTested(facet1: Facet, facet2: Facet): void {
  facet2.isTested = false;
  for (const ridge of facet1.ridges ?? []) ridge.isTested = false;
  if (!facet2.center) return;
  const size = facet2.vertices.length;
  if (!facet2.keepsCenter) {
    if (size > 3 + LARGE_FACET) facet2.keepsCenter = true;
  } else if (size === 3) {
    facet2.keepsCenter = false;
  }
  if (facet2.keepsCenter) return;
  facet2.center = null;
  for (const ridge of facet2.ridges ?? []) ridge.isTested = false;
}

function mergePolygon(hull: HullState, facet1: Facet, facet2: Facet): void {
  const visit = ++hull.vertexVisit;
  for (const v of facet2.vertices) v.visit = visit;
  mergeNeighbors(hull, facet1, facet2);
  facet2.vertices = mergeVertices(facet1.vertices, facet2.vertices);
  // ridges between the two go, the others change sides
  for (let i = 0; i < (facet2.ridges?.length ?? 0); i++) {
    const ridge = (facet2.ridges as Ridge[])[i];
    if (ridge.top !== facet1 && ridge.bottom !== facet1) continue;
    deleteRidge(hull, ridge);
    i--;
  }
  for (const ridge of facet1.ridges ?? []) {
    giveRidge(ridge, facet1, facet2);
    addRidge(facet2, ridge);
  }
  for (const v of facet1.vertices) {
    if (v.visit !== visit) replace(v.neighbors, facet1, facet2);
    else leaveFacet(hull, v, facet1, facet2);
  }
  if (!facet2.isNew) hull.renewVertices(facet2.vertices);
}

function giveRidge(ridge: Ridge, from: Facet, to: Facet): void {
  if (ridge.top === from) {
    ridge.top = to;
    ridge.topIsSimplicial = false;
  } else {
    ridge.bottom = to;
    ridge.bottomIsSimplicial = false;
  }
}

/** A vertex of both facets loses one; with a single facet left it is no vertex any more. */
function leaveFacet(hull: HullState, v: Vertex, facet1: Facet, facet2: Facet): void {
  drop(v.neighbors, facet1);
  if (v.neighbors.length > 1) return;
  dropSorted(facet2.vertices, v);
  hull.deleteVertex(v);
}

function mergeNeighbors(hull: HullState, facet1: Facet, facet2: Facet): void {
  const visit = ++hull.visit;
  for (const neighbor of facet2.neighbors) neighbor.visit = visit;
  for (const neighbor of facet1.neighbors) {
    if (neighbor.visit === visit) {
      makeRidges(neighbor);
      joinAtNeighbor(neighbor, facet1, facet2);
    } else if (neighbor !== facet2) {
      facet2.neighbors.push(neighbor);
      replace(neighbor.neighbors, facet1, facet2);
    }
  }
  drop(facet1.neighbors, facet2);
  drop(facet2.neighbors, facet1);
}

/** A neighbour of both facets keeps one entry; its first neighbour stays first. */
function joinAtNeighbor(neighbor: Facet, facet1: Facet, facet2: Facet): void {
  if (neighbor.neighbors[0] !== facet1) {
    drop(neighbor.neighbors, facet1);
    return;
  }
  drop(neighbor.neighbors, facet2);
  replace(neighbor.neighbors, facet1, facet2);
}

/** Union of two vertex lists sorted by falling id. */
function mergeVertices(a: Vertex[], b: Vertex[]): Vertex[] {
  const out: Vertex[] = [];
  let j = 0;
  for (const v of a) {
    while (j < b.length && b[j].id > v.id) out.push(b[j++]);
    if (j < b.length && b[j] === v) j++;
    out.push(v);
  }
  while (j < b.length) out.push(b[j++]);
  return out;
}

/** Merges a facet of three vertices: only the vertex opposite to the other facet is added. */
function mergeTriangle(hull: HullState, facet1: Facet, facet2: Facet, hasApex: boolean): void {
  let isNew = false;
  let opposite: Vertex;
  if (hasApex) {
    opposite = facet1.vertices[0];
    if (!facet2.isNew) hull.renewVertices(facet2.vertices);
    if (facet2.vertices[0] !== opposite) {
      facet2.vertices.unshift(opposite);
      isNew = true;
    }
  } else {
    for (const v of facet1.vertices) v.seen = false;
    for (const ridge of facet1.ridges ?? []) {
      if (otherFacet(ridge, facet1) !== facet2) continue;
      for (const v of ridge.vertices) {
        v.seen = true;
        v.lostRidge = true;
      }
      break;
    }
    opposite = facet1.vertices.find((v) => !v.seen) ?? fail('a triangle shares all its vertices');
    isNew = addVertex(facet2, opposite);
    if (!facet2.isNew) hull.renewVertices(facet2.vertices);
    else hull.renewVertices([opposite]);
  }
  for (const v of facet1.vertices) {
    if (v === opposite && isNew) replace(v.neighbors, facet1, facet2);
    else leaveFacet(hull, v, facet1, facet2);
  }
  const visit = ++hull.visit;
  for (const neighbor of facet2.neighbors) neighbor.visit = visit;
  for (let i = 0; i < (facet1.ridges?.length ?? 0); i++) {
    const ridge = (facet1.ridges as Ridge[])[i];
    const other = otherFacet(ridge, facet1);
    if (other === facet2) {
      deleteRidge(hull, ridge);
      i--;
      drop(facet2.neighbors, facet1);
      continue;
    }
    if (other.hasDuplicateRidge && !other.neighbors.includes(facet1)) fail('a duplicate ridge was left open');
    addRidge(facet2, ridge);
    if (other.visit !== visit) {
      facet2.neighbors.push(other);
      replace(other.neighbors, facet1, facet2);
      other.visit = visit;
    } else {
      makeRidges(other);
      joinAtNeighbor(other, facet1, facet2);
    }
    giveRidge(ridge, facet1, facet2);
  }
}

/** Inserts a vertex by id; false if the facet has it. */
export function addVertex(facet: Facet, vertex: Vertex): boolean {
  const { vertices } = facet;
  let i = 0;
  while (i < vertices.length && vertices[i].id > vertex.id) i++;
  if (vertices[i] === vertex) return false;
  vertices.splice(i, 0, vertex);
  return true;
}

/** Merges the queued redundant and degenerate facets; returns how many. */
export function mergeDegenerate(hull: HullState): number {
  let count = 0;
  for (let merge = hull.degenerateMerges.pop(); merge; merge = hull.degenerateMerges.pop()) {
    const { facet1, facet2, kind } = merge;
    if (facet1.isVisible) continue;
    facet1.isDegenerate = false;
    facet1.isRedundant = false;
    if (kind === MERGE_REDUNDANT) {
      const target = replacementOf(facet2) ?? fail('a redundant facet lost its neighbour');
      if (facet1 === target) continue;
      mergeFacet(hull, facet1, target, kind, null, false);
      count++;
    } else if (facet1.neighbors.length === 0) {
      hull.discard(facet1, null);
      for (const v of facet1.vertices) {
        drop(v.neighbors, facet1);
        if (v.neighbors.length === 0) hull.deleteVertex(v);
      }
      count++;
    } else if (facet1.neighbors.length < 3) {
      const best = bestNeighbor(facet1);
      mergeFacet(hull, facet1, best.neighbor, kind, best.spread, false);
      count++;
    }
  }
  return count;
}
