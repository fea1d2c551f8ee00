import type { BufferGeometry } from 'three';

/** Corners of each triangle of a geometry, nine numbers each. */
export function triangles(geometry: BufferGeometry): number[][] {
  const position = geometry.getAttribute('position');
  const index = geometry.getIndex();
  const corner = (k: number): number[] => {
    const v = index === null ? k : index.getX(k);
    return [position.getX(v), position.getY(v), position.getZ(v)];
  };
  const count = (index ?? position).count / 3;
  return Array.from({ length: count }, (_, f) => [0, 1, 2].flatMap((c) => corner(3 * f + c)));
}

/** Signed volume under a triangle as seen from the origin, times six. */
const sixfold = ([a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0]: number[]): number =>
  a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);

/** Volume inside a closed surface whose faces are counterclockwise from outside (divergence theorem). */
export const volume = (geometry: BufferGeometry): number =>
  triangles(geometry).reduce((sum, t) => sum + sixfold(t), 0) / 6;

/** Lowest and highest coordinate along each axis. */
export function bounds(geometry: BufferGeometry): { min: number[]; max: number[] } {
  geometry.computeBoundingBox();
  const box = geometry.boundingBox;
  return { min: box?.min.toArray() ?? [], max: box?.max.toArray() ?? [] };
}
