import { type Facet, fail, newFacet, type Vertex, without } from './parts.ts';
import {
  checkFlipped,
  cosAngle,
  orientOutward,
  positionDistance,
  setPlane,
  vertexCenter,
  vertexDistance,
} from './plane.ts';
import { HUGE, type HullState } from './state.ts';

const EPSILON = 2 ** -52;
/** A determinant this small against the extent may belong to a falsely narrow simplex. */
const NARROW_RATIO = 1e-3;
/** Cosine between facets below which the hull is treated as narrow. */
const NARROW_COSINE = -0.99999999;

/** Extreme points of each axis (min x, max x, min y, ...); also sets the extent of the points. */
export function extremePoints(hull: HullState): number[] {
  const { points, pointCount } = hull;
  const extremes: number[] = [];
  hull.maxAbs = 0;
  hull.maxSum = 0;
  hull.maxWidth = -HUGE;
  for (let k = 0; k < 3; k++) {
    let low = 0;
    let high = 0;
    for (let i = 0; i < pointCount; i++) {
      const x = points[3 * i + k];
      if (points[3 * high + k] < x) high = i;
      else if (points[3 * low + k] > x) low = i;
    }
    const max = points[3 * high + k];
    const min = points[3 * low + k];
    const abs = Math.max(max, -min);
    hull.maxWidth = Math.max(hull.maxWidth, max - min);
    hull.maxAbs = Math.max(hull.maxAbs, abs);
    hull.maxSum += abs;
    hull.nearZero[k] = 80 * hull.maxSum * EPSILON;
    extremes.push(low, high);
  }
  return extremes;
}

/** Four points that span a large simplex, chosen one by one from the extremes, from all points where those are flat. */
function chooseSimplex(hull: HullState, extremes: number[]): number[] {
  const { points, pointCount } = hull;
  if (hull.maxWidth <= 0) fail('points have the same coordinates');
  let low = extremes[0];
  let high = extremes[0];
  for (const p of extremes) {
    if (points[3 * high] < points[3 * p]) high = p;
    if (points[3 * low] > points[3 * p]) low = p;
  }
  if (low === high) fail('input has same x coordinate');
  const simplex = [low, high];
  let det = points[3 * high] - points[3 * low];
  for (let dim = 2; dim <= 3; dim++) {
    const target = det * hull.maxWidth;
    const best = { point: -1, det: -1, isNearZero: false };
    const consider = (p: number): boolean => {
      const d = simplexDeterminant(hull, p, simplex, dim);
      if (!(Math.abs(d) > best.det)) return false;
      best.det = Math.abs(d);
      best.point = p;
      best.isNearZero = Math.abs(d) < 10 * hull.nearZero[dim - 1];
      return true;
    };
    for (const p of extremes) if (!simplex.includes(p) && p !== best.point) consider(p);
    const isNarrow = best.det > 0 && best.det / target < NARROW_RATIO;
    if (best.point < 0 || best.isNearZero || isNarrow) {
      for (let p = 0; p < pointCount; p++) {
        if (extremes.includes(p) || simplex.includes(p)) continue;
        if (consider(p) && !best.isNearZero && best.det > 10 * NARROW_RATIO * target) break;
      }
    }
    if (best.point < 0) fail('no initial simplex');
    simplex.push(best.point);
    det = best.det;
  }
  return simplex;
}

/** Determinant of the first `dim` simplex points relative to `apex`, in the first `dim` coordinates. */
function simplexDeterminant(hull: HullState, apex: number, simplex: number[], dim: number): number {
  const p = hull.points;
  const at = (i: number, k: number): number => p[3 * simplex[i] + k] - p[3 * apex + k];
  if (dim === 2) return at(0, 0) * at(1, 1) - at(0, 1) * at(1, 0);
  const a1 = at(0, 0);
  const a2 = at(0, 1);
  const a3 = at(0, 2);
  const b1 = at(1, 0);
  const b2 = at(1, 1);
  const b3 = at(1, 2);
  const c1 = at(2, 0);
  const c2 = at(2, 1);
  const c3 = at(2, 2);
  return a1 * (b2 * c3 - b3 * c2) - b1 * (a2 * c3 - a3 * c2) + c1 * (a2 * b3 - a3 * b2);
}

/** Builds the tetrahedron that the hull grows from; returns its points. */
export function initialHull(hull: HullState): number[] {
  const extremes = extremePoints(hull);
  hull.setThresholds();
  const simplex = chooseSimplex(hull, extremes);
  const vertices: Vertex[] = [];
  for (const p of simplex) vertices.unshift(hull.makeVertex(p));
  createSimplex(hull, vertices);
  hull.resetLists(true);
  hull.facetNext = hull.facetList;
  hull.interior.set(vertexCenter(vertices));
  orientSimplex(hull);
  checkSimplex(hull);
  return simplex;
}

function facetsOf(hull: HullState): Facet[] {
  const facets: Facet[] = [];
  for (let f: Facet | null = hull.facetList; f?.next; f = f.next) facets.push(f);
  return facets;
}

function createSimplex(hull: HullState, vertices: Vertex[]): void {
  const facets: Facet[] = [];
  for (let i = 0; i < 4; i++) {
    const facet = newFacet(hull.facetId++, hull.distRound);
    facet.vertices = without(vertices, i);
    facet.isTop = i % 2 === 0;
    hull.appendFacet(facet);
    hull.appendVertex(vertices[i]);
    facets.push(facet);
  }
  for (const facet of facets) facet.neighbors = facets.filter((f) => f !== facet);
}

/** Planes of the four facets, all turned over when the first (or a rounded one) faces inward. */
function orientSimplex(hull: HullState): void {
  const facets = facetsOf(hull);
  const [first] = facets;
  setPlane(hull, first);
  first.isFlipped = false;
  if (positionDistance(hull.interior, first) > hull.distRound) {
    for (const f of facets) f.isTop = !f.isTop;
    setPlane(hull, first);
  }
  for (const f of facets) if (f !== first) setPlane(hull, f);
  for (const f of facets) {
    f.isFlipped = false;
    if (!(positionDistance(hull.interior, f) > hull.distRound)) continue;
    for (const g of facets) {
      g.isFlipped = false;
      g.isTop = !g.isTop;
      orientOutward(hull, g);
    }
    break;
  }
}

/** Refuses a flat simplex, and notes a narrow one. */
function checkSimplex(hull: HullState): void {
  let minCosine = HUGE;
  const facets = facetsOf(hull);
  for (const facet of facets) {
    if (!checkFlipped(hull, facet)) fail('initial simplex is flat');
    for (const neighbor of facet.neighbors) minCosine = Math.min(minCosine, cosAngle(facet, neighbor));
  }
  hull.isNarrow = minCosine < NARROW_COSINE;
  for (const facet of facets) {
    for (let i = 0; i < 3; i++) {
      if (vertexDistance(facet.vertices[i], facet.neighbors[i]) >= -hull.distRound)
        fail('initial simplex is not convex');
    }
  }
}
