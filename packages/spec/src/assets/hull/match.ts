import { DUPLICATE_NEIGHBOR, type Facet, fail, MERGE_NEIGHBOR, type Vertex } from './parts.ts';
import { setPlane, spread } from './plane.ts';
import { HUGE, type HullState } from './state.ts';

/** Facets of a duplicate ridge closer than this many merge widths are a good match. */
const WIDE_DUPLICATE = 50;

/** Stands for a neighbour that is not known yet. */
const UNKNOWN = null as unknown as Facet;

/** New facets by the vertex that they share with the apex along an edge. */
type Table = Map<Vertex, Facet[]>;

/**
 * Links the new facets of a cone: two of them meet in each edge from the apex. Where rounding makes three or more
 * meet, the best pair is linked and the rest is left to forced merges.
 */
export function matchFacets(hull: HullState): void {
  const table: Table = new Map();
  let open = 0;
  for (let f = hull.newFacetList; f?.next; f = f.next) f.neighbors = [f.neighbors[0], UNKNOWN, UNKNOWN];
  for (let f = hull.newFacetList; f?.next; f = f.next) {
    for (let skip = 1; skip < 3; skip++) open += matchEdge(table, f, skip);
  }
  if (open === 0) return;
  for (let f = hull.newFacetList; f?.next; f = f.next) {
    if (!f.hasDuplicateRidge) continue;
    for (let skip = 0; skip < f.neighbors.length; skip++) {
      if (f.neighbors[skip] === DUPLICATE_NEIGHBOR) open += matchDuplicate(hull, table, f, skip);
    }
  }
  if (open !== 0) fail('new facets do not close');
}

/** The vertex on the apex's edge of a facet that leaves out vertex number `skip`. */
function edgeVertex(facet: Facet, skip: number): Vertex {
  return facet.vertices[3 - skip];
}

/** Which vertex a facet leaves out when it is matched along the edge to `vertex`; 0: it has no such edge. */
function skipOf(facet: Facet, vertex: Vertex): number {
  if (facet.vertices[1] === vertex) return 2;
  return facet.vertices[2] === vertex ? 1 : 0;
}

function isOpposed(a: Facet, skipA: number, b: Facet, skipB: number): boolean {
  return (skipA === skipB) === (a.isTop !== b.isTop);
}

/** Links a facet along one edge; returns the change in the number of open edges. */
function matchEdge(table: Table, facet: Facet, skip: number): number {
  const vertex = edgeVertex(facet, skip);
  const others = table.get(vertex);
  const other = others?.find((f) => f !== facet);
  if (!others || !other) {
    if (!others) table.set(vertex, [facet]);
    else if (!others.includes(facet)) others.push(facet);
    return 1;
  }
  const otherSkip = skipOf(other, vertex);
  const partner = other.neighbors[otherSkip];
  if (!partner && isOpposed(facet, skip, other, otherSkip)) {
    other.neighbors[otherSkip] = facet;
    facet.neighbors[skip] = other;
    return -1;
  }
  // a third facet at this edge: all of them are duplicates
  facet.neighbors[skip] = DUPLICATE_NEIGHBOR;
  facet.hasDuplicateRidge = true;
  if (!others.includes(facet)) others.push(facet);
  if (partner === DUPLICATE_NEIGHBOR) return 1;
  other.neighbors[otherSkip] = DUPLICATE_NEIGHBOR;
  other.hasDuplicateRidge = true;
  if (!partner) return 1;
  const back = partner.neighbors.indexOf(other);
  if (back < 0) fail('new facets do not agree on their neighbours');
  partner.neighbors[back] = DUPLICATE_NEIGHBOR;
  partner.hasDuplicateRidge = true;
  if (!others.includes(partner)) others.push(partner);
  return 3;
}

interface Pair {
  facet: Facet;
  skip: number;
  other: Facet;
  otherSkip: number;
  distance: number;
}

/** Chooses a pair among the facets of a duplicate edge, links it, and marks the others for merging. */
function matchDuplicate(hull: HullState, table: Table, start: Facet, startSkip: number): number {
  const vertex = edgeVertex(start, startSkip);
  const others = table.get(vertex) ?? [];
  const choice = choosePair(hull, others, vertex, start, startSkip);
  choice.best.facet.neighbors[choice.best.skip] = choice.best.other;
  choice.best.other.neighbors[choice.best.otherSkip] = choice.best.facet;
  let change = -2;
  let good = choice.isGood ? choice.best : null;
  forEachOpposed(hull, others, vertex, start, startSkip, (facet, skip, other, otherSkip) => {
    if (facet.neighbors[skip] !== DUPLICATE_NEIGHBOR || other.neighbors[otherSkip] !== DUPLICATE_NEIGHBOR) return;
    change -= 2;
    other.neighbors[otherSkip] = facet;
    if (facet.isTriangulated) {
      facet.neighbors[skip] = other;
    } else if (good) {
      good.other.neighbors[good.otherSkip] = MERGE_NEIGHBOR;
      facet.neighbors[skip] = other;
      good = null;
    } else {
      facet.neighbors[skip] = MERGE_NEIGHBOR;
    }
  });
  return change;
}

/** Walks over facets of one orientation at the edge and hands out each with the facets of the other orientation. */
function forEachOpposed(
  hull: HullState,
  others: Facet[],
  vertex: Vertex,
  start: Facet,
  startSkip: number,
  use: (facet: Facet, skip: number, other: Facet, otherSkip: number) => void,
): void {
  const visit = ++hull.visit;
  let facet: Facet | null = start;
  let skip = startSkip;
  while (facet) {
    let next: Facet | null = null;
    let nextSkip = 0;
    facet.visit = visit;
    for (const other of others) {
      if (!other.hasDuplicateRidge || other.visit === visit) continue;
      const otherSkip = skipOf(other, vertex);
      if (otherSkip === 0) continue;
      if (other.neighbors[otherSkip] !== DUPLICATE_NEIGHBOR) continue;
      if (isOpposed(facet, skip, other, otherSkip)) {
        use(facet, skip, other, otherSkip);
      } else {
        next = other;
        nextSkip = otherSkip;
      }
    }
    facet = next;
    skip = nextSkip;
  }
}

function choosePair(
  hull: HullState,
  others: Facet[],
  vertex: Vertex,
  start: Facet,
  startSkip: number,
): { best: Pair; isGood: boolean } {
  const enough = WIDE_DUPLICATE * (hull.oneMerge + hull.distRound);
  let good: Pair | null = null;
  let widest: Pair | null = null;
  let hasTwin = false;
  forEachOpposed(hull, others, vertex, start, startSkip, (facet, skip, other, otherSkip) => {
    if (hasTwin || facet.neighbors[skip] !== DUPLICATE_NEIGHBOR) return;
    if (!other.hasPlane) setPlane(hull, other);
    if (!facet.hasPlane) setPlane(hull, facet);
    const there = spread(other, facet).distance;
    const back = spread(facet, other).distance;
    const forward: Pair = { facet: other, skip: otherSkip, other: facet, otherSkip: skip, distance: there };
    const backward: Pair = { facet, skip, other, otherSkip, distance: back };
    if (facet.vertices[skip] === other.vertices[otherSkip]) {
      // the same three vertices twice
      hasTwin = true;
      good = null;
      widest = { ...forward, distance: Math.min(there, back) };
    } else if (other.isFlipped && !facet.isFlipped && there < enough) {
      if (!good?.facet.isFlipped || there < good.distance) good = forward;
    } else if (facet.isFlipped && !other.isFlipped && back < enough) {
      if (!good?.facet.isFlipped || back < good.distance) good = backward;
    } else if (there < enough && (!facet.isFlipped || other.isFlipped)) {
      if (!good || (!good.facet.isFlipped && there < good.distance)) good = forward;
    } else if (back < enough && (!other.isFlipped || facet.isFlipped)) {
      if (!good || (!good.facet.isFlipped && back < good.distance)) good = backward;
    } else if (!good) {
      const distance = !facet.isFlipped || other.isFlipped ? Math.min(there, back) : there;
      if (distance > (widest?.distance ?? -HUGE)) widest = { ...forward, distance };
    }
  });
  const best = (good ?? widest) as Pair | null;
  if (!best) fail('no match for a duplicate ridge');
  return { best, isGood: good !== null };
}
