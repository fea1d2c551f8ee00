import { type i32, scratchF64 } from '../../dialect.ts';
import { copy3, normalize3, sub3 } from '../../math/vec3.ts';
import { CNSTR_EQUALITY, NEQDATA } from '../../model/constants.ts';
import type { Data, Model } from '../../model/kernel.ts';
import { mergeChain, writeJacobianDifference } from '../jacobian-difference.ts';
import { isSparse } from '../jacobian-mode.ts';
import { commitRows, openRows, rowStride } from '../rows.ts';
import { writeBodyPair } from './connect.ts';

const points = scratchF64(6); // the centres of the geoms
const direction = scratchF64(3); // from the second to the first

/**
 * One row that keeps the centres of two geoms at the distance in `eq_data`: along the line between them. An extension.
 *
 * @reads geom_xpos cdof subtree_com
 * @writes efc_J efc_pos
 */
export function distanceRows(m: Model, d: Data, e: i32): void {
  const geom1 = m.eq_obj1id[e];
  const geom2 = m.eq_obj2id[e];
  const body1 = m.geom_bodyid[geom1];
  const body2 = m.geom_bodyid[geom2];
  copy3(points, 0, d.geom_xpos, 3 * geom1);
  copy3(points, 3, d.geom_xpos, 3 * geom2);
  sub3(direction, 0, points, 0, points, 3);
  const distance = normalize3(direction, 0);
  const nnz = mergeChain(m, d, body1, body2, false);
  const base = openRows(m, d, 3, nnz);
  writeJacobianDifference(m, d, base, nnz, isSparse(m), body1, body2, points, false);

  // of the three rows, the part along the line
  const stride = rowStride(m, nnz);
  const J = d.efc_J;
  for (let k = base; k < base + stride; k++)
    J[k] = direction[0] * J[k] + direction[1] * J[k + stride] + direction[2] * J[k + 2 * stride];
  writeBodyPair(m, d, 1, body1, body2);
  d.efc_pos[d.nefc] = distance - m.eq_data[NEQDATA * e];
  commitRows(m, d, 1, CNSTR_EQUALITY, e, nnz, d.rowChain, m.nv - nnz);
}
