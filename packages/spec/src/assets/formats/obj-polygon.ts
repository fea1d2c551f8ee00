import type { FloatList, IntList } from '../lists.ts';

const { fround } = Math;
const FLOAT_EPS = 2 ** -23;

/**
 * Cuts one polygon of an OBJ file into triangles, in float32 arithmetic: a quad along its shorter diagonal, others by
 * ear clipping in the coordinate plane that sees their first proper corner best. Appends (vertex, texcoord, normal)
 * triples of each triangle to `out`.
 */
export function triangulate(out: IntList, corner: IntList, at: number, count: number, vert: FloatList): void {
  const emit = (c: number): void => {
    out.push(corner.get(c));
    out.push(corner.get(c + 1));
    out.push(corner.get(c + 2));
  };
  const nvert = vert.length / 3;
  const vertexOf = (c: number): number => corner.get(c);
  const exists = (v: number): boolean => v >= 0 && v < nvert;
  if (count < 3) return;
  if (count === 3) {
    for (let k = 0; k < 3; k++) emit(at + 3 * k);
    return;
  }
  if (count === 4) {
    const quad = [0, 1, 2, 3].map((k) => vertexOf(at + 3 * k));
    if (!quad.every(exists)) return;
    const isFirst = squaredDistance(vert, quad[0], quad[2]) < squaredDistance(vert, quad[1], quad[3]);
    for (const k of isFirst ? [0, 1, 2, 0, 2, 3] : [0, 1, 3, 1, 2, 3]) emit(at + 3 * k);
    return;
  }
  const [ax, ay] = projectionAxes(corner, at, count, vert, exists);

  const remaining: number[] = [];
  for (let k = 0; k < count; k++) remaining.push(at + 3 * k);
  const x = [0, 0, 0];
  const y = [0, 0, 0];
  let guess = 0;
  let tries = count;
  let previous = count;
  while (remaining.length > 3 && tries > 0) {
    const n = remaining.length;
    if (guess >= n) guess -= n;
    if (previous !== n) {
      previous = n;
      tries = n;
    } else {
      tries--;
    }
    for (let k = 0; k < 3; k++) {
      const v = vertexOf(remaining[(guess + k) % n]);
      x[k] = exists(v) ? vert.get(3 * v + ax) : 0;
      y[k] = exists(v) ? vert.get(3 * v + ay) : 0;
    }
    if (isReflex(x, y) || coversAnother(x, y)) {
      guess++;
      continue;
    }
    for (let k = 0; k < 3; k++) emit(remaining[(guess + k) % n]);
    remaining.splice((guess + 1) % n, 1);
  }
  if (remaining.length === 3) for (const c of remaining) emit(c);

  function coversAnother(px: readonly number[], py: readonly number[]): boolean {
    const n = remaining.length;
    for (let k = 3; k < n; k++) {
      const v = vertexOf(remaining[(guess + k) % n]);
      if (exists(v) && contains(px, py, vert.get(3 * v + ax), vert.get(3 * v + ay))) return true;
    }
    return false;
  }
}

/** The two coordinates kept: those across the largest component of the first non-zero corner cross product. */
function projectionAxes(
  corner: IntList,
  at: number,
  count: number,
  vert: FloatList,
  exists: (v: number) => boolean,
): [number, number] {
  for (let k = 0; k < count; k++) {
    const a = corner.get(at + 3 * k);
    const b = corner.get(at + 3 * ((k + 1) % count));
    const c = corner.get(at + 3 * ((k + 2) % count));
    if (!exists(a) || !exists(b) || !exists(c)) continue;
    const e = [0, 1, 2].map((i) => fround(vert.get(3 * b + i) - vert.get(3 * a + i)));
    const f = [0, 1, 2].map((i) => fround(vert.get(3 * c + i) - vert.get(3 * b + i)));
    const cx = Math.abs(fround(fround(e[1] * f[2]) - fround(e[2] * f[1])));
    const cy = Math.abs(fround(fround(e[2] * f[0]) - fround(e[0] * f[2])));
    const cz = Math.abs(fround(fround(e[0] * f[1]) - fround(e[1] * f[0])));
    if (!(cx > FLOAT_EPS || cy > FLOAT_EPS || cz > FLOAT_EPS)) continue;
    if (cx > cy && cx > cz) return [1, 2];
    return cz > cx && cz > cy ? [0, 1] : [0, 2];
  }
  return [1, 2];
}

function squaredDistance(vert: FloatList, a: number, b: number): number {
  const [x, y, z] = [0, 1, 2].map((k) => fround(vert.get(3 * b + k) - vert.get(3 * a + k)));
  return fround(fround(fround(x * x) + fround(y * y)) + fround(z * z));
}

/** Whether the turn at the middle corner has another sense than the first edge has about the origin. */
function isReflex(x: readonly number[], y: readonly number[]): boolean {
  const p = fround(fround(x[1] - x[0]) * fround(y[2] - y[1]));
  const q = fround(fround(y[1] - y[0]) * fround(x[2] - x[1]));
  const area = fround(fround(fround(x[0] * y[1]) - fround(y[0] * x[1])) * 0.5);
  return fround(fround(p - q) * area) < 0;
}

/** Crossing-number test of a point against a triangle. */
function contains(x: readonly number[], y: readonly number[], px: number, py: number): boolean {
  let inside = false;
  for (let i = 0, j = 2; i < 3; j = i++) {
    const xi = x[i];
    const yi = y[i];
    const xj = x[j];
    const yj = y[j];
    if (yi > py === yj > py) continue;
    const run = fround(fround(fround(xj - xi) * fround(py - yi)) / fround(yj - yi));
    if (px < fround(run + xi)) inside = !inside;
  }
  return inside;
}
