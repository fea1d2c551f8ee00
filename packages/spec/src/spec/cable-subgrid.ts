/** Cubic Hermite basis on [0, 1]: coefficients by power of the value and of the slope at either end. */
const HERMITE: readonly (readonly (readonly number[])[])[] = [
  [
    [1, 0, -3, 2],
    [0, 1, -2, 1],
  ],
  [
    [0, 0, 3, -2],
    [0, 0, -1, 1],
  ],
];
const ENDS = [0, 1] as const;
const DERIVATIVES = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
] as const;

/** Weights of the knots of a grid at one vertex between them; those that are zero are left out. */
export interface VertexWeights {
  readonly vertex: number;
  readonly knots: ReadonlyMap<number, number>;
}

/** How many vertices a line of knots has with `subgrid` vertices between two knots. */
export const fineCount = (knots: number, subgrid: number): number => (knots - 1) * (subgrid + 1) + 1;

/** The knots that the value or slope (by central differences, one-sided at the ends) at knot k is made of. */
function stencil(k: number, count: number, derivative: 0 | 1): readonly (readonly [knot: number, factor: number])[] {
  if (derivative === 0) return [[k, 1]];
  const [before, after] = [Math.max(k - 1, 0), Math.min(k + 1, count - 1)];
  return [
    [after, 1 / (after - before)],
    [before, -1 / (after - before)],
  ];
}

/**
 * Bicubic Hermite interpolation of a grid of knots: for each vertex of the refined grid, cell by cell, what each knot contributes. Both
 * grids are numbered row by row.
 *
 * The sums run over powers and then over derivatives, as in MuJoCo: what cancels there to a rounding error does so here, and counts as a weight.
 */
export function* subgridWeights(rows: number, columns: number, subgrid: number): Generator<VertexWeights> {
  const parts = subgrid + 1;
  const fineColumns = fineCount(columns, subgrid);
  for (let row = 0; row < rows - 1; row++) {
    for (let column = 0; column < columns - 1; column++) {
      const [height, width] = [row === rows - 2 ? parts + 1 : parts, column === columns - 2 ? parts + 1 : parts];
      for (let i = 0; i < height; i++) {
        for (let j = 0; j < width; j++) {
          const vertex = (row * parts + i) * fineColumns + column * parts + j;
          const at = [i * (1 / parts), j * (1 / parts)] as const;
          yield { vertex, knots: patchWeights(row, column, rows, columns, at) };
        }
      }
    }
  }
}

function patchWeights(
  row: number,
  column: number,
  rows: number,
  columns: number,
  [x, y]: readonly [number, number],
): Map<number, number> {
  const [xs, ys] = [
    [1, x, x * x, x * x * x],
    [1, y, y * y, y * y * y],
  ];
  const weights = new Map<number, number>();
  for (const [dx, dy] of DERIVATIVES) {
    for (const endX of ENDS) {
      for (const endY of ENDS) {
        let basis = 0;
        for (let m = 0; m < 4; m++)
          for (let n = 0; n < 4; n++) basis += xs[m] * ys[n] * (HERMITE[endX][dx][m] * HERMITE[endY][dy][n]);
        for (const [knotX, factorX] of stencil(row + endX, rows, dx)) {
          for (const [knotY, factorY] of stencil(column + endY, columns, dy)) {
            const knot = knotX * columns + knotY;
            weights.set(knot, (weights.get(knot) ?? 0) + basis * (factorX * factorY));
          }
        }
      }
    }
  }
  for (const [knot, weight] of weights) if (weight === 0) weights.delete(knot);
  return weights;
}
