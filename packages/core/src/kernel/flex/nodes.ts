// @cold

import { type F64, type f64, type i32, scratchF64, toF64 } from '../dialect.ts';
import { mulMatVec3 } from '../math/mat3.ts';
import { addTo3, addToScl3, copy3, cross3, sub3, zero3 } from '../math/vec3.ts';
import type { Data, Model } from '../model/classes.ts';
import { type FlexGrid, nodeAt } from './grid.ts';

/** Whether a point (`at`, in the frame of its body) is the origin of the body. */
export function isOrigin(m: Model, f: i32, at: F64, i: i32): boolean {
  return m.flex_centered[f] !== 0 || (at[i] === 0 && at[i + 1] === 0 && at[i + 2] === 0);
}

/** res = world position of a point that is fixed to `body`. @reads xpos xmat */
export function placePoint(res: F64, r: i32, d: Data, body: i32, at: F64, i: i32): void {
  mulMatVec3(res, r, d.xmat, 9 * body, at, i);
  addTo3(res, r, d.xpos, 3 * body);
}

/**
 * Positions of the control nodes of flex `f`.
 *
 * @reads xpos
 * @writes flexNodePos
 */
export function nodePositions(m: Model, d: Data, grid: FlexGrid, f: i32): void {
  const first = m.flex_nodeadr[f];
  for (let n = first; n < first + m.flex_nodenum[f]; n++) {
    const body = m.flex_nodebodyid[n];
    if (isOrigin(m, f, m.flex_node, 3 * n)) copy3(d.flexNodePos, 3 * n, d.xpos, 3 * body);
    else placePoint(d.flexNodePos, 3 * n, d, body, m.flex_node, 3 * n);
  }
  if (grid.shell) blendInner(d.flexNodePos, first, grid);
}

const arm = scratchF64(3); // a node from the com of its tree

/**
 * Velocities of the control nodes of flex `f`.
 *
 * @reads flexNodePos cvel subtree_com
 * @writes flexNodeVel
 */
export function nodeVelocities(m: Model, d: Data, grid: FlexGrid, f: i32): void {
  const first = m.flex_nodeadr[f];
  const velocity = d.flexNodeVel;
  for (let n = first; n < first + m.flex_nodenum[f]; n++) {
    const body = m.flex_nodebodyid[n];
    sub3(arm, 0, d.flexNodePos, 3 * n, d.subtree_com, 3 * m.body_rootid[body]);
    cross3(velocity, 3 * n, d.cvel, 6 * body, arm, 0);
    addTo3(velocity, 3 * n, d.cvel, 6 * body + 3);
  }
  if (grid.shell) blendInner(velocity, first, grid);
}

/**
 * Gives the inner nodes of a shell the transfinite interpolation of its boundary: the sum of what the pairs of faces, edges and corners
 * say, in which edges count negative since faces share them, and corners positive since edges do.
 *
 * @see Gordon, Hall, Construction of curvilinear co-ordinate systems (1973)
 */
function blendInner(values: F64, first: i32, grid: FlexGrid): void {
  const nx = grid.nodes[0];
  const ny = grid.nodes[1];
  const nz = grid.nodes[2];
  for (let i = 1; i < nx - 1; i++)
    for (let j = 1; j < ny - 1; j++) for (let k = 1; k < nz - 1; k++) blendNode(values, first, grid, i, j, k);
}

const blended = scratchF64(3); // value of an inner node

/** The value at an inner node: over each axis, keep the coordinate, or go to either end of the grid by the distance from it. */
function blendNode(values: F64, first: i32, grid: FlexGrid, i: i32, j: i32, k: i32): void {
  const ends0 = grid.nodes[0] - 1;
  const ends1 = grid.nodes[1] - 1;
  const ends2 = grid.nodes[2] - 1;
  const s = toF64(i) / toF64(ends0);
  const t = toF64(j) / toF64(ends1);
  const u = toF64(k) / toF64(ends2);
  zero3(blended, 0);
  for (let a = -1; a <= 1; a++) {
    const x: i32 = a < 0 ? 0 : a > 0 ? ends0 : i;
    const wx: f64 = a < 0 ? 1 - s : a > 0 ? s : 1.0;
    for (let b = -1; b <= 1; b++) {
      const y: i32 = b < 0 ? 0 : b > 0 ? ends1 : j;
      const wy: f64 = b < 0 ? 1 - t : b > 0 ? t : 1.0;
      for (let c = -1; c <= 1; c++) {
        const z: i32 = c < 0 ? 0 : c > 0 ? ends2 : k;
        const wz: f64 = c < 0 ? 1 - u : c > 0 ? u : 1.0;
        const moved = a * a + b * b + c * c; // 1: to a face, 2: to an edge, 3: to a corner
        if (moved === 0) continue;
        const sign: f64 = moved === 2 ? -1.0 : 1.0;
        addToScl3(blended, 0, values, 3 * (first + nodeAt(grid, x, y, z)), sign * wx * wy * wz);
      }
    }
  }
  copy3(values, 3 * (first + nodeAt(grid, i, j, k)), blended, 0);
}
