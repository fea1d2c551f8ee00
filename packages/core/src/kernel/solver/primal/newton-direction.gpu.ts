/**
 * Newton's direction for GPUs: H is dense and made anew in each iteration, block by block, each with the matrix W of its rows: their
 * stiffnesses on the diagonal, or the second derivative of the cost of a cone.
 */
import { type F64, type f64, type i32, scratchF64 } from '../../dialect.ts';
import { cholPanel, solvePanel, solvePanelT } from '../../math/frontal/panel.ts';
import { copy, zero } from '../../math/linear/leaf.ts';
import type { Data } from '../../model/classes.ts';
import { CNSTRSTATE_CONE, CNSTRSTATE_QUADRATIC } from '../../model/constants.ts';
import { coneHessian } from '../cones.ts';
import type { IslandInertia } from '../inertia.ts';
import type { Island } from '../island.ts';

/** Most rows of a block. */
const MOST_ROWS: i32 = 12;

const weight = scratchF64(MOST_ROWS * MOST_ROWS); // W of the block at hand

/** H = M */
function startHessian(H: F64, island: Island, inertia: IslandInertia): void {
  const { M, ind } = inertia;
  const first = island.firstDof,
    n = island.endDof - first;
  zero(H, 0, n * n);
  for (let i = first; i < island.endDof; i++) {
    const start = inertia.adr[i];
    const stop = start + inertia.nnz[i];
    for (let k = start; k < stop; k++) H[(ind[k] - first) * n + i - first] = M[k];
  }
}

/** An element of W. */
export function weightAt(k: i32): f64 {
  return weight[k];
}

/** W of block `b`. @reads contact_mu contact_friction */
export function setWeight(d: Data, b: i32): void {
  const row = d.blockRow[b],
    rows = d.blockRows[b],
    c = d.blockContact[b];
  if (d.solverState[row] === CNSTRSTATE_CONE) {
    coneHessian(weight, 0, d.solverD[row], d.solverJar, row, rows, d.contact_mu[c], d.contact_friction, 5 * c);
    return;
  }
  zero(weight, 0, rows * rows);
  for (let q = 0; q < rows; q++)
    if (d.solverState[row + q] === CNSTRSTATE_QUADRATIC) weight[q * rows + q] = d.solverD[row + q];
}

/** Adds JᵀWJ of block `b` to the lower triangle of H. */
function addBlock(H: F64, d: Data, b: i32, island: Island): void {
  const rows = d.blockRows[b],
    width = d.blockWidth[b],
    a = d.blockJadr[b],
    c = d.blockColadr[b],
    first = island.firstDof,
    n = island.endDof - first;
  const { blockJ: J, blockCol: col } = d;
  for (let q = 0; q < rows; q++)
    for (let r = 0; r < rows; r++) {
      const w: f64 = weight[q * rows + r];
      if (w === 0) continue;
      for (let k = 0; k < width; k++) {
        const scaled = w * J[a + q * width + k];
        const at = (col[c + k] - first) * n - first;
        for (let i = k; i < width; i++) H[at + col[c + i]] += scaled * J[a + r * width + i];
      }
    }
}

/** solverMgrad = H⁻¹·solverGrad. @writes hessianFactor */
export function newtonDirection(d: Data, island: Island, inertia: IslandInertia): void {
  const H = d.hessianFactor,
    first = island.firstDof,
    n = island.endDof - first;
  startHessian(H, island, inertia);
  for (let b = island.firstBlock; b < island.endBlock; b++) {
    setWeight(d, b);
    addBlock(H, d, b, island);
  }
  cholPanel(H, 0, n, n, n);
  copy(d.solverMgrad, first, d.solverGrad, first, n);
  solvePanel(d.solverMgrad, first, H, 0, n, n, n);
  solvePanelT(d.solverMgrad, first, H, 0, n, n, n);
}
