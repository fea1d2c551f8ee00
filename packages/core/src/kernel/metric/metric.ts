/**
 * The effective metric of the discrete integrator, M̂ = M + h·D + h²·K: springs and dampers of joints and tendons, actuators whose force
 * varies with length or velocity, and the drag of the medium, all at the end of the step. It is made of
 *
 *     efm_diag     diagonal terms of dofs
 *     efm_fluid    drag, in the pattern of M
 *     efm_ts, as   one term s·JᵀJ for each tendon and each output of an actuator
 *     efm_K        the elasticity of flexes (flex.ts)
 *
 * A spring that will be stretched by h·v more has that force already: efm_c and efm_ca are -h·K·v. Terms that would make M̂ smaller are left out.
 *
 * @see mj_effBuild mj_effShift mj_effActuation
 * @cold
 */
import { biasInMetric, gainInMetric } from '../actuation/generated/slopes.ts';
import { listPassiveContacts, passiveContactShift } from '../constraint/contact-passive.ts';
import { forceByLength, forceByVelocity, hasNoSlope } from '../derivative/actuator.ts';
import { fluidByVel } from '../derivative/fluid.ts';
import type { F64, f64, I32, i32 } from '../dialect.ts';
import { dampingPoly, totalDamping } from '../inertia/reflected.ts';
import { addTo, copy, scl, zero } from '../math/linear/dense.ts';
import { ldlFactor } from '../math/linear/ldl.ts';
import { gather } from '../math/linear/sparse.ts';
import { max } from '../math/scalar.ts';
import type { Data, Model } from '../model/classes.ts';
import { DSBL_ACTUATION, DSBL_DAMPER, DSBL_SPRING, INT_DISCRETE, SOL_PGS } from '../model/constants.ts';
import { polyDerivative } from '../passive/polynomial.ts';
import { beyond } from '../passive/spring-damper.ts';
import { actuatorAsleep, someAsleep, tendonAsleep } from '../sleep/state.ts';
import { Coupling, nextCoupling, startCouplings } from './couplings.ts';
import { flexMetric, flexShift } from './flex.ts';
import { jointStiffness } from './stiffness.ts';

const coupling = new Coupling(); // the term at hand

/** Whether tendons and actuators are in the metric: the dual solver cannot carry what they couple. */
export function hasCouplings(m: Model): boolean {
  return m.opt_integrator === INT_DISCRETE && m.opt_solver !== SOL_PGS;
}

/** Whether a tendon can have a term in the metric. */
export function tendonPossible(m: Model, t: i32): boolean {
  const stiff = m.tendon_stiffness[t] !== 0 || hasPoly(m.tendon_stiffnesspoly, t);
  const damped = m.tendon_damping[t] !== 0 || hasPoly(m.tendon_dampingpoly, t) || m.tendon_actuatorid[t] !== -1;
  const flags = m.opt_disableflags;
  return (stiff && (flags & DSBL_SPRING) === 0) || (damped && (flags & DSBL_DAMPER) === 0);
}

function hasPoly(poly: F64, k: i32): boolean {
  return poly[2 * k] !== 0 || poly[2 * k + 1] !== 0;
}

/** Whether an actuator can have a term in the metric. */
export function actuatorPossible(m: Model, a: i32): boolean {
  if ((m.opt_disableflags & DSBL_ACTUATION) !== 0) return false;
  return biasInMetric(m.actuator_biastype[a]) || gainInMetric(m.actuator_gaintype[a]);
}

/** Whether some dof can have damping. */
function dofsPossible(m: Model): boolean {
  if ((m.opt_disableflags & DSBL_DAMPER) !== 0) return false;
  for (let i = 0; i < m.nv; i++) {
    if (m.dof_damping[i] > 0 || hasPoly(m.dof_dampingpoly, i) || m.jnt_actuatorid[m.dof_jntid[i]] !== -1) return true;
  }
  return false;
}

/** Whether the medium resists: as with all passive forces, not when springs and dampers are both off. */
function hasDrag(m: Model): boolean {
  const flags = m.opt_disableflags;
  return (m.opt_viscosity > 0 || m.opt_density > 0) && ((flags & DSBL_SPRING) === 0 || (flags & DSBL_DAMPER) === 0);
}

/**
 * What the metric needs of the position: the springs of joints, and the list of tendons.
 *
 * @reads nefmcon
 * @writes efm_active nefmT nefmA metricTerms efm_tid metricFlex
 */
export function metricPosition(m: Model, d: Data): void {
  d.nefmT = 0;
  d.nefmA = 0;
  d.metricTerms = 0;
  d.efm_active = m.opt_integrator === INT_DISCRETE ? 1 : 0;
  flexMetric(m, d);
  listPassiveContacts(m, d);
  if (d.efm_active === 0) return;
  const springs = jointStiffness(m, d);
  let actuators = false;
  if (hasCouplings(m)) {
    const filter = someAsleep(m, d);
    for (let t = 0; t < m.ntendon; t++)
      if (tendonPossible(m, t) && !(filter && tendonAsleep(m, d, t))) d.efm_tid[d.nefmT++] = t;
    for (let a = 0; a < m.nactuator; a++) if (actuatorPossible(m, a)) actuators = true;
  }
  zero(d.efm_ca, 0, m.nv);
  d.metricTerms = springs || dofsPossible(m) || d.nefmT > 0 || d.nefmcon > 0 || actuators || hasDrag(m) ? 1 : 0;
}

/**
 * What the metric needs of the velocity: dampers, the terms of tendons, drag, and the correction of the force by springs.
 *
 * @reads efm_active metricTerms efm_ck efm_tid nefmT qvel ten_length ten_velocity ten_J
 * @writes efm_c efm_diag efm_ts efm_tk efm_fluid
 */
export function metricVelocity(m: Model, d: Data): void {
  if (d.efm_active === 0) return;
  zero(d.efm_c, 0, m.nv);
  flexShift(m, d);
  passiveContactShift(d.efm_c, m, d, d.qvel);
  if (d.metricTerms === 0) return;
  dofTerms(m, d);
  for (let t = 0; t < d.nefmT; t++) tendonTerm(m, d, t);
  if (hasDrag(m)) dragTerms(m, d);
}

/**
 * Springs and dampers of dofs, at their present slopes.
 *
 * @reads efm_ck qvel
 * @writes efm_diag efm_c
 */
export function dofTerms(m: Model, d: Data): void {
  const h = m.opt_timestep;
  const dampers = (m.opt_disableflags & DSBL_DAMPER) === 0;
  for (let i = 0; i < m.nv; i++) {
    let slope: f64 = 0;
    if (dampers) {
      const j = m.dof_jntid[i];
      const b = totalDamping(m, false, j, m.jnt_actuatorid[j], m.dof_damping[i], m.dof_dampingpoly, 2 * i);
      slope = max(0, polyDerivative(b, dampingPoly, 0, Math.abs(d.qvel[i])));
    }
    d.efm_diag[i] = h * slope + h * d.efm_ck[i];
    d.efm_c[i] -= d.efm_ck[i] * d.qvel[i];
  }
}

function tendonTerm(m: Model, d: Data, t: i32): void {
  const h = m.opt_timestep;
  const id = d.efm_tid[t];
  let k: f64 = 0;
  let b: f64 = 0;
  if ((m.opt_disableflags & DSBL_SPRING) === 0) {
    const x = beyond(d.ten_length[id], m.tendon_lengthspring[2 * id], m.tendon_lengthspring[2 * id + 1]);
    if (x !== 0) k = max(0, polyDerivative(m.tendon_stiffness[id], m.tendon_stiffnesspoly, 2 * id, x));
  }
  if ((m.opt_disableflags & DSBL_DAMPER) === 0) {
    const damping = totalDamping(
      m,
      true,
      id,
      m.tendon_actuatorid[id],
      m.tendon_damping[id],
      m.tendon_dampingpoly,
      2 * id,
    );
    b = max(0, polyDerivative(damping, dampingPoly, 0, Math.abs(d.ten_velocity[id])));
  }
  d.efm_ts[t] = h * h * k + h * b;
  d.efm_tk[t] = h * k;
  if (k === 0) return;
  subtractRow(
    d.efm_c,
    d.efm_tk[t] * d.ten_velocity[id],
    d.ten_J,
    m.ten_J_colind,
    m.ten_J_rowadr[id],
    m.ten_J_rownnz[id],
  );
}

/** res -= s·row */
function subtractRow(res: F64, s: f64, val: F64, ind: I32, adr: i32, nnz: i32): void {
  for (let k = adr; k < adr + nnz; k++) res[ind[k]] -= s * val[k];
}

/** @writes metricDeriv efm_fluid */
function dragTerms(m: Model, d: Data): void {
  zero(d.metricDeriv, 0, m.nD);
  fluidByVel(d.metricDeriv, m, d, true);
  gather(d.efm_fluid, 0, d.metricDeriv, 0, m.mapD2M, 0, m.nC);
  scl(d.efm_fluid, 0, d.efm_fluid, 0, -m.opt_timestep, m.nC);
}

/**
 * What the metric needs of the actuators, and its backbone qH: M̂ with the diagonals only of tendons and actuators, which is the whole of it
 * without them. `factored` says whether to factorise it.
 *
 * @reads efm_active metricTerms M efm_diag
 * @writes nefmA efm_aid efm_as efm_ak efm_ca metricM qH qHDiagInv efm_sdiag
 */
export function metricActuation(m: Model, d: Data, factored: boolean): void {
  if (d.efm_active === 0) return;
  if (d.metricTerms === 0) {
    zero(d.efm_sdiag, 0, m.nv);
    return;
  }
  zero(d.efm_ca, 0, m.nv);
  d.nefmA = 0;
  if (hasCouplings(m)) for (let a = 0; a < m.nactuator; a++) actuatorTerm(m, d, a);

  copy(d.metricM, 0, d.M, 0, m.nC);
  for (let i = 0; i < m.nv; i++) d.metricM[m.M_rowadr[i] + m.M_rownnz[i] - 1] += d.efm_diag[i];
  copy(d.qH, 0, d.metricM, 0, m.nC);
  couplingDiagonals(m, d);
  if (hasDrag(m)) {
    addTo(d.metricM, 0, d.efm_fluid, 0, m.nC);
    addTo(d.qH, 0, d.efm_fluid, 0, m.nC);
  }
  for (let i = 0; i < m.nv; i++) {
    const diag = m.M_rowadr[i] + m.M_rownnz[i] - 1;
    d.efm_sdiag[i] = d.qH[diag] - d.M[diag];
  }
  if (factored) ldlFactor(d.qH, d.qHDiagInv, m.nv, m.M_rownnz, m.M_rowadr, m.M_colind);
}

/** @reads actuator_velocity actuator_moment moment_rowadr moment_rownnz moment_colind */
function actuatorTerm(m: Model, d: Data, a: i32): void {
  if (!actuatorPossible(m, a) || hasNoSlope(m, d, a)) return;
  if (someAsleep(m, d) && actuatorAsleep(m, d, a)) return;
  const damping = max(0, -forceByVelocity(m, d, a));
  const stiffness = max(0, -forceByLength(m, d, a));
  if (damping === 0 && stiffness === 0) return;
  const h = m.opt_timestep;
  const t = d.nefmA++;
  d.efm_aid[t] = a;
  d.efm_as[t] = h * h * stiffness + h * damping;
  d.efm_ak[t] = h * stiffness;
  if (stiffness === 0) return;
  const end = m.actuator_outadr[a] + m.actuator_outnum[a];
  for (let o = m.actuator_outadr[a]; o < end; o++) {
    const s = d.efm_ak[t] * d.actuator_velocity[o];
    subtractRow(d.efm_ca, s, d.actuator_moment, d.moment_colind, d.moment_rowadr[o], d.moment_rownnz[o]);
  }
}

/** Adds the diagonals of the terms of tendons and actuators to qH; those of contacts, the last ones, are left to the iterations. */
function couplingDiagonals(m: Model, d: Data): void {
  startCouplings(coupling);
  while (nextCoupling(coupling, m, d)) {
    const { scale: s, value } = coupling;
    if (coupling.contact > 0) return;
    if (s === 0) continue;
    for (let k = coupling.adr; k < coupling.end; k++) {
      const i = coupling.column[k];
      d.qH[m.M_rowadr[i] + m.M_rownnz[i] - 1] += s * value[k] * value[k];
    }
  }
}
