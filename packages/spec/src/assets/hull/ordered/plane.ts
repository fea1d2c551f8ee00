import { type Face, type Polyhedron, UnknownOrder } from './polyhedron.ts';

/** Height of an input point above a face. */
export function heightOf(hull: Polyhedron, point: number, face: Face): number {
  const p = hull.points;
  const at = 3 * point;
  return face.offset + p[at] * face.nx + p[at + 1] * face.ny + p[at + 2] * face.nz;
}

/** The outward plane of a triangle. Points at equal heights are common, so even the order of the products matters. */
export function setPlane(hull: Polyhedron, face: Face): void {
  const [a, b, c] = face.corners;
  const ux = b.x - a.x;
  const uy = b.y - a.y;
  const uz = b.z - a.z;
  const wx = c.x - a.x;
  const wy = c.y - a.y;
  const wz = c.z - a.z;
  const nx = wy * uz - wz * uy;
  const ny = ux * wz - uz * wx;
  const nz = wx * uy - wy * ux;
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  const norm = face.isClockwise ? length : -length;
  face.nx = nx / norm;
  face.ny = ny / norm;
  face.nz = nz / norm;
  face.offset = -(a.x * face.nx + a.y * face.ny + a.z * face.nz);
  const [x, y, z] = hull.center;
  const height = face.offset + x * face.nx + y * face.ny + z * face.nz;
  // not so for NaN either, which a triangle without area has
  if (!(height < -hull.tolerance.rounding)) throw new UnknownOrder('a triangle does not face outward');
}
