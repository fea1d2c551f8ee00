import type { Tolerance } from './tolerance.ts';

/** A corner of the polyhedron. */
export interface Vertex {
  /** index of the input point */
  readonly point: number;
  /** how many vertices were made before it; "newer" and "older" compare this */
  readonly serial: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** time when a face around it last changed: the rank among the vertices of the result */
  renewed: number;
  /** faces around it, kept from the first merge on */
  faces: Face[];
  /** the edge to the newest vertex that was joined to it */
  spoke: Edge | undefined;
  isGone: boolean;
}

/** An edge between two faces. From its newer to its older end it runs counterclockwise around `left`. */
export interface Edge {
  newer: Vertex;
  older: Vertex;
  left: Face;
  right: Face;
}

/** A face of the polyhedron, a triangle until a coplanar one is merged into it, with the input points above it. */
export interface Face {
  /** newest first */
  corners: Vertex[];
  /** whether three corners in that order run clockwise */
  readonly isClockwise: boolean;
  isPolygon: boolean;
  /** one edge per neighbour, in the order of searches; of a triangle, opposite to the corner of the same index */
  readonly edges: Edge[];
  /** edges with a polygon on either side, in the order in which cones and cuts use them; a polygon's edges are all here */
  readonly border: Edge[];
  /** whether there ever was one */
  hadBorder: boolean;
  nx: number;
  ny: number;
  nz: number;
  offset: number;
  /** points above, the furthest last */
  readonly outside: number[];
  /** height of the furthest */
  height: number;
  /** place in the queue, -1 once the face is gone */
  slot: number;
  /** made or merged for the current point */
  isFresh: boolean;
  /** has the current point in its plane */
  isCoplanar: boolean;
  mark: number;
  /** what replaced a face that is gone */
  heir: Face | undefined;
}

function makeFace(corners: Vertex[], isClockwise: boolean, slot: number): Face {
  return {
    corners,
    isClockwise,
    isPolygon: false,
    edges: [],
    border: [],
    hadBorder: false,
    nx: 0,
    ny: 0,
    nz: 0,
    offset: 0,
    outside: [],
    height: 0,
    slot,
    isFresh: true,
    isCoplanar: false,
    mark: 0,
    heir: undefined,
  };
}

/** Stands on the side of an edge that no face has taken yet. */
export const NO_FACE = makeFace([], false, -1);

export function makeEdge(newer: Vertex, older: Vertex): Edge {
  return { newer, older, left: NO_FACE, right: NO_FACE };
}

/** The input lies beyond the rules of order. */
export class UnknownOrder extends Error {}

/**
 * The convex polyhedron while points are added to it.
 *
 * Faces wait in a queue for their points to be added. A face that changes goes to the end and leaves a stale slot
 * behind; the final queue is the order of the faces in the result.
 */
export class Polyhedron {
  readonly points: Float64Array;
  readonly tolerance: Tolerance;
  /** a point that stays inside */
  readonly center = new Float64Array(3);
  readonly slots: Face[] = [];
  /** first slot whose face may have points above */
  next = 0;
  /** first slot of what the current point has made or merged; none between points */
  firstFresh = Number.POSITIVE_INFINITY;
  readonly vertices: Vertex[] = [];
  vertexCount = 0;
  hasVertexFaces = false;
  mark = 0;
  private clock = 0;
  /** when work on the current point began */
  private epoch = 0;

  constructor(points: Float64Array, tolerance: Tolerance) {
    this.points = points;
    this.tolerance = tolerance;
  }

  /** Starts with a point: what changes from here on is fresh. */
  begin(): void {
    this.epoch = this.clock;
    this.firstFresh = this.slots.length;
  }

  /** Ends with it. */
  end(): void {
    for (let i = this.firstFresh; i < this.slots.length; i++) this.slots[i].isFresh = false;
    this.firstFresh = Number.POSITIVE_INFINITY;
  }

  addVertex(point: number): Vertex {
    const [x, y, z] = this.points.subarray(3 * point, 3 * point + 3);
    const serial = this.vertices.length;
    const vertex = { point, serial, x, y, z, renewed: ++this.clock, faces: [], spoke: undefined, isGone: false };
    this.vertices.push(vertex);
    this.vertexCount++;
    return vertex;
  }

  removeVertex(vertex: Vertex): void {
    vertex.isGone = true;
    this.vertexCount--;
  }

  /** Ranks a vertex last, once for each point. */
  renew(vertex: Vertex): void {
    if (!this.isRenewed(vertex)) vertex.renewed = ++this.clock;
  }

  isRenewed(vertex: Vertex): boolean {
    return vertex.renewed > this.epoch;
  }

  addTriangle(corners: Vertex[], isClockwise: boolean): Face {
    for (const v of corners) this.renew(v);
    const face = makeFace(corners, isClockwise, this.slots.length);
    this.slots.push(face);
    return face;
  }

  moveToEnd(face: Face): void {
    face.slot = this.slots.length;
    this.slots.push(face);
  }

  removeFace(face: Face, heir: Face | undefined): void {
    face.slot = -1;
    face.heir = heir;
  }

  /** Whether the face in a slot has not moved on. */
  isLive(slot: number): boolean {
    return this.slots[slot].slot === slot;
  }

  /** Faces from a slot to the end of the queue. */
  facesFrom(slot: number): Face[] {
    const faces: Face[] = [];
    for (let i = slot; i < this.slots.length; i++) if (this.isLive(i)) faces.push(this.slots[i]);
    return faces;
  }

  /** Lists the faces around each vertex in the order of the queue, the first time; after that the lists are kept. */
  linkVertices(): void {
    if (this.hasVertexFaces) return;
    this.hasVertexFaces = true;
    for (const face of this.facesFrom(0)) for (const v of face.corners) v.faces.push(face);
  }
}

/** Puts an edge at the end of a face's border. */
export function addBorder(face: Face, edge: Edge): void {
  face.border.push(edge);
  face.hadBorder = true;
}

/** The face on the other side of an edge. */
export function across(edge: Edge, face: Face): Face {
  return edge.left === face ? edge.right : edge.left;
}

/** Puts a face in another's place beside an edge. */
export function changeSide(edge: Edge, from: Face, to: Face): void {
  if (edge.left === from) edge.left = to;
  else edge.right = to;
}

/** Puts a triangle beside the edge opposite to its corner k. */
export function joinSide(face: Face, k: number, edge: Edge): void {
  const isLeft = (k === 1) === face.isClockwise;
  if ((isLeft ? edge.left : edge.right) !== NO_FACE) throw new UnknownOrder('three faces meet in an edge');
  if (isLeft) edge.left = face;
  else edge.right = face;
  face.edges[k] = edge;
}

/** Takes an item out of a list; the last one fills the gap. */
export function takeOut<T>(list: T[], item: T): void {
  const i = list.indexOf(item);
  if (i < 0) return;
  const last = list.pop() as T;
  if (i < list.length) list[i] = last;
}
