import { innerPath, makeCirclePath, outerPath } from './circle-path.ts';

const LEAST = 1e-15;

/** A sphere or a cylinder that cables run around, in the world. */
export interface WrapSurface {
  /** Whether it is a sphere; else a cylinder about the third axis. */
  readonly isSphere: boolean;
  readonly radius: number;
  /** Half of a cylinder's height; Infinity if it has no ends. */
  readonly halfHeight: number;
  readonly centre: Float64Array;
  /** Rotation by rows. */
  readonly mat: Float64Array;
  /** Whether there is a side point, and where. */
  readonly hasSide: boolean;
  readonly side: Float64Array;
}

/** What a path around a surface is like. */
export interface WrapPath {
  /** The points where it meets and leaves the surface, in the world. */
  readonly points: Float64Array;
  /** Length on the surface. */
  length: number;
  /** By how much the path turns there, in radians: what friction works on. */
  angle: number;
}

export const makeWrapPath = (): WrapPath => ({ points: new Float64Array(6), length: 0, angle: 0 });

const first = new Float64Array(3); // the ends in the frame of the surface
const second = new Float64Array(3);
const sidePoint = new Float64Array(3);
const u = new Float64Array(3); // axes of the plane in which the path bends
const w = new Float64Array(3);
const circle = makeCirclePath();

/**
 * The path of a cable from one point to another around a surface: in the plane through a sphere's centre, or as a helix on a cylinder; along
 * the inside if the side point is inside. Returns false if the straight line is free.
 */
export function wrapAround(path: WrapPath, surface: WrapSurface, from: Float64Array, to: Float64Array): boolean {
  local(first, surface, from);
  local(second, surface, to);
  if (norm(first) < LEAST || norm(second) < LEAST) return false;
  if (surface.isSphere) planeOf(first, second);
  else {
    u.set(AXIS_X);
    w.set(AXIS_Y);
  }
  flatten(circle.a, first);
  flatten(circle.b, second);
  circle.hasSide = surface.hasSide;
  let isInside = false;
  if (surface.hasSide) {
    local(sidePoint, surface, surface.side);
    flatten(circle.side, sidePoint);
    isInside = norm(sidePoint) < surface.radius;
  }
  const arc = isInside ? innerPath(circle, surface.radius) : outerPath(circle, surface.radius);
  if (arc < 0) return false;
  return place(path, surface, arc);
}

const AXIS_X = Float64Array.of(1, 0, 0);
const AXIS_Y = Float64Array.of(0, 1, 0);

const norm = (p: Float64Array): number => Math.sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);

/** A world point in the frame of the surface. */
function local(res: Float64Array, { centre, mat }: WrapSurface, point: Float64Array): void {
  const [x, y, z] = [point[0] - centre[0], point[1] - centre[1], point[2] - centre[2]];
  for (let k = 0; k < 3; k++) res[k] = mat[k] * x + mat[3 + k] * y + mat[6 + k] * z;
}

/** u and w = axes of the plane through the origin and both points, u toward the first. */
function planeOf(a: Float64Array, b: Float64Array): void {
  const da = norm(a);
  for (let k = 0; k < 3; k++) u[k] = a[k] / da;
  let [nx, ny, nz] = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  let length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  if (length < LEAST) {
    // the points are in line with the centre: any plane through that line, the engine's choice
    const largest = indexOfLargest(u);
    const [x, y, z] = [largest === 0 ? 0 : 1, largest === 1 ? 0 : 1, largest === 2 ? 0 : 1];
    [nx, ny, nz] = [u[1] * z - u[2] * y, u[2] * x - u[0] * z, u[0] * y - u[1] * x];
    length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  }
  w[0] = (ny * u[2] - nz * u[1]) / length;
  w[1] = (nz * u[0] - nx * u[2]) / length;
  w[2] = (nx * u[1] - ny * u[0]) / length;
}

function indexOfLargest(p: Float64Array): number {
  const [x, y, z] = [Math.abs(p[0]), Math.abs(p[1]), Math.abs(p[2])];
  if (z > x && z > y) return 2;
  return y > x && y > z ? 1 : 0;
}

function flatten(res: Float64Array, p: Float64Array): void {
  res[0] = p[0] * u[0] + p[1] * u[1] + p[2] * u[2];
  res[1] = p[0] * w[0] + p[1] * w[1] + p[2] * w[2];
}

const flatLength = (a: Float64Array, b: Float64Array): number => {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  return Math.sqrt(dx * dx + dy * dy);
};

/** The path on the surface from the arc in the plane; false if it runs past an end of a cylinder. */
function place(path: WrapPath, surface: WrapSurface, arc: number): boolean {
  const { meets, leaves } = circle;
  let [z0, z1] = [0, 0];
  path.length = arc;
  if (!surface.isSphere) {
    const before = flatLength(circle.a, meets);
    const total = before + arc + flatLength(leaves, circle.b);
    const rise = second[2] - first[2];
    z0 = first[2] + (rise * before) / total;
    z1 = first[2] + (rise * (before + arc)) / total;
    if (Math.abs(z0) > surface.halfHeight || Math.abs(z1) > surface.halfHeight) return false;
    path.length = Math.sqrt(arc * arc + (z1 - z0) * (z1 - z0));
  }
  path.angle = path.length > 0 ? ((arc / surface.radius) * arc) / path.length : 0;
  toWorld(path.points, 0, surface, meets, z0);
  toWorld(path.points, 3, surface, leaves, z1);
  return true;
}

/** A point of the plane, at a height along a cylinder, in the world. */
function toWorld(res: Float64Array, r: number, { centre, mat }: WrapSurface, flat: Float64Array, height: number): void {
  const x = flat[0] * u[0] + flat[1] * w[0];
  const y = flat[0] * u[1] + flat[1] * w[1];
  const z = flat[0] * u[2] + flat[1] * w[2] + height;
  for (let k = 0; k < 3; k++) res[r + k] = centre[k] + mat[3 * k] * x + mat[3 * k + 1] * y + mat[3 * k + 2] * z;
}
