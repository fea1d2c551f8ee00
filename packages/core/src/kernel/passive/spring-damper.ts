import { type F64, type f64, type i32, scratchF64 } from '../dialect.ts';
import { flexForces } from '../flex/passive/elasticity.ts';
import { dampingPoly, totalDamping } from '../inertia/reflected.ts';
import { copy4, normalize4, subQuat } from '../math/quat.ts';
import { addToScl3, norm3, sub3 } from '../math/vec3.ts';
import type { Data, Model } from '../model/classes.ts';
import { DSBL_DAMPER, DSBL_SPRING, JNT_BALL, JNT_FREE, S_AWAKE } from '../model/constants.ts';
import { someAsleep, tendonState } from '../sleep/state.ts';
import { polyCoefficient } from './polynomial.ts';

const displacement = scratchF64(3); // from the spring's rest position
const orientation = scratchF64(4); // normalised

/** x beyond the interval [lower, upper]: 0 inside, negative below. */
export function beyond(x: f64, lower: f64, upper: f64): f64 {
  if (x > upper) return x - upper;
  if (x < lower) return x - lower;
  return 0;
}

/**
 * Forces of the springs of joints and tendons, of the dampers of dofs and tendons, with polynomial coefficients, and of flexes.
 *
 * @reads qpos qvel ten_length ten_velocity ten_J qfrc_spring qfrc_damper
 * @writes qfrc_spring qfrc_damper
 * @see mj_springdamper
 */
export function springDamper(m: Model, d: Data): void {
  const springs = (m.opt_disableflags & DSBL_SPRING) === 0;
  const dampers = (m.opt_disableflags & DSBL_DAMPER) === 0;
  const filter = someAsleep(m, d);
  if (springs) jointSprings(m, d);
  if (dampers) dofDampers(m, d);
  if (m.nflex > 0) flexForces(m, d);
  for (let t = 0; t < m.ntendon; t++)
    if (!filter || tendonState(m, d, t) === S_AWAKE) tendonSpringDamper(m, d, t, springs, dampers);
}

/** @reads nbody_awake body_awake_ind */
function jointSprings(m: Model, d: Data): void {
  if (!someAsleep(m, d)) {
    rangeSprings(m, d, 0, m.njnt);
    return;
  }
  for (let k = 0; k < d.nbody_awake; k++) {
    const b = d.body_awake_ind[k];
    rangeSprings(m, d, m.body_jntadr[b], m.body_jntnum[b]);
  }
}

/** Springs of `count` joints from `first` on. */
function rangeSprings(m: Model, d: Data, first: i32, count: i32): void {
  for (let j = first; j < first + count; j++) jointSpring(m, d, j);
}

function jointSpring(m: Model, d: Data, j: i32): void {
  const poly = m.jnt_stiffnesspoly;
  const stiffness = m.jnt_stiffness[j];
  if (stiffness === 0 && poly[2 * j] === 0 && poly[2 * j + 1] === 0) return;
  const qpos = d.qpos;
  const rest = m.qpos_spring;
  const type = m.jnt_type[j];
  let q = m.jnt_qposadr[j];
  let i = m.jnt_dofadr[j];
  if (type !== JNT_FREE && type !== JNT_BALL) {
    const x = qpos[q] - rest[q];
    d.qfrc_spring[i] = -x * polyCoefficient(stiffness, poly, 2 * j, x);
    return;
  }
  if (type === JNT_FREE) {
    sub3(displacement, 0, qpos, q, rest, q);
    pull(d.qfrc_spring, i, stiffness, poly, j);
    q += 3;
    i += 3;
  }
  copy4(orientation, 0, qpos, q);
  normalize4(orientation, 0);
  subQuat(displacement, 0, orientation, 0, rest, q);
  pull(d.qfrc_spring, i, stiffness, poly, j);
}

/** qfrc -= k·displacement, with k a function of its length. */
function pull(qfrc: F64, i: i32, stiffness: f64, poly: F64, j: i32): void {
  const k = polyCoefficient(stiffness, poly, 2 * j, norm3(displacement, 0));
  addToScl3(qfrc, i, displacement, 0, -k);
}

/** @reads nv_awake dof_awake_ind */
function dofDampers(m: Model, d: Data): void {
  const filter = someAsleep(m, d);
  const nv: i32 = filter ? d.nv_awake : m.nv;
  const { dof_awake_ind, qvel, qfrc_damper } = d;
  const { dof_jntid, dof_damping, dof_dampingpoly, jnt_actuatorid } = m;
  for (let k = 0; k < nv; k++) {
    const i = filter ? dof_awake_ind[k] : k;
    const j = dof_jntid[i];
    const b = totalDamping(m, false, j, jnt_actuatorid[j], dof_damping[i], dof_dampingpoly, 2 * i);
    if (b === 0 && dampingPoly[0] === 0 && dampingPoly[1] === 0) continue;
    const v = qvel[i];
    qfrc_damper[i] = -v * polyCoefficient(b, dampingPoly, 0, Math.abs(v));
  }
}

/** Force of the spring of tendon `t` along its length. */
export function tendonSpring(m: Model, d: Data, t: i32): f64 {
  const x = beyond(d.ten_length[t], m.tendon_lengthspring[2 * t], m.tendon_lengthspring[2 * t + 1]);
  return -x * polyCoefficient(m.tendon_stiffness[t], m.tendon_stiffnesspoly, 2 * t, x);
}

/** Force of the damper of tendon `t`, with that of its actuators, along its length. */
export function tendonDamper(m: Model, d: Data, t: i32): f64 {
  const v = d.ten_velocity[t];
  const b = totalDamping(m, true, t, m.tendon_actuatorid[t], m.tendon_damping[t], m.tendon_dampingpoly, 2 * t);
  return -v * polyCoefficient(b, dampingPoly, 0, Math.abs(v));
}

function tendonSpringDamper(m: Model, d: Data, t: i32, springs: boolean, dampers: boolean): void {
  const spring: f64 = springs ? tendonSpring(m, d, t) : 0.0;
  const damper: f64 = dampers ? tendonDamper(m, d, t) : 0.0;
  if (spring === 0 && damper === 0) return;
  const end = m.ten_J_rowadr[t] + m.ten_J_rownnz[t];
  for (let a = m.ten_J_rowadr[t]; a < end; a++) {
    const i = m.ten_J_colind[a];
    d.qfrc_spring[i] += d.ten_J[a] * spring;
    d.qfrc_damper[i] += d.ten_J[a] * damper;
  }
}
