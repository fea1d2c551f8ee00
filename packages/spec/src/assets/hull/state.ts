import { type Facet, type Merge, newFacet, newVertex, type Vertex, type VertexMerge } from './parts.ts';

const EPSILON = 2 ** -52;
const SMALLEST = 2 ** -1022;
export const HUGE = Number.MAX_VALUE;
/** Merged facets beyond which every point is compared with all new facets. */
const MANY_MERGES = 50;

/**
 * The hull under construction: facets and vertices in linked lists whose order decides the order of the result.
 *
 * `facetList` ... `facetTail` holds all facets. While a point is added, its visible facets start at `visibleList`, and
 * the new and merged ones run from `newFacetList` to the end. `facetNext` is the first facet that may have outside
 * points.
 */
export class HullState {
  readonly points: Float64Array;
  readonly pointCount: number;

  facetList: Facet;
  readonly facetTail: Facet;
  facetNext: Facet;
  newFacetList: Facet | null;
  visibleList: Facet | null = null;
  vertexList: Vertex;
  readonly vertexTail: Vertex;
  newVertexList: Vertex | null;
  deletedVertices: Vertex[] = [];

  facetId = 0;
  vertexId = 0;
  firstNewFacetId = 0;
  facetCount = 0;
  vertexCount = 0;
  visibleCount = 0;
  outsideCount = 0;
  mergeTotal = 0;
  visit = 0;
  vertexVisit = 0;

  hasVertexNeighbors = false;
  findsBestNew = false;
  isKnownNotSharp = false;
  isZeroOk = true;
  isNarrow = false;
  wasCoplanar = false;
  /** facet whose coplanar point was sent back to the outside points */
  repartitioned: Facet | null = null;

  facetMerges: Merge[] = [];
  degenerateMerges: Merge[] = [];
  vertexMerges: VertexMerge[] = [];

  readonly interior = new Float64Array(3);
  /** pivots below these are zero within rounding */
  readonly nearZero = new Float64Array(3);
  maxAbs = 0;
  maxWidth = 0;
  maxSum = 0;
  /** rounding error of a distance to a plane */
  distRound = 0;
  minDenom = 0;
  minDenomHalf = 0;
  minDenomGauss = 0;
  readonly minDenomUnit = SMALLEST;
  centrumRadius = 0;
  oneMerge = 0;
  nearInside = 0;
  minVisible = 0;
  maxCoplanar = 0;
  minOutside = 0;
  wideFacet = 0;
  /** largest distance of a point above its facet, and what it may become */
  maxOutside = 0;
  maxOutsideTarget = 0;
  maxVertex = 0;
  minVertex = 0;

  constructor(points: Float64Array) {
    this.points = points;
    this.pointCount = points.length / 3;
    this.facetTail = newFacet(this.facetId++, 0);
    this.facetList = this.facetTail;
    this.facetNext = this.facetTail;
    this.newFacetList = this.facetTail;
    this.vertexTail = newVertex(this.vertexId++, -1, 0, 0, 0);
    this.vertexList = this.vertexTail;
    this.newVertexList = this.vertexTail;
  }

  /** Rounding thresholds from the extent of the points (maxAbs, maxSum). */
  setThresholds(): void {
    const span = Math.min(Math.sqrt(3) * this.maxAbs, this.maxSum);
    this.distRound = EPSILON * (3 * span * 1.01 + this.maxAbs);
    this.minDenom = SMALLEST * this.maxAbs;
    this.minDenomHalf = Math.sqrt(SMALLEST * 3);
    this.minDenomGauss = this.minDenomHalf * this.maxAbs;
    this.centrumRadius = 2 * this.distRound;
    this.oneMerge = Math.max(this.distRound, 3 * this.centrumRadius + this.distRound);
    this.nearInside = this.oneMerge * 5;
    this.minVisible = this.centrumRadius;
    this.maxCoplanar = this.minVisible;
    this.minOutside = 2 * this.minVisible;
    this.wideFacet = Math.max(this.minOutside, 6 * this.maxCoplanar);
    this.maxOutside = 0;
    this.maxVertex = this.distRound;
    this.minVertex = -this.distRound;
    this.updateOutsideTarget();
  }

  updateOutsideTarget(): void {
    this.maxOutsideTarget = Math.max(this.maxOutside, this.oneMerge + this.distRound, this.minOutside);
  }

  get hasManyMerges(): boolean {
    return this.mergeTotal > MANY_MERGES;
  }

  /** Distance at which a point is clearly outside a facet. */
  get clearlyOutside(): number {
    return (this.hasManyMerges ? 2 : 1) * Math.max(2 * this.minOutside, this.maxOutside);
  }

  /** Facets within this distance of the best one are searched too. */
  get searchDistance(): number {
    const near = this.maxOutside + 2 * this.distRound + Math.max(this.minVisible, this.maxCoplanar);
    return (this.hasManyMerges ? 2 : 1) * near;
  }

  makeVertex(point: number): Vertex {
    const { points } = this;
    return newVertex(this.vertexId++, point, points[3 * point], points[3 * point + 1], points[3 * point + 2]);
  }

  /** A new facet at the end of the list; its vertices move to the end of the vertex list. */
  makeFacet(vertices: Vertex[], isTop: boolean, horizon: Facet | null): Facet {
    this.renewVertices(vertices);
    const facet = newFacet(this.facetId++, this.distRound);
    facet.vertices = vertices;
    facet.isTop = isTop;
    if (horizon) facet.neighbors.push(horizon);
    this.appendFacet(facet);
    return facet;
  }

  appendFacet(facet: Facet): void {
    const tail = this.facetTail;
    if (tail === this.newFacetList) {
      this.newFacetList = facet;
      if (tail === this.visibleList) this.visibleList = facet;
    }
    if (tail === this.facetNext) this.facetNext = facet;
    facet.previous = tail.previous;
    facet.next = tail;
    if (tail.previous) tail.previous.next = facet;
    else this.facetList = facet;
    tail.previous = facet;
    this.facetCount++;
  }

  removeFacet(facet: Facet): void {
    const next = facet.next as Facet;
    const { previous } = facet;
    if (facet === this.newFacetList) this.newFacetList = next;
    if (facet === this.facetNext) this.facetNext = next;
    if (facet === this.visibleList) this.visibleList = next;
    if (previous) previous.next = next;
    else this.facetList = next;
    next.previous = previous;
    this.facetCount--;
  }

  /** Moves a facet to the end of the list. */
  moveToEnd(facet: Facet): void {
    this.removeFacet(facet);
    this.appendFacet(facet);
  }

  /** Inserts a facet before `at`. */
  insertBefore(facet: Facet, at: Facet): void {
    facet.previous = at.previous;
    if (at.previous) at.previous.next = facet;
    at.previous = facet;
    facet.next = at;
    if (this.facetList === at) this.facetList = facet;
    if (this.facetNext === at) this.facetNext = facet;
    this.facetCount++;
  }

  /** Moves a facet to the visible ones, to be deleted; `replacement` takes its points. */
  discard(facet: Facet, replacement: Facet | null): void {
    this.removeFacet(facet);
    const at = this.visibleList ?? this.facetTail;
    this.insertBefore(facet, at);
    this.visibleList = facet;
    this.visibleCount++;
    facet.isVisible = true;
    facet.link = replacement;
    if (facet.ridges) facet.ridges = [];
    facet.neighbors = [];
  }

  appendVertex(vertex: Vertex): void {
    const tail = this.vertexTail;
    if (tail === this.newVertexList) this.newVertexList = vertex;
    vertex.isNew = true;
    vertex.previous = tail.previous;
    vertex.next = tail;
    if (tail.previous) tail.previous.next = vertex;
    else this.vertexList = vertex;
    tail.previous = vertex;
    this.vertexCount++;
  }

  removeVertex(vertex: Vertex): void {
    const next = vertex.next as Vertex;
    const { previous } = vertex;
    if (vertex === this.newVertexList) this.newVertexList = next;
    if (previous) previous.next = next;
    else this.vertexList = next;
    next.previous = previous;
    this.vertexCount--;
  }

  /** Moves vertices that are not new to the end of the list, as new ones. */
  renewVertices(vertices: Vertex[]): void {
    for (const vertex of vertices) {
      if (vertex.isNew) continue;
      this.removeVertex(vertex);
      this.appendVertex(vertex);
    }
  }

  deleteVertex(vertex: Vertex): void {
    vertex.isDeleted = true;
    this.deletedVertices.push(vertex);
  }

  /** Takes the visible facets and deleted vertices out of the lists. */
  removeDeleted(): void {
    let facet = this.visibleList;
    while (facet?.isVisible) {
      const next: Facet | null = facet.next;
      this.removeFacet(facet);
      facet = next;
    }
    this.visibleCount = 0;
    for (const vertex of this.deletedVertices) this.removeVertex(vertex);
    this.deletedVertices = [];
  }

  /** Ends the work on a point: nothing is new any more. */
  resetLists(clearsVisible: boolean): void {
    for (let v = this.newVertexList; v?.next; v = v.next) v.isNew = false;
    this.newVertexList = null;
    this.firstNewFacetId = 0;
    for (let f = this.newFacetList; f?.next; f = f.next) {
      f.isNew = false;
      f.hasDuplicateRidge = false;
    }
    this.newFacetList = null;
    if (clearsVisible) {
      for (let f = this.visibleList; f?.isVisible; f = f.next) {
        f.link = null;
        f.isVisible = false;
      }
      this.visibleCount = 0;
    }
    this.visibleList = null;
  }

  /** Fills the facets around each vertex, in list order, unless they are kept already. */
  linkVertices(): void {
    if (this.hasVertexNeighbors) return;
    this.vertexVisit++;
    for (let facet: Facet | null = this.facetList; facet?.next; facet = facet.next) {
      if (facet.isVisible) continue;
      for (const vertex of facet.vertices) {
        if (vertex.visit !== this.vertexVisit) {
          vertex.visit = this.vertexVisit;
          vertex.neighbors = [];
        }
        vertex.neighbors.push(facet);
      }
    }
    this.hasVertexNeighbors = true;
  }
}

/** The facet that stands for a deleted one, or null. */
export function replacementOf(facet: Facet): Facet | null {
  let at: Facet | null = facet;
  while (at?.isVisible) at = at.link;
  return at;
}
