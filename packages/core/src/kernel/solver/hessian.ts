/**
 * Pieces of the Hessian of the cost: each block adds JᵀWJ, W the diagonal of its rows' stiffnesses or the matrix of its cone, to the lower
 * triangle of H. H is one dense matrix of the dofs of the island where `fronts` has none, else their panels.
 */
import { type F64, type f64, type i32, scratchF64 } from '../dialect.ts';
import type { Fronts } from '../math/frontal/fronts.ts';
import { addToScl, scl, zero } from '../math/linear/leaf.ts';
import { minI } from '../math/scalar.ts';
import type { Data } from '../model/classes.ts';
import { CNSTRSTATE_QUADRATIC } from '../model/constants.ts';
import { BLOCK_CONE } from './blocks.ts';
import { coneHessian } from './cones.ts';
import type { Island } from './island.ts';
import { addOuter } from './leaf.ts';
import { MOST_ROWS, OuterProduct } from './outer-product.ts';

const product = new OuterProduct(); // of the rows of a block, weighted, and the rows themselves
const weight = scratchF64(MOST_ROWS); // of the rows in `product.chosen`
const cone = scratchF64(36); // second derivative of the cost of a contact

/** Adds SᵀT to H: S is the first `count` rows of `blockScaled`, T those in `chosen` of the matrix at T[t], both with the columns of block `b`. */
function addChosen(H: F64, d: Data, b: i32, count: i32, island: Island, fronts: Fronts): void {
  const width = d.blockWidth[b];

  // a single row by itself; others are taken by four, and at the end by three, where a missing one is a row of zeros
  const padded: i32 = count === 1 || count % 4 === 0 ? count : (count & ~3) + 3;
  zero(d.blockScaled, count * width, (padded - count) * width);
  for (let q = count; q < padded; q++) product.chosen[q] = product.chosen[0];
  product.H = H;
  product.S = d.blockScaled;
  product.stride = width;
  if (fronts.count === 0) addToDense(d, b, padded, island);
  else addToFronts(d, b, padded, island, fronts);
}

function addToDense(d: Data, b: i32, count: i32, island: Island): void {
  product.h = 0;
  product.ld = island.endDof - island.firstDof;
  product.place = d.blockCol;
  product.p = d.blockColadr[b];
  product.first = island.firstDof;
  product.s = 0;
  product.width = product.stride;
  product.ncol = product.stride;
  addRows(count);
}

/** The columns of a group, with the rows below, go to the panel of its front. */
function addToFronts(d: Data, b: i32, count: i32, island: Island, fronts: Fronts): void {
  const ints = fronts.ints,
    col = d.blockCol,
    c = d.blockColadr[b],
    width = product.stride,
    group = fronts.group - island.firstDof;
  product.place = d.blockPlace;
  product.p = d.blockPlaceadr[b];
  product.first = 0;
  product.s = 0;
  product.width = width;
  while (product.s < width) {
    const g = ints[group + col[c + product.s]],
      front = ints[fronts.groupFront + g],
      size = ints[fronts.groupSize + g];
    product.h = ints[fronts.panel + front];
    product.ld = ints[fronts.rows + front];
    product.ncol = size;
    addRows(count);
    product.p += product.width;
    product.s += size;
    product.t += size;
    product.width -= size;
  }
}

/** Adds the product of `count` rows: one, or by four, and by three at the end. */
function addRows(count: i32): void {
  for (let q = 0; q < count; q += 4) addOuter(product, q, minI(4, count - q));
}

/** Weighs the rows in `chosen` and adds them. */
function addWeighted(H: F64, d: Data, b: i32, count: i32, island: Island, fronts: Fronts): void {
  const width = d.blockWidth[b],
    a = d.blockJadr[b],
    chosen = product.chosen;
  for (let q = 0; q < count; q++) scl(d.blockScaled, q * width, d.blockJ, a + chosen[q] * width, weight[q], width);
  product.T = d.blockJ;
  product.t = a;
  addChosen(H, d, b, count, island, fronts);
}

/**
 * Adds a pyramid of four rows a, b, c, d that are all in the quadratic state and have one stiffness: aaᵀ + bbᵀ + ccᵀ + ddᵀ is
 * nnᵀ + ½(a - b)(a - b)ᵀ + ½(c - d)(c - d)ᵀ with n = a + b = c + d, three products instead of four.
 */
function addPyramid(H: F64, d: Data, b: i32, island: Island, fronts: Fronts): void {
  const width = d.blockWidth[b],
    J = d.blockJ,
    S = d.blockScaled,
    D: f64 = d.solverD[d.blockRow[b]],
    normal: f64 = Math.sqrt(D),
    side: f64 = Math.sqrt(0.5 * D);
  let a = d.blockJadr[b];
  for (let k = 0; k < width; k++, a++) {
    const x = J[a],
      y = J[a + width];
    S[k] = normal * (x + y);
    S[width + k] = side * (x - y);
    S[2 * width + k] = side * (J[a + 2 * width] - J[a + 3 * width]);
  }
  for (let q = 0; q < 3; q++) product.chosen[q] = q;
  product.T = S;
  product.t = 0;
  addChosen(H, d, b, 3, island, fronts);
}

/** Adds the rows of block `b` that are in the quadratic state. */
export function addQuadratic(H: F64, d: Data, b: i32, island: Island, fronts: Fronts): void {
  const row = d.blockRow[b],
    rows = d.blockRows[b],
    state = d.solverState,
    D = d.solverD;
  let count = 0;
  for (let q = 0; q < rows; q++) {
    if (state[row + q] !== CNSTRSTATE_QUADRATIC) continue;
    product.chosen[count] = q;
    weight[count] = D[row + q];
    count++;
  }
  if (count === 4 && rows === 4 && d.blockContact[b] >= 0 && d.blockKind[b] !== BLOCK_CONE)
    addPyramid(H, d, b, island, fronts);
  else if (count > 0) addWeighted(H, d, b, count, island, fronts);
}

/** Adds the rows of block `b` that came into the quadratic state and subtracts those that left it; returns their number. */
export function addChanged(H: F64, d: Data, b: i32, island: Island, fronts: Fronts): i32 {
  const row = d.blockRow[b],
    rows = d.blockRows[b],
    state = d.solverState,
    old = d.solverOldState,
    D = d.solverD;
  let count = 0;
  for (let q = 0; q < rows; q++) {
    const now = state[row + q] === CNSTRSTATE_QUADRATIC;
    if (now === (old[row + q] === CNSTRSTATE_QUADRATIC)) continue;
    product.chosen[count] = q;
    weight[count] = now ? D[row + q] : -D[row + q];
    count++;
  }
  if (count > 0) addWeighted(H, d, b, count, island, fronts);
  return count;
}

/** Adds block `b`, which is a contact in the cone state. @reads contact_mu contact_friction */
export function addCone(H: F64, d: Data, b: i32, island: Island, fronts: Fronts): void {
  const row = d.blockRow[b],
    rows = d.blockRows[b],
    width = d.blockWidth[b],
    a = d.blockJadr[b],
    c = d.blockContact[b];
  coneHessian(cone, 0, d.solverD[row], d.solverJar, row, rows, d.contact_mu[c], d.contact_friction, 5 * c);
  for (let q = 0; q < rows; q++) {
    product.chosen[q] = q;
    zero(d.blockScaled, q * width, width);
    for (let r = 0; r < rows; r++) {
      const w: f64 = cone[q * rows + r];
      addToScl(d.blockScaled, q * width, d.blockJ, a + r * width, w, width);
    }
  }
  product.T = d.blockJ;
  product.t = a;
  addChosen(H, d, b, rows, island, fronts);
}
