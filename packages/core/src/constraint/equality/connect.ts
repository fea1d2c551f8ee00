import { type i32, scratchF64 } from '../../dialect.ts';
import { CNSTR_EQUALITY } from '../../model/constants.ts';
import type { Data, Model } from '../../model/kernel.ts';
import { mergeChain, writeJacobianDifference } from '../jacobian-difference.ts';
import { isSparse } from '../jacobian-mode.ts';
import { commitRows, openRows } from '../rows.ts';
import { anchorBody, anchorPoints } from './anchors.ts';

const points = scratchF64(6); // the two anchors

/**
 * Three rows that hold two anchors together, as a ball joint does: their difference, in world axes.
 *
 * @reads xpos xmat site_xpos cdof subtree_com
 * @see mj_instantiateEquality
 */
export function connectRows(m: Model, d: Data, e: i32): void {
  const body1 = anchorBody(m, e, 0);
  const body2 = anchorBody(m, e, 1);
  anchorPoints(points, m, d, e);
  const nnz = mergeChain(m, d, body1, body2, false);
  const base = openRows(m, d, 3, nnz);
  writeJacobianDifference(m, d, base, nnz, isSparse(m), body1, body2, points, false);
  writeBodyPair(m, d, 3, body1, body2);
  for (let k = 0; k < 3; k++) d.efc_pos[d.nefc + k] = points[k] - points[3 + k];
  commitRows(m, d, 3, CNSTR_EQUALITY, e, nnz, d.rowChain, m.nv - nnz);
}

/** What the rows of connect and weld have in common: no margin, no friction, inertia estimated from the two bodies. */
export function writeBodyPair(m: Model, d: Data, size: i32, body1: i32, body2: i32): void {
  const invweight = m.body_invweight0;
  const row = d.nefc;
  for (let k = 0; k < size; k++) {
    const kind: i32 = k < 3 ? 0 : 1; // translation, rotation
    d.efc_margin[row + k] = 0;
    d.efc_frictionloss[row + k] = 0;
    d.efc_diagA[row + k] = invweight[2 * body1 + kind] + invweight[2 * body2 + kind];
  }
}
