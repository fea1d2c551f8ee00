import type { F64, f64, i32 } from '../../dialect.ts';
import { copy3 } from '../../math/vec3.ts';
import { toWorld } from '../geom.ts';
import {
  type ConvexShape,
  SUPPORT_BOX,
  SUPPORT_CAPSULE,
  SUPPORT_CYLINDER,
  SUPPORT_ELLIPSOID,
  SUPPORT_GRAPH,
  SUPPORT_POINT,
  SUPPORT_PRISM,
  SUPPORT_SEGMENT,
  SUPPORT_SIMPLEX,
  SUPPORT_SPHERE,
} from './convex-shape.ts';

const TINY2: f64 = 1e-30; // squared length of a direction without a radial part
const GRID_STEP: f64 = 0.4; // direction components beyond ±this belong to the outer cells of the seed grid
const MIN_DOT: f64 = -3.4028234663852886e38; // least dot product of a search without a warm start

/** Dot product of a local direction with vertex `v` of the shape's mesh. */
function dotVertex(shape: ConvexShape, v: i32, x: f64, y: f64, z: f64): f64 {
  const vert = shape.vert;
  const adr = 3 * (shape.vertadr + v);
  return x * vert[adr] + y * vert[adr + 1] + z * vert[adr + 2];
}

/** Best vertex of a mesh by trying all of them; the last one found wins ties. */
export function searchVertices(shape: ConvexShape, x: f64, y: f64, z: f64): void {
  let best = 0;
  let most = MIN_DOT;
  if (shape.vertex >= 0) {
    best = shape.vertex;
    most = dotVertex(shape, best, x, y, z);
  }
  const { vertnum: n, vert } = shape;
  let adr = 3 * shape.vertadr;
  for (let v = 0; v < n; v++) {
    const along = x * vert[adr] + y * vert[adr + 1] + z * vert[adr + 2];
    adr += 3;
    if (along > most) {
      most = along;
      best = v;
    }
  }
  shape.vertex = best;
}

/** Hill climbing over the edges of the hull from hull vertex `start`. Graph: nvert, nface, edge addresses, vertex ids, edge lists. */
export function climbHull(shape: ConvexShape, start: i32, x: f64, y: f64, z: f64): void {
  const vertid = shape.graphadr + 2 + shape.graph[shape.graphadr];
  climbFrom(shape, start, dotVertex(shape, shape.graph[vertid + start], x, y, z), x, y, z);
}

/** As `climbHull`, from a vertex whose dot product with the direction is known. */
function climbFrom(shape: ConvexShape, start: i32, along: f64, x: f64, y: f64, z: f64): void {
  const { graph, vert, vertadr: first } = shape;
  const nvert = graph[shape.graphadr];
  const edgeadr = shape.graphadr + 2;
  const vertid = edgeadr + nvert;
  const edge = vertid + nvert;
  let best = start;
  let most = along;
  for (let step = 0; step <= nvert; step++) {
    const from = best;
    let e = edge + graph[edgeadr + from];
    for (let next = graph[e]; next >= 0; next = graph[++e]) {
      const adr = 3 * (first + graph[vertid + next]);
      const there = x * vert[adr] + y * vert[adr + 1] + z * vert[adr + 2];
      if (there > most) {
        most = there;
        best = next;
      }
    }
    if (best === from) break;
  }
  shape.hullVertex = best;
  shape.vertex = graph[vertid + best];
}

/** Cell of a direction component in the 3×3×3 grid of seeds. */
function gridCell(x: f64): i32 {
  return (x < -GRID_STEP ? 0 : 1) + (x > GRID_STEP ? 1 : 0);
}

/** Hill climbing from the seed of the direction's grid cell, or from the last result when that is as good. */
function climbSeeded(shape: ConvexShape, x: f64, y: f64, z: f64): void {
  const graph = shape.graph;
  const vertid = shape.graphadr + 2 + graph[shape.graphadr];
  const seed = shape.extrema[shape.extremaadr + 9 * gridCell(x) + 3 * gridCell(y) + gridCell(z)];
  let start = seed;
  let along = dotVertex(shape, graph[vertid + seed], x, y, z);
  const last = shape.hullVertex;
  if (last >= 0) {
    const lastDot = dotVertex(shape, graph[vertid + last], x, y, z);
    if (!(along > lastDot)) {
      start = last;
      along = lastDot;
    }
  }
  climbFrom(shape, start, along, x, y, z);
}

/** Best of `n` points from `first` on. */
function bestPoint(points: F64, first: i32, n: i32, x: f64, y: f64, z: f64): i32 {
  let best = first;
  let most = points[3 * first] * x + points[3 * first + 1] * y + points[3 * first + 2] * z;
  for (let k = first + 1; k < first + n; k++) {
    const along = points[3 * k] * x + points[3 * k + 1] * y + points[3 * k + 2] * z;
    if (along > most) {
      most = along;
      best = k;
    }
  }
  return best;
}

/** `half`, to the side to which `along` points. */
function sideOf(half: f64, along: f64): f64 {
  return along >= 0 ? half : -half;
}

/** res = (x, y, z)·t + the point. Its eight parameters are what `support` has in locals. */
function pointAlong(res: F64, r: i32, points: F64, p: i32, t: f64, x: f64, y: f64, z: f64): void {
  res[r] = x * t + points[p];
  res[r + 1] = y * t + points[p + 1];
  res[r + 2] = z * t + points[p + 2];
}

/**
 * Support point of a shape without its margin (but with it for a simplex): the point of the shape that is farthest along the unit direction
 * (x, y, z), world frame.
 * Boxes, cylinders and meshes note its index in `shape.vertex` (box: sign bits of the corner; cylinder: 0 on the upper cap, 1 on the lower).
 */
export function support(res: F64, r: i32, shape: ConvexShape, x: f64, y: f64, z: f64): void {
  const { pos, mat, size, support: kind } = shape;
  if (kind === SUPPORT_POINT) {
    copy3(res, r, pos, 0);
    return;
  }
  if (kind === SUPPORT_SPHERE) {
    pointAlong(res, r, pos, 0, size[0], x, y, z);
    return;
  }
  if (kind === SUPPORT_SEGMENT) {
    const t = sideOf(size[1], mat[2] * x + mat[5] * y + mat[8] * z);
    pointAlong(res, r, pos, 0, t, mat[2], mat[5], mat[8]);
    return;
  }
  if (kind === SUPPORT_PRISM) {
    copy3(res, r, shape.points, 3 * bestPoint(shape.points, z < 0 ? 0 : 3, 3, x, y, z));
    return;
  }
  if (kind === SUPPORT_SIMPLEX) {
    const k = 3 * bestPoint(shape.points, 0, shape.npoint, x, y, z);
    pointAlong(res, r, shape.points, k, size[0] + 0.5 * shape.margin, x, y, z);
    return;
  }

  // direction in the shape's own frame, and the support point there
  const lx = mat[0] * x + mat[3] * y + mat[6] * z;
  const ly = mat[1] * x + mat[4] * y + mat[7] * z;
  const lz = mat[2] * x + mat[5] * y + mat[8] * z;
  let px: f64 = 0;
  let py: f64 = 0;
  let pz: f64 = 0;
  switch (kind) {
    case SUPPORT_BOX:
      px = sideOf(size[0], lx);
      py = sideOf(size[1], ly);
      pz = sideOf(size[2], lz);
      shape.vertex = (px > 0 ? 1 : 0) | (py > 0 ? 2 : 0) | (pz > 0 ? 4 : 0);
      break;
    case SUPPORT_CAPSULE: {
      const radius = size[0];
      px = lx * radius;
      py = ly * radius;
      pz = lz * radius + sideOf(size[1], lz);
      break;
    }
    case SUPPORT_CYLINDER: {
      const len2 = lx * lx + ly * ly;
      const scale: f64 = len2 >= TINY2 ? size[0] / Math.sqrt(len2) : 0;
      shape.vertex = lz >= 0 ? 0 : 1;
      px = scale * lx;
      py = scale * ly;
      pz = sideOf(size[1], lz);
      break;
    }
    case SUPPORT_ELLIPSOID: {
      const ax = size[0];
      const ay = size[1];
      const az = size[2];
      const ex = lx * ax;
      const ey = ly * ay;
      const ez = lz * az;
      const len2 = ex * ex + ey * ey + ez * ez;
      if (len2 < TINY2) px = ax;
      else {
        const inv = 1 / Math.sqrt(len2);
        px = ex * (inv * ax);
        py = ey * (inv * ay);
        pz = ez * (inv * az);
      }
      break;
    }
    default: {
      if (kind === SUPPORT_GRAPH) climbSeeded(shape, lx, ly, lz);
      else searchVertices(shape, lx, ly, lz);
      const vert = shape.vert;
      const adr = 3 * (shape.vertadr + shape.vertex);
      px = vert[adr];
      py = vert[adr + 1];
      pz = vert[adr + 2];
      break;
    }
  }
  toWorld(res, r, pos, mat, px, py, pz);
}
