// @cold

import { freeBodyBlock, isFreeBody } from '../derivative/free-body.ts';
import { smoothByVel } from '../derivative/smooth.ts';
import { type F64, type i32, scratchF64, scratchI32 } from '../dialect.ts';
import { factorInertia, solveAwake } from '../inertia/factor.ts';
import { add, addScl, addToScl, copy } from '../math/linear/dense.ts';
import { ldlSolve } from '../math/linear/ldl.ts';
import { luFactor, luFactorSparse, luSolve, luSolveSparse } from '../math/linear/lu.ts';
import { gather } from '../math/linear/sparse.ts';
import type { Data, Model } from '../model/classes.ts';
import { INT_IMPLICIT, JNT_FREE, WARN_INERTIA } from '../model/constants.ts';
import { hostWarning } from '../model/host.ts';
import { someAsleep } from '../sleep/state.ts';
import { advance } from './advance.ts';

const block = scratchF64(36); // M - h·qDeriv of a free body
const pivot = scratchI32(6); // rows that were exchanged in its factor
const solution = scratchF64(6); // acceleration of the free body

/**
 * qLU = M - h·qDeriv with all derivatives.
 *
 * @reads M qDeriv
 * @writes qLU
 */
export function setFullInertia(m: Model, d: Data): void {
  smoothByVel(m, d, true);
  for (let k = 0; k < m.nD; k++) d.qLU[k] = m.mapM2D[k] >= 0 ? d.M[m.mapM2D[k]] : 0.0;
  addToScl(d.qLU, 0, d.qDeriv, 0, -m.opt_timestep, m.nD);
}

/**
 * qH = M - h·qDeriv without the bias, as a symmetric matrix.
 *
 * @reads M qDeriv qH
 * @writes qH
 */
export function setFastInertia(m: Model, d: Data): void {
  smoothByVel(m, d, false);
  gather(d.qH, 0, d.qDeriv, 0, m.mapD2M, 0, m.nC);
  addScl(d.qH, 0, d.M, 0, d.qH, 0, -m.opt_timestep, m.nC);
}

/**
 * Free bodies are solved on their own, with matrices that need not be symmetric: here their part is M alone.
 *
 * @reads M
 * @writes qH
 */
function resetFreeBodies(m: Model, d: Data): void {
  for (let j = 0; j < m.njnt; j++) {
    if (m.jnt_type[j] !== JNT_FREE || !isFreeBody(m, m.jnt_bodyid[j])) continue;
    const first = m.jnt_dofadr[j];
    for (let i = first; i < first + 6; i++) copy(d.qH, m.M_rowadr[i], d.M, m.M_rowadr[i], m.M_rownnz[i]);
  }
}

/**
 * acc = (M - h·qDeriv)⁻¹·force for every free body, with its gyroscopic terms.
 *
 * @reads M
 */
function solveFreeBodies(m: Model, d: Data, acc: F64, force: F64): void {
  for (let j = 0; j < m.njnt; j++) {
    const adr = m.jnt_dofadr[j];
    if (m.jnt_type[j] !== JNT_FREE || isUnforced(force, adr)) continue;
    if (!freeBodyBlock(m, d, j, block, d.M, true) || !luFactor(block, 0, 6, pivot, 0)) continue;
    luSolve(solution, 0, block, 0, force, adr, pivot, 0, 6);
    copy(acc, adr, solution, 0, 6);
  }
}

/** Whether six forces are zero: then so is what they accelerate. */
function isUnforced(force: F64, adr: i32): boolean {
  for (let k = 0; k < 6; k++) if (force[adr + k] !== 0) return false;
  return true;
}

/**
 * Fully implicit in velocity: (M - h·qDeriv)·acc = forces, all derivatives on the pattern of D.
 *
 * @reads implicitForce qLU nv_awake dof_awake_ind
 * @writes qLU stepAcc luLeft
 */
function solveFull(m: Model, d: Data, keepFactor: boolean): void {
  const filter = someAsleep(m, d);
  const nv: i32 = filter ? d.nv_awake : m.nv;
  if (!keepFactor) {
    setFullInertia(m, d);
    const singular = luFactorSparse(d.qLU, nv, d.luLeft, m.D_rownnz, m.D_rowadr, m.D_colind, d.dof_awake_ind, filter);
    if (singular >= 0) hostWarning(d, WARN_INERTIA, singular);
  }
  luSolveSparse(
    d.stepAcc,
    0,
    d.qLU,
    d.implicitForce,
    0,
    nv,
    m.D_rownnz,
    m.D_rowadr,
    m.D_diag,
    m.D_colind,
    d.dof_awake_ind,
    filter,
  );
}

/**
 * Without the Coriolis derivative and symmetric, but for free bodies of their own.
 *
 * @reads implicitForce qH qHDiagInv stepAcc
 * @writes qH qHDiagInv stepAcc
 */
function solveFast(m: Model, d: Data, keepFactor: boolean): void {
  const filter = someAsleep(m, d);
  if (!keepFactor) {
    setFastInertia(m, d);
    resetFreeBodies(m, d);
    factorInertia(m, d, d.qH, d.qHDiagInv);
  }
  copy(d.stepAcc, 0, d.implicitForce, 0, m.nv);
  if (filter) solveAwake(m, d, d.stepAcc, d.qH, d.qHDiagInv);
  else ldlSolve(d.stepAcc, 0, d.qH, d.qHDiagInv, m.nv, 1, m.M_rownnz, m.M_rowadr, m.M_colind);
  solveFreeBodies(m, d, d.stepAcc, d.implicitForce);
}

/** stepAcc = (M - h·qDeriv)⁻¹·implicitForce; with `keepFactor`, the matrices are those of an earlier call. */
export function solveImplicit(m: Model, d: Data, keepFactor: boolean): void {
  if (m.opt_integrator === INT_IMPLICIT) solveFull(m, d, keepFactor);
  else solveFast(m, d, keepFactor);
}

/**
 * Step implicit in velocity; with `keepFactor`, the matrices are those of an earlier call.
 *
 * @reads qfrc_smooth qfrc_constraint act_dot stepAcc qvel
 * @writes implicitForce
 * @see mj_implicit
 */
export function implicitSkip(m: Model, d: Data, keepFactor: boolean): void {
  add(d.implicitForce, 0, d.qfrc_smooth, 0, d.qfrc_constraint, 0, m.nv);
  solveImplicit(m, d, keepFactor);
  advance(m, d, d.act_dot, d.stepAcc, d.qvel);
}

/** Step implicit in velocity. */
export function implicit(m: Model, d: Data): void {
  implicitSkip(m, d, false);
}
