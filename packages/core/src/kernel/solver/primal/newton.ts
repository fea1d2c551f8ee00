/**
 * The Newton step of an island: H = M + JᵀWJ over its active rows, factorised, and solved for the gradient. H over the quadratic rows is
 * kept and changes with the rows that change their state; cones, whose second derivative changes all the time, are added to a copy.
 * Small islands have one dense matrix, larger ones fronts: `fronts` without any means that H is dense.
 */
import { type F64, type f64, type i32, toF64 } from '../../dialect.ts';
import { factorFronts } from '../../math/frontal/factor.ts';
import { closeFronts, type Fronts, MOST_TERMS } from '../../math/frontal/fronts.ts';
import { addTerm, SparseRow } from '../../math/frontal/low-rank-update.ts';
import { cholPanel, solvePanel, solvePanelT } from '../../math/frontal/panel.ts';
import { solveFronts } from '../../math/frontal/solve.ts';
import { copy, zero } from '../../math/linear/leaf.ts';
import { isAssembled } from '../../metric/flex.ts';
import type { Order } from '../../metric/order.ts';
import { isCoupled } from '../../metric/product.ts';
import { COUNT_NHESSIAN, type Data, type Model } from '../../model/classes.ts';
import { CNSTRSTATE_CONE, CNSTRSTATE_QUADRATIC } from '../../model/constants.ts';
import { reserve } from '../../model/reserve.ts';
import { addCouplingBlocks } from '../couplings.ts';
import { addFlexBlocks } from '../flexes.ts';
import { addChanged, addCone, addQuadratic } from '../hessian.ts';
import { makeFronts } from '../hessian-fronts.ts';
import { diagonal, type IslandInertia } from '../inertia.ts';
import type { Island } from '../island.ts';

/** Islands up to this number of dofs have a dense Hessian. */
const DENSE_DOFS: i32 = 48;

/** Ratio of the stiffness of a row to the inertia of a dof above which H is made anew instead of changed. */
const STIFFEST: f64 = 1e7;

/** Work of a low-rank update per element of the factor, in that of the factorisation (measured on heaps of boxes). */
const UPDATE_WORK: f64 = 4;

const row = new SparseRow(); // of J, whose state changed

/** Makes H for the present states and factorises it. @writes hessian hessianFactor nhessian */
export function newtonStart(
  m: Model,
  d: Data,
  island: Island,
  inertia: IslandInertia,
  dofs: Order,
  fronts: Fronts,
): void {
  const n = island.endDof - island.firstDof;
  if (n > DENSE_DOFS) {
    makeFronts(fronts, m, d, island, inertia, dofs);
  } else {
    closeFronts(fronts);
    reserve(m, d, COUNT_NHESSIAN, n * n);
    d.nhessian = n * n;
  }
  assemble(m, d, island, inertia, dofs, fronts);
  factorize(m, d, island, inertia, dofs, fronts);
}

/** Brings H up to date with the states that changed, and its factor. `hadCone` tells whether the last factor had cones. */
export function newtonUpdate(
  m: Model,
  d: Data,
  island: Island,
  inertia: IslandInertia,
  dofs: Order,
  fronts: Fronts,
  hadCone: boolean,
): void {
  const end = island.endBlock;
  let changed = 0;
  for (let b = island.firstBlock; b < end; b++) changed += addChanged(d.hessian, d, b, island, fronts);
  const cones = hadCone || island.ncone > 0;
  if (changed === 0 && !cones) return;
  const lossy = changed > 0 && losesDigits(d, island, inertia);
  if (lossy) assemble(m, d, island, inertia, dofs, fronts);
  if (cones || lossy || !isFew(d, fronts, changed) || !updateFactor(d, island, fronts))
    factorize(m, d, island, inertia, dofs, fronts);
}

/** Whether it takes less to update the factor by `changed` rows than to factorise H. @reads nhessian */
function isFew(d: Data, fronts: Fronts, changed: i32): boolean {
  if (fronts.count === 0 || fronts.nterm + changed > MOST_TERMS) return false;
  return UPDATE_WORK * toF64(changed) * d.nhessian < fronts.work;
}

/** Takes the rows that came into the quadratic state or left it into the inverse of H. False where that would cost digits. */
function updateFactor(d: Data, island: Island, fronts: Fronts): boolean {
  const { solverState: state, solverOldState: old } = d;
  row.first = island.firstDof;
  row.column = d.blockCol;
  row.value = d.blockJ;
  for (let b = island.firstBlock; b < island.endBlock; b++) {
    const start = d.blockRow[b],
      end = start + d.blockRows[b];
    row.n = d.blockWidth[b];
    row.c = d.blockColadr[b];
    row.a = d.blockJadr[b];
    for (let r = start; r < end; r++, row.a += row.n) {
      const now = state[r] === CNSTRSTATE_QUADRATIC;
      if (now === (old[r] === CNSTRSTATE_QUADRATIC)) continue;
      if (!addTerm(fronts, d.hessianFactor, row, Math.sqrt(d.solverD[r]), now ? 1 : -1)) return false;
    }
  }
  return true;
}

/** Whether a row was so stiff that its subtraction took digits of M with it. */
function losesDigits(d: Data, island: Island, inertia: IslandInertia): boolean {
  const { solverState: state, solverOldState: old, blockCol: col } = d;
  for (let b = island.firstBlock; b < island.endBlock; b++) {
    const start = d.blockRow[b],
      rows = d.blockRows[b],
      width = d.blockWidth[b],
      c = d.blockColadr[b];
    for (let q = 0; q < rows; q++) {
      if (old[start + q] !== CNSTRSTATE_QUADRATIC || state[start + q] === CNSTRSTATE_QUADRATIC) continue;
      const a = d.blockJadr[b] + q * width,
        D = d.solverD[start + q];
      for (let k = 0; k < width; k++) {
        const J = d.blockJ[a + k];
        if (D * J * J > STIFFEST * diagonal(inertia, col[c + k])) return true;
      }
    }
  }
  return false;
}

/** solverMgrad = H⁻¹·solverGrad */
export function newtonSolve(d: Data, island: Island, fronts: Fronts): void {
  const first = island.firstDof,
    n = island.endDof - first;
  copy(d.solverMgrad, first, d.solverGrad, first, n);
  if (fronts.count > 0) {
    solveFronts(fronts, d.hessianFactor, d.solverMgrad, first);
  } else {
    solvePanel(d.solverMgrad, first, d.hessianFactor, 0, n, n, n);
    solvePanelT(d.solverMgrad, first, d.hessianFactor, 0, n, n, n);
  }
}

/** H over the quadratic rows, from nothing. */
function assemble(m: Model, d: Data, island: Island, inertia: IslandInertia, dofs: Order, fronts: Fronts): void {
  const H = d.hessian;
  zero(H, 0, d.nhessian);
  addInertia(H, d, island, inertia, fronts);
  if (isCoupled(d)) addCouplingBlocks(H, m, d, island, dofs, fronts);
  if (isAssembled(d)) addFlexBlocks(H, d, island, dofs, fronts.count > 0);
  for (let b = island.firstBlock; b < island.endBlock; b++) addQuadratic(H, d, b, island, fronts);
}

/** H = M, where H is zero. */
function addInertia(H: F64, d: Data, island: Island, inertia: IslandInertia, fronts: Fronts): void {
  const M = inertia.M,
    ind = inertia.ind,
    place = d.inertiaPlace,
    first = island.firstDof,
    n = island.endDof - first,
    dense = fronts.count === 0;
  for (let i = first; i < island.endDof; i++) {
    const start = inertia.adr[i],
      stop = start + inertia.nnz[i],
      at = i - first - first * n;
    if (dense) for (let k = start; k < stop; k++) H[ind[k] * n + at] = M[k];
    else for (let k = start; k < stop; k++) H[place[k]] = M[k];
  }
}

/** Factor of H with its cones. Where rounding made H indefinite, it is made anew. */
function factorize(m: Model, d: Data, island: Island, inertia: IslandInertia, dofs: Order, fronts: Fronts): void {
  if (tryFactor(d, island, fronts) === 0) return;
  assemble(m, d, island, inertia, dofs, fronts);
  tryFactor(d, island, fronts);
}

/** Returns the number of pivots that were too small. */
function tryFactor(d: Data, island: Island, fronts: Fronts): i32 {
  const L = d.hessianFactor,
    n = island.endDof - island.firstDof;
  copy(L, 0, d.hessian, 0, d.nhessian);
  if (island.ncone > 0) {
    for (let b = island.firstBlock; b < island.endBlock; b++) {
      if (d.solverState[d.blockRow[b]] === CNSTRSTATE_CONE) addCone(L, d, b, island, fronts);
    }
  }
  return fronts.count > 0 ? factorFronts(fronts, L) : cholPanel(L, 0, n, n, n);
}
