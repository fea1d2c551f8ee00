/** Smallest and largest coordinates of points: x y z, x y z. */
export function boundsOf(point: ArrayLike<number>): Float64Array {
  const bounds = new Float64Array(6).fill(Number.POSITIVE_INFINITY, 0, 3).fill(Number.NEGATIVE_INFINITY, 3);
  for (let i = 0; i < point.length; i++) {
    const k = i % 3;
    bounds[k] = Math.min(bounds[k], point[i]);
    bounds[k + 3] = Math.max(bounds[k + 3], point[i]);
  }
  return bounds;
}

/** Cells of a control grid along the axes; the last axis runs fastest. */
export type CellCount = readonly [number, number, number];

export const cellTotal = ([x, y, z]: CellCount): number => x * y * z;

/**
 * Which cells of the box around a shape have nothing of it: those that no element's box touches; for a surface, those of
 * them that can be reached from outside.
 */
export function findEmptyCells(
  point: ArrayLike<number>,
  element: ArrayLike<number>,
  dim: number,
  cells: CellCount,
  bounds: ArrayLike<number> = boundsOf(point),
): Uint8Array {
  const filled = touchedCells(point, element, dim, cells, bounds);
  if (dim === 2) return outside(filled, cells);
  return filled.map((x) => 1 - x);
}

function touchedCells(
  point: ArrayLike<number>,
  element: ArrayLike<number>,
  dim: number,
  cells: CellCount,
  bounds: ArrayLike<number>,
): Uint8Array {
  const touched = new Uint8Array(cellTotal(cells));
  const cellOf = (x: number, axis: number): number => {
    const extent = bounds[axis + 3] - bounds[axis];
    if (extent <= 0) return 0;
    const cell = Math.trunc(((x - bounds[axis]) / extent) * cells[axis]);
    return Math.max(0, Math.min(cells[axis] - 1, cell));
  };
  const corners = new Float64Array(3 * (dim + 1));
  for (let e = 0; e < element.length; e += dim + 1) {
    for (let i = 0; i < corners.length; i++) corners[i] = point[3 * element[e + Math.trunc(i / 3)] + (i % 3)];
    const box = boundsOf(corners);
    const [low, high] = [0, 3].map((at) => [0, 1, 2].map((axis) => cellOf(box[at + axis], axis)));
    for (let x = low[0]; x <= high[0]; x++)
      for (let y = low[1]; y <= high[1]; y++)
        touched.fill(1, (x * cells[1] + y) * cells[2] + low[2], (x * cells[1] + y) * cells[2] + high[2] + 1);
  }
  return touched;
}

/** Cells that are not filled and connected to the border through such cells. */
function outside(filled: Uint8Array, [nx, ny, nz]: CellCount): Uint8Array {
  const found = new Uint8Array(filled.length);
  const pending: number[] = [];
  const visit = (x: number, y: number, z: number): void => {
    if (x < 0 || x >= nx || y < 0 || y >= ny || z < 0 || z >= nz) return;
    const cell = (x * ny + y) * nz + z;
    if (filled[cell] || found[cell]) return;
    found[cell] = 1;
    pending.push(cell);
  };
  for (let x = 0; x < nx; x++)
    for (let y = 0; y < ny; y++)
      for (let z = 0; z < nz; z++)
        if (x === 0 || x === nx - 1 || y === 0 || y === ny - 1 || z === 0 || z === nz - 1) visit(x, y, z);
  for (let cell = pending.pop(); cell !== undefined; cell = pending.pop()) {
    const [x, y, z] = [Math.trunc(cell / (ny * nz)), Math.trunc(cell / nz) % ny, cell % nz];
    visit(x - 1, y, z);
    visit(x + 1, y, z);
    visit(x, y - 1, z);
    visit(x, y + 1, z);
    visit(x, y, z - 1);
    visit(x, y, z + 1);
  }
  return found;
}
