// @cold

import { type i32, scratchF64 } from '../../dialect.ts';
import { PointPair } from '../../kinematics/jacobian.ts';
import { copy3, normalize3, sub3 } from '../../math/vec3.ts';
import type { Data, Model } from '../../model/classes.ts';
import { CNSTR_EQUALITY, NEQDATA } from '../../model/constants.ts';
import { openDifference, writeTranslation } from '../jacobian/difference.ts';
import { commitRows, RowBlock, writeRow } from '../rows.ts';
import { pairInvweight } from './connect.ts';

const centres = new PointPair();
const rows = new RowBlock();
const direction = scratchF64(3); // from the second centre to the first

/**
 * One row that keeps the centres of two geoms at the distance in `eq_data`: along the line between them. An extension.
 *
 * @reads geom_xpos cdof subtree_com
 * @writes efc_J
 */
export function distanceRows(m: Model, d: Data, e: i32): void {
  const geom1 = m.eq_obj1id[e];
  const geom2 = m.eq_obj2id[e];
  centres.body1 = m.geom_bodyid[geom1];
  centres.body2 = m.geom_bodyid[geom2];
  copy3(centres.points, 0, d.geom_xpos, 3 * geom1);
  copy3(centres.points, 3, d.geom_xpos, 3 * geom2);
  sub3(direction, 0, centres.points, 0, centres.points, 3);
  const distance = normalize3(direction, 0);
  openDifference(m, d, rows, 3, centres);
  writeTranslation(m, d, rows, centres);

  // of the three rows, the part along the line
  const stride = rows.stride;
  const J = d.efc_J;
  for (let k = rows.base; k < rows.base + stride; k++)
    J[k] = direction[0] * J[k] + direction[1] * J[k + stride] + direction[2] * J[k + 2 * stride];
  rows.size = 1;
  writeRow(d, rows.first, distance - m.eq_data[NEQDATA * e], 0, 0, pairInvweight(m, centres, 0));
  commitRows(d, rows, CNSTR_EQUALITY, e);
}
