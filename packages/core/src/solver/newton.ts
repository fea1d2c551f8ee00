/**
 * The Newton step of an island: H = M + JᵀWJ over its active rows, factorised, and solved for the gradient. H over the quadratic rows is
 * kept and changes with the rows that change their state; cones, whose second derivative changes all the time, are added to a copy.
 * Small islands have one dense matrix, larger ones fronts.
 */
import { type F64, type f64, type i32, toF64 } from '../dialect.ts';
import { copy, zero } from '../math/leaf.ts';
import { isCoupled, metricMatrix } from '../metric/product.ts';
import { CNSTRSTATE_CONE, CNSTRSTATE_QUADRATIC } from '../model/constants.ts';
import { type Data, DYN_NHESSIAN, type Model } from '../model/kernel.ts';
import { reserve } from '../model/reserve.ts';
import {
  END_BLOCK,
  END_DOF,
  FIRST_BLOCK,
  FIRST_DOF,
  MOVED,
  NCONE,
  NFOLLOWED,
  NFRONT,
  num,
  span,
  WORK,
} from './context.ts';
import { addCouplingBlocks, haveCouplingsPlace } from './couplings.ts';
import { factorFronts } from './factor-fronts.ts';
import { FOLLOWED_MOST, followRows, solveFronts } from './follow.ts';
import { makeFronts } from './fronts.ts';
import { addChanged, addCone, addQuadratic } from './hessian.ts';
import { cholPanel, solvePanel, solvePanelT } from './leaf.ts';

/** Islands up to this number of dofs have a dense Hessian. */
const DENSE_DOFS: i32 = 48;

/** Ratio of the stiffness of a row to the inertia of a dof above which H is made anew instead of changed. */
const STIFFEST: f64 = 1e7;

/** Work of following a row per element of the factor, in that of the factorisation (measured on heaps of boxes). */
const FOLLOW_WORK: f64 = 4;

/** Makes H for the present states and factorises it. */
export function newtonStart(m: Model, d: Data): void {
  const n = span[END_DOF] - span[FIRST_DOF];
  if (n > DENSE_DOFS && (!isCoupled(d) || haveCouplingsPlace(m, d))) {
    makeFronts(m, d);
  } else {
    span[NFRONT] = 0;
    reserve(m, d, DYN_NHESSIAN, n * n);
    d.nhessian = n * n;
  }
  assemble(m, d);
  factorize(m, d);
}

/** Brings H up to date with the states that changed, and its factor. */
export function newtonUpdate(m: Model, d: Data, hadCone: boolean): void {
  const end = span[END_BLOCK];
  let changed = 0;
  for (let b = span[FIRST_BLOCK]; b < end; b++) changed += addChanged(d, b, d.hessian);
  const cones = hadCone || span[NCONE] > 0;
  if (changed === 0 && !cones) return;
  const lossy = changed > 0 && losesDigits(m, d);
  if (lossy) assemble(m, d);
  if (cones || lossy || !isFew(d, changed) || !followRows(m, d)) factorize(m, d);
}

/** Whether it takes less to follow `changed` rows than to factorise H. */
function isFew(d: Data, changed: i32): boolean {
  if (span[NFRONT] === 0 || span[NFOLLOWED] + changed > FOLLOWED_MOST) return false;
  return FOLLOW_WORK * toF64(changed) * d.nhessian < num[WORK];
}

/** Whether a row was so stiff that its subtraction took digits of M with it. */
function losesDigits(m: Model, d: Data): boolean {
  const moved = span[MOVED] !== 0;
  const nnz = moved ? d.solverMnnz : m.M_rownnz;
  const adr = moved ? d.solverMadr : m.M_rowadr;
  const M = moved ? d.solverM : metricMatrix(d);
  const state = d.solverState,
    old = d.solverOldState,
    end = span[END_BLOCK];
  for (let b = span[FIRST_BLOCK]; b < end; b++) {
    const row = d.blockRow[b],
      rows = d.blockRows[b],
      width = d.blockWidth[b];
    for (let q = 0; q < rows; q++) {
      if (old[row + q] !== CNSTRSTATE_QUADRATIC || state[row + q] === CNSTRSTATE_QUADRATIC) continue;
      const a = d.blockJadr[b] + q * width,
        D = d.solverD[row + q];
      for (let k = 0; k < width; k++) {
        const i = d.blockCol[d.blockColadr[b] + k],
          J = d.blockJ[a + k];
        if (D * J * J > STIFFEST * M[adr[i] + nnz[i] - 1]) return true;
      }
    }
  }
  return false;
}

/** solverMgrad = H⁻¹·solverGrad */
export function newtonSolve(d: Data): void {
  const first = span[FIRST_DOF],
    n = span[END_DOF] - first;
  copy(d.solverMgrad, first, d.solverGrad, first, n);
  if (span[NFRONT] > 0) {
    solveFronts(d, d.solverMgrad);
  } else {
    solvePanel(d.solverMgrad, first, d.hessianFactor, 0, n, n, n);
    solvePanelT(d.solverMgrad, first, d.hessianFactor, 0, n, n, n);
  }
}

/** H over the quadratic rows, from nothing. */
function assemble(m: Model, d: Data): void {
  const H = d.hessian;
  zero(H, 0, d.nhessian);
  addInertia(m, d, H);
  if (isCoupled(d)) addCouplingBlocks(m, d, H);
  const end = span[END_BLOCK];
  for (let b = span[FIRST_BLOCK]; b < end; b++) addQuadratic(d, b, H);
}

function addInertia(m: Model, d: Data, H: F64): void {
  const first = span[FIRST_DOF],
    end = span[END_DOF],
    n = end - first;
  const moved = span[MOVED] !== 0;
  const nnz = moved ? d.solverMnnz : m.M_rownnz;
  const adr = moved ? d.solverMadr : m.M_rowadr;
  const ind = moved ? d.solverMind : m.M_colind;
  const M = moved ? d.solverM : metricMatrix(d);
  const place = d.inertiaPlace,
    fronts = span[NFRONT] > 0;
  for (let i = first; i < end; i++) {
    const stop = adr[i] + nnz[i],
      row = i - first - first * n;
    if (fronts) for (let k = adr[i]; k < stop; k++) H[place[k]] = M[k];
    else for (let k = adr[i]; k < stop; k++) H[ind[k] * n + row] = M[k];
  }
}

/** Factor of H with its cones. Where rounding made H indefinite, it is made anew. */
function factorize(m: Model, d: Data): void {
  if (tryFactor(d) === 0) return;
  assemble(m, d);
  tryFactor(d);
}

/** Returns the number of pivots that were too small. */
function tryFactor(d: Data): i32 {
  const L = d.hessianFactor,
    n = span[END_DOF] - span[FIRST_DOF],
    end = span[END_BLOCK];
  copy(L, 0, d.hessian, 0, d.nhessian);
  if (span[NCONE] > 0) {
    for (let b = span[FIRST_BLOCK]; b < end; b++) {
      if (d.solverState[d.blockRow[b]] === CNSTRSTATE_CONE) addCone(d, b, L);
    }
  }
  return span[NFRONT] > 0 ? factorFronts(d) : cholPanel(L, 0, n, n, n);
}
