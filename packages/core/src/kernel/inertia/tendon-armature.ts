// @cold

import { isSparse } from '../constraint/jacobian/mode.ts';
import { type F64, type f64, type i32, scratchF64 } from '../dialect.ts';
import { jacPos, jacPosDot } from '../kinematics/jacobian.ts';
import { objectVelocity } from '../kinematics/object-motion.ts';
import { dot, mulMatTVec, subFrom } from '../math/linear/dense.ts';
import { addToSclSparseInc } from '../math/linear/sparse.ts';
import { MINVAL } from '../math/scalar.ts';
import { addToScl3, dot3, normalize3, scl3, sub3 } from '../math/vec3.ts';
import type { Data, Model } from '../model/classes.ts';
import { OBJ_SITE, WRAP_CYLINDER, WRAP_JOINT, WRAP_PULLEY, WRAP_SITE, WRAP_SPHERE } from '../model/constants.ts';
import { someAsleep, tendonAsleep } from '../sleep/state.ts';
import { actuatorArmature } from './reflected.ts';

/** Inertia of tendon `t` along its length, with that of its actuators. */
export function tendonInertia(m: Model, t: i32): f64 {
  return m.tendon_armature[t] + actuatorArmature(m, true, t, m.tendon_actuatorid[t]);
}

/**
 * M += armature·Jᵀ·J of every tendon.
 *
 * @reads ten_J M
 * @writes M
 * @see mj_tendonArmature
 */
export function tendonArmature(m: Model, d: Data): void {
  const filter = someAsleep(m, d);
  for (let t = 0; t < m.ntendon; t++) {
    if (filter && tendonAsleep(m, d, t)) continue;
    const armature = tendonInertia(m, t);
    if (armature !== 0) addArmature(m, d, t, armature);
  }
}

function addArmature(m: Model, d: Data, t: i32, armature: f64): void {
  const colind = m.ten_J_colind;
  const ten_J = d.ten_J;
  const first = m.ten_J_rowadr[t];
  const count = m.ten_J_rownnz[t];
  for (let k = first; k < first + count; k++) {
    if (ten_J[k] === 0) continue;
    const i = colind[k];
    const row = m.M_rowadr[i];
    const scale = armature * ten_J[k];
    addToSclSparseInc(d.M, row, m.M_colind, row, m.M_rownnz[i], ten_J, first, colind, first, count, scale);
  }
}

/**
 * qfrc += Jᵀ·armature·(J̇·qvel) of every tendon: the force that its inertia takes while the path changes.
 *
 * @reads ten_J qvel
 * @see mj_tendonBias
 */
export function tendonBias(m: Model, d: Data, qfrc: F64): void {
  const filter = someAsleep(m, d);
  for (let t = 0; t < m.ntendon; t++) {
    if (filter && tendonAsleep(m, d, t)) continue;
    const armature = tendonInertia(m, t);
    if (armature === 0) continue;
    const force = armature * tendonDot(m, d, t, d.qvel);
    if (force === 0) continue;
    const end = m.ten_J_rowadr[t] + m.ten_J_rownnz[t];
    for (let k = m.ten_J_rowadr[t]; k < end; k++) qfrc[m.ten_J_colind[k]] += force * d.ten_J[k];
  }
}

/**
 * J̇·vec of tendon `t`. Only straight segments: the compiler gives no armature to tendons that wrap around geoms.
 *
 * @see mj_tendonDot
 */
export function tendonDot(m: Model, d: Data, t: i32, vec: F64): f64 {
  const first = m.tendon_adr[t];
  if (m.wrap_type[first] === WRAP_JOINT) return 0;
  let sum: f64 = 0;
  let divisor: f64 = 1;
  for (let w = first; w < first + m.tendon_num[t] - 1; w++) {
    if (m.wrap_type[w] === WRAP_PULLEY) divisor = m.wrap_prm[w];
    else if (m.wrap_type[w] === WRAP_SITE && m.wrap_type[w + 1] === WRAP_SITE)
      sum = addSegmentDot(m, d, m.wrap_objid[w], m.wrap_objid[w + 1], vec, divisor, sum);
    else if (m.wrap_type[w + 1] === WRAP_SPHERE || m.wrap_type[w + 1] === WRAP_CYLINDER) w++;
  }
  return sum;
}

const along = scratchF64(3); // unit vector from the first site to the second
const turning = scratchF64(3); // its time derivative
const velocity1 = scratchF64(6);
const velocity2 = scratchF64(6);

/**
 * sum + (d/dt of alongᵀ·(J₂ - J₁))·vec / divisor for a straight segment, summed in the order of the storage of J.
 *
 * @reads site_xpos tendonJac tendonRow
 * @writes tendonJac tendonRow
 */
function addSegmentDot(m: Model, d: Data, site1: i32, site2: i32, vec: F64, divisor: f64, sum: f64): f64 {
  const body1 = m.site_bodyid[site1];
  const body2 = m.site_bodyid[site2];
  if (body1 === body2) return sum;
  const nv = m.nv;
  const site_xpos = d.site_xpos;
  objectVelocity(m, d, OBJ_SITE, site1, velocity1, 0, false);
  objectVelocity(m, d, OBJ_SITE, site2, velocity2, 0, false);
  sub3(along, 0, site_xpos, 3 * site2, site_xpos, 3 * site1);
  const length = normalize3(along, 0);
  sub3(turning, 0, velocity2, 3, velocity1, 3);
  addToScl3(turning, 0, along, 0, -dot3(along, 0, turning, 0));
  scl3(turning, 0, turning, 0, length > MINVAL ? 1 / length : 0.0);

  // the Jacobians change, then the direction does
  jacPosDot(m, d, d.tendonJac, 0, site_xpos, 3 * site2, body2);
  jacPosDot(m, d, d.tendonJac, 3 * nv, site_xpos, 3 * site1, body1);
  const first = addProduct(m, d, along, vec, divisor, sum);
  jacPos(m, d, d.tendonJac, 0, site_xpos, 3 * site2, body2);
  jacPos(m, d, d.tendonJac, 3 * nv, site_xpos, 3 * site1, body1);
  return addProduct(m, d, turning, vec, divisor, first);
}

/** sum + directionᵀ·(J₂ - J₁)·vec / divisor */
function addProduct(m: Model, d: Data, direction: F64, vec: F64, divisor: f64, sum: f64): f64 {
  const nv = m.nv;
  const row = d.tendonRow;
  subFrom(d.tendonJac, 0, d.tendonJac, 3 * nv, 3 * nv);
  mulMatTVec(row, 0, d.tendonJac, 0, direction, 0, 3, nv);
  if (!isSparse(m)) return sum + dot(row, 0, vec, 0, nv) / divisor;
  let total: f64 = sum;
  for (let i = 0; i < nv; i++) if (row[i] !== 0) total += (row[i] / divisor) * vec[i];
  return total;
}
