// @cold

import { couplingSlope } from '../constraint/equality/polynomial.ts';
import type { f64, i32 } from '../dialect.ts';
import { dotSparse } from '../math/linear/sparse.ts';
import type { Data, Model } from '../model/classes.ts';
import {
  CNSTR_EQUALITY,
  CNSTR_FRICTION_TENDON,
  CNSTR_LIMIT_TENDON,
  DSBL_DAMPER,
  DSBL_SPRING,
  EQ_TENDON,
  TRN_TENDON,
} from '../model/constants.ts';
import { tendonDamper, tendonSpring } from '../passive/spring-damper.ts';
import { tendonDot, tendonInertia } from './tendon-armature.ts';

/**
 * The whole force of each tendon along its length, positive where it pushes its ends apart: springs and dampers, actuators, limits,
 * friction and couplings, less what its own inertia takes.
 *
 * @reads qacc qvel ten_J actuator_force
 * @writes tendonTension
 */
export function tendonTensions(m: Model, d: Data): void {
  const springs = (m.opt_disableflags & DSBL_SPRING) === 0;
  const dampers = (m.opt_disableflags & DSBL_DAMPER) === 0;
  for (let t = 0; t < m.ntendon; t++) {
    let force: f64 = 0;
    if (springs) force += tendonSpring(m, d, t);
    if (dampers) force += tendonDamper(m, d, t);
    d.tendonTension[t] = force - inertialForce(m, d, t);
  }
  for (let a = 0; a < m.nactuator; a++) {
    const out = m.actuator_outadr[a];
    if (m.actuator_trntype[a] === TRN_TENDON)
      d.tendonTension[m.actuator_trnid[2 * a]] += m.actuator_gear[6 * out] * d.actuator_force[out];
  }
  for (let row = 0; row < d.nefc; row++) addRow(m, d, row);
}

/** Force that the inertia of a tendon takes: armature·(J·qacc + J̇·qvel). */
function inertialForce(m: Model, d: Data, t: i32): f64 {
  const armature = tendonInertia(m, t);
  if (armature === 0) return 0;
  const adr = m.ten_J_rowadr[t];
  const along = dotSparse(d.ten_J, adr, d.qacc, 0, m.ten_J_rownnz[t], m.ten_J_colind, adr);
  return armature * (along + tendonDot(m, d, t, d.qvel));
}

/**
 * Adds the force of one constraint row to the tendons that it acts on.
 *
 * @reads nefc efc_type efc_id efc_force tendonTension
 */
function addRow(m: Model, d: Data, row: i32): void {
  const type = d.efc_type[row];
  const id = d.efc_id[row];
  const force = d.efc_force[row];
  if (type === CNSTR_FRICTION_TENDON) d.tendonTension[id] += force;
  else if (type === CNSTR_LIMIT_TENDON) d.tendonTension[id] += isUpper(m, d, row, id) ? -force : force;
  else if (type === CNSTR_EQUALITY && m.eq_type[id] === EQ_TENDON) addCoupling(m, d, id, force);
}

/**
 * Whether a limit row is for the upper end of the range; it follows the row for the lower end.
 *
 * @reads ten_length efc_pos
 */
function isUpper(m: Model, d: Data, row: i32, t: i32): boolean {
  if (row > 0 && d.efc_type[row - 1] === CNSTR_LIMIT_TENDON && d.efc_id[row - 1] === t) return true;
  return d.efc_pos[row] !== d.ten_length[t] - m.tendon_range[2 * t];
}

function addCoupling(m: Model, d: Data, e: i32, force: f64): void {
  const second = m.eq_obj2id[e];
  d.tendonTension[m.eq_obj1id[e]] += force;
  if (second < 0) return;
  d.tendonTension[second] -= couplingSlope(m, e, d.ten_length[second] - m.tendon_length0[second]) * force;
}
