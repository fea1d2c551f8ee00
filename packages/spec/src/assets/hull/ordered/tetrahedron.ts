import { setPlane } from './plane.ts';
import { type Face, joinSide, makeEdge, Polyhedron, UnknownOrder, type Vertex } from './polyhedron.ts';
import { type Extent, Tolerance } from './tolerance.ts';

/** Corners that span less than this part of what their extent allows are left for better ones. */
const NARROW = 1e-3;
/** Rounding error of an area or volume, relative to the sum of the largest coordinates. */
const SPAN_ERROR = 800 * 2 ** -52;

interface Extremes extends Extent {
  /** lowest and highest point of each axis */
  points: number[];
  maxWidth: number;
}

/** The tetrahedron that the hull grows from; its face k leaves out the k-th newest vertex. */
export function firstTetrahedron(points: Float64Array): Polyhedron {
  const extremes = findExtremes(points);
  const hull = new Polyhedron(points, new Tolerance(extremes));
  const chosen = chooseCorners(points, extremes);
  const vertices = chosen.map((p) => hull.addVertex(p)).reverse();
  hull.begin();
  for (const v of vertices) hull.renew(v);
  for (let k = 0; k < 3; k++) for (const p of chosen) hull.center[k] += points[3 * p + k] / 4;
  const isTurned = volume(points, chosen[3], chosen) > 0;
  const faces = vertices.map((left, k) => {
    const corners = vertices.filter((v) => v !== left);
    return hull.addTriangle(corners, (k % 2 === 0) === isTurned);
  });
  joinFaces(faces, vertices);
  for (const face of faces) setPlane(hull, face);
  hull.end();
  return hull;
}

function findExtremes(points: Float64Array): Extremes {
  const extremes: Extremes = { points: [], maxAbs: 0, maxSum: 0, maxWidth: 0 };
  for (let k = 0; k < 3; k++) {
    let low = 0;
    let high = 0;
    for (let i = 0; 3 * i < points.length; i++) {
      const x = points[3 * i + k];
      if (points[3 * high + k] < x) high = i;
      else if (points[3 * low + k] > x) low = i;
    }
    const max = points[3 * high + k];
    const min = points[3 * low + k];
    const abs = Math.max(max, -min);
    extremes.points.push(low, high);
    extremes.maxAbs = Math.max(extremes.maxAbs, abs);
    extremes.maxSum += abs;
    extremes.maxWidth = Math.max(extremes.maxWidth, max - min);
  }
  return extremes;
}

type Span = (p: Float64Array, apex: number, corners: number[]) => number;

/** The lowest and highest point in x, the one that spans most area with them seen along z, then most volume. */
function chooseCorners(points: Float64Array, extremes: Extremes): number[] {
  let [low, high] = extremes.points;
  for (const p of extremes.points) {
    if (points[3 * high] < points[3 * p]) high = p;
    if (points[3 * low] > points[3 * p]) low = p;
  }
  const corners = [low, high];
  let size = points[3 * high] - points[3 * low];
  for (const span of [area, volume]) {
    const apex = widestApex(points, extremes, corners, span, size * extremes.maxWidth);
    size = Math.abs(span(points, apex, corners));
    corners.push(apex);
  }
  return corners;
}

/** The extreme point that spans most; where all span little, the first of all points that spans enough. */
function widestApex(points: Float64Array, extremes: Extremes, corners: number[], span: Span, limit: number): number {
  let best = -1;
  let most = 0;
  const isWider = (p: number): boolean => {
    const size = corners.includes(p) ? 0 : Math.abs(span(points, p, corners));
    if (!(size > most)) return false;
    most = size;
    best = p;
    return true;
  };
  for (const p of extremes.points) isWider(p);
  const error = SPAN_ERROR * extremes.maxSum;
  if (most < error || most < NARROW * limit) {
    for (let p = 0; 3 * p < points.length; p++) {
      if (isWider(p) && most >= error && most > 10 * NARROW * limit) break;
    }
  }
  if (best < 0) throw new UnknownOrder('the points are flat');
  return best;
}

/** Twice the area of two corners with an apex, seen along z. */
function area(p: Float64Array, apex: number, [a, b]: number[]): number {
  const at = (v: number, k: number): number => p[3 * v + k] - p[3 * apex + k];
  return at(a, 0) * at(b, 1) - at(a, 1) * at(b, 0);
}

/** Six times the volume of three corners with an apex. */
function volume(p: Float64Array, apex: number, [a, b, c]: number[]): number {
  const at = (v: number, k: number): number => p[3 * v + k] - p[3 * apex + k];
  return (
    at(a, 0) * (at(b, 1) * at(c, 2) - at(b, 2) * at(c, 1)) -
    at(b, 0) * (at(a, 1) * at(c, 2) - at(a, 2) * at(c, 1)) +
    at(c, 0) * (at(a, 1) * at(b, 2) - at(a, 2) * at(b, 1))
  );
}

/** Faces i and j meet in the edge of the two vertices that both have. */
function joinFaces(faces: Face[], vertices: Vertex[]): void {
  for (let i = 0; i < 4; i++) {
    for (let j = i + 1; j < 4; j++) {
      const [newer, older] = vertices.filter((_, k) => k !== i && k !== j);
      const edge = makeEdge(newer, older);
      // vertex j is corner j - 1 of face i, which leaves out an earlier one
      joinSide(faces[i], j - 1, edge);
      joinSide(faces[j], i, edge);
    }
  }
}
