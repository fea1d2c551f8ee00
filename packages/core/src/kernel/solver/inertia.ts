/** M in the order of the solver's dofs, and products with it and its inverse over the dofs of an island. */
import { EMPTY_F64, EMPTY_I32, type F64, type f64, type I32, type i32 } from '../dialect.ts';
import { copy, dotSparse } from '../math/linear/leaf.ts';
import { addFlexes, isFlexed, leaveOutFlexes, solveFlexes } from '../metric/flex.ts';
import type { Order } from '../metric/order.ts';
import { addCouplings, isCoupled, metricDiagInv, metricFactor, metricMatrix } from '../metric/product.ts';
import type { Data, Model } from '../model/classes.ts';
import type { Island } from './island.ts';

/**
 * The metric of the solver (M, or that of the discrete integrator) without its couplings, in compressed rows, diagonal last, columns numbered
 * as rows are: arrays of the model where the solver has its order, else copies. Chosen once per solve.
 */
export class IslandInertia {
  M: F64 = EMPTY_F64;
  /** The factor Lᵀ·D·L of M, and 1 / D. */
  factor: F64 = EMPTY_F64;
  diagInv: F64 = EMPTY_F64;
  /** Elements of a row, where it starts, and columns. */
  nnz: I32 = EMPTY_I32;
  adr: I32 = EMPTY_I32;
  ind: I32 = EMPTY_I32;
}

/** M in the order `dofs`. @writes solverMnnz solverMadr solverMind solverM solverLD solverLDiagInv */
export function takeInertia(inertia: IslandInertia, m: Model, d: Data, dofs: Order): void {
  setInertia(inertia, metricMatrix(d), metricFactor(d), metricDiagInv(d), m.M_rownnz, m.M_rowadr, m.M_colind);
  if (!dofs.moved) return;
  moveRows(d, inertia, dofs, m.nv);
  setInertia(inertia, d.solverM, d.solverLD, d.solverLDiagInv, d.solverMnnz, d.solverMadr, d.solverMind);
}

function setInertia(inertia: IslandInertia, M: F64, factor: F64, diagInv: F64, nnz: I32, adr: I32, ind: I32): void {
  inertia.M = M;
  inertia.factor = factor;
  inertia.diagInv = diagInv;
  inertia.nnz = nnz;
  inertia.adr = adr;
  inertia.ind = ind;
}

/** Copies the rows of `from`, which is in the order of the model. */
function moveRows(d: Data, from: IslandInertia, dofs: Order, n: i32): void {
  const { toModel, fromModel } = dofs;
  const { M, factor, ind } = from;
  let next = 0;
  for (let i = 0; i < n; i++) {
    const dof = toModel[i],
      count = from.nnz[dof],
      adr = from.adr[dof];
    d.solverLDiagInv[i] = from.diagInv[dof];
    d.solverMnnz[i] = count;
    d.solverMadr[i] = next;
    for (let k = adr; k < adr + count; k++, next++) {
      d.solverMind[next] = fromModel[ind[k]];
      d.solverM[next] = M[k];
      d.solverLD[next] = factor[k];
    }
  }
}

/** The dof that dof `i` hangs on in the tree, or -1. */
export function parentOf(inertia: IslandInertia, i: i32): i32 {
  const n = inertia.nnz[i];
  return n > 1 ? inertia.ind[inertia.adr[i] + n - 2] : -1;
}

/** The element of M on the diagonal of dof `i`. */
export function diagonal(inertia: IslandInertia, i: i32): f64 {
  return inertia.M[inertia.adr[i] + inertia.nnz[i] - 1];
}

/** res = M·vec over the dofs of an island, with the couplings of the metric */
export function mulInertia(
  res: F64,
  m: Model,
  d: Data,
  vec: F64,
  island: Island,
  inertia: IslandInertia,
  dofs: Order,
): void {
  const { firstDof: first, endDof: end } = island;
  mulRows(res, inertia, vec, first, end);
  if (isCoupled(d)) addCouplings(res, m, d, vec, dofs, first, end);
  if (isFlexed(d)) addFlexes(res, m, d, vec, dofs, first, end);
}

/** res = M·vec for dofs `first` ≤ i < `end`, without couplings */
function mulRows(res: F64, inertia: IslandInertia, vec: F64, first: i32, end: i32): void {
  const { M, nnz, adr, ind } = inertia;
  for (let i = first; i < end; i++) {
    const start = adr[i],
      diag = start + nnz[i] - 1;
    const x = vec[i];
    let s: f64 = M[diag] * x;
    for (let k = diag - 1; k >= start; k--) {
      const j = ind[k],
        v = M[k];
      s += v * vec[j];
      res[j] += v * x;
    }
    res[i] = s;
  }
}

/** res = M⁻¹·vec over the dofs of an island; of couplings and flexes, the diagonals alone are in the factors */
export function solveInertia(
  res: F64,
  m: Model,
  d: Data,
  vec: F64,
  island: Island,
  inertia: IslandInertia,
  dofs: Order,
): void {
  const { firstDof: first, endDof: end } = island;
  copy(res, first, vec, first, end - first);
  if (isFlexed(d)) leaveOutFlexes(res, m, d, dofs, first, end);
  solveTransposed(res, inertia, first, end);
  solveLower(res, inertia, first, end);
  if (isFlexed(d)) solveFlexes(res, m, d, vec, dofs, first, end);
}

/** res = L⁻ᵀ·res */
function solveTransposed(res: F64, inertia: IslandInertia, first: i32, end: i32): void {
  const { factor: LD, nnz, adr, ind } = inertia;
  for (let i = end - 1; i > first; i--) {
    const x = res[i];
    if (x === 0) continue;
    const start = adr[i],
      diag = start + nnz[i] - 1;
    for (let k = start; k < diag; k++) res[ind[k]] -= LD[k] * x;
  }
}

/** res = L⁻¹·D⁻¹·res */
function solveLower(res: F64, inertia: IslandInertia, first: i32, end: i32): void {
  const { factor: LD, diagInv, nnz, adr } = inertia;
  for (let i = first; i < end; i++) {
    const count = nnz[i] - 1;
    let x: f64 = res[i] * diagInv[i];
    if (count > 0) x -= dotSparse(LD, adr[i], res, 0, count, inertia.ind, adr[i]);
    res[i] = x;
  }
}
