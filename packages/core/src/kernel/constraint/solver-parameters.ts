import { EMPTY_F64, type F64, type f64, type i32 } from '../dialect.ts';
import { pow } from '../math/elementary/trig.ts';
import { norm } from '../math/linear/dense.ts';
import type { Data, Model } from '../model/classes.ts';
import {
  CNSTR_EQUALITY,
  CNSTR_FRICTION_DOF,
  CNSTR_FRICTION_TENDON,
  CNSTR_LIMIT_JOINT,
  CNSTR_LIMIT_TENDON,
  DSBL_REFSAFE,
  MAXIMP,
  MINIMP,
  MINVAL,
} from '../model/constants.ts';
import { integratesDiscretely } from './end-of-step.ts';

/** `solref`: time constant and damping ratio where positive, else stiffness and damping, negated. */
export class Reference {
  time: f64 = 0;
  ratio: f64 = 0;
}

/** `solimp`: a sigmoid from `low` to `high` over `width`, whose bend is at `middle`; and its value and derivative at the row. */
export class Impedance {
  low: f64 = 0;
  high: f64 = 0;
  width: f64 = 0;
  middle: f64 = 0;
  exponent: f64 = 0;
  value: f64 = 0;
  slope: f64 = 0;
}

/** Where `solref` and `solimp` of a kind of row are. */
class Parameters {
  solref: F64 = EMPTY_F64;
  solimp: F64 = EMPTY_F64;
}
const parameters = new Parameters();

function useParameters(solref: F64, solimp: F64): void {
  parameters.solref = solref;
  parameters.solimp = solimp;
}

/** Sets `parameters` for rows of a type (CNSTR_*). @reads contact_solref contact_solimp */
function findParameters(m: Model, d: Data, type: i32): void {
  if (type === CNSTR_FRICTION_DOF) useParameters(m.dof_solref, m.dof_solimp);
  else if (type === CNSTR_FRICTION_TENDON) useParameters(m.tendon_solref_fri, m.tendon_solimp_fri);
  else if (type === CNSTR_LIMIT_JOINT) useParameters(m.jnt_solref, m.jnt_solimp);
  else if (type === CNSTR_LIMIT_TENDON) useParameters(m.tendon_solref_lim, m.tendon_solimp_lim);
  else if (type === CNSTR_EQUALITY) useParameters(m.eq_solref, m.eq_solimp);
  else useParameters(d.contact_solref, d.contact_solimp);
}

/** What `solref` becomes when one of its numbers is positive and the other is not. */
const DEFAULT_TIMECONST: f64 = 0.02;
const DEFAULT_DAMPRATIO: f64 = 1;

/** res = the reference of a row about object `id`. */
export function loadReference(res: Reference, m: Model, d: Data, type: i32, id: i32): void {
  findParameters(m, d, type);
  setReference(res, m, parameters.solref, id, DEFAULT_TIMECONST, DEFAULT_DAMPRATIO);
}

/** res = that of the sliding directions of contact `c`, zero if they have none of their own. @reads contact_solreffriction */
export function loadFrictionReference(res: Reference, m: Model, d: Data, c: i32): void {
  setReference(res, m, d.contact_solreffriction, c, 0, 0);
}

/** res = solimp of a row about object `id`, each number brought into its range. */
export function loadImpedance(res: Impedance, m: Model, d: Data, type: i32, id: i32): void {
  findParameters(m, d, type);
  const imp = parameters.solimp;
  const k = 5 * id;
  res.low = clampImpedance(imp[k]);
  res.high = clampImpedance(imp[k + 1]);
  res.width = imp[k + 2] >= 0 ? imp[k + 2] : 0.0;
  res.middle = clampImpedance(imp[k + 3]);
  res.exponent = imp[k + 4] >= 1 ? imp[k + 4] : 1.0;
}

/** `x` between the least and the largest impedance; NaN becomes the least. */
function clampImpedance(x: f64): f64 {
  return x > MAXIMP ? MAXIMP : x >= MINIMP ? x : MINIMP;
}

/** res = solref, or the default for mixed signs; a time constant is at least two time steps, where forces are explicit. */
function setReference(res: Reference, m: Model, ref: F64, id: i32, timeconst: f64, dampratio: f64): void {
  let time: f64 = ref[2 * id];
  let ratio: f64 = ref[2 * id + 1];
  if (time > 0 !== ratio > 0) {
    time = timeconst;
    ratio = dampratio;
  }
  const least: f64 = 2 * m.opt_timestep;
  if (time > 0 && time < least && (m.opt_disableflags & DSBL_REFSAFE) === 0 && !integratesDiscretely(m)) time = least;
  res.time = time;
  res.ratio = ratio;
}

/** aᵇ, exact for the usual exponents. */
function power(a: f64, b: f64): f64 {
  if (b === 1) return a;
  if (b === 2) return a * a;
  return pow(a, b);
}

/**
 * Value and slope at a distance from the margin. The position is that of the row, or the length of `dim` rows.
 *
 * @reads efc_pos efc_margin
 */
export function evaluate(imp: Impedance, d: Data, row: i32, dim: i32): void {
  const { low, high, width, middle, exponent } = imp;
  imp.slope = 0;
  if (low === high || width <= MINVAL) {
    imp.value = 0.5 * (low + high);
    return;
  }
  const pos: f64 = dim > 1 ? norm(d.efc_pos, row, dim) : d.efc_pos[row];
  const signed: f64 = (pos - d.efc_margin[row]) / width;
  const x = Math.abs(signed);
  if (x >= 1 || x <= 0) {
    imp.value = x >= 1 ? high : low;
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
  imp.value = low + y * (high - low);
  imp.slope = (slope * (signed < 0 ? -1.0 : 1.0) * (high - low)) / width;
}

/** Stiffness that a reference asks for, where the impedance ends at `high`. */
export function stiffness(ref: Reference, high: f64): f64 {
  const { time, ratio } = ref;
  const scale: f64 = time > 0 ? high * high * time * time * ratio * ratio : high * high;
  return (time > 0 ? 1.0 : -time) / (scale >= MINVAL ? scale : MINVAL);
}

/** Damping that a reference asks for. */
export function damping(ref: Reference, high: f64): f64 {
  const ratio = ref.ratio;
  const scale: f64 = ratio > 0 ? high * ref.time : high;
  return (ratio > 0 ? 2.0 : -ratio) / (scale >= MINVAL ? scale : MINVAL);
}
