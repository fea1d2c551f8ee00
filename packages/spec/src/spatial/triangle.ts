/** res = a × b */
export function cross(res: Float64Array, a: Float64Array, b: Float64Array): void {
  res.set([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]);
}

/** res = the vector from the point at `from` to the point at `to`, both places in `v` */
export function edge(res: Float64Array, v: Float64Array, from: number, to: number): void {
  for (let k = 0; k < 3; k++) res[k] = v[to + k] - v[from + k];
}

const first = new Float64Array(3); // edges of a triangle from its first corner
const second = new Float64Array(3);

/** normal = (b - a) × (c - a) for the triangle whose corners are at the places a, b, c of `v`; as long as twice its area. */
export function triangleNormal(normal: Float64Array, v: Float64Array, a: number, b: number, c: number): void {
  edge(first, v, a, b);
  edge(second, v, a, c);
  cross(normal, first, second);
}
