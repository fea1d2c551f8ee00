/** Numbers that an edge has in `flex_bending`: a matrix over its four vertices and the coefficient of the curved rest shape. */
export const EDGE_BENDING = 17;

/**
 * Bending stencils of a triangle mesh. For the two triangles at an edge, the curvature is a linear function of the four vertices
 * with cotangents as weights; a flat rest shape has a quadratic energy, a curved one adds a cubic term.
 *
 * @see Wardetzky et al., Discrete Quadratic Curvature Energies (2007)
 * @see Garg et al., Cubic Shells (2007)
 */
export function edgeBending(
  position: Float64Array,
  flaps: Int32Array,
  shearModulus: number,
  thickness: number,
): Float64Array {
  const edges = flaps.length / 4;
  const bending = new Float64Array(EDGE_BENDING * edges);
  for (let e = 0; e < edges; e++) {
    const flap = flaps.subarray(4 * e, 4 * e + 4);
    if (flap[3] < 0) continue;
    const [p, q, r, s] = Array.from(flap, (v) => position.subarray(3 * v, 3 * v + 3));
    stencil(
      bending.subarray(EDGE_BENDING * e, EDGE_BENDING * (e + 1)),
      p,
      q,
      r,
      s,
      shearModulus * (thickness * thickness * thickness),
    );
  }
  return bending;
}

type Vector = ArrayLike<number>;

const difference = (a: Vector, b: Vector): number[] => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): number[] => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const combine = (s: number, a: Vector, t: number, b: Vector): number[] => [0, 1, 2].map((k) => s * a[k] + t * b[k]);

/** Twice the area between two vectors. */
const area2 = (a: Vector, b: Vector): number => Math.sqrt(dot(cross(a, b), cross(a, b)));

/** The stencil of the edge p q with the corners r and s on its sides. */
function stencil(res: Float64Array, p: Vector, q: Vector, r: Vector, s: Vector, rigidity: number): void {
  const edge = difference(q, p);
  const [pr, ps, qr, qs] = [difference(r, p), difference(s, p), difference(r, q), difference(s, q)];
  const back = combine(-1, edge, 0, edge);
  const cotangent = (a: Vector, b: Vector): number => dot(a, b) / area2(a, b);
  const [atPr, atPs] = [cotangent(edge, pr), cotangent(ps, edge)];
  const [atQr, atQs] = [cotangent(qr, back), cotangent(back, qs)];
  const weight = [atQr + atQs, atPr + atPs, -(atPr + atQr), -(atPs + atQs)];
  const area = area2(edge, pr) / 2 + area2(back, qs) / 2;
  const stiffness = (3 * rigidity) / (24 * area);

  // heights of the triangles over the edge, as vectors of its length: their angle is that of the fold
  const one = combine(-atQr, pr, -atPr, qr);
  const other = combine(-atQs, ps, -atPs, qs);
  const square = dot(edge, edge);
  const cosine = -dot(one, other) / square;
  for (let i = 0; i < 4; i++) for (let j = 0; j < 4; j++) res[4 * i + j] = weight[i] * weight[j] * cosine * stiffness;
  res[16] = (dot(cross(edge, pr), ps) * (atPr - atQr) * (atQs - atPs) * stiffness) / (square * Math.sqrt(square));
}
