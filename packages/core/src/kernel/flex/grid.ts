// @cold

import { type F64, type f64, type I32, type i32, idiv, scratchF64, scratchI32, toF64, toInt } from '../dialect.ts';
import { clip, clipI } from '../math/scalar.ts';
import type { Model } from '../model/classes.ts';

/** Most control nodes of an element: those of a quadratic cell. */
export const MAX_NODES: i32 = 27;

/**
 * The grid of control nodes of an interpolated flex, and one of its finite elements: a cell, or in a shell a face on the boundary of the
 * grid. Nodes are numbered with the last axis fastest. `loadGrid` fills the first part, `elementNodes` and `cellAt` the second.
 */
export class FlexGrid {
  /** Polynomial degree along an axis: 1 or 2. */
  order: i32 = 0;
  /** Only the faces of the boundary carry stiffness, and inner nodes follow the boundary. */
  shell: boolean = false;
  /** Cells and nodes along each axis. */
  readonly cells: I32 = scratchI32(3);
  readonly nodes: I32 = scratchI32(3);
  /** Finite elements of the flex, and nodes of each. */
  elements: i32 = 0;
  size: i32 = 0;
  /** Numbers of the nodes of the element at hand, within the flex. */
  readonly node: I32 = scratchI32(MAX_NODES);
  /** The axes in which a face lies, slow and fast, and the axis across. */
  axis0: i32 = 0;
  axis1: i32 = 0;
  across: i32 = 0;
  /** Coordinates within a cell, in [0, 1]³, and the weights of its nodes there. */
  readonly local: F64 = scratchF64(3);
  readonly weight: F64 = scratchF64(MAX_NODES);
}

/** Takes the grid of flex `f`. */
export function loadGrid(grid: FlexGrid, m: Model, f: i32): void {
  const interp = m.flex_interp[f];
  grid.shell = interp < 0;
  grid.order = interp < 0 ? -interp : interp;
  for (let a = 0; a < 3; a++) {
    grid.cells[a] = m.flex_cellnum[3 * f + a];
    grid.nodes[a] = grid.cells[a] * grid.order + 1;
  }
  const cx = grid.cells[0];
  const cy = grid.cells[1];
  const cz = grid.cells[2];
  const along = grid.order + 1;
  grid.size = grid.shell ? along * along : along * along * along;
  grid.elements = grid.shell ? 2 * (cy * cz + cx * cz + cx * cy) : cx * cy * cz;
}

/** Number of the node at grid place (i, j, k). */
export function nodeAt(grid: FlexGrid, i: i32, j: i32, k: i32): i32 {
  return (i * grid.nodes[1] + j) * grid.nodes[2] + k;
}

/** Lists the nodes of element `e`. */
export function elementNodes(grid: FlexGrid, e: i32): void {
  if (grid.shell) {
    faceNodes(grid, e);
    return;
  }
  const cy = grid.cells[1];
  const cz = grid.cells[2];
  cellNodes(grid, idiv(e, cy * cz), idiv(e, cz) % cy, e % cz);
}

/** Lists the nodes of cell (ci, cj, ck). */
function cellNodes(grid: FlexGrid, ci: i32, cj: i32, ck: i32): void {
  const order = grid.order;
  let n = 0;
  for (let i = 0; i <= order; i++)
    for (let j = 0; j <= order; j++)
      for (let k = 0; k <= order; k++) grid.node[n++] = nodeAt(grid, ci * order + i, cj * order + j, ck * order + k);
}

const place = scratchI32(3); // of a node of a face, in the grid

/** Lists the nodes of a face of the boundary: those across x at the near and the far end, then y, then z. */
function faceNodes(grid: FlexGrid, e: i32): void {
  const order = grid.order;
  let side = 0;
  let within = e;
  let fast = 0;
  for (side = 0; side < 6; side++) {
    const across = side >> 1;
    fast = grid.cells[(across + 2) % 3];
    const count = grid.cells[(across + 1) % 3] * fast;
    if (within < count) break;
    within -= count;
  }
  grid.across = side >> 1;
  grid.axis0 = (grid.across + 1) % 3;
  grid.axis1 = (grid.across + 2) % 3;
  const row = idiv(within, fast);
  const column = within % fast;
  place[grid.across] = (side & 1) === 0 ? 0 : grid.cells[grid.across] * order;
  let n = 0;
  for (let i = 0; i <= order; i++) {
    for (let j = 0; j <= order; j++) {
      place[grid.axis0] = row * order + i;
      place[grid.axis1] = column * order + j;
      grid.node[n++] = nodeAt(grid, place[0], place[1], place[2]);
    }
  }
}

/** Value at s of the polynomial of node `i` of an axis. */
export function shape(s: f64, i: i32, order: i32): f64 {
  if (order === 1) return i === 0 ? 1 - s : s;
  if (i === 0) return 2 * s * s - 3 * s + 1;
  return i === 1 ? 4 * (s - s * s) : 2 * s * s - s;
}

/** Slope at s of the polynomial of node `i` of an axis. */
export function shapeSlope(s: f64, i: i32, order: i32): f64 {
  if (order === 1) return i === 0 ? -1 : 1;
  if (i === 0) return 4 * s - 3;
  return i === 1 ? 4 * (1 - 2 * s) : 4 * s - 1;
}

/** Finds the cell of a point given in coordinates of the grid's unit cube: its nodes, and their weights at the point. */
export function cellAt(grid: FlexGrid, coord: F64, c: i32): void {
  const order = grid.order;
  for (let a = 0; a < 3; a++) {
    const x = coord[c + a] * toF64(grid.cells[a]);
    place[a] = clipI(toInt(Math.floor(x)), 0, grid.cells[a] - 1);
    grid.local[a] = clip(x - toF64(place[a]), 0, 1);
  }
  cellNodes(grid, place[0], place[1], place[2]);
  let n = 0;
  for (let i = 0; i <= order; i++) {
    const x = shape(grid.local[0], i, order);
    for (let j = 0; j <= order; j++) {
      const xy = x * shape(grid.local[1], j, order);
      for (let k = 0; k <= order; k++) grid.weight[n++] = xy * shape(grid.local[2], k, order);
    }
  }
}
