import { MIN_VALUE } from '../../spatial/rotation.ts';
import { AssetError } from '../errors.ts';

type Vector = [number, number, number];

function flatPoints(name: string, what: string, instead: string): AssetError {
  return new AssetError(
    'mesh-hull',
    `mesh '${name}' has ${what} vertices, cannot compute convex hull. Consider using ${instead} instead`,
  );
}

export function coplanarPoints(name: string): AssetError {
  return flatPoints(name, 'coplanar', 'a primitive geom type (plane or thin box)');
}

/** Vertices at one place, on a line or in a plane have no hull. Tolerances are the oracle's. */
export function checkDimension(name: string, points: Float64Array): void {
  const count = points.length / 3;
  let second = 1;
  while (second < count && !(length(difference(points, second)) > MIN_VALUE)) second++;
  if (second >= count) throw flatPoints(name, 'colocated', 'a small sphere');
  const along = difference(points, second);
  let normal: Vector | undefined;
  for (let i = 1; i < count && !normal; i++) if (i !== second) normal = unitNormal(along, difference(points, i));
  if (!normal) throw flatPoints(name, 'collinear', 'a thin capsule');
  const offset = heightAlong(normal, points, 0);
  const limit = MIN_VALUE * length(along);
  for (let i = 0; i < count; i++) if (Math.abs(heightAlong(normal, points, i) - offset) > limit) return;
  throw coplanarPoints(name);
}

/** From the first point to point i. */
function difference(p: Float64Array, i: number): Vector {
  return [p[3 * i] - p[0], p[3 * i + 1] - p[1], p[3 * i + 2] - p[2]];
}

function length([x, y, z]: Vector): number {
  return Math.sqrt(x * x + y * y + z * z);
}

function heightAlong([x, y, z]: Vector, p: Float64Array, i: number): number {
  return x * p[3 * i] + y * p[3 * i + 1] + z * p[3 * i + 2];
}

/** Undefined for parallel vectors, and for a second one without length. */
function unitNormal(a: Vector, b: Vector): Vector | undefined {
  if (length(b) < MIN_VALUE) return undefined;
  const normal: Vector = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  const norm = length(normal);
  if (!(norm > MIN_VALUE * length(a) * length(b))) return undefined;
  return [normal[0] / norm, normal[1] / norm, normal[2] / norm];
}
