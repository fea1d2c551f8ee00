/**
 * Pieces of the Hessian of the cost: each block adds JᵀWJ, W the diagonal of its rows' stiffnesses or the matrix of its cone, to a lower
 * triangle whose rows and columns are numbered by a list of places.
 */
import { type F64, type f64, type I32, type i32, scratchF64, scratchI32 } from '../dialect.ts';
import { addToScl, scl, zero } from '../math/leaf.ts';
import { CNSTRSTATE_QUADRATIC } from '../model/constants.ts';
import type { Data } from '../model/kernel.ts';
import { BLOCK_CONE } from './blocks.ts';
import { coneHessian } from './cones.ts';
import { END_DOF, FIRST_DOF, NFRONT, span } from './context.ts';
import { addOuter3, addOuter4 } from './leaf.ts';

const chosen = scratchI32(12); // rows of the block that have a weight
const weight = scratchF64(12); // and what it is
const cone = scratchF64(36); // second derivative of the cost of a contact

/** Adds SᵀT to H: S is the first rows of `blockScaled`, T the rows in `chosen` of the matrix at `t`, both with the columns of block `b`. */
function addChosen(d: Data, b: i32, count: i32, H: F64, T: F64, t: i32): void {
  const width = d.blockWidth[b];

  // rows are taken by four, and at the end by three; a missing one is a row of zeros
  const padded: i32 = count % 4 === 0 ? count : (count & ~3) + 3;
  zero(d.blockScaled, count * width, (padded - count) * width);
  for (let q = count; q < padded; q++) chosen[q] = chosen[0];
  if (span[NFRONT] === 0) {
    const first = span[FIRST_DOF];
    addPart(d, b, padded, H, 0, span[END_DOF] - first, d.blockCol, d.blockColadr[b], first, T, t, 0, width);
    return;
  }

  // the columns of a group go to the panel of its front
  const col = d.blockCol,
    c = d.blockColadr[b];
  let place = d.blockPlaceadr[b];
  let k = 0;
  while (k < width) {
    const g = d.dofGroup[col[c + k]],
      f = d.groupFront[g],
      size = d.groupSize[g];
    addPart(d, b, padded, H, d.frontPanel[f], d.frontRows[f], d.blockPlace, place, 0, T, t, k, size);
    place += width - k;
    k += size;
  }
}

/** Adds `ncol` columns from column `k` of the block on, with the rows below, to the matrix at `h`. */
function addPart(
  d: Data,
  b: i32,
  count: i32,
  H: F64,
  h: i32,
  ld: i32,
  place: I32,
  p: i32,
  off: i32,
  T: F64,
  t: i32,
  k: i32,
  ncol: i32,
): void {
  const S = d.blockScaled;
  const stride = d.blockWidth[b],
    width = stride - k,
    a = t + k;
  for (let q = 0; q < count; q += 4) {
    const s = q * stride + k,
      t0 = a + chosen[q] * stride,
      t1 = a + chosen[q + 1] * stride,
      t2 = a + chosen[q + 2] * stride;
    if (count - q < 4) addOuter3(H, h, ld, place, p, off, S, s, stride, T, t0, t1, t2, width, ncol);
    else addOuter4(H, h, ld, place, p, off, S, s, stride, T, t0, t1, t2, a + chosen[q + 3] * stride, width, ncol);
  }
}

/** Weighs the rows in `chosen` and adds them. */
function addWeighted(d: Data, b: i32, count: i32, H: F64): void {
  const width = d.blockWidth[b],
    a = d.blockJadr[b];
  for (let q = 0; q < count; q++) scl(d.blockScaled, q * width, d.blockJ, a + chosen[q] * width, weight[q], width);
  addChosen(d, b, count, H, d.blockJ, a);
}

/**
 * Adds a pyramid of four rows a, b, c, d that are all in the quadratic state and have one stiffness: aaᵀ + bbᵀ + ccᵀ + ddᵀ is
 * nnᵀ + ½(a - b)(a - b)ᵀ + ½(c - d)(c - d)ᵀ with n = a + b = c + d, three products instead of four.
 */
function addPyramid(d: Data, b: i32, H: F64): void {
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
  for (let q = 0; q < 3; q++) chosen[q] = q;
  addChosen(d, b, 3, H, S, 0);
}

/** Adds the rows of block `b` that are in the quadratic state. */
export function addQuadratic(d: Data, b: i32, H: F64): void {
  const row = d.blockRow[b],
    rows = d.blockRows[b],
    state = d.solverState,
    D = d.solverD;
  let count = 0;
  for (let q = 0; q < rows; q++) {
    if (state[row + q] !== CNSTRSTATE_QUADRATIC) continue;
    chosen[count] = q;
    weight[count] = D[row + q];
    count++;
  }
  if (count === 4 && rows === 4 && d.blockContact[b] >= 0 && d.blockKind[b] !== BLOCK_CONE) addPyramid(d, b, H);
  else if (count > 0) addWeighted(d, b, count, H);
}

/** Adds the rows of block `b` that came into the quadratic state and subtracts those that left it; returns their number. */
export function addChanged(d: Data, b: i32, H: F64): i32 {
  const row = d.blockRow[b],
    rows = d.blockRows[b],
    state = d.solverState,
    old = d.solverOldState,
    D = d.solverD;
  let count = 0;
  for (let q = 0; q < rows; q++) {
    const now = state[row + q] === CNSTRSTATE_QUADRATIC;
    if (now === (old[row + q] === CNSTRSTATE_QUADRATIC)) continue;
    chosen[count] = q;
    weight[count] = now ? D[row + q] : -D[row + q];
    count++;
  }
  if (count > 0) addWeighted(d, b, count, H);
  return count;
}

/** Adds block `b`, which is a contact in the cone state. */
export function addCone(d: Data, b: i32, H: F64): void {
  const row = d.blockRow[b],
    rows = d.blockRows[b],
    width = d.blockWidth[b],
    a = d.blockJadr[b],
    c = d.blockContact[b];
  coneHessian(cone, 0, d.solverD[row], d.solverJar, row, rows, d.contact_mu[c], d.contact_friction, 5 * c);
  for (let q = 0; q < rows; q++) {
    chosen[q] = q;
    zero(d.blockScaled, q * width, width);
    for (let r = 0; r < rows; r++) {
      const w: f64 = cone[q * rows + r];
      addToScl(d.blockScaled, q * width, d.blockJ, a + r * width, w, width);
    }
  }
  addChosen(d, b, rows, H, d.blockJ, a);
}
