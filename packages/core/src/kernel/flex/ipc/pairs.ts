// @cold

/**
 * Pairs of features that may touch: corners and triangles, and edges with edges, of sheets with each other and with fixed geoms. A pair has
 * a distance, and its derivative by the ways of its vertices is a weight times the normal for each of them.
 */
import { type F64, type f64, type i32, scratchF64 } from '../../dialect.ts';
import { copyI } from '../../math/linear/dense.ts';
import { MINVAL, min } from '../../math/scalar.ts';
import { dot3, sub3 } from '../../math/vec3.ts';
import { COUNT_NIPCPAIR, type Data, type Model } from '../../model/classes.ts';
import { reserve } from '../../model/reserve.ts';
import { Closest, pointTriangle, segments, separation } from './closest.ts';
import { coreRadius } from './features.ts';
import { geomDistance } from './geom-distance.ts';

/** Kinds of pairs: features of sheets first, then those of a sheet and a geom. */
export const VERTEX_TRIANGLE: i32 = 0;
export const EDGE_EDGE: i32 = 1;
export const VERTEX_GEOM: i32 = 2;
export const CORNER_TRIANGLE: i32 = 3;
export const GEOM_EDGE_EDGE: i32 = 4;

/** Distance that features keep at rest, or the radius of the thinner sheet if that is less. */
const STANDOFF: f64 = 0.001;

/** Distance within which features count as close, or that radius. */
export const BAND: f64 = 3 * STANDOFF;

/** Squared angular frequency at which the lightest vertex of a pair swings on it. */
const FREQUENCY2: f64 = 5e7;

/** Mass that stands for that of a pair of which no vertex has any. */
const NO_MASS: f64 = 1e-9;

/** The reach of distances from a mesh where it is not known how far away the point is. */
const ANY: f64 = 1e30;

const closest = new Closest();
const points = scratchF64(12); // the vertices of the pair at hand
const way = scratchF64(3);

/** Vertices of sheets in a pair of this kind. */
export function vertexCount(kind: i32): i32 {
  if (kind === VERTEX_GEOM) return 1;
  if (kind === GEOM_EDGE_EDGE) return 2;
  return kind === CORNER_TRIANGLE ? 3 : 4;
}

/** The q-th vertex of pair `p`. @reads ipcKind ipcIndex */
export function vertexOf(d: Data, p: i32, q: i32): i32 {
  return d.ipcIndex[4 * p + (d.ipcKind[p] >= CORNER_TRIANGLE ? 1 : 0) + q];
}

/** Whether both features of a pair are of sheets. @reads ipcKind */
export function isOfSheets(d: Data, p: i32): boolean {
  return d.ipcKind[p] <= EDGE_EDGE;
}

/**
 * Sets a pair; its distance is not known yet.
 *
 * @writes ipcKind ipcIndex ipcGeom
 */
export function setPair(m: Model, d: Data, p: i32, kind: i32, geom: i32, i: i32, j: i32, k: i32, l: i32): void {
  reserve(m, d, COUNT_NIPCPAIR, p + 1);
  d.ipcKind[p] = kind;
  d.ipcGeom[p] = geom;
  d.ipcIndex[4 * p] = i;
  d.ipcIndex[4 * p + 1] = j;
  d.ipcIndex[4 * p + 2] = k;
  d.ipcIndex[4 * p + 3] = l;
  setLaw(m, d, p);
}

/**
 * The stiffness of a pair, by its lightest vertex, and its band, by its thinnest sheet.
 *
 * @reads ipcKind ipcMass ipcFlex
 * @writes ipcStiffness ipcBand
 */
function setLaw(m: Model, d: Data, p: i32): void {
  let least: f64 = 0;
  let band = BAND;
  for (let q = 0; q < vertexCount(d.ipcKind[p]); q++) {
    const v = vertexOf(d, p, q);
    const mass = d.ipcMass[v];
    if (mass > 0 && (least === 0 || mass < least)) least = mass;
    band = min(band, m.flex_radius[d.ipcFlex[v]]);
  }
  d.ipcStiffness[p] = FREQUENCY2 * (least > 0 ? least : NO_MASS);
  d.ipcBand[p] = band;
}

/** Copies pair `from` to place `to`; what the solver makes of it is not copied. */
export function movePair(d: Data, to: i32, from: i32): void {
  if (to === from) return;
  d.ipcKind[to] = d.ipcKind[from];
  copyI(d.ipcIndex, 4 * to, d.ipcIndex, 4 * from, 4);
  d.ipcGeom[to] = d.ipcGeom[from];
  d.ipcAge[to] = d.ipcAge[from];
  d.ipcLambda[to] = d.ipcLambda[from];
  d.ipcStiffness[to] = d.ipcStiffness[from];
  d.ipcBand[to] = d.ipcBand[from];
}

/** points = the vertices of pair `p`, at `from` + t·(`to` - `from`) */
function loadPoints(d: Data, p: i32, from: F64, to: F64, t: f64): void {
  for (let q = 0; q < vertexCount(d.ipcKind[p]); q++) {
    const v = 3 * vertexOf(d, p, q);
    for (let k = 0; k < 3; k++) points[3 * q + k] = t === 0 ? from[v + k] : from[v + k] + t * (to[v + k] - from[v + k]);
  }
}

/** Distance of the features of pair `p`, its vertices at `points`; sets its normal and weights. @writes ipcNormal ipcWeight */
function measurePoints(m: Model, d: Data, p: i32, reach: f64): f64 {
  const kind = d.ipcKind[p];
  const weight = d.ipcWeight;
  if (kind === VERTEX_GEOM) {
    weight[4 * p] = 1;
    return geomDistance(d.ipcNormal, 3 * p, m, d, d.ipcGeom[p], points, 0, reach);
  }
  const own = d.ipcIndex[4 * p];
  if (kind === VERTEX_TRIANGLE) pointTriangle(closest, points, 0, points, 3);
  else if (kind === EDGE_EDGE) segments(closest, points, 0, points, 6);
  else if (kind === CORNER_TRIANGLE) pointTriangle(closest, d.ipcCorner, 3 * own, points, 0);
  else segments(closest, d.ipcEdge, 6 * own, points, 0);
  separation(d.ipcNormal, 3 * p, closest, MINVAL);

  // the weights of the first feature are those of vertices only if it is of a sheet
  const first = kind === EDGE_EDGE || kind === GEOM_EDGE_EDGE ? 2 : 1;
  const n = vertexCount(kind);
  const skipped = isOfSheets(d, p) ? 0 : first;
  for (let q = 0; q < n; q++)
    weight[4 * p + q] = q + skipped < first ? closest.weight[q] : -closest.weight[q + skipped];
  return isOfSheets(d, p) ? closest.dist : closest.dist - coreRadius(m, d.ipcGeom[p]);
}

/** Distance of the features of pair `p` for vertices at `x`; sets its normal and weights. */
export function measure(m: Model, d: Data, p: i32, x: F64, reach: f64): f64 {
  loadPoints(d, p, x, x, 0);
  return measurePoints(m, d, p, reach);
}

/** The same for vertices on their ways from `from` to `to`. */
export function measureAlong(m: Model, d: Data, p: i32, from: F64, to: F64, t: f64): f64 {
  loadPoints(d, p, from, to, t);
  return measurePoints(m, d, p, ANY);
}

/** Makes the distance of pair `p` linear at x: `ipcGap`, `ipcNormal` and `ipcWeight`. @reads ipcFlex @writes ipcGap */
export function linearise(m: Model, d: Data, p: i32, x: F64): void {
  d.ipcGap[p] = measure(m, d, p, x, BAND + m.flex_radius[d.ipcFlex[vertexOf(d, p, 0)]]);
}

/**
 * How far the linear distance of pair `p` is above what it keeps at rest, for vertices at x.
 *
 * @reads ipcGap ipcBand ipcWeight ipcNormal ipcFreePos
 */
export function clearance(d: Data, p: i32, x: F64): f64 {
  let s = d.ipcGap[p] - min(d.ipcBand[p], STANDOFF);
  for (let q = 0; q < vertexCount(d.ipcKind[p]); q++) {
    const v = 3 * vertexOf(d, p, q);
    sub3(way, 0, x, v, d.ipcFreePos, v);
    s += d.ipcWeight[4 * p + q] * dot3(d.ipcNormal, 3 * p, way, 0);
  }
  return s;
}

/** The same, less the distance at which its multiplier is all of its force: pairs below zero push. @reads ipcLambda ipcStiffness */
export function residual(d: Data, p: i32, x: F64): f64 {
  return clearance(d, p, x) - d.ipcLambda[p] / d.ipcStiffness[p];
}

/** Radii of the sheets of a pair: their surfaces are that much closer than the features. @reads ipcFlex */
export function thickness(m: Model, d: Data, p: i32): f64 {
  const kind = d.ipcKind[p];
  const first = m.flex_radius[d.ipcFlex[vertexOf(d, p, 0)]];
  return isOfSheets(d, p) ? first + m.flex_radius[d.ipcFlex[vertexOf(d, p, kind === EDGE_EDGE ? 2 : 1)]] : first;
}
