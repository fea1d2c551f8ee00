import { type F64, type f64, type i32, scratchF64 } from '../dialect.ts';
import { copy4, normalize4, quat2Vel } from '../math/quat.ts';
import { max } from '../math/scalar.ts';
import { normalize3 } from '../math/vec3.ts';
import type { Data, Model } from '../model/classes.ts';
import {
  CNSTR_LIMIT_JOINT,
  CNSTR_LIMIT_TENDON,
  DSBL_LIMIT,
  JNT_BALL,
  JNT_HINGE,
  JNT_SLIDE,
  S_ASLEEP,
} from '../model/constants.ts';
import { hasPenaltyLimits } from '../passive/limit-penalty.ts';
import { someAsleep } from '../sleep/state.ts';
import { commitTendonRow, openTendonRow } from './jacobian/tendon-row.ts';
import { columnOf, commitRows, openRows, RowBlock, writeRow } from './rows.ts';

const rows = new RowBlock();

/**
 * One row for each limit of a joint or tendon that is within its margin; the two sides of a range are independent.
 *
 * @reads qpos ten_length body_awake
 * @see mj_instantiateLimit
 */
export function limitRows(m: Model, d: Data): void {
  if ((m.opt_disableflags & DSBL_LIMIT) !== 0) return;
  const rows = !hasPenaltyLimits(m); // else they are forces of slides, hinges and tendons
  const filter = someAsleep(m, d);
  for (let j = 0; j < m.njnt; j++) {
    if (m.jnt_limited[j] === 0) continue;
    if (filter && d.body_awake[m.jnt_bodyid[j]] === S_ASLEEP) continue;
    const type = m.jnt_type[j];
    if (type === JNT_SLIDE || type === JNT_HINGE) {
      if (rows) scalarLimit(m, d, j);
    } else if (type === JNT_BALL) ballLimit(m, d, j);
  }
  for (let t = 0; t < m.ntendon; t++) if (rows && m.tendon_limited[t] !== 0) tendonLimit(m, d, t);
}

/** How far a value is from the lower (`side` 0) or the upper end (1) of range `k`; negative beyond it. */
function distanceToEnd(range: F64, k: i32, side: i32, value: f64): f64 {
  return side === 0 ? value - range[2 * k] : range[2 * k + 1] - value;
}

function scalarLimit(m: Model, d: Data, j: i32): void {
  for (let side = 0; side < 2; side++) {
    const dist = distanceToEnd(m.jnt_range, j, side, d.qpos[m.jnt_qposadr[j]]);
    if (dist < m.jnt_margin[j]) addScalarRow(m, d, j, side === 0 ? 1 : -1, dist);
  }
}

/** @writes efc_J */
function addScalarRow(m: Model, d: Data, j: i32, direction: f64, dist: f64): void {
  openJointRow(m, d, j, 1);
  d.efc_J[rows.base + columnOf(rows, 0)] = direction;
  commitJointRow(m, d, j, dist);
}

const quat = scratchF64(4);
const axis = scratchF64(3);

/** The angle of rotation against the larger number of the range. */
function ballLimit(m: Model, d: Data, j: i32): void {
  copy4(quat, 0, d.qpos, m.jnt_qposadr[j]);
  normalize4(quat, 0);
  quat2Vel(axis, 0, quat, 0, 1);
  const angle = normalize3(axis, 0);
  const dist: f64 = max(m.jnt_range[2 * j], m.jnt_range[2 * j + 1]) - angle;
  if (!(dist < m.jnt_margin[j])) return;
  openJointRow(m, d, j, 3);
  for (let k = 0; k < 3; k++) d.efc_J[rows.base + columnOf(rows, k)] = -axis[k];
  commitJointRow(m, d, j, dist);
}

/** Opens a row over the `nnz` dofs of a joint. */
function openJointRow(m: Model, d: Data, j: i32, nnz: i32): void {
  for (let k = 0; k < nnz; k++) d.rowChain[k] = m.jnt_dofadr[j] + k;
  openRows(m, d, rows, 1, d.rowChain, 0, nnz);
}

function commitJointRow(m: Model, d: Data, j: i32, dist: f64): void {
  writeRow(d, rows.first, dist, m.jnt_margin[j], 0, m.dof_invweight0[m.jnt_dofadr[j]]);
  commitRows(d, rows, CNSTR_LIMIT_JOINT, j);
}

function tendonLimit(m: Model, d: Data, t: i32): void {
  for (let side = 0; side < 2; side++) {
    const dist = distanceToEnd(m.tendon_range, t, side, d.ten_length[t]);
    if (dist < m.tendon_margin[t]) addTendonRow(m, d, t, side === 0 ? 1 : -1, dist);
  }
}

function addTendonRow(m: Model, d: Data, t: i32, direction: f64, dist: f64): void {
  openTendonRow(m, d, rows, t, direction);
  writeRow(d, rows.first, dist, m.tendon_margin[t], 0, m.tendon_invweight0[t]);
  commitTendonRow(d, rows, CNSTR_LIMIT_TENDON, t);
}
