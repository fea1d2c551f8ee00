// @cold

import type { i32 } from '../../dialect.ts';
import type { Data, Model } from '../../model/classes.ts';
import { CNSTR_EQUALITY } from '../../model/constants.ts';
import { writePacked } from '../jacobian/tendon-row.ts';
import { commitRows, openRows, RowBlock, writeRow } from '../rows.ts';

const rows = new RowBlock();

/**
 * One row for the length of each edge of a flex whose ends are not on one body.
 *
 * @reads flexedge_length flexedge_J
 * @writes efc_J
 * @see mj_instantiateEquality
 */
export function flexEdgeRows(m: Model, d: Data, e: i32): void {
  const f = m.eq_obj1id[e];
  const end = m.flex_edgeadr[f] + m.flex_edgenum[f];
  for (let k = m.flex_edgeadr[f]; k < end; k++) {
    if (m.flexedge_rigid[k] !== 0) continue;
    const adr = m.flexedge_J_rowadr[k];
    openRows(m, d, rows, 1, m.flexedge_J_colind, adr, m.flexedge_J_rownnz[k]);
    writePacked(d, rows, d.flexedge_J, adr, 1);
    writeRow(d, rows.first, d.flexedge_length[k] - m.flexedge_length0[k], 0, 0, m.flexedge_invweight0[k]);
    commitRows(d, rows, CNSTR_EQUALITY, e);
  }
}
