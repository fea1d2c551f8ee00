/**
 * Rows that change their state while H keeps its last factor, L·Lᵀ: each adds a term to
 *
 *     H⁻¹ = L⁻ᵀ (1 - Σ followWeight·z·zᵀ) L⁻¹        z = (1 - Σ ...) L⁻¹·√D·Jᵀ, the sum over the rows before
 *
 * @see Hager: Updating the inverse of a matrix (1989)
 */
import { type F64, type f64, type i32, scratchF64 } from '../dialect.ts';
import { addToScl, copy, dot, zero } from '../math/leaf.ts';
import { CNSTRSTATE_QUADRATIC } from '../model/constants.ts';
import { type Data, DYN_NFOLLOWED, type Model } from '../model/kernel.ts';
import { reserve } from '../model/reserve.ts';
import { END_BLOCK, END_DOF, FIRST_BLOCK, FIRST_DOF, NFOLLOWED, NFRONT, span } from './context.ts';
import { placeOf, solveFront, solveFrontT } from './solve-fronts.ts';

/** Most rows that are followed before H is factorised again. */
export const FOLLOWED_MOST: i32 = 24;

/** Change of H along a followed row, as a factor, up to which its term is added: as many digits are lost. */
const FOLLOWED_RATIO: f64 = 1e4;

const followWeight = scratchF64(24); // of the terms of the followed rows
const along = scratchF64(24); // a vector's components along them, weighted

/**
 * Takes the rows that came into the quadratic state or left it into the inverse of H, FOLLOWED_MOST of them at most since the last factor. False
 * where that would cost digits.
 *
 * @writes followed
 */
export function followRows(m: Model, d: Data): boolean {
  const end = span[END_BLOCK],
    n = span[END_DOF] - span[FIRST_DOF],
    state = d.solverState,
    old = d.solverOldState;
  reserve(m, d, DYN_NFOLLOWED, FOLLOWED_MOST * n);
  for (let b = span[FIRST_BLOCK]; b < end; b++) {
    const row = d.blockRow[b],
      rows = d.blockRows[b];
    for (let q = 0; q < rows; q++) {
      const now = state[row + q] === CNSTRSTATE_QUADRATIC;
      if (now === (old[row + q] === CNSTRSTATE_QUADRATIC)) continue;
      if (!followRow(d, b, q, n, now ? 1 : -1)) return false;
    }
  }
  return true;
}

/** Adds the term of row `q` of block `b`, for H + sign·D·JᵀJ. */
function followRow(d: Data, b: i32, q: i32, n: i32, sign: f64): boolean {
  const w = d.solverPermuted,
    width = d.blockWidth[b],
    c = d.blockColadr[b],
    a = d.blockJadr[b] + q * width,
    scale = Math.sqrt(d.solverD[d.blockRow[b] + q]),
    k = span[NFOLLOWED];
  zero(w, 0, n);
  for (let j = 0; j < width; j++) w[placeOf(d, d.blockCol[c + j])] = scale * d.blockJ[a + j];

  // only the fronts from that of the first column up to the root see the row
  let f = d.groupFront[d.dofGroup[d.blockCol[c]]];
  while (f >= 0) {
    solveFront(d, f);
    f = d.frontGroups[f] > 0 ? d.groupFront[d.belowGroup[d.frontGroupadr[f]]] : -1;
  }
  const z = k * n;
  copy(d.followed, z, w, 0, n);
  subFollowed(d, d.followed, z, n);
  const curve = 1 + sign * dot(d.followed, z, w, 0, n);
  if (!(curve > 1 / FOLLOWED_RATIO && curve < FOLLOWED_RATIO)) return false;
  followWeight[k] = sign / curve;
  span[NFOLLOWED] = k + 1;
  return true;
}

/** x = (1 - Σ followWeight·z·zᵀ) x */
function subFollowed(d: Data, x: F64, at: i32, n: i32): void {
  const count = span[NFOLLOWED];
  for (let k = 0; k < count; k++) along[k] = followWeight[k] * dot(d.followed, k * n, x, at, n);
  for (let k = 0; k < count; k++) addToScl(x, at, d.followed, k * n, -along[k], n);
}

/** x = H⁻¹·x for the dofs of the island, x in the order of the island */
export function solveFronts(d: Data, x: F64): void {
  const first = span[FIRST_DOF],
    end = span[END_DOF],
    fronts = span[NFRONT];
  const w = d.solverPermuted;
  for (let i = first; i < end; i++) w[placeOf(d, i)] = x[i];
  for (let f = 0; f < fronts; f++) solveFront(d, f);
  subFollowed(d, w, 0, end - first);
  for (let f = fronts - 1; f >= 0; f--) solveFrontT(d, f);
  for (let i = first; i < end; i++) x[i] = w[placeOf(d, i)];
}
