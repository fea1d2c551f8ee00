import { type F64, type i32, scratchF64 } from '../../dialect.ts';
import { lastDof } from '../../kinematics/apply-force.ts';
import { type PointPair, pointColumn } from '../../kinematics/jacobian.ts';
import { sub3, zero3 } from '../../math/vec3.ts';
import type { Data, Model } from '../../model/classes.ts';
import { columnOf, openRows, type RowBlock } from '../rows.ts';

/** Which of two bodies a dof moves. */
const SIDE_FIRST: i32 = 1;
export const SIDE_SECOND: i32 = 2;
const SIDE_BOTH: i32 = 3;

/**
 * Lists the dofs that move `body1` or `body2` in `d.rowChain`, increasing, at `[nv - n, nv)`, and which of the two each of them moves in
 * `d.rowChainSide`. With `skipCommon` those that move both are left out: where the two points coincide,
 * their columns cancel. Returns n.
 */
export function mergeChain(m: Model, d: Data, body1: i32, body2: i32, skipCommon: boolean): i32 {
  const { nv, dof_parentid } = m;
  const { rowChain: chain, rowChainSide: side } = d;
  let i1 = lastDof(m, body1);
  let i2 = lastDof(m, body2);
  let at = nv;
  while (i1 >= 0 || i2 >= 0) {
    if (i1 === i2) {
      if (skipCommon) break;
      at--;
      chain[at] = i1;
      side[at] = SIDE_BOTH;
      i1 = dof_parentid[i1];
      i2 = i1;
    } else if (i1 > i2) {
      at--;
      chain[at] = i1;
      side[at] = SIDE_FIRST;
      i1 = dof_parentid[i1];
    } else {
      at--;
      chain[at] = i2;
      side[at] = SIDE_SECOND;
      i2 = dof_parentid[i2];
    }
  }
  return nv - at;
}

/** res = point relative to the centre of mass of the body's tree, about which `cdof` is expressed. @reads subtree_com */
export function comOffset(res: F64, r: i32, m: Model, d: Data, body: i32, point: F64, p: i32): void {
  sub3(res, r, point, p, d.subtree_com, 3 * m.body_rootid[body]);
}

/** Opens `size` rows over the dofs that move one of two points. */
export function openDifference(m: Model, d: Data, rows: RowBlock, size: i32, pair: PointPair): void {
  const nnz = mergeChain(m, d, pair.body1, pair.body2, false);
  openRows(m, d, rows, size, d.rowChain, m.nv - nnz, nnz);
}

const offset = scratchF64(6); // of the two points
const column1 = scratchF64(3);
const column2 = scratchF64(3);

/**
 * The first three rows: translational Jacobian of point 1 minus that of point 2.
 *
 * @reads cdof
 * @writes efc_J
 */
export function writeTranslation(m: Model, d: Data, rows: RowBlock, pair: PointPair): void {
  const stride = rows.stride;
  const { rowChainSide: side, cdof, efc_J } = d;
  comOffset(offset, 0, m, d, pair.body1, pair.points, 0);
  comOffset(offset, 3, m, d, pair.body2, pair.points, 3);
  for (let c = 0; c < rows.nnz; c++) {
    const i = rows.chain[rows.start + c];
    const moved = side[rows.start + c];
    zero3(column1, 0);
    zero3(column2, 0);
    if (moved !== SIDE_SECOND) pointColumn(column1, 0, cdof, 6 * i, offset, 0);
    if (moved !== SIDE_FIRST) pointColumn(column2, 0, cdof, 6 * i, offset, 3);
    const at = rows.base + columnOf(rows, c);
    for (let k = 0; k < 3; k++) efc_J[at + k * stride] = column1[k] - column2[k];
  }
}

/**
 * The next three rows: rotational Jacobian of body 1 minus that of body 2.
 *
 * @reads cdof
 * @writes efc_J
 */
export function writeRotation(d: Data, rows: RowBlock): void {
  const stride = rows.stride;
  const { cdof, efc_J } = d;
  for (let c = 0; c < rows.nnz; c++) {
    const i = rows.chain[rows.start + c];
    const moved = d.rowChainSide[rows.start + c];
    const at = rows.base + 3 * stride + columnOf(rows, c);
    for (let k = 0; k < 3; k++) {
      const w = cdof[6 * i + k];
      if (moved === SIDE_FIRST) efc_J[at + k * stride] = w;
      else if (moved === SIDE_SECOND) efc_J[at + k * stride] = -w;
      else efc_J[at + k * stride] = 0; // turns both alike
    }
  }
}
