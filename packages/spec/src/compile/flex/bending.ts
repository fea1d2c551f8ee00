/** Numbers that an edge has in `flex_bending`: a matrix over its four vertices, and the coefficient of the curved rest shape or of the fold. */
export const EDGE_BENDING = 17;

/** How sheets resist bending: by the curvature at their edges, or by the angle there. */
export type BendModel = 'curvature' | 'fold';

/**
 * Bending stencils of a triangle mesh. For the two triangles at an edge, the curvature is a linear function of the four vertices
 * with cotangents as weights; a flat rest shape has a quadratic energy, a curved one adds a cubic term. In the model `fold`, an extension, the last number is
 * instead the stiffness of the angle between the triangles, and the matrix is what the discrete integrator takes for its derivative.
 *
 * @see Wardetzky et al., Discrete Quadratic Curvature Energies (2007)
 * @see Garg et al., Cubic Shells (2007)
 */
export function edgeBending(
  position: Float64Array,
  flaps: Int32Array,
  shearModulus: number,
  thickness: number,
  model: BendModel = 'curvature',
): Float64Array {
  const edges = flaps.length / 4;
  const bending = new Float64Array(EDGE_BENDING * edges);
  const set = model === 'fold' ? setFold : setStencil;
  const rigidity = shearModulus * (thickness * thickness * thickness);
  for (let e = 0; e < edges; e++) {
    const flap = flaps.subarray(4 * e, 4 * e + 4);
    if (flap[3] < 0) continue;
    const [p, q, r, s] = Array.from(flap, (v) => position.subarray(3 * v, 3 * v + 3));
    set(bending.subarray(EDGE_BENDING * e, EDGE_BENDING * (e + 1)), measureFlap(p, q, r, s, rigidity));
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

/** Two triangles at an edge p q, with the corners r and s on its sides. */
interface Flap {
  readonly edge: Vector;
  /** Vectors from p to r and to s, and from q to them. */
  readonly spokes: readonly [Vector, Vector, Vector, Vector];
  /** Cotangents of the angles at p and at q, of each triangle. */
  readonly cotangents: readonly [number, number, number, number];
  /** Coefficients of the four vertices in the curvature. */
  readonly weight: readonly number[];
  readonly stiffness: number;
}

function measureFlap(p: Vector, q: Vector, r: Vector, s: Vector, rigidity: number): Flap {
  const edge = difference(q, p);
  const [pr, ps, qr, qs] = [difference(r, p), difference(s, p), difference(r, q), difference(s, q)];
  const back = combine(-1, edge, 0, edge);
  const cotangent = (a: Vector, b: Vector): number => dot(a, b) / area2(a, b);
  const [atPr, atPs] = [cotangent(edge, pr), cotangent(ps, edge)];
  const [atQr, atQs] = [cotangent(qr, back), cotangent(back, qs)];
  const area = area2(edge, pr) / 2 + area2(back, qs) / 2;
  return {
    edge,
    spokes: [pr, ps, qr, qs],
    cotangents: [atPr, atPs, atQr, atQs],
    weight: [atQr + atQs, atPr + atPs, -(atPr + atQr), -(atPs + atQs)],
    stiffness: (3 * rigidity) / (24 * area),
  };
}

/** res = scale · weight · weightᵀ */
function setMatrix(res: Float64Array, { weight, stiffness }: Flap, scale: number): void {
  for (let i = 0; i < 4; i++) for (let j = 0; j < 4; j++) res[4 * i + j] = weight[i] * weight[j] * scale * stiffness;
}

/** The stencil of a flap and the coefficient of its curved rest shape. */
function setStencil(res: Float64Array, flap: Flap): void {
  const { edge, spokes, cotangents, stiffness } = flap;
  const [pr, ps, qr, qs] = spokes;
  const [atPr, atPs, atQr, atQs] = cotangents;
  // heights of the triangles over the edge, as vectors of its length: their angle is that of the fold
  const one = combine(-atQr, pr, -atPr, qr);
  const other = combine(-atQs, ps, -atPs, qs);
  const square = dot(edge, edge);
  setMatrix(res, flap, -dot(one, other) / square);
  res[16] = (dot(cross(edge, pr), ps) * (atPr - atQr) * (atQs - atPs) * stiffness) / (square * Math.sqrt(square));
}

/** The stencil of a flap as if it were flat, and the stiffness of its angle: both resist a small fold alike. */
function setFold(res: Float64Array, flap: Flap): void {
  setMatrix(res, flap, 1);
  res[16] = flap.stiffness * dot(flap.edge, flap.edge);
}
