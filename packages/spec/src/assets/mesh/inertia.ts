import { MESH_AXES, MIN_VALUE, principalAxes } from '../../spatial/rotation.ts';
import { triangleNormal } from '../../spatial/triangle.ts';
import { AssetError } from '../errors.ts';
import type { MeshInertia } from '../types.ts';

const INEQUALITY_ATOL = 1e-9;
const INEQUALITY_RTOL = 1e-6;

/** Mass properties of a mesh at unit density (per volume, or per area for a shell). */
export interface MeshInertial {
  com: Float64Array;
  /** orientation of the principal axes */
  quat: Float64Array;
  /** half sizes of the box with the same principal moments */
  boxsz: Float64Array;
  /** volume, or area of a shell */
  volume: number;
}

const normal = new Float64Array(3);
const center = new Float64Array(3);

/** Area of a triangle given by vertex offsets; its unit normal and centre are left in module scratch. */
function triangle(v: Float64Array, a: number, b: number, c: number): number {
  for (let k = 0; k < 3; k++) center[k] = (v[a + k] + v[b + k] + v[c + k]) / 3;
  triangleNormal(normal, v, a, b, c);
  const length = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
  if (length < MIN_VALUE) return 0;
  for (let k = 0; k < 3; k++) normal[k] /= length;
  return 0.5 * length;
}

/** Area of the triangle (a, b, c), given vertex numbers. */
export function triangleArea(v: Float64Array, a: number, b: number, c: number): number {
  return triangle(v, 3 * a, 3 * b, 3 * c);
}

/**
 * Centre of mass, principal axes, equivalent box and volume.
 *
 * The body is cut into pyramids from the area centroid of `face` over each triangle of `solid` (the hull for convex
 * inertia, else `face`); legacy counts every pyramid as positive, a shell sums triangles instead.
 */
export function meshInertia(
  name: string,
  dvert: Float64Array,
  face: Int32Array,
  solid: Int32Array,
  mode: MeshInertia,
): MeshInertial {
  const centroid = faceCentroid(name, dvert, face);
  const com = new Float64Array(3);
  const volume =
    mode === 'shell' ? surface(com, dvert, face, centroid) : solidVolume(com, dvert, solid, centroid, mode);
  checkVolume(name, volume, mode);

  const inertia = new Float64Array(9);
  const total = secondMoments(inertia, dvert, solid, com, mode);
  const eigval = new Float64Array(3);
  const quat = new Float64Array(4);
  principalAxes(eigval, quat, inertia, MESH_AXES);
  const [a, b, c] = eigval;
  if (c <= 0) throw new AssetError('mesh-inertia', `eigenvalue of mesh inertia must be positive: ${name}`);
  const violates = (p: number, q: number, r: number): boolean => p + q < r * (1 - INEQUALITY_RTOL) - INEQUALITY_ATOL;
  if (violates(a, b, c) || violates(a, c, b) || violates(b, c, a)) {
    throw new AssetError('mesh-inertia', `eigenvalues of mesh inertia violate A + B >= C: ${name}`);
  }
  const boxsz = Float64Array.of(
    0.5 * Math.sqrt((6 * (b + c - a)) / total),
    0.5 * Math.sqrt((6 * (a + c - b)) / total),
    0.5 * Math.sqrt((6 * (a + b - c)) / total),
  );
  return { com, quat, boxsz, volume: total };
}

function checkVolume(name: string, volume: number, mode: MeshInertia): void {
  if (!(volume < MIN_VALUE)) return;
  if (mode === 'shell') throw new AssetError('mesh-volume', `mesh surface area is too small: ${name}`);
  if (volume < 0) {
    throw new AssetError('mesh-volume', `mesh volume is negative (misoriented triangles): ${name}`);
  }
  throw new AssetError('mesh-volume', `mesh volume is too small: ${name} . Try setting inertia to shell`);
}

function faceCentroid(name: string, v: Float64Array, face: Int32Array): Float64Array {
  const centroid = new Float64Array(3);
  let total = 0;
  for (let i = 0; i < face.length; i += 3) {
    const area = triangle(v, 3 * face[i], 3 * face[i + 1], 3 * face[i + 2]);
    for (let k = 0; k < 3; k++) centroid[k] += area * center[k];
    total += area;
  }
  if (total < MIN_VALUE) throw new AssetError('mesh-volume', `mesh surface area is too small: ${name}`);
  for (let k = 0; k < 3; k++) centroid[k] /= total;
  return centroid;
}

/** Adds a pyramid (or triangle) of this weight: its centre is three quarters from the apex. */
function addCenter(com: Float64Array, weight: number, apex: Float64Array): void {
  for (let k = 0; k < 3; k++) com[k] += weight * ((center[k] * 3) / 4 + apex[k] / 4);
}

function solidVolume(
  com: Float64Array,
  v: Float64Array,
  face: Int32Array,
  apex: Float64Array,
  mode: MeshInertia,
): number {
  let total = 0;
  for (let i = 0; i < face.length; i += 3) {
    const area = triangle(v, 3 * face[i], 3 * face[i + 1], 3 * face[i + 2]);
    const height =
      (center[0] - apex[0]) * normal[0] + (center[1] - apex[1]) * normal[1] + (center[2] - apex[2]) * normal[2];
    let volume = (height * area) / 3;
    if (mode === 'legacy') volume = Math.abs(volume);
    total += volume;
    addCenter(com, volume, apex);
  }
  if (total >= MIN_VALUE) for (let k = 0; k < 3; k++) com[k] /= total;
  return total;
}

function surface(com: Float64Array, v: Float64Array, face: Int32Array, apex: Float64Array): number {
  let total = 0;
  for (let i = 0; i < face.length; i += 3) {
    const area = triangle(v, 3 * face[i], 3 * face[i + 1], 3 * face[i + 2]);
    total += area;
    addCenter(com, area, apex);
  }
  if (total >= MIN_VALUE) for (let k = 0; k < 3; k++) com[k] /= total;
  return total;
}

const PRODUCTS = [
  [0, 0],
  [1, 1],
  [2, 2],
  [0, 1],
  [0, 2],
  [1, 2],
] as const;

/** Inertia matrix (row-major) about `com` from the products of inertia of tetrahedra or triangles; returns the volume. */
function secondMoments(
  inertia: Float64Array,
  dvert: Float64Array,
  face: Int32Array,
  com: Float64Array,
  mode: MeshInertia,
): number {
  const v = new Float64Array(dvert.length);
  for (let i = 0; i < v.length; i++) v[i] = dvert[i] - com[i % 3];
  const p = new Float64Array(6);
  const divisor = mode === 'shell' ? 12 : 20;
  let total = 0;
  for (let i = 0; i < face.length; i += 3) {
    const d = 3 * face[i];
    const e = 3 * face[i + 1];
    const f = 3 * face[i + 2];
    const area = triangle(v, d, e, f);
    let volume = area;
    if (mode !== 'shell') {
      volume = ((center[0] * normal[0] + center[1] * normal[1] + center[2] * normal[2]) * area) / 3;
      if (mode === 'legacy') volume = Math.abs(volume);
    }
    total += volume;
    for (let j = 0; j < 6; j++) {
      const [x, y] = PRODUCTS[j];
      const squares = v[d + x] * v[d + y] + v[e + x] * v[e + y] + v[f + x] * v[f + y];
      p[j] +=
        (volume / divisor) *
        (2 * squares +
          v[d + x] * v[e + y] +
          v[d + y] * v[e + x] +
          v[d + x] * v[f + y] +
          v[d + y] * v[f + x] +
          v[e + x] * v[f + y] +
          v[e + y] * v[f + x]);
    }
  }
  const [xx, yy, zz, xy, xz, yz] = p;
  inertia.set([yy + zz, -xy, -xz, -xy, xx + zz, -yz, -xz, -yz, xx + yy]);
  return total;
}
