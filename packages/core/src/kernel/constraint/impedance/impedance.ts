import type { f64, i32 } from '../../dialect.ts';
import { max } from '../../math/scalar.ts';
import type { Data, Model } from '../../model/classes.ts';
import {
  CNSTR_CONTACT_ELLIPTIC,
  CNSTR_CONTACT_PYRAMIDAL,
  CNSTR_EQUALITY,
  CNSTR_FRICTION_DOF,
  CNSTR_FRICTION_TENDON,
  CNSTR_LIMIT_JOINT,
  DSBL_REFSAFE,
  EQ_CONNECT,
  EQ_WELD,
  MAXIMP,
  MINVAL,
} from '../../model/constants.ts';
import { endOfStep, integratesDiscretely } from '../end-of-step.ts';
import {
  damping,
  evaluate,
  Impedance,
  loadFrictionReference,
  loadImpedance,
  loadReference,
  Reference,
  stiffness,
} from '../solver-parameters.ts';
import { boundCorrection, boundsCorrection } from './correction-speed.ts';

const solref = new Reference();
const solreffriction = new Reference();
const impedance = new Impedance();

/**
 * Regularisation and the parameters of the reference acceleration, from the diagonal estimate of the constraint inertia:
 *
 *     R = (1 - imp)/imp · diagA + regularization      D = 1/R      aref = -B·vel - K·imp·(pos - margin)
 *
 * Friction directions of a contact get R/impratio scaled so that R·μ² is the same for all; the rows of a pyramid share one R
 * that matches the elliptic cone. `efc_diagA` is changed so that the first relation holds for every row.
 *
 * @reads nefc efc_type efc_id contact_friction contact_dim
 * @writes efc_KBIP efc_R efc_D efc_diagA contact_mu
 * @see mj_makeImpedance
 */
export function makeImpedance(m: Model, d: Data): void {
  const nefc = d.nefc;
  const discrete = integratesDiscretely(m);
  const { efc_type, efc_id, efc_diagA, efc_R, efc_D } = d;
  const soft = m.regularization;
  const bounded = boundsCorrection(m);
  let row = 0;
  while (row < nefc) {
    const type = efc_type[row];
    const dim = rowCount(m, d, row);
    loadParameters(m, d, type, efc_id[row]);
    evaluate(impedance, d, row, type === CNSTR_EQUALITY ? dim : 1);
    writeKBIP(m, d, type, row, dim);
    if (bounded) boundCorrection(m, d, row, dim);
    const imp = impedance.value;
    const pyramid = type === CNSTR_CONTACT_PYRAMIDAL;
    const last: i32 = pyramid ? row + 1 : row + dim; // the rows of a pyramid are alike
    for (let k = row; k < last; k++) {
      const R: f64 = ((1 - imp) * efc_diagA[k]) / imp + soft;
      efc_R[k] = R;
      if (R < MINVAL) efc_R[k] = MINVAL;
    }
    if (discrete) softenRows(m, d, row, last);
    if (pyramid) shapePyramid(m, d, row);
    else if (type === CNSTR_CONTACT_ELLIPTIC) shapeCone(m, d, row, dim);
    for (let k = row; k < last; k++) {
      const R = efc_R[k];
      efc_D[k] = 1 / R;
      efc_diagA[k] = (R * imp) / (1 - imp);
    }
    const R = efc_R[row],
      D = efc_D[row],
      diagA = efc_diagA[row];
    for (let k = last; k < row + dim; k++) {
      efc_R[k] = R;
      efc_D[k] = D;
      efc_diagA[k] = diagA;
    }
    row += dim;
  }
}

/** Rows that share one impedance. */
function rowCount(m: Model, d: Data, row: i32): i32 {
  const id = d.efc_id[row];
  switch (d.efc_type[row]) {
    case CNSTR_CONTACT_ELLIPTIC:
      return d.contact_dim[id];
    case CNSTR_CONTACT_PYRAMIDAL:
      return 2 * (d.contact_dim[id] - 1);
    case CNSTR_EQUALITY:
      if (m.eq_type[id] === EQ_WELD) return 6;
      return m.eq_type[id] === EQ_CONNECT ? 3 : 1;
    default:
      return 1;
  }
}

/** Fetches the solver parameters of a constraint. */
function loadParameters(m: Model, d: Data, type: i32, id: i32): void {
  loadReference(solref, m, d, type, id);
  if (type === CNSTR_CONTACT_ELLIPTIC) loadFrictionReference(solreffriction, m, d, id);
  loadImpedance(impedance, m, d, type, id);
}

/**
 * K, B, impedance and derivative for the `dim` rows of a constraint. Friction has no stiffness.
 *
 * @writes efc_KBIP
 */
function writeKBIP(m: Model, d: Data, type: i32, row: i32, dim: i32): void {
  const KBIP = d.efc_KBIP;
  const imp = impedance.value;
  const isFriction = type === CNSTR_FRICTION_DOF || type === CNSTR_FRICTION_TENDON;
  let K: f64 = isFriction ? 0.0 : stiffness(solref, impedance.high);
  const sliding = damping(solref, impedance.high);
  let B: f64 = sliding;
  const refsafe = (m.opt_disableflags & DSBL_REFSAFE) === 0;
  if (integratesDiscretely(m) && type >= CNSTR_LIMIT_JOINT && solref.time > 0 && refsafe) {
    const h = m.opt_timestep;
    if (K * imp * h * h > 1) {
      K = 1 / (imp * h * h); // beyond it a step would throw the row back
      B = 2 * solref.ratio * Math.sqrt(K);
    }
  }
  for (let k = row; k < row + dim; k++) {
    KBIP[4 * k] = K;
    KBIP[4 * k + 1] = B;
    KBIP[4 * k + 2] = imp;
    KBIP[4 * k + 3] = impedance.slope;
  }
  if (type === CNSTR_CONTACT_ELLIPTIC) writeSlidingKB(d, row, dim, sliding);
}

/** The friction rows of an elliptic contact may have their own damping; otherwise it comes from solref. */
function writeSlidingKB(d: Data, row: i32, dim: i32, common: f64): void {
  const KBIP = d.efc_KBIP;
  const hasOwn = solreffriction.time !== 0 || solreffriction.ratio !== 0;
  const B: f64 = hasOwn ? damping(solreffriction, impedance.high) : common;
  for (let k = 1; k < dim; k++) {
    KBIP[4 * (row + k)] = 0;
    KBIP[4 * (row + k) + 1] = B;
  }
}

/**
 * Under the discrete integrator the reference holds at the end of the step, which makes rows stiffer by `endOfStep`. R stays
 * above that of the largest impedance.
 */
function softenRows(m: Model, d: Data, row: i32, last: i32): void {
  for (let k = row; k < last; k++) {
    const least: f64 = ((1 - MAXIMP) * d.efc_diagA[k]) / MAXIMP;
    d.efc_R[k] /= endOfStep(m, d, k);
    if (d.efc_R[k] < least) d.efc_R[k] = least;
    if (d.efc_R[k] < MINVAL) d.efc_R[k] = MINVAL;
  }
}

/** R of the friction rows of an elliptic contact, and the friction coefficient of the regularised cone. */
function shapeCone(m: Model, d: Data, row: i32, dim: i32): void {
  const R = d.efc_R;
  const c = d.efc_id[row];
  const friction = d.contact_friction;
  const mu = friction[5 * c];
  const tangent: f64 = R[row] / max(MINVAL, m.opt_impratio);
  d.contact_mu[c] = mu * Math.sqrt(tangent / R[row]);
  R[row + 1] = tangent;
  for (let k = 2; k < dim; k++) {
    const other = friction[5 * c + k - 1];
    R[row + k] = (tangent * mu * mu) / (other * other);
  }
}

/** The common R of the rows of a pyramid: it gives the friction that the elliptic cone has. */
function shapePyramid(m: Model, d: Data, row: i32): void {
  const R = d.efc_R;
  const c = d.efc_id[row];
  const normal = R[row];
  const tangent: f64 = normal / max(MINVAL, m.opt_impratio);
  const mu: f64 = d.contact_friction[5 * c] * Math.sqrt(tangent / normal);
  d.contact_mu[c] = mu;
  R[row] = 2 * mu * mu * normal;
}
