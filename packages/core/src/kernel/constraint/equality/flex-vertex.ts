// @cold

import type { i32 } from '../../dialect.ts';
import type { Data, Model } from '../../model/classes.ts';
import { CNSTR_EQUALITY } from '../../model/constants.ts';
import { writePacked } from '../jacobian/tendon-row.ts';
import { commitRows, openRows, RowBlock, writeRow } from '../rows.ts';

const rows = new RowBlock();

/**
 * Two rows for the strain invariants of each vertex of a flex.
 *
 * @reads flexvert_length flexvert_J
 * @writes efc_J
 * @see mj_instantiateEquality
 */
export function flexVertexRows(m: Model, d: Data, e: i32): void {
  const f = m.eq_obj1id[e];
  const end = m.flex_vertadr[f] + m.flex_vertnum[f];
  for (let v = m.flex_vertadr[f]; v < end; v++) {
    const weight = m.body_invweight0[2 * m.flex_vertbodyid[v]];
    for (let row = 2 * v; row < 2 * v + 2; row++) {
      const adr = m.flexvert_J_rowadr[row];
      openRows(m, d, rows, 1, m.flexvert_J_colind, adr, m.flexvert_J_rownnz[row]);
      writePacked(d, rows, d.flexvert_J, adr, 1);
      writeRow(d, rows.first, d.flexvert_length[row], 0, 0, weight);
      commitRows(d, rows, CNSTR_EQUALITY, e);
    }
  }
}
