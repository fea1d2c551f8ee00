import { type F64, type f64, type i32, scratchF64 } from '../dialect.ts';
import { norm } from '../math/dense.ts';
import { max } from '../math/scalar.ts';
import { pow } from '../math/trig.ts';
import {
  CNSTR_CONTACT_ELLIPTIC,
  CNSTR_CONTACT_FRICTIONLESS,
  CNSTR_CONTACT_PYRAMIDAL,
  CNSTR_EQUALITY,
  CNSTR_FRICTION_DOF,
  CNSTR_FRICTION_TENDON,
  CNSTR_LIMIT_JOINT,
  CNSTR_LIMIT_TENDON,
  DSBL_REFSAFE,
  EQ_CONNECT,
  EQ_WELD,
  MAXIMP,
  MINIMP,
  MINVAL,
} from '../model/constants.ts';
import type { Data, Model } from '../model/kernel.ts';
import { endOfStep, isDiscrete } from './end-of-step.ts';

/** What `solref` becomes when one of its numbers is positive and the other is not. */
const DEFAULT_TIMECONST: f64 = 0.02;
const DEFAULT_DAMPRATIO: f64 = 1;

const solref = scratchF64(2);
const solreffriction = scratchF64(2);
const solimp = scratchF64(5);
const curve = scratchF64(2); // impedance and its derivative

/**
 * Regularisation and the parameters of the reference acceleration, from the diagonal estimate of the constraint inertia:
 *
 *     R = (1 - imp)/imp · diagA      D = 1/R      aref = -B·vel - K·imp·(pos - margin)
 *
 * Friction directions of a contact get R/impratio scaled so that R·μ² is the same for all; the rows of a pyramid share one R
 * that matches the elliptic cone. `efc_diagA` is changed so that the first relation holds for every row.
 *
 * @reads efc_type efc_id efc_pos efc_margin contact_solref contact_solreffriction contact_solimp contact_friction contact_dim
 * @writes efc_KBIP efc_R efc_D efc_diagA contact_mu
 * @see mj_makeImpedance
 */
export function makeImpedance(m: Model, d: Data): void {
  const nefc = d.nefc;
  const discrete = isDiscrete(m);
  const efc_type = d.efc_type;
  const efc_id = d.efc_id;
  const efc_diagA = d.efc_diagA;
  const efc_R = d.efc_R;
  const efc_D = d.efc_D;
  let row = 0;
  while (row < nefc) {
    const type = efc_type[row];
    const dim = rowCount(m, d, row);
    loadParameters(m, d, type, efc_id[row]);
    impedanceCurve(d, row, type === CNSTR_EQUALITY ? dim : 1);
    writeKBIP(m, d, type, row, dim);
    const imp = curve[0];
    const pyramid = type === CNSTR_CONTACT_PYRAMIDAL;
    const last: i32 = pyramid ? row + 1 : row + dim; // the rows of a pyramid are alike
    for (let k = row; k < last; k++) {
      const R: f64 = ((1 - imp) * efc_diagA[k]) / imp;
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

/** Fetches and sanitises the solver parameters of a constraint. */
function loadParameters(m: Model, d: Data, type: i32, id: i32): void {
  let ref: F64 = m.eq_solref;
  let imp: F64 = m.eq_solimp;
  switch (type) {
    case CNSTR_FRICTION_DOF:
      ref = m.dof_solref;
      imp = m.dof_solimp;
      break;
    case CNSTR_FRICTION_TENDON:
      ref = m.tendon_solref_fri;
      imp = m.tendon_solimp_fri;
      break;
    case CNSTR_LIMIT_JOINT:
      ref = m.jnt_solref;
      imp = m.jnt_solimp;
      break;
    case CNSTR_LIMIT_TENDON:
      ref = m.tendon_solref_lim;
      imp = m.tendon_solimp_lim;
      break;
    case CNSTR_CONTACT_FRICTIONLESS:
    case CNSTR_CONTACT_PYRAMIDAL:
    case CNSTR_CONTACT_ELLIPTIC:
      ref = d.contact_solref;
      imp = d.contact_solimp;
      break;
  }
  loadReference(m, solref, ref, 2 * id, DEFAULT_TIMECONST, DEFAULT_DAMPRATIO);
  if (type === CNSTR_CONTACT_ELLIPTIC) loadReference(m, solreffriction, d.contact_solreffriction, 2 * id, 0, 0);

  loadImpedance(imp, 5 * id);
}

/** solimp, each number brought into its range */
function loadImpedance(imp: F64, k: i32): void {
  const low = imp[k],
    high = imp[k + 1],
    width = imp[k + 2],
    middle = imp[k + 3],
    exponent = imp[k + 4];
  solimp[0] = low > MAXIMP ? MAXIMP : low >= MINIMP ? low : MINIMP;
  solimp[1] = high > MAXIMP ? MAXIMP : high >= MINIMP ? high : MINIMP;
  solimp[2] = width >= 0 ? width : 0.0;
  solimp[3] = middle > MAXIMP ? MAXIMP : middle >= MINIMP ? middle : MINIMP;
  solimp[4] = exponent >= 1 ? exponent : 1.0;
}

/** res = solref, or the default for mixed signs; a time constant is at least two time steps, where forces are explicit. */
function loadReference(m: Model, res: F64, ref: F64, r: i32, timeconst: f64, dampratio: f64): void {
  res[0] = ref[r];
  res[1] = ref[r + 1];
  if (res[0] > 0 !== res[1] > 0) {
    res[0] = timeconst;
    res[1] = dampratio;
  }
  const least: f64 = 2 * m.opt_timestep;
  if (res[0] > 0 && res[0] < least && (m.opt_disableflags & DSBL_REFSAFE) === 0 && !isDiscrete(m)) res[0] = least;
}

/** aᵇ, exact for the usual exponents. */
function power(a: f64, b: f64): f64 {
  if (b === 1) return a;
  if (b === 2) return a * a;
  return pow(a, b);
}

/**
 * Impedance at a distance from the margin and its derivative: a sigmoid between two values, over a width. The position is that
 * of the row, or the length of `dim` rows.
 */
function impedanceCurve(d: Data, row: i32, dim: i32): void {
  const low = solimp[0],
    high = solimp[1],
    width = solimp[2],
    middle = solimp[3],
    exponent = solimp[4];
  curve[1] = 0;
  if (low === high || width <= MINVAL) {
    curve[0] = 0.5 * (low + high);
    return;
  }
  const pos: f64 = dim > 1 ? norm(d.efc_pos, row, dim) : d.efc_pos[row];
  const signed: f64 = (pos - d.efc_margin[row]) / width;
  const x = Math.abs(signed);
  if (x >= 1 || x <= 0) {
    curve[0] = x >= 1 ? high : low;
    return;
  }

  let y: f64 = x;
  let slope: f64 = 1;
  if (exponent === 1) {
    slope = 1;
  } else if (x <= middle) {
    const a: f64 = 1 / power(middle, exponent - 1);
    y = a * power(x, exponent);
    slope = exponent * a * power(x, exponent - 1);
  } else {
    const b: f64 = 1 / power(1 - middle, exponent - 1);
    y = 1 - b * power(1 - x, exponent);
    slope = exponent * b * power(1 - x, exponent - 1);
  }
  curve[0] = low + y * (high - low);
  curve[1] = (slope * (signed < 0 ? -1.0 : 1.0) * (high - low)) / width;
}

/**
 * K, B, impedance and derivative for the `dim` rows of a constraint. Positive numbers of solref are a time constant and damping
 * ratio, others are taken as they are. Friction has no stiffness.
 */
function writeKBIP(m: Model, d: Data, type: i32, row: i32, dim: i32): void {
  const KBIP = d.efc_KBIP;
  const width = solimp[1];
  const time = solref[0],
    ratio = solref[1];
  let K: f64 = 0;
  if (type !== CNSTR_FRICTION_DOF && type !== CNSTR_FRICTION_TENDON) {
    const scale: f64 = time > 0 ? width * width * time * time * ratio * ratio : width * width;
    K = (time > 0 ? 1.0 : -time) / (scale >= MINVAL ? scale : MINVAL);
  }
  const scale: f64 = ratio > 0 ? width * time : width;
  let B: f64 = (ratio > 0 ? 2.0 : -ratio) / (scale >= MINVAL ? scale : MINVAL);
  const sliding = B;
  if (isDiscrete(m) && type >= CNSTR_LIMIT_JOINT && time > 0 && (m.opt_disableflags & DSBL_REFSAFE) === 0) {
    const h = m.opt_timestep;
    if (K * curve[0] * h * h > 1) {
      K = stiffest(h);
      B = 2 * ratio * Math.sqrt(K);
    }
  }
  const imp = curve[0],
    slope = curve[1];
  for (let k = row; k < row + dim; k++) {
    KBIP[4 * k] = K;
    KBIP[4 * k + 1] = B;
    KBIP[4 * k + 2] = imp;
    KBIP[4 * k + 3] = slope;
  }
  if (type === CNSTR_CONTACT_ELLIPTIC) writeSlidingKB(d, row, dim, sliding);
}

/** The stiffness beyond which a step of length h would throw a row back: K·imp·h² = 1. */
function stiffest(h: f64): f64 {
  return 1 / (curve[0] * h * h);
}

/** The friction rows of an elliptic contact may have a damping of their own; otherwise it is that of solref. */
function writeSlidingKB(d: Data, row: i32, dim: i32, own: f64): void {
  const KBIP = d.efc_KBIP;
  const width = solimp[1];
  const time = solreffriction[0],
    ratio = solreffriction[1];
  let B: f64 = own;
  if (time !== 0 || ratio !== 0) {
    const scale: f64 = ratio > 0 ? width * time : width;
    B = (ratio > 0 ? 2.0 : -ratio) / (scale >= MINVAL ? scale : MINVAL);
  }
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
