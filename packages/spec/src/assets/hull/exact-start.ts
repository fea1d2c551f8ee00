import { sideOf } from './orientation.ts';

/**
 * Four points that span a tetrahedron, the fourth below the first three; undefined if all lie in a plane.
 *
 * The widest pair of extremes along an axis, then the furthest point from their line, then from the plane of the three.
 */
export function chooseTetrahedron(p: Float64Array): number[] | undefined {
  const [a, b] = widestPair(p);
  const [ux, uy, uz] = [p[3 * b] - p[3 * a], p[3 * b + 1] - p[3 * a + 1], p[3 * b + 2] - p[3 * a + 2]];
  const normalTo = (v: number): [number, number, number] => {
    const [wx, wy, wz] = [p[3 * v] - p[3 * a], p[3 * v + 1] - p[3 * a + 1], p[3 * v + 2] - p[3 * a + 2]];
    return [uy * wz - uz * wy, uz * wx - ux * wz, ux * wy - uy * wx];
  };
  const c = furthest(p, (v) => {
    const [x, y, z] = normalTo(v);
    return x * x + y * y + z * z;
  });
  const [nx, ny, nz] = normalTo(c);
  const d = furthest(p, (v) =>
    Math.abs(nx * (p[3 * v] - p[3 * a]) + ny * (p[3 * v + 1] - p[3 * a + 1]) + nz * (p[3 * v + 2] - p[3 * a + 2])),
  );
  const side = sideOf(p, a, b, c, d);
  if (side === 0) return undefined;
  return side > 0 ? [b, a, c, d] : [a, b, c, d];
}

function furthest(p: Float64Array, measure: (v: number) => number): number {
  let best = 0;
  let most = measure(0);
  for (let v = 1; 3 * v < p.length; v++) {
    const size = measure(v);
    if (!(size > most)) continue;
    most = size;
    best = v;
  }
  return best;
}

/** Lowest and highest point along the axis where they are furthest apart. */
function widestPair(p: Float64Array): [number, number] {
  let pair: [number, number] = [0, 0];
  let width = -1;
  for (let k = 0; k < 3; k++) {
    const low = furthest(p, (v) => -p[3 * v + k]);
    const high = furthest(p, (v) => p[3 * v + k]);
    if (!(p[3 * high + k] - p[3 * low + k] > width)) continue;
    width = p[3 * high + k] - p[3 * low + k];
    pair = [low, high];
  }
  return pair;
}
