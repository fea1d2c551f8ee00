import type { F64, f64, I32, i32 } from '../dialect.ts';
import type { Data, Model } from '../model/classes.ts';
import {
  CNSTR_FRICTION_DOF,
  CNSTR_FRICTION_TENDON,
  CNSTRSTATE_LINEARNEG,
  CNSTRSTATE_LINEARPOS,
  CNSTRSTATE_QUADRATIC,
  DSBL_FRICTIONLOSS,
  S_ASLEEP,
} from '../model/constants.ts';
import { hasSmoothFriction } from '../passive/friction-loss.ts';
import { someAsleep } from '../sleep/state.ts';
import { commitTendonRow, openTendonRow } from './jacobian/tendon-row.ts';
import { columnOf, commitRows, openRows, RowBlock, writeRow } from './rows.ts';

const rows = new RowBlock();

/**
 * One row for each dof and tendon with friction loss: its velocity, with a force of bounded size.
 *
 * @reads body_awake
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
  for (let t = 0; t < m.ntendon; t++) if (m.tendon_frictionloss[t] > 0) addTendonRow(m, d, t);
}

/** @writes efc_J */
function addDofRow(m: Model, d: Data, i: i32): void {
  d.rowChain[0] = i;
  openRows(m, d, rows, 1, d.rowChain, 0, 1);
  d.efc_J[rows.base + columnOf(rows, 0)] = 1;
  writeRow(d, rows.first, 0, 0, m.dof_frictionloss[i], m.dof_invweight0[i]);
  commitRows(d, rows, CNSTR_FRICTION_DOF, i);
}

function addTendonRow(m: Model, d: Data, t: i32): void {
  openTendonRow(m, d, rows, t, 1);
  writeRow(d, rows.first, 0, 0, m.tendon_frictionloss[t], m.tendon_invweight0[t]);
  commitTendonRow(d, rows, CNSTR_FRICTION_TENDON, t);
}

/** Force and state of a row of friction loss at jar = x: at most `most` outside of [-edge, edge], -D·x inside. */
export function setFrictionRow(force: F64, state: I32, row: i32, x: f64, D: f64, most: f64, edge: f64): void {
  if (x <= -edge) {
    force[row] = most;
    state[row] = CNSTRSTATE_LINEARNEG;
  } else if (x >= edge) {
    force[row] = -most;
    state[row] = CNSTRSTATE_LINEARPOS;
  } else {
    force[row] = -D * x;
    state[row] = CNSTRSTATE_QUADRATIC;
  }
}
