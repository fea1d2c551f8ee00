import { addVertex, deleteRidge, makeRidges, mergeDegenerate, passNonconvex } from './merge-facet.ts';
import { addMerge, testDegenerate, testDegenerateNeighbors, testRedundantNeighbors } from './merge-set.ts';
import { partitionCoplanar } from './partition.ts';
import {
  addUnique,
  drop,
  dropSorted,
  type Facet,
  fail,
  MERGE_DEGENERATE,
  otherFacet,
  type Ridge,
  type Vertex,
  type VertexMerge,
} from './parts.ts';
import { vertexDistance } from './plane.ts';
import { smoothsort } from './smoothsort.ts';
import { HUGE, type HullState } from './state.ts';

/** A pinched vertex farther than this many merge widths from its twin is no rounding effect. */
const WIDE_PINCHED = 100;

/**
 * Removes vertices that merging left without a corner: those without a ridge of their facet, and those with two facets
 * only. True if facets were merged on the way.
 */
export function reduceVertices(hull: HullState): boolean {
  let didMerge = mergeDegenerate(hull) > 0;
  let isDone = false;
  while (!isDone) {
    isDone = removeExtraVertices(hull) && renameSharedVertices(hull);
    if (!isDone) didMerge = true;
  }
  for (let v = hull.newVertexList; v?.next; v = v.next) if (v.lostRidge && !v.isDeleted) v.lostRidge = false;
  return didMerge;
}

/** False when a merge asks for another round. */
function removeExtraVertices(hull: HullState): boolean {
  for (let f = hull.newFacetList; f?.next; f = f.next) {
    if (!f.isNewMerge || !removeExtra(hull, f)) continue;
    testDegenerate(hull, f);
    if (mergeDegenerate(hull) > 0) return false;
  }
  return true;
}

/** False when a merge asks for another round. */
function renameSharedVertices(hull: HullState): boolean {
  for (let f = hull.newFacetList; f?.next; f = f.next) {
    if (!f.isNewMerge) continue;
    f.isNewMerge = false;
    for (let i = 0; i < f.vertices.length; i++) {
      if (!f.vertices[i].lostRidge || !renameShared(hull, f.vertices[i], f)) continue;
      if (mergeDegenerate(hull) > 0) return false;
      i--;
    }
  }
  return true;
}

/** Takes vertices without a ridge out of a polygon; true if there were any. */
function removeExtra(hull: HullState, facet: Facet): boolean {
  if (facet.isSimplicial) return false;
  for (const v of facet.vertices) v.seen = false;
  for (const ridge of facet.ridges ?? []) for (const v of ridge.vertices) v.seen = true;
  let wasFound = false;
  for (let i = 0; i < facet.vertices.length; i++) {
    const v = facet.vertices[i];
    if (v.seen) continue;
    wasFound = true;
    dropSorted(facet.vertices, v);
    drop(v.neighbors, facet);
    if (v.neighbors.length === 0) hull.deleteVertex(v);
    i--;
  }
  return wasFound;
}

/** Renames a vertex with two facets to another vertex of both; true if one was found. */
function renameShared(hull: HullState, vertex: Vertex, facet: Facet): boolean {
  if (vertex.neighbors.length !== 2) return false;
  const other = vertex.neighbors[0] === facet ? vertex.neighbors[1] : vertex.neighbors[0];
  const ridges: Ridge[] = [];
  other.visit = ++hull.visit;
  collectVertexRidges(hull, vertex, facet, ridges);
  const candidates = facet.vertices.filter((v) => other.vertices.includes(v));
  drop(candidates, vertex);
  const target = findTarget(hull, vertex, candidates, ridges);
  if (!target) return false;
  renameVertex(hull, vertex, target, ridges, facet);
  return true;
}

/** Ridges of a facet at a vertex toward facets of the current visit. */
function collectVertexRidges(hull: HullState, vertex: Vertex, facet: Facet, ridges: Ridge[]): void {
  for (const ridge of facet.ridges ?? []) {
    if (otherFacet(ridge, facet).visit === hull.visit && ridge.vertices.includes(vertex)) ridges.push(ridge);
  }
  facet.visit = hull.visit - 1;
}

/** All ridges at a vertex; the last facet adds nothing unless its ridges lead back to itself. */
function vertexRidges(hull: HullState, vertex: Vertex, withLast: boolean): Ridge[] {
  const ridges: Ridge[] = [];
  hull.visit += 2;
  for (const f of vertex.neighbors) f.visit = hull.visit;
  const count = vertex.neighbors.length;
  for (let i = 0; i < count; i++) {
    if (i + 1 < count || withLast) collectVertexRidges(hull, vertex, vertex.neighbors[i], ridges);
  }
  return ridges;
}

/** The candidate with the fewest of the ridges whose own ridges do not coincide with a renamed one. */
function findTarget(hull: HullState, old: Vertex, candidates: Vertex[], ridges: Ridge[]): Vertex | null {
  for (const ridge of ridges) for (const v of ridge.vertices) v.seen = false;
  for (const v of candidates) {
    v.visit = 0;
    v.seen = true;
  }
  for (const ridge of ridges) for (const v of ridge.vertices) if (v.seen) v.visit++;
  for (let i = 0; i < candidates.length; i++) {
    if (candidates[i].visit !== 0) continue;
    const last = candidates.pop() as Vertex;
    if (i < candidates.length) candidates[i--] = last;
  }
  hull.vertexVisit = Math.max(hull.vertexVisit, ridges.length);
  smoothsort(candidates, (a, b) => (a.visit > b.visit ? 1 : -1));
  for (const candidate of candidates) {
    const collides = vertexRidges(hull, candidate, false).some((ridge) =>
      ridges.some((other) => other !== ridge && farEnd(other, old) === farEnd(ridge, candidate)),
    );
    if (!collides) return candidate;
  }
  return null;
}

function farEnd(ridge: Ridge, vertex: Vertex): Vertex {
  return ridge.vertices[0] === vertex ? ridge.vertices[1] : ridge.vertices[0];
}

/** Renames a vertex in its ridges and takes it out of its facets (of two facets with `facet`, of all without). */
function renameVertex(hull: HullState, old: Vertex, target: Vertex, ridges: Ridge[], facet: Facet | null): void {
  for (const ridge of ridges) if (renameInRidge(hull, ridge, old, target)) testTwinRidge(hull, ridge, target);
  if (!facet) {
    for (let i = 0; i < old.neighbors.length; i++) {
      const neighbor = old.neighbors[i];
      if (neighbor.isSimplicial) {
        testDegenerate(hull, neighbor);
        continue;
      }
      dropLostNeighbors(hull, neighbor);
      dropSorted(neighbor.vertices, old);
      if (removeExtra(hull, neighbor)) i--;
      testDegenerate(hull, neighbor);
      testRedundantNeighbors(hull, neighbor);
      testDegenerateNeighbors(hull, neighbor);
    }
    if (!old.isDeleted) hull.deleteVertex(old);
    return;
  }
  for (const neighbor of old.neighbors) {
    dropSorted(neighbor.vertices, old);
    testDegenerate(hull, neighbor);
  }
  hull.deleteVertex(old);
  testDegenerate(hull, facet);
}

/** False when the ridge would join the target to itself: it is deleted. */
function renameInRidge(hull: HullState, ridge: Ridge, old: Vertex, target: Vertex): boolean {
  const from = ridge.vertices.indexOf(old);
  if (from < 0) fail('a ridge lost its vertex');
  ridge.vertices.splice(from, 1);
  const [rest] = ridge.vertices;
  if (rest === target) {
    if (ridge.isNonconvex) passNonconvex(ridge);
    deleteRidge(hull, ridge);
    return false;
  }
  const to = rest.id < target.id ? 0 : 1;
  ridge.vertices.splice(to, 0, target);
  ridge.topIsSimplicial = false;
  ridge.bottomIsSimplicial = false;
  if (from !== to) {
    const { top } = ridge;
    ridge.top = ridge.bottom;
    ridge.bottom = top;
  }
  return true;
}

/** Queues a vertex merge if a merged facet of the ridge has another one with the same vertices. */
function testTwinRidge(hull: HullState, ridge: Ridge, target: Vertex): void {
  const isDegenerate = (f: Facet): boolean =>
    f.vertices.length < 3 || (f.vertices.length === 3 && !f.isSimplicial && f.vertices.includes(target));
  if (isDegenerate(ridge.top) || isDegenerate(ridge.bottom)) return;
  for (const facet of [ridge.top, ridge.bottom]) {
    if (facet.isSimplicial || facet.mergeCount === 0) continue;
    for (const other of facet.ridges ?? []) {
      if (other === ridge || other.vertices[0] !== ridge.vertices[0] || other.vertices[1] !== ridge.vertices[1])
        continue;
      const [into, from] = other.vertices;
      const [dx, dy, dz] = [into.x - from.x, into.y - from.y, into.z - from.z];
      const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
      hull.vertexMerges.push({ from, into, distance, ridge1: ridge, ridge2: other });
    }
  }
}

/** Drops neighbours that no ridge leads to any more. */
function dropLostNeighbors(hull: HullState, facet: Facet): void {
  const visit = ++hull.visit;
  for (const ridge of facet.ridges ?? []) {
    ridge.top.visit = visit;
    ridge.bottom.visit = visit;
  }
  for (let i = 0; i < facet.neighbors.length; i++) {
    const neighbor = facet.neighbors[i];
    if (neighbor.visit === visit) continue;
    drop(neighbor.neighbors, facet);
    if (neighbor.neighbors.length < 3) addMerge(hull, neighbor, neighbor, MERGE_DEGENERATE, 0);
    drop(facet.neighbors, neighbor);
    i--;
  }
  if (facet.neighbors.length < 3) addMerge(hull, facet, facet, MERGE_DEGENERATE, 0);
}

/** Takes the closest queued vertex merge; undefined when none is left. */
function nextVertexMerge(hull: HullState): VertexMerge | undefined {
  let best: VertexMerge | undefined;
  let bestDistance = HUGE;
  for (let i = 0; i < hull.vertexMerges.length; i++) {
    const merge = hull.vertexMerges[i];
    if (merge.from.isDeleted || merge.into.isDeleted) {
      const last = hull.vertexMerges.pop() as VertexMerge;
      if (i < hull.vertexMerges.length) hull.vertexMerges[i--] = last;
    } else if (merge.distance < bestDistance) {
      best = merge;
      bestDistance = merge.distance;
    }
  }
  if (!best) return undefined;
  if (bestDistance / hull.oneMerge > WIDE_PINCHED) fail('a pinched vertex is too wide');
  drop(hull.vertexMerges, best);
  return best;
}

/** Merges the queued vertices into their twins. */
export function mergePinchedVertices(hull: HullState): void {
  hull.linkVertices();
  hull.visibleList = hull.facetTail;
  hull.newFacetList = hull.facetTail;
  hull.newVertexList = hull.vertexTail;
  for (let merge = nextVertexMerge(hull); merge; merge = nextVertexMerge(hull)) {
    renameAdjacent(hull, merge.from, merge.into);
    mergeDegenerate(hull);
  }
}

function renameAdjacent(hull: HullState, old: Vertex, target: Vertex): void {
  hull.mergeTotal++;
  if (old.isDeleted || target.isDeleted) return;
  for (const neighbor of old.neighbors) {
    if (!neighbor.isSimplicial) continue;
    if (neighbor.vertices.includes(target)) {
      makeRidges(neighbor);
    } else {
      replaceInTriangle(neighbor, old, target);
      addUnique(target.neighbors, neighbor);
      hull.renewVertices(neighbor.vertices);
    }
  }
  const ridges = vertexRidges(hull, old, true);
  for (const neighbor of old.neighbors) {
    if (neighbor.isSimplicial) continue;
    addVertex(neighbor, target);
    addUnique(target.neighbors, neighbor);
    hull.renewVertices(neighbor.vertices);
    if (hull.newFacetList === hull.facetTail) {
      hull.moveToEnd(neighbor);
      neighbor.isNew = true;
    }
  }
  renameVertex(hull, old, target, ridges, null);
  if (!old.isDeleted || old.isPartitioned) return;
  let best: Facet | null = null;
  let bestDistance = -HUGE;
  for (const neighbor of target.neighbors) {
    if (neighbor.isVisible || !(vertexDistance(old, neighbor) > bestDistance)) continue;
    bestDistance = vertexDistance(old, neighbor);
    best = neighbor;
  }
  if (!best) fail('a merged vertex has no facet');
  partitionCoplanar(hull, old.point, best, undefined, false);
  old.isPartitioned = true;
}

/** Replaces a vertex of a triangle; vertices and neighbours stay sorted, and so the orientation may change. */
function replaceInTriangle(facet: Facet, old: Vertex, target: Vertex): void {
  const from = facet.vertices.indexOf(old);
  facet.vertices.splice(from, 1);
  const [neighbor] = facet.neighbors.splice(from, 1);
  let to = 0;
  while (to < 2 && facet.vertices[to].id > target.id) to++;
  if (from % 2 !== to % 2) facet.isTop = !facet.isTop;
  facet.vertices.splice(to, 0, target);
  facet.neighbors.splice(to, 0, neighbor);
}
