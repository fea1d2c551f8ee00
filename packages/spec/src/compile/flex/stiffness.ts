import { SIMPLEX_EDGES } from './topology.ts';

/** Numbers that an element has in `flex_stiffness`: the upper triangle of a matrix over the edges of a tetrahedron. */
export const ELEMENT_STIFFNESS = 21;

/** Isotropic material. */
export interface Material {
  readonly young: number;
  readonly poisson: number;
}

/**
 * Saint Venant-Kirchhoff stiffness of triangles or tetrahedra as a metric on the changes of squared edge lengths.
 *
 * With the gradients g of the barycentric coordinates, the Green strain of a linear element is a sum over its edges ij
 *
 *     E = -½ Σ Δl²(ij) B(ij)        B(ij) = ½ (gᵢ gⱼᵀ + gⱼ gᵢᵀ)
 *
 * and K(a, b) = μ tr(Ba Bb) + λ tr(Ba) tr(Bb) of two edges, times the volume.
 *
 * @see Weischedel, A discrete geometric view on shear-deformable shell models (2012), §4.1
 */
export function elementStiffness(
  position: Float64Array,
  element: ArrayLike<number>,
  dim: number,
  { young, poisson }: Material,
  thickness: number,
): Float64Array {
  const elements = element.length / (dim + 1);
  const edges = SIMPLEX_EDGES[dim];
  const stiffness = new Float64Array(ELEMENT_STIFFNESS * elements);
  const shear = young / (2 * (1 + poisson));
  const lame = (young * poisson) / ((1 + poisson) * (1 - 2 * poisson));
  for (let e = 0; e < elements; e++) {
    const corners = Array.from({ length: dim + 1 }, (_, k) => {
      const v = element[e * (dim + 1) + k];
      return position.subarray(3 * v, 3 * v + 3);
    });
    const { gradients, volume } = dim === 2 ? triangleGradients(corners) : tetrahedronGradients(corners);
    const basis = edges.map(([i, j]) => symmetricProduct(gradients[i], gradients[j]));
    const weight = dim === 2 ? (volume / 4) * thickness : volume;
    let at = ELEMENT_STIFFNESS * e;
    for (let a = 0; a < edges.length; a++)
      for (let b = a; b < edges.length; b++)
        stiffness[at++] =
          shear * weight * product(basis[a], basis[b]) + lame * weight * trace(basis[a]) * trace(basis[b]);
  }
  return stiffness;
}

type Vector = ArrayLike<number>;

const difference = (a: Vector, b: Vector): number[] => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const cross = (a: Vector, b: Vector): number[] => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const scaled = (a: Vector, s: number): number[] => [a[0] * s, a[1] * s, a[2] * s];

interface Gradients {
  readonly gradients: number[][];
  /** area or volume */
  readonly volume: number;
}

/** The gradient of a corner is perpendicular to the opposite edge, within the plane. */
function triangleGradients(x: readonly Vector[]): Gradients {
  const normal = cross(difference(x[1], x[0]), difference(x[2], x[0]));
  const square = dot(normal, normal);
  const gradients = [0, 1, 2].map((k) => scaled(cross(normal, difference(x[(k + 2) % 3], x[(k + 1) % 3])), 1 / square));
  return { gradients, volume: Math.sqrt(square) / 2 };
}

function tetrahedronGradients(x: readonly Vector[]): Gradients {
  const [a, b, c] = [1, 2, 3].map((k) => difference(x[k], x[0]));
  const six = dot(cross(a, b), c);
  const inner = [cross(b, c), cross(c, a), cross(a, b)].map((n) => scaled(n, 1 / six));
  const first = [0, 1, 2].map((k) => -(inner[0][k] + inner[1][k] + inner[2][k]));
  return { gradients: [first, ...inner], volume: Math.abs(six) / 6 };
}

/** ½ (a bᵀ + b aᵀ) as xx yy zz xy xz yz. */
const symmetricProduct = (a: Vector, b: Vector): number[] => [
  a[0] * b[0],
  a[1] * b[1],
  a[2] * b[2],
  (a[0] * b[1] + a[1] * b[0]) / 2,
  (a[0] * b[2] + a[2] * b[0]) / 2,
  (a[1] * b[2] + a[2] * b[1]) / 2,
];

const trace = (m: Vector): number => m[0] + m[1] + m[2];

/** tr(a b) of symmetric matrices. */
const product = (a: Vector, b: Vector): number =>
  a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + 2 * (a[3] * b[3] + a[4] * b[4] + a[5] * b[5]);
