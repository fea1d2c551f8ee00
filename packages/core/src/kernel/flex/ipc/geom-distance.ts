// @cold

/** Signed distances of points from fixed geoms. */
import { type F64, type f64, type i32, scratchF64 } from '../../dialect.ts';
import { mulMatTVec3, mulMatVec3 } from '../../math/mat3.ts';
import { clip } from '../../math/scalar.ts';
import { copy3, cross3, dot3, norm3, squaredDist3, zero3 } from '../../math/vec3.ts';
import type { Data, Model } from '../../model/classes.ts';
import { GEOM_BOX, GEOM_CAPSULE, GEOM_MESH, GEOM_PLANE, GEOM_SPHERE } from '../../model/constants.ts';

/** Distance from the core of a shape at which its normal is not known any more. */
const NEAR: f64 = 1e-12;

/** Squared length that keeps the quotient of a side of a polygon from being 0/0. */
const TINY: f64 = 1e-18;

const offset = scratchF64(3); // from the centre of the geom, world axes
const local = scratchF64(3); // the same, axes of the geom
const localNormal = scratchF64(3);
const corner1 = scratchF64(3); // ends of a side of a polygon
const corner2 = scratchF64(3);
const side = scratchF64(3); // from one to the other
const toPoint = scratchF64(3); // from the first of them to the point
const turned = scratchF64(3); // side × toPoint
const flat = scratchF64(3); // the point, in the plane of the polygon
const onPolygon = scratchF64(3); // closest points of one polygon, and of all
const onHull = scratchF64(3);

/** localNormal = local / |local|, or `otherwise` where that is nothing; returns |local| */
function normalOfOffset(otherwise: i32): f64 {
  const length = norm3(local, 0);
  zero3(localNormal, 0);
  if (length < NEAR) localNormal[otherwise] = 1;
  else for (let k = 0; k < 3; k++) localNormal[k] = local[k] / length;
  return length;
}

/** Inside of a box the closest face is the one that the point is least below. */
function belowFace(m: Model, g: i32): f64 {
  let face = 0;
  for (let k = 1; k < 3; k++)
    if (m.geom_size[3 * g + k] - Math.abs(local[k]) < m.geom_size[3 * g + face] - Math.abs(local[face])) face = k;
  zero3(localNormal, 0);
  localNormal[face] = local[face] > 0 ? 1 : -1;
  return Math.abs(local[face]) - m.geom_size[3 * g + face];
}

function boxDistance(m: Model, g: i32): f64 {
  let outside = false;
  for (let k = 0; k < 3; k++) {
    const half = m.geom_size[3 * g + k];
    corner1[k] = local[k] - clip(local[k], -half, half);
    if (corner1[k] !== 0) outside = true;
  }
  if (!outside) return belowFace(m, g);
  copy3(local, 0, corner1, 0);
  return normalOfOffset(2);
}

/** Loads vertex `k` of polygon `p` of the mesh whose first vertex is `vertex`, to res. */
function loadVertex(res: F64, m: Model, p: i32, k: i32, vertex: i32): void {
  const v = 3 * (vertex + m.mesh_polyvert[m.mesh_polyvertadr[p] + k]);
  for (let c = 0; c < 3; c++) res[c] = m.mesh_vert[v + c];
}

/** Loads the k-th side of a polygon: its ends, its direction, and the way from its first end to a point. */
function loadSide(m: Model, p: i32, k: i32, vertex: i32, point: F64): void {
  loadVertex(corner1, m, p, k, vertex);
  loadVertex(corner2, m, p, k + 1 < m.mesh_polyvertnum[p] ? k + 1 : 0, vertex);
  for (let c = 0; c < 3; c++) {
    side[c] = corner2[c] - corner1[c];
    toPoint[c] = point[c] - corner1[c];
  }
}

/** Whether `flat` is on the same side of all sides of a polygon. */
function isInPolygon(m: Model, p: i32, vertex: i32): boolean {
  let left = 0;
  for (let k = 0; k < m.mesh_polyvertnum[p]; k++) {
    loadSide(m, p, k, vertex, flat);
    cross3(turned, 0, side, 0, toPoint, 0);
    if (dot3(turned, 0, m.mesh_polynormal, 3 * p) > 0) left++;
  }
  return left === 0 || left === m.mesh_polyvertnum[p];
}

/** onPolygon = the point of polygon `p` that is closest to `local` */
function closestOfPolygon(m: Model, p: i32, vertex: i32): void {
  loadVertex(corner1, m, p, 0, vertex);
  let height: f64 = 0;
  for (let c = 0; c < 3; c++) height += m.mesh_polynormal[3 * p + c] * (local[c] - corner1[c]);
  for (let c = 0; c < 3; c++) flat[c] = local[c] - height * m.mesh_polynormal[3 * p + c];
  if (isInPolygon(m, p, vertex)) {
    copy3(onPolygon, 0, flat, 0);
    return;
  }
  let best: f64 = Infinity;
  for (let k = 0; k < m.mesh_polyvertnum[p]; k++) {
    loadSide(m, p, k, vertex, local);
    const t = clip(dot3(side, 0, toPoint, 0) / (dot3(side, 0, side, 0) + TINY), 0, 1);
    for (let c = 0; c < 3; c++) corner1[c] += t * side[c];
    const away = squaredDist3(local, 0, corner1, 0);
    if (away >= best) continue;
    best = away;
    copy3(onPolygon, 0, corner1, 0);
  }
}

/**
 * Distance of `local` from the convex hull of a mesh. Below all faces it is that of the nearest; beyond `reach` the height above the face that the
 * point is highest above takes its place, which is less.
 */
function hullDistance(m: Model, g: i32, reach: f64): f64 {
  const mesh = m.geom_dataid[g];
  const vertex = m.mesh_vertadr[mesh];
  const first = m.mesh_polyadr[mesh];
  const end = first + m.mesh_polynum[mesh];
  let highest: f64 = -Infinity;
  let face = first;
  for (let p = first; p < end; p++) {
    loadVertex(corner1, m, p, 0, vertex);
    let height: f64 = 0;
    for (let c = 0; c < 3; c++) height += m.mesh_polynormal[3 * p + c] * (local[c] - corner1[c]);
    if (height <= highest) continue;
    highest = height;
    face = p;
  }
  copy3(localNormal, 0, m.mesh_polynormal, 3 * face);
  if (highest <= 0 || highest > reach) return highest;
  let best: f64 = Infinity;
  for (let p = first; p < end; p++) {
    closestOfPolygon(m, p, vertex);
    const away = squaredDist3(local, 0, onPolygon, 0);
    if (away >= best) continue;
    best = away;
    copy3(onHull, 0, onPolygon, 0);
  }
  const dist = Math.sqrt(best);
  if (dist > NEAR) for (let k = 0; k < 3; k++) localNormal[k] = (local[k] - onHull[k]) / dist;
  return dist;
}

/**
 * Distance of the world point at x[i] from geom `g`, negative inside, and the direction away from it at normal[n]. A mesh farther than `reach` may
 * be any distance beyond that away.
 *
 * @reads geom_xpos geom_xmat
 */
export function geomDistance(normal: F64, n: i32, m: Model, d: Data, g: i32, x: F64, i: i32, reach: f64): f64 {
  const type = m.geom_type[g];
  const radius = m.geom_size[3 * g];
  for (let k = 0; k < 3; k++) offset[k] = x[i + k] - d.geom_xpos[3 * g + k];
  mulMatTVec3(local, 0, d.geom_xmat, 9 * g, offset, 0);
  let dist: f64 = Infinity;
  if (type === GEOM_PLANE) {
    zero3(localNormal, 0);
    localNormal[2] = 1;
    dist = local[2];
  } else if (type === GEOM_SPHERE) {
    dist = normalOfOffset(2) - radius;
  } else if (type === GEOM_CAPSULE) {
    const half = m.geom_size[3 * g + 1];
    local[2] -= clip(local[2], -half, half);
    dist = normalOfOffset(0) - radius;
  } else if (type === GEOM_BOX) {
    dist = boxDistance(m, g);
  } else if (type === GEOM_MESH) {
    dist = hullDistance(m, g, reach);
  }
  mulMatVec3(normal, n, d.geom_xmat, 9 * g, localNormal, 0);
  return dist;
}
