import { AssetError } from '../errors.ts';

/** A hull vertex. Ids grow in the order of creation; every vertex list of a facet or ridge is sorted by falling id. */
export interface Vertex {
  id: number;
  /** index of the input point, -1 for the list's end */
  point: number;
  x: number;
  y: number;
  z: number;
  next: Vertex | null;
  previous: Vertex | null;
  /** facets around the vertex, kept from the first merge on */
  neighbors: Facet[];
  visit: number;
  seen: boolean;
  /** belongs to a facet made or changed by the current point */
  isNew: boolean;
  /** a ridge at this vertex went away in a merge: the vertex may be redundant */
  lostRidge: boolean;
  isDeleted: boolean;
  isPartitioned: boolean;
}

/** An edge between two facets of which one at least is not a triangle. */
export interface Ridge {
  vertices: Vertex[];
  /** the facet that sees the vertices in their order */
  top: Facet;
  bottom: Facet;
  isNonconvex: boolean;
  isTested: boolean;
  topIsSimplicial: boolean;
  bottomIsSimplicial: boolean;
}

/** A face of the hull: a triangle, or a polygon with ridges after merging. */
export interface Facet {
  id: number;
  next: Facet | null;
  previous: Facet | null;
  nx: number;
  ny: number;
  nz: number;
  offset: number;
  hasPlane: boolean;
  /** centroid of the vertices projected on the plane; three numbers or null */
  center: Float64Array | null;
  vertices: Vertex[];
  /** of a triangle: opposite to the vertex of the same index */
  neighbors: Facet[];
  /** null until the facet touches a polygon */
  ridges: Ridge[] | null;
  /** points above the plane, the furthest last; null: none yet */
  outside: number[] | null;
  /** points close to the plane */
  coplanar: number[];
  furthest: number;
  maxOutside: number;
  visit: number;
  mergeCount: number;
  /** replacement of a deleted facet, or the cycle of new facets on one coplanar neighbour, or the polygon it came from */
  link: Facet | null;
  isTop: boolean;
  isSimplicial: boolean;
  isNew: boolean;
  isVisible: boolean;
  isFlipped: boolean;
  isTested: boolean;
  seen: boolean;
  isCoplanarHorizon: boolean;
  mergesWithHorizon: boolean;
  isCycleDone: boolean;
  isNewMerge: boolean;
  keepsCenter: boolean;
  isDegenerate: boolean;
  isRedundant: boolean;
  hasDuplicateRidge: boolean;
  hasMergeRidge: boolean;
  hasMergeRidge2: boolean;
  isTriangulated: boolean;
}

/** Reasons for a merge, in rising order of urgency. */
export const MERGE_COPLANAR = 1;
export const MERGE_CONCAVE = 3;
export const MERGE_CONCAVE_COPLANAR = 4;
export const MERGE_FLIPPED = 6;
export const MERGE_DUPLICATE_RIDGE = 7;
export const MERGE_DEGENERATE = 10;
export const MERGE_REDUNDANT = 11;
export const MERGE_MIRROR = 12;
export const MERGE_HORIZON = 13;

export interface Merge {
  facet1: Facet;
  facet2: Facet;
  kind: number;
  distance: number;
}

/** Two ridges of a facet with the same vertices: one of the vertices goes. */
export interface VertexMerge {
  from: Vertex;
  into: Vertex;
  distance: number;
  ridge1: Ridge;
  ridge2: Ridge;
}

export function newVertex(id: number, point: number, x: number, y: number, z: number): Vertex {
  return {
    id,
    point,
    x,
    y,
    z,
    next: null,
    previous: null,
    neighbors: [],
    visit: 0,
    seen: false,
    isNew: false,
    lostRidge: false,
    isDeleted: false,
    isPartitioned: false,
  };
}

export function newFacet(id: number, maxOutside: number): Facet {
  return {
    id,
    next: null,
    previous: null,
    nx: 0,
    ny: 0,
    nz: 0,
    offset: 0,
    hasPlane: false,
    center: null,
    vertices: [],
    neighbors: [],
    ridges: null,
    outside: null,
    coplanar: [],
    furthest: 0,
    maxOutside,
    visit: 0,
    mergeCount: 0,
    link: null,
    isTop: false,
    isSimplicial: true,
    isNew: true,
    isVisible: false,
    isFlipped: false,
    isTested: false,
    seen: false,
    isCoplanarHorizon: false,
    mergesWithHorizon: false,
    isCycleDone: false,
    isNewMerge: false,
    keepsCenter: false,
    isDegenerate: false,
    isRedundant: false,
    hasDuplicateRidge: false,
    hasMergeRidge: false,
    hasMergeRidge2: false,
    isTriangulated: false,
  };
}

export function newRidge(vertices: Vertex[], top: Facet, bottom: Facet): Ridge {
  return {
    vertices,
    top,
    bottom,
    isNonconvex: false,
    isTested: false,
    topIsSimplicial: false,
    bottomIsSimplicial: false,
  };
}

/** Marks a neighbour of a new facet that more than two facets claim, and one that a forced merge will remove. */
export const DUPLICATE_NEIGHBOR: Facet = newFacet(-1, 0);
export const MERGE_NEIGHBOR: Facet = newFacet(-2, 0);

export function otherFacet(ridge: Ridge, facet: Facet): Facet {
  return ridge.top === facet ? ridge.bottom : ridge.top;
}

/** Removes an element, filling the gap with the last one; false when it is not there. */
export function drop<T>(list: T[] | null, item: T): boolean {
  if (!list) return false;
  const i = list.indexOf(item);
  if (i < 0) return false;
  const last = list.pop() as T;
  if (i < list.length) list[i] = last;
  return true;
}

/** Removes an element and keeps the order of the rest. */
export function dropSorted<T>(list: T[], item: T): void {
  const i = list.indexOf(item);
  if (i >= 0) list.splice(i, 1);
}

export function replace<T>(list: T[], old: T, item: T): void {
  const i = list.indexOf(old);
  if (i < 0) fail('a neighbour is missing');
  list[i] = item;
}

export function addUnique<T>(list: T[], item: T): void {
  if (!list.includes(item)) list.push(item);
}

/** A copy without the element at `nth`. */
export function without<T>(list: T[], nth: number): T[] {
  const out: T[] = [];
  for (let i = 0; i < list.length; i++) if (i !== nth) out.push(list[i]);
  return out;
}

/** The hull cannot be built: the input is flat or too thin for double precision. */
export function fail(reason: string): never {
  throw new AssetError('mesh-hull', `qhull error: ${reason}`);
}
