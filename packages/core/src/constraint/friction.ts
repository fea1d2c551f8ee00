import type { i32 } from '../dialect.ts';
import { CNSTR_FRICTION_DOF, CNSTR_FRICTION_TENDON, DSBL_FRICTIONLOSS, S_ASLEEP } from '../model/constants.ts';
import type { Data, Model } from '../model/kernel.ts';
import { hasSmoothFriction } from '../passive/friction-loss.ts';
import { someAsleep } from '../sleep/state.ts';
import { isSparse } from './jacobian-mode.ts';
import { commitRows, openRows } from './rows.ts';
import { addTendonRow } from './tendon-row.ts';

/**
 * One row for each dof and tendon with friction loss: its velocity, with a force of bounded size.
 *
 * @reads ten_J
 * @see mj_instantiateFriction
 */
export function frictionRows(m: Model, d: Data): void {
  if ((m.opt_disableflags & DSBL_FRICTIONLOSS) !== 0 || hasSmoothFriction(m)) return;
  const filter = someAsleep(m, d);
  for (let i = 0; i < m.nv; i++) {
    if (m.dof_frictionloss[i] === 0) continue;
    if (filter && d.body_awake[m.dof_bodyid[i]] === S_ASLEEP) continue;
    addDofRow(m, d, i);
  }
  for (let t = 0; t < m.ntendon; t++) {
    const friction = m.tendon_frictionloss[t];
    if (friction > 0) addTendonRow(m, d, t, CNSTR_FRICTION_TENDON, 1, 0, 0, friction);
  }
}

function addDofRow(m: Model, d: Data, i: i32): void {
  const base = openRows(m, d, 1, 1);
  const row = d.nefc;
  d.rowChain[0] = i;
  d.efc_J[base + (isSparse(m) ? 0 : i)] = 1;
  d.efc_pos[row] = 0;
  d.efc_margin[row] = 0;
  d.efc_frictionloss[row] = m.dof_frictionloss[i];
  d.efc_diagA[row] = m.dof_invweight0[i];
  commitRows(m, d, 1, CNSTR_FRICTION_DOF, i, 1, d.rowChain, 0);
}
