/** Triangular solutions, one front at a time, of the vector in the order of elimination. */
import type { F64, i32 } from '../../dialect.ts';
import { copy } from '../linear/leaf.ts';
import type { Fronts } from './fronts.ts';
import { solvePanel, solvePanelT } from './panel.ts';

/** The part of front `k` in L⁻¹·vector. */
export function solveFront(f: Fronts, L: F64, k: i32): void {
  const rows = f.ints[f.rows + k];
  take(f, k);
  solvePanel(f.reals, f.buffer, L, f.ints[f.panel + k], rows, rows, f.ints[f.pivots + k]);
  givePivots(f, k);
  giveBelow(f, k);
}

/** The part of front `k` in L⁻ᵀ·vector. */
export function solveFrontT(f: Fronts, L: F64, k: i32): void {
  const rows = f.ints[f.rows + k];
  take(f, k);
  solvePanelT(f.reals, f.buffer, L, f.ints[f.panel + k], rows, rows, f.ints[f.pivots + k]);
  givePivots(f, k);
}

/** Fills the buffer with the vector at the rows of front `k`. */
function take(f: Fronts, k: i32): void {
  const ints = f.ints,
    reals = f.reals,
    end = ints[f.belowAdr + k] + ints[f.belowSize + k];
  copy(reals, f.buffer, reals, f.vector + ints[f.first + k], ints[f.pivots + k]);
  for (let j = ints[f.belowAdr + k]; j < end; j++) {
    const g = ints[f.belowGroup + j];
    copy(reals, f.buffer + ints[f.belowRow + j], reals, f.vector + ints[f.groupPlace + g], ints[f.groupSize + g]);
  }
}

/** Sets the vector at the places that front `k` eliminates to what the buffer has for them. */
function givePivots(f: Fronts, k: i32): void {
  copy(f.reals, f.vector + f.ints[f.first + k], f.reals, f.buffer, f.ints[f.pivots + k]);
}

/** The same at the rows below. */
function giveBelow(f: Fronts, k: i32): void {
  const ints = f.ints,
    reals = f.reals,
    end = ints[f.belowAdr + k] + ints[f.belowSize + k];
  for (let j = ints[f.belowAdr + k]; j < end; j++) {
    const g = ints[f.belowGroup + j];
    copy(reals, f.vector + ints[f.groupPlace + g], reals, f.buffer + ints[f.belowRow + j], ints[f.groupSize + g]);
  }
}
