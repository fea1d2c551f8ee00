import type { Material } from './stiffness.ts';

// Linear elasticity of the cells of a control grid. The order of every sum is MuJoCo's: cells are symmetric, their eigenvalues
// repeat, and then the last bit of the matrix decides which vectors span an eigenspace.

/** Values and slopes of the shape functions of a line at a point of the unit interval. */
interface ShapeFunctions {
  readonly value: number[];
  readonly slope: number[];
}

export function shapeFunctions(s: number, order: number): ShapeFunctions {
  if (order === 1) return { value: [1 - s, s], slope: [-1, 1] };
  return {
    value: [2 * s * s - 3 * s + 1, 4 * (s - s * s), 2 * s * s - s],
    slope: [4 * s - 3, 4 * (1 - 2 * s), 4 * s - 1],
  };
}

interface Quadrature {
  readonly points: readonly number[];
  readonly weights: readonly number[];
}

/** Two or three points on the unit interval. The outer ones of three are where MuJoCo has them, 0.5 / √(3/5) from the middle. */
function quadrature(order: number): Quadrature {
  if (order === 1) {
    const offset = 0.5 / Math.sqrt(3);
    return { points: [-offset + 0.5, offset + 0.5], weights: [0.5, 0.5] };
  }
  const offset = 0.5 / Math.sqrt(3 / 5);
  return { points: [0.5, -offset + 0.5, offset + 0.5], weights: [(8 / 9) * 0.5, (5 / 9) * 0.5, (5 / 9) * 0.5] };
}

/** The negative stiffness matrix of a cell, whose nodes are given in the order of the grid, along the axes. */
export function cellStiffness(pos: Float64Array, order: number, { young, poisson }: Material): Float64Array {
  const nodes = (order + 1) * (order + 1) * (order + 1);
  const last = 3 * (nodes - 1);
  const size = [pos[last] - pos[0], pos[last + 1] - pos[1], pos[last + 2] - pos[2]];
  const volume = size[0] * size[1] * size[2];
  const lame = (young * poisson) / (1 + poisson) / (1 - 2 * poisson);
  const shear = young / (2 * (1 + poisson));
  const { points, weights } = quadrature(order);
  const functions = points.map((s) => shapeFunctions(s, order));
  const matrix = new Float64Array(9 * nodes * nodes);
  const gradients = new Float64Array(3 * nodes);
  const inverse = size.map((d) => 1 / d);
  const axes = [0, 1, 2];
  for (let a = 0; a <= order; a++) {
    for (let b = 0; b <= order; b++) {
      for (let c = 0; c <= order; c++) {
        let at = 0;
        for (let i = 0; i <= order; i++) {
          for (let j = 0; j <= order; j++) {
            for (let k = 0; k <= order; k++) {
              const [f, g, h] = [functions[a], functions[b], functions[c]];
              gradients[at++] = inverse[0] * (f.slope[i] * g.value[j] * h.value[k]);
              gradients[at++] = inverse[1] * (f.value[i] * g.slope[j] * h.value[k]);
              gradients[at++] = inverse[2] * (f.value[i] * g.value[j] * h.slope[k]);
            }
          }
        }
        const measure = weights[a] * weights[b] * weights[c] * volume;
        subtractStrainProducts(matrix, gradients, axes, lame, shear, measure);
      }
    }
  }
  return matrix;
}

/** The same for a quad of a shell, in whose plane it lies: only displacements within the plane count. */
export function quadStiffness(
  pos: Float64Array,
  order: number,
  plane: readonly [number, number],
  { young, poisson }: Material,
  thickness: number,
): Float64Array {
  const nodes = (order + 1) * (order + 1);
  const [u, v] = plane;
  const [du, dv] = [pos[3 * (nodes - 1) + u] - pos[u], pos[3 * (nodes - 1) + v] - pos[v]];
  const lame = (young * poisson) / (1 - poisson * poisson);
  const shear = young / (2 * (1 + poisson));
  const { points, weights } = quadrature(order);
  const functions = points.map((s) => shapeFunctions(s, order));
  const matrix = new Float64Array(9 * nodes * nodes);
  const gradients = new Float64Array(3 * nodes);
  for (let a = 0; a <= order; a++) {
    for (let b = 0; b <= order; b++) {
      let at = 0;
      for (let i = 0; i <= order; i++) {
        for (let j = 0; j <= order; j++) {
          const [f, g] = [functions[a], functions[b]];
          gradients[at + u] = (1 / du) * (f.slope[i] * g.value[j]);
          gradients[at + v] = (1 / dv) * (f.value[i] * g.slope[j]);
          at += 3;
        }
      }
      const measure = weights[a] * weights[b] * (du * dv) * thickness;
      subtractStrainProducts(matrix, gradients, plane, lame, shear, measure);
    }
  }
  return matrix;
}

/**
 * Subtracts λ tr(ε) tr(η) + μ tr(ε η) for the strains ε and η of unit displacements of two nodes along two axes. The strain of a
 * displacement along axis k has the gradient of its node in row and column k, halved off the diagonal.
 */
function subtractStrainProducts(
  matrix: Float64Array,
  gradients: Float64Array,
  axes: readonly number[],
  lame: number,
  shear: number,
  measure: number,
): void {
  const dofs = gradients.length;
  const strain = new Float64Array(9);
  const other = new Float64Array(9);
  for (let i = 0; i < dofs; i += 3) {
    for (let j = 0; j < dofs; j += 3) {
      for (const k of axes) {
        unitStrain(strain, gradients, i, k);
        for (const l of axes) {
          unitStrain(other, gradients, j, l);
          const at = dofs * (i + k) + j + l;
          matrix[at] -= lame * gradients[i + k] * gradients[j + l] * measure;
          matrix[at] -= shear * traceOfProduct(strain, other) * measure;
        }
      }
    }
  }
}

function unitStrain(res: Float64Array, gradients: Float64Array, at: number, k: number): void {
  res.fill(0);
  for (let c = 0; c < 3; c++) {
    const half = gradients[at + c] / 2;
    res[3 * k + c] = half;
    res[3 * c + k] = half;
  }
  res[4 * k] = gradients[at + k];
}

function traceOfProduct(a: Float64Array, b: Float64Array): number {
  const diagonal = (i: number): number => a[3 * i] * b[i] + a[3 * i + 1] * b[i + 3] + a[3 * i + 2] * b[i + 6];
  return diagonal(0) + diagonal(1) + diagonal(2);
}
