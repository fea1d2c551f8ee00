import { coplanarPoints } from './dimension.ts';
import { chooseTetrahedron } from './exact-start.ts';
import { sideOf } from './orientation.ts';

export type Triangle = [number, number, number];

/** A triangle of the hull with the points above it. */
class Face {
  /** input points of the corners, counterclockwise from outside */
  readonly corners: Triangle;
  /** across the edge from corner k to the next */
  readonly neighbors: Face[] = [];
  readonly outside: number[] = [];
  /** place of the furthest in `outside`, and its height */
  furthest = -1;
  height = 0;
  isGone = false;
  mark = 0;
  private readonly plane: readonly [number, number, number, number];

  constructor(points: Float64Array, corners: Triangle) {
    this.corners = corners;
    this.plane = planeOf(points, corners);
  }

  /** Adds a point if it is above. */
  take(points: Float64Array, point: number, tolerance: number): boolean {
    const [nx, ny, nz, offset] = this.plane;
    const at = 3 * point;
    const height = nx * points[at] + ny * points[at + 1] + nz * points[at + 2] - offset;
    if (!(height > tolerance)) return false;
    if (height > this.height) {
      this.height = height;
      this.furthest = this.outside.length;
    }
    this.outside.push(point);
    return true;
  }
}

/**
 * Triangles of the convex hull of points, by quickhull.
 *
 * Which side of a face a point is on is decided exactly, and a face in whose plane a new point lies counts as seen. So
 * the triangles are always the exact hull of the points added so far, and none is degenerate. Only the choice of the
 * next point rounds: one within rounding of the hull is left out. Never fails, but for points exactly in a plane.
 *
 * `maxVertices` (at least 4) stops after that many points, taking the furthest of all each time; -1: all.
 *
 * @see Barber, Dobkin and Huhdanpaa, The Quickhull algorithm for convex hulls, ACM TOMS 22 (1996)
 */
export function exactHull(name: string, points: Float64Array, maxVertices: number): Triangle[] {
  const start = chooseTetrahedron(points);
  if (!start) throw coplanarPoints(name);
  const hull = new ExactHull(points, start);
  if (maxVertices < 0) hull.addAll();
  else for (let n = 4; n < maxVertices && hull.addFurthest(); n++);
  return hull.triangles();
}

class ExactHull {
  private readonly points: Float64Array;
  private readonly tolerance: number;
  private readonly faces: Face[] = [];
  private mark = 0;

  constructor(points: Float64Array, corners: readonly number[]) {
    this.points = points;
    this.tolerance = heightError(points);
    const [a, b, c, d] = corners;
    const [f, g, h, i] = [
      this.makeFace(a, b, c),
      this.makeFace(b, a, d),
      this.makeFace(c, b, d),
      this.makeFace(a, c, d),
    ];
    f.neighbors.push(g, h, i);
    g.neighbors.push(f, i, h);
    h.neighbors.push(f, g, i);
    i.neighbors.push(f, h, g);
    for (let p = 0; 3 * p < points.length; p++) if (!corners.includes(p)) this.assign(p, this.faces);
  }

  addAll(): void {
    for (let i = 0; i < this.faces.length; i++) {
      const face = this.faces[i];
      while (!face.isGone && face.outside.length > 0) this.add(face);
    }
  }

  /** Adds the furthest point of all; false when none is left. */
  addFurthest(): boolean {
    for (;;) {
      let best: Face | undefined;
      for (const f of this.faces) {
        if (!f.isGone && f.outside.length > 0 && !(best && best.height >= f.height)) best = f;
      }
      if (!best) return false;
      if (this.add(best)) return true;
    }
  }

  triangles(): Triangle[] {
    return this.faces.filter((f) => !f.isGone).map((f) => f.corners);
  }

  private makeFace(a: number, b: number, c: number): Face {
    const face = new Face(this.points, [a, b, c]);
    this.faces.push(face);
    return face;
  }

  private assign(point: number, faces: Face[]): void {
    for (const face of faces) if (face.take(this.points, point, this.tolerance)) return;
  }

  /** Replaces what the furthest point of a face sees by a cone from it; false when the point is not above after all. */
  private add(start: Face): boolean {
    const apex = takeFurthest(start);
    if (!(this.side(start, apex) > 0)) {
      this.reassign(start.outside.splice(0), start);
      return false;
    }
    const first = this.faces.length;
    const seen = this.replaceSeen(start, apex);
    const cone = this.faces.slice(first);
    for (const face of seen) for (const p of face.outside) this.assign(p, cone);
    return true;
  }

  private reassign(points: number[], face: Face): void {
    face.furthest = -1;
    face.height = 0;
    for (const p of points) face.take(this.points, p, this.tolerance);
  }

  private side({ corners }: Face, point: number): number {
    return sideOf(this.points, corners[0], corners[1], corners[2], point);
  }

  private replaceSeen(start: Face, apex: number): Face[] {
    const mark = ++this.mark;
    const seen = [start];
    start.mark = mark;
    const startingAt = new Map<number, Face>();
    for (const face of seen) {
      face.isGone = true;
      for (let k = 0; k < 3; k++) {
        const neighbor = face.neighbors[k];
        if (neighbor.mark === mark) continue;
        if (this.side(neighbor, apex) >= 0) {
          neighbor.mark = mark;
          seen.push(neighbor);
          continue;
        }
        const [from, to] = [face.corners[k], face.corners[(k + 1) % 3]];
        const made = this.makeFace(from, to, apex);
        made.neighbors[0] = neighbor;
        neighbor.neighbors[neighbor.corners.indexOf(to)] = made;
        startingAt.set(from, made);
      }
    }
    for (const face of startingAt.values()) {
      const next = startingAt.get(face.corners[1]) as Face;
      face.neighbors[1] = next;
      next.neighbors[2] = face;
    }
    return seen;
  }
}

function takeFurthest({ outside, furthest }: Face): number {
  const point = outside[furthest];
  const last = outside.pop() as number;
  if (furthest < outside.length) outside[furthest] = last;
  return point;
}

/** Rounding error of a height above a face. */
function heightError(points: Float64Array): number {
  const largest = [0, 0, 0];
  for (let i = 0; i < points.length; i++) largest[i % 3] = Math.max(largest[i % 3], Math.abs(points[i]));
  return 12 * 2 ** -52 * (largest[0] + largest[1] + largest[2]);
}

/** Unit normal and offset of a triangle. */
function planeOf(p: Float64Array, [a, b, c]: Triangle): readonly [number, number, number, number] {
  const [ux, uy, uz] = [p[3 * b] - p[3 * a], p[3 * b + 1] - p[3 * a + 1], p[3 * b + 2] - p[3 * a + 2]];
  const [wx, wy, wz] = [p[3 * c] - p[3 * a], p[3 * c + 1] - p[3 * a + 1], p[3 * c + 2] - p[3 * a + 2]];
  const [x, y, z] = [uy * wz - uz * wy, uz * wx - ux * wz, ux * wy - uy * wx];
  const norm = Math.sqrt(x * x + y * y + z * z) || 1;
  const [nx, ny, nz] = [x / norm, y / norm, z / norm];
  return [nx, ny, nz, nx * p[3 * a] + ny * p[3 * a + 1] + nz * p[3 * a + 2]];
}
