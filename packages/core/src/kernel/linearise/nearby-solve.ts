// @cold

import { mulJacVec } from '../constraint/jacobian/product.ts';
import { constraintUpdate } from '../constraint/update.ts';
import { EMPTY_F64, type F64, type f64, type i32 } from '../dialect.ts';
import { mulM } from '../inertia/mass-matrix.ts';
import { cholPanel, solvePanel, solvePanelT } from '../math/frontal/panel.ts';
import { copy, subFrom, zero } from '../math/linear/dense.ts';
import { sym2dense } from '../math/linear/sparse.ts';
import { max } from '../math/scalar.ts';
import type { Data, Model } from '../model/classes.ts';
import { DofRange, setRowTrees } from './row-trees.ts';
import { addRows, updateRows } from './rows.ts';

/** Numbers that are kept of each row: type, id and state. */
const PER_ROW: i32 = 3;
/** Most Newton steps with one factor: each leaves of the error about as much as the nudge changes of the Hessian. */
const MOST_STEPS: i32 = 5;
/** Most factors on the way to a solution. */
const MOST_FACTORS: i32 = 4;
/** A gradient this small, of the first one and of the forces, is none. */
const ACCURACY: f64 = 1e-11;
const ROUNDING: f64 = 1e-15;

/**
 * The minimum of the solver's cost at some state, that others are found from: accelerations, rows with their states, and the factor of the
 * Hessian. `memory` is the Hessian (nv×nv), as many numbers of working memory, accelerations and a gradient (nv), and the rows.
 */
export class NearbySolution {
  memory: F64 = EMPTY_F64;
  nefc: i32 = 0;
  /** Rows that there is room for. */
  most: i32 = 0;
  /** Size of the forces. */
  scale: f64 = 0;
  /** Whether accelerations are wanted where no row acts, too. */
  whole: boolean = false;
}

const range = new DofRange(); // dofs that are solved for

/** Numbers in the memory of a solution, but for its rows. */
export function solutionSize(m: Model): i32 {
  return 2 * m.nv * (m.nv + 1);
}

/**
 * qacc and the constraint forces at the present forces and rows, by Newton steps from a solution nearby, with its Hessian. False if there are
 * other rows or states of rows than there, or the steps do not converge.
 *
 * @reads nefc qacc
 * @writes qacc
 */
export function solveNearby(m: Model, d: Data, near: NearbySolution): boolean {
  const nv = m.nv;
  const memory = near.memory;
  const acc: i32 = 2 * nv * nv;
  const gradient: i32 = acc + nv;
  if (!hasSameRows(d, near, gradient + nv)) return false;
  copy(d.qacc, 0, memory, acc, nv);
  setRange(m, d, near);
  const n: i32 = range.end - range.first;
  const factor: i32 = range.first * (nv + 1);
  const error: i32 = gradient + range.first;
  let first: f64 = 0;
  for (let k = 0; k < MOST_STEPS; k++) {
    updateForces(m, d);
    if (!hasSameStates(d, near, gradient + nv)) return false;
    const size = setGradient(m, d, memory, gradient);
    if (k === 0) first = size;
    else if (size <= max(ACCURACY * first, ROUNDING * near.scale)) return true;
    solvePanel(memory, error, memory, factor, nv, n, n);
    solvePanelT(memory, error, memory, factor, nv, n, n);
    subFrom(d.qacc, range.first, memory, error, n);
  }
  return false;
}

/**
 * Takes what the solver has found, whose tolerance is no match for small differences, to the minimum as far as numbers go, and keeps it. False,
 * with qacc and forces as the solver left them, if the rows do not come to rest.
 *
 * @reads qacc nefc
 * @writes qacc
 */
export function refineSolution(m: Model, d: Data, near: NearbySolution): boolean {
  const nv = m.nv;
  if (d.nefc > near.most) return false;
  const memory = near.memory;
  const acc: i32 = 2 * nv * nv;
  copy(d.smoothVec, 0, d.qacc, 0, nv);
  for (let k = 0; k < MOST_FACTORS; k++) {
    copy(memory, acc, d.qacc, 0, nv);
    updateRows(m, d);
    keepRows(d, near, acc + 2 * nv);
    setRange(m, d, near);
    if (!factorHessian(m, d, memory)) break;
    near.scale = setScale(m, d);
    if (!solveNearby(m, d, near)) continue;
    copy(memory, acc, d.qacc, 0, nv);
    return true;
  }
  copy(d.qacc, 0, d.smoothVec, 0, nv);
  updateForces(m, d);
  return false;
}

/** The largest force. @reads qfrc_smooth qfrc_constraint */
function setScale(m: Model, d: Data): f64 {
  let s: f64 = 0;
  for (let i = 0; i < m.nv; i++) s = max(s, Math.abs(d.qfrc_smooth[i]) + Math.abs(d.qfrc_constraint[i]));
  return s;
}

/** Forces and states of the rows at qacc. @reads nefc qacc efc_aref @writes inverseJar qfrc_constraint */
function updateForces(m: Model, d: Data): void {
  if (d.nefc === 0) {
    zero(d.qfrc_constraint, 0, m.nv);
    return;
  }
  mulJacVec(m, d, d.inverseJar, 0, d.qacc, 0);
  subFrom(d.inverseJar, 0, d.efc_aref, 0, d.nefc);
  constraintUpdate(m, d, d.inverseJar, 0, false);
}

/** The dofs that are solved for. */
function setRange(m: Model, d: Data, near: NearbySolution): void {
  range.first = 0;
  range.end = m.nv;
  if (!near.whole) setRowTrees(m, d, range);
}

/** M·qacc - qfrc_smooth - qfrc_constraint of the dofs that are solved for; returns the largest. @reads qfrc_smooth qfrc_constraint qacc */
function setGradient(m: Model, d: Data, res: F64, r: i32): f64 {
  mulM(m, d, res, r, d.qacc, 0);
  let largest: f64 = 0;
  for (let i = range.first; i < range.end; i++) {
    const g: f64 = res[r + i] - d.qfrc_smooth[i] - d.qfrc_constraint[i];
    res[r + i] = g;
    largest = Math.abs(g) <= largest ? largest : Math.abs(g); // NaN stays
  }
  return largest;
}

/** The factor of M + JᵀWJ; false if it is singular. @reads M */
function factorHessian(m: Model, d: Data, memory: F64): boolean {
  const nv = m.nv;
  sym2dense(memory, 0, d.M, nv, m.M_rownnz, m.M_rowadr, m.M_colind);
  addRows(m, d, memory, memory, nv * nv); // what it adds after the Hessian is not used
  const n: i32 = range.end - range.first;
  return cholPanel(memory, range.first * (nv + 1), nv, n, n) === 0;
}

/** @reads nefc efc_type efc_id efc_state */
function keepRows(d: Data, near: NearbySolution, k: i32): void {
  near.nefc = d.nefc;
  for (let r = 0; r < d.nefc; r++) {
    const at: i32 = k + PER_ROW * r;
    near.memory[at] = d.efc_type[r];
    near.memory[at + 1] = d.efc_id[r];
    near.memory[at + 2] = d.efc_state[r];
  }
}

/** @reads nefc efc_type efc_id */
function hasSameRows(d: Data, near: NearbySolution, k: i32): boolean {
  if (d.nefc !== near.nefc) return false;
  for (let r = 0; r < d.nefc; r++) {
    const at: i32 = k + PER_ROW * r;
    if (near.memory[at] !== d.efc_type[r] || near.memory[at + 1] !== d.efc_id[r]) return false;
  }
  return true;
}

/** @reads nefc efc_state */
function hasSameStates(d: Data, near: NearbySolution, k: i32): boolean {
  for (let r = 0; r < d.nefc; r++) if (near.memory[k + PER_ROW * r + 2] !== d.efc_state[r]) return false;
  return true;
}
