import { type f64, type i32, scratchF64 } from '../dialect.ts';
import { copy4, normalize4, quat2Vel } from '../math/quat.ts';
import { max } from '../math/scalar.ts';
import { normalize3 } from '../math/vec3.ts';
import {
  CNSTR_LIMIT_JOINT,
  CNSTR_LIMIT_TENDON,
  DSBL_LIMIT,
  JNT_BALL,
  JNT_HINGE,
  JNT_SLIDE,
  S_ASLEEP,
} from '../model/constants.ts';
import type { Data, Model } from '../model/kernel.ts';
import { hasPenaltyLimits } from '../passive/limit-penalty.ts';
import { someAsleep } from '../sleep/state.ts';
import { isSparse } from './jacobian-mode.ts';
import { commitRows, openRows } from './rows.ts';
import { addTendonRow } from './tendon-row.ts';

/**
 * One row for each limit of a joint or tendon that is within its margin; the two sides of a range are independent.
 *
 * @reads qpos ten_length ten_J
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

function scalarLimit(m: Model, d: Data, j: i32): void {
  const value = d.qpos[m.jnt_qposadr[j]];
  const margin = m.jnt_margin[j];
  const lower: f64 = value - m.jnt_range[2 * j];
  const upper: f64 = m.jnt_range[2 * j + 1] - value;
  if (lower < margin) addScalarRow(m, d, j, 1, lower);
  if (upper < margin) addScalarRow(m, d, j, -1, upper);
}

function addScalarRow(m: Model, d: Data, j: i32, direction: f64, dist: f64): void {
  const base = openRows(m, d, 1, 1);
  const i = m.jnt_dofadr[j];
  d.efc_J[base + (isSparse(m) ? 0 : i)] = direction;
  commitJointRow(m, d, j, 1, dist);
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
  const base = openRows(m, d, 1, 3);
  const at: i32 = base + (isSparse(m) ? 0 : m.jnt_dofadr[j]);
  for (let k = 0; k < 3; k++) d.efc_J[at + k] = -axis[k];
  commitJointRow(m, d, j, 3, dist);
}

function commitJointRow(m: Model, d: Data, j: i32, nnz: i32, dist: f64): void {
  const row = d.nefc;
  const i = m.jnt_dofadr[j];
  for (let k = 0; k < nnz; k++) d.rowChain[k] = i + k;
  d.efc_pos[row] = dist;
  d.efc_margin[row] = m.jnt_margin[j];
  d.efc_frictionloss[row] = 0;
  d.efc_diagA[row] = m.dof_invweight0[i];
  commitRows(m, d, 1, CNSTR_LIMIT_JOINT, j, nnz, d.rowChain, 0);
}

function tendonLimit(m: Model, d: Data, t: i32): void {
  const value = d.ten_length[t];
  const margin = m.tendon_margin[t];
  const lower: f64 = value - m.tendon_range[2 * t];
  const upper: f64 = m.tendon_range[2 * t + 1] - value;
  if (lower < margin) addTendonRow(m, d, t, CNSTR_LIMIT_TENDON, 1, lower, margin, 0);
  if (upper < margin) addTendonRow(m, d, t, CNSTR_LIMIT_TENDON, -1, upper, margin, 0);
}
