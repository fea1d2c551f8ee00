import { type CellCount, cellTotal } from './cells.ts';

/** The grid of control nodes from which the vertices of a flex are interpolated: cells of one order, which share their borders. */
export class ControlGrid {
  readonly cells: CellCount;
  readonly order: number;
  /** Nodes along the axes; the last axis runs fastest. */
  readonly count: readonly [number, number, number];

  constructor(cells: CellCount, order: number) {
    this.cells = cells;
    this.order = order;
    this.count = [cells[0] * order + 1, cells[1] * order + 1, cells[2] * order + 1];
  }

  get nodes(): number {
    return cellTotal(this.count);
  }

  node(x: number, y: number, z: number): number {
    return (x * this.count[1] + y) * this.count[2] + z;
  }

  /** Visits the nodes in order. */
  forEach(visit: (x: number, y: number, z: number, node: number) => void): void {
    let node = 0;
    for (let x = 0; x < this.count[0]; x++)
      for (let y = 0; y < this.count[1]; y++) for (let z = 0; z < this.count[2]; z++) visit(x, y, z, node++);
  }

  isOnBorder(...index: [number, number, number]): boolean {
    return index.some((i, axis) => i === 0 || i === this.count[axis] - 1);
  }

  /** True if all cells with this node are empty. */
  isUnused(empty: Uint8Array, ...index: [number, number, number]): boolean {
    const { cells, order } = this;
    const first = index.map((i) => (i === 0 ? 0 : Math.trunc((i - 1) / order)));
    const last = index.map((i, axis) => Math.min(cells[axis] - 1, Math.trunc(i / order)));
    for (let x = first[0]; x <= last[0]; x++)
      for (let y = first[1]; y <= last[1]; y++)
        for (let z = first[2]; z <= last[2]; z++) if (!empty[(x * cells[1] + y) * cells[2] + z]) return false;
    return true;
  }

  /** Nodes of a cell, in the order of the grid. */
  nodesOfCell(x: number, y: number, z: number): number[] {
    const { order } = this;
    const nodes: number[] = [];
    for (let i = 0; i <= order; i++)
      for (let j = 0; j <= order; j++)
        for (let k = 0; k <= order; k++) nodes.push(this.node(x * order + i, y * order + j, z * order + k));
    return nodes;
  }
}

/**
 * A side of the grid: its cells are quads of nodes. Side 2·axis is at the start of the axis, side 2·axis + 1 at its end; the axes
 * in its plane follow the one across in cyclic order, the second one runs fastest.
 */
export class GridSide {
  readonly grid: ControlGrid;
  readonly id: number;
  readonly across: number;
  /** Axes in the plane. */
  readonly u: number;
  readonly v: number;
  /** Quads along them. */
  readonly nu: number;
  readonly nv: number;
  /** Number of the first quad among those of all sides. */
  readonly first: number;

  constructor(grid: ControlGrid, id: number, first: number) {
    this.grid = grid;
    this.id = id;
    this.across = id >> 1;
    this.u = (this.across + 1) % 3;
    this.v = (this.across + 2) % 3;
    this.nu = grid.cells[this.u];
    this.nv = grid.cells[this.v];
    this.first = first;
  }

  get isUpper(): boolean {
    return this.id % 2 === 1;
  }

  /** Nodes of a quad, in the order of the plane's axes. */
  nodesOfQuad(i: number, j: number): number[] {
    const { grid, across, u, v } = this;
    const { order } = grid;
    const index: [number, number, number] = [0, 0, 0];
    index[across] = this.isUpper ? grid.count[across] - 1 : 0;
    const nodes: number[] = [];
    for (let a = 0; a <= order; a++) {
      for (let b = 0; b <= order; b++) {
        index[u] = i * order + a;
        index[v] = j * order + b;
        nodes.push(grid.node(...index));
      }
    }
    return nodes;
  }
}

/** The six sides of a grid. */
export function sidesOf(grid: ControlGrid): GridSide[] {
  const sides: GridSide[] = [];
  let first = 0;
  for (let id = 0; id < 6; id++) {
    const side = new GridSide(grid, id, first);
    sides.push(side);
    first += side.nu * side.nv;
  }
  return sides;
}

/** Quads of all sides. */
export const quadTotal = ({ cells: [x, y, z] }: ControlGrid): number => 2 * (y * z + x * z + x * y);
