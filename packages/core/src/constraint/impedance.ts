import { type F64, type f64, type i32, scratchF64 } from '../dialect.ts';
import { norm } from '../math/dense.ts';
import { max, min } from '../math/scalar.ts';
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
  let row = 0;
  while (row < nefc) {
    const type = d.efc_type[row];
    const dim = rowCount(m, d, row);
    loadParameters(m, d, type, d.efc_id[row]);
    let pos: f64 = d.efc_pos[row];
    if (type === CNSTR_EQUALITY && dim > 1) pos = norm(d.efc_pos, row, dim);
    impedanceCurve(pos, d.efc_margin[row]);
    writeKBIP(d, type, row, dim);
    if (type === CNSTR_CONTACT_PYRAMIDAL) writePyramid(m, d, row, dim);
    else if (type === CNSTR_CONTACT_ELLIPTIC) writeCone(m, d, row, dim);
    else for (let k = 0; k < dim; k++) writeR(d, row + k, regularisation(d, row + k));
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
  let contact = false;
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
      contact = true;
      break;
  }
  loadReference(m, solref, ref, 2 * id, DEFAULT_TIMECONST, DEFAULT_DAMPRATIO);
  if (contact) loadReference(m, solreffriction, d.contact_solreffriction, 2 * id, 0, 0);

  const k = 5 * id;
  solimp[0] = min(MAXIMP, max(MINIMP, imp[k]));
  solimp[1] = min(MAXIMP, max(MINIMP, imp[k + 1]));
  solimp[2] = max(0, imp[k + 2]);
  solimp[3] = min(MAXIMP, max(MINIMP, imp[k + 3]));
  solimp[4] = max(1, imp[k + 4]);
}

/** res = solref, or the default for mixed signs; a time constant is at least two time steps. */
function loadReference(m: Model, res: F64, ref: F64, r: i32, timeconst: f64, dampratio: f64): void {
  res[0] = ref[r];
  res[1] = ref[r + 1];
  if (res[0] > 0 !== res[1] > 0) {
    res[0] = timeconst;
    res[1] = dampratio;
  }
  if ((m.opt_disableflags & DSBL_REFSAFE) === 0 && res[0] > 0) res[0] = max(res[0], 2 * m.opt_timestep);
}

/** aᵇ, exact for the usual exponents. */
function power(a: f64, b: f64): f64 {
  if (b === 1) return a;
  if (b === 2) return a * a;
  return pow(a, b);
}

/** Impedance at a distance from the margin and its derivative: a sigmoid between two values, over a width. */
function impedanceCurve(pos: f64, margin: f64): void {
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
  const signed: f64 = (pos - margin) / width;
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

/** Stiffness of the reference: positive numbers are a time constant and damping ratio, others are taken as they are. */
function stiffness(ref: F64): f64 {
  const width: f64 = solimp[1];
  if (ref[0] > 0) return 1 / max(MINVAL, width * width * ref[0] * ref[0] * ref[1] * ref[1]);
  return -ref[0] / max(MINVAL, width * width);
}

/** Damping of the reference. */
function damping(ref: F64): f64 {
  if (ref[1] > 0) return 2 / max(MINVAL, solimp[1] * ref[0]);
  return -ref[1] / max(MINVAL, solimp[1]);
}

/** K, B, impedance and derivative for the `dim` rows of a constraint. Friction has no stiffness. */
function writeKBIP(d: Data, type: i32, row: i32, dim: i32): void {
  const KBIP = d.efc_KBIP;
  const loss = type === CNSTR_FRICTION_DOF || type === CNSTR_FRICTION_TENDON;
  const K: f64 = loss ? 0.0 : stiffness(solref);
  const B = damping(solref);
  for (let k = 0; k < dim; k++) {
    const at = 4 * (row + k);
    const slides = type === CNSTR_CONTACT_ELLIPTIC && k > 0;
    KBIP[at] = slides ? 0 : K;
    KBIP[at + 1] = slides && (solreffriction[0] !== 0 || solreffriction[1] !== 0) ? damping(solreffriction) : B;
    KBIP[at + 2] = curve[0];
    KBIP[at + 3] = curve[1];
  }
}

function regularisation(d: Data, row: i32): f64 {
  return max(MINVAL, ((1 - curve[0]) * d.efc_diagA[row]) / curve[0]);
}

function writeR(d: Data, row: i32, R: f64): void {
  d.efc_R[row] = R;
  d.efc_D[row] = 1 / R;
  d.efc_diagA[row] = (R * curve[0]) / (1 - curve[0]);
}

/** R of the first friction direction, and with it the friction coefficient of the regularised cone. */
function coneR(m: Model, d: Data, row: i32, normal: f64): f64 {
  const c = d.efc_id[row];
  const tangent: f64 = normal / max(MINVAL, m.opt_impratio);
  d.contact_mu[c] = d.contact_friction[5 * c] * Math.sqrt(tangent / normal);
  return tangent;
}

function writeCone(m: Model, d: Data, row: i32, dim: i32): void {
  const normal = regularisation(d, row);
  const tangent = coneR(m, d, row, normal);
  const friction = 5 * d.efc_id[row];
  const mu = d.contact_friction[friction];
  writeR(d, row, normal);
  writeR(d, row + 1, tangent);
  for (let k = 2; k < dim; k++) {
    const other = d.contact_friction[friction + k - 1];
    writeR(d, row + k, (tangent * mu * mu) / (other * other));
  }
}

function writePyramid(m: Model, d: Data, row: i32, dim: i32): void {
  const normal = regularisation(d, row);
  coneR(m, d, row, normal);
  const mu = d.contact_mu[d.efc_id[row]];
  const R: f64 = 2 * mu * mu * normal;
  for (let k = 0; k < dim; k++) writeR(d, row + k, R);
}
