/** Solutions with the factor of H in fronts, front by front. */
import type { i32 } from '../dialect.ts';
import { copy } from '../math/leaf.ts';
import type { Data } from '../model/kernel.ts';
import { solvePanel, solvePanelT } from './leaf.ts';

/** Place of a dof in the order of elimination. */
export function placeOf(d: Data, i: i32): i32 {
  const g = d.dofGroup[i];
  return d.groupPlace[g] + i - d.groupFirst[g];
}

/** The part of front `f` in L⁻¹·solverPermuted. */
export function solveFront(d: Data, f: i32): void {
  const rows = d.frontRows[f],
    pivots = d.frontPivots[f];
  take(d, f);
  solvePanel(d.solverBuffer, 0, d.hessianFactor, d.frontPanel[f], rows, rows, pivots);
  copy(d.solverPermuted, d.frontFirst[f], d.solverBuffer, 0, pivots);
  giveBelow(d, f);
}

/** The part of front `f` in L⁻ᵀ·solverPermuted. */
export function solveFrontT(d: Data, f: i32): void {
  const rows = d.frontRows[f],
    pivots = d.frontPivots[f];
  take(d, f);
  solvePanelT(d.solverBuffer, 0, d.hessianFactor, d.frontPanel[f], rows, rows, pivots);
  copy(d.solverPermuted, d.frontFirst[f], d.solverBuffer, 0, pivots);
}

/** Fills the buffer with the vector at the rows of front `f`. */
function take(d: Data, f: i32): void {
  const w = d.solverPermuted,
    buffer = d.solverBuffer;
  const start = d.frontGroupadr[f],
    end = start + d.frontGroups[f];
  copy(buffer, 0, w, d.frontFirst[f], d.frontPivots[f]);
  for (let k = start; k < end; k++) {
    const g = d.belowGroup[k];
    copy(buffer, d.belowRow[k], w, d.groupPlace[g], d.groupSize[g]);
  }
}

/** Sets the vector at the rows below front `f` to what the buffer has for them. */
function giveBelow(d: Data, f: i32): void {
  const w = d.solverPermuted,
    buffer = d.solverBuffer;
  const start = d.frontGroupadr[f],
    end = start + d.frontGroups[f];
  for (let k = start; k < end; k++) {
    const g = d.belowGroup[k];
    copy(w, d.groupPlace[g], buffer, d.belowRow[k], d.groupSize[g]);
  }
}
