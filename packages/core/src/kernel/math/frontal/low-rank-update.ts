/**
 * Changes of the matrix, A ± u·uᵀ, while the factor L·Lᵀ stays as it is: each adds a term to the inverse,
 *
 *     A⁻¹ = L⁻ᵀ (1 - Σ weight·z·zᵀ) L⁻¹        z = (1 - Σ ...) L⁻¹·u, the sum over the terms before
 *
 * @see Hager: Updating the inverse of a matrix (1989)
 */
import { EMPTY_F64, EMPTY_I32, type F64, type f64, type I32, type i32 } from '../../dialect.ts';
import { addToScl, copy, dot, zero } from '../linear/leaf.ts';
import type { Fronts } from './fronts.ts';
import { solveFront } from './triangular-solve.ts';

/** Largest relative change along a vector for which a term is added; a larger one would cost as many digits. */
const MOST_CHANGE: f64 = 1e4;

/** A sparse row: `n` variables, those from `column[c]` on less `first` each, and their values from `value[a]` on. */
export class SparseRow {
  column: I32 = EMPTY_I32;
  c: i32 = 0;
  first: i32 = 0;
  value: F64 = EMPTY_F64;
  a: i32 = 0;
  n: i32 = 0;
}

/**
 * Takes A + sign·u·uᵀ into the inverse, u = scale·row; the first of its variables is the one that is eliminated first. Returns false, with nothing
 * changed, if that would cost digits. There is room for MOST_TERMS terms since the last factorisation.
 */
export function addTerm(f: Fronts, L: F64, row: SparseRow, scale: f64, sign: f64): boolean {
  const reals = f.reals,
    n = f.variables,
    w = f.vector,
    z = f.terms + f.nterm * n;
  scatterRow(f, row, scale);
  solveAbove(f, L, f.ints[f.group + row.column[row.c] - row.first]);
  copy(reals, z, reals, w, n);
  subtractTerms(f, z);
  const curve = 1 + sign * dot(reals, z, reals, w, n);
  if (!(curve > 1 / MOST_CHANGE && curve < MOST_CHANGE)) return false;
  f.weight[f.nterm] = sign / curve;
  f.nterm++;
  return true;
}

/** vector = scale·row */
function scatterRow(f: Fronts, row: SparseRow, scale: f64): void {
  const ints = f.ints,
    reals = f.reals,
    place = f.place - row.first,
    column = row.column,
    value = row.value;
  zero(reals, f.vector, f.variables);
  for (let j = 0; j < row.n; j++) reals[f.vector + ints[place + column[row.c + j]]] = scale * value[row.a + j];
}

/** vector = L⁻¹·vector, by the fronts from that of group `g` up to the root: a vector that starts there has nothing in the others. */
function solveAbove(f: Fronts, L: F64, g: i32): void {
  const ints = f.ints;
  let k = ints[f.groupFront + g];
  while (k >= 0) {
    solveFront(f, L, k);
    k = ints[f.belowSize + k] > 0 ? ints[f.groupFront + ints[f.belowGroup + ints[f.belowAdr + k]]] : -1;
  }
}

/** x = (1 - Σ weight·z·zᵀ) x for the vector at reals[x] */
export function subtractTerms(f: Fronts, x: i32): void {
  const { reals, variables: n, nterm: count, along, weight } = f;
  for (let k = 0; k < count; k++) along[k] = weight[k] * dot(reals, f.terms + k * n, reals, x, n);
  for (let k = 0; k < count; k++) addToScl(reals, x, reals, f.terms + k * n, -along[k], n);
}
