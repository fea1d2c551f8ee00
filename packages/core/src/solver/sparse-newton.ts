/** H of a large island in fronts, and its factor. A front whose columns and children have not changed keeps its factor. */
import type { F64, I32, i32 } from '../dialect.ts';
import { addTo, copy, zero } from '../math/leaf.ts';
import type { Data } from '../model/kernel.ts';
import { END_DOF, FIRST_DOF, NFRONT, span } from './context.ts';
import { FRONT_CHANGED, FRONT_CONE } from './hessian.ts';
import { cholPanel, solvePanel, solvePanelT, subSyrk } from './leaf.ts';

/**
 * Starts the factor of each front that changed with its columns of H. A front that has cones, or had some, always changes; one that receives from
 * a front that changed does, too.
 */
export function beginFactor(d: Data): void {
  const fronts = span[NFRONT];
  for (let f = 0; f < fronts; f++) {
    if (d.frontState[f] === 0) continue;
    d.frontState[f] |= FRONT_CHANGED;
    const parent = d.frontParent[f];
    if (parent >= 0) d.frontState[parent] |= FRONT_CHANGED;
    copy(d.hessianFactor, d.frontPanel[f], d.hessian, d.frontPanel[f], d.frontRows[f] * d.frontPivots[f]);
  }
}

/** Forgets which fronts had cones. */
export function dropConeMarks(d: Data): void {
  const fronts = span[NFRONT];
  for (let f = 0; f < fronts; f++) {
    if ((d.frontState[f] & FRONT_CONE) !== 0) d.frontState[f] = FRONT_CHANGED;
  }
}

/** Factorises all fronts that changed; returns the number of pivots that were too small. */
export function factorFronts(d: Data): i32 {
  const fronts = span[NFRONT],
    L = d.hessianFactor,
    update = d.frontUpdate;
  let failed = 0;
  for (let f = 0; f < fronts; f++) {
    if ((d.frontState[f] & FRONT_CHANGED) === 0) continue;
    d.frontState[f] &= ~FRONT_CHANGED;
    const rows = d.frontRows[f],
      pivots = d.frontPivots[f],
      below = rows - pivots;
    const panel = d.frontPanel[f],
      rest = d.frontRest[f];
    zero(update, rest, below * below);
    for (let child = d.frontChild[f]; child >= 0; child = d.frontSibling[child]) receive(d, f, child);
    failed += cholPanel(L, panel, rows, rows, pivots);
    if (below > 0) subSyrk(update, rest, below, L, panel + pivots, rows, below, pivots);
  }
  return failed;
}

/** Adds what is left of `child` to front `f`. Rows that follow each other in both are added together. */
function receive(d: Data, f: i32, child: i32): void {
  const rows = d.frontRows[f],
    pivots = d.frontPivots[f],
    below = rows - pivots;
  const panel = d.frontPanel[f],
    rest = d.frontRest[f];
  const own = d.frontPivots[child],
    count = d.frontRows[child] - own,
    source = d.frontRest[child];
  const runs = listRuns(d, child);
  const run = d.groupNext,
    target = d.groupPrevious;
  for (let k = 0; k < runs; k++) {
    for (let column = run[k]; column < run[k + 1]; column++) {
      const to = target[k] + column - run[k],
        from = source + column * count;
      if (to < pivots) addColumn(d.hessianFactor, panel + to * rows, d.frontUpdate, from, run, target, k, runs, column);
      else
        addColumn(
          d.frontUpdate,
          rest + (to - pivots) * below - pivots,
          d.frontUpdate,
          from,
          run,
          target,
          k,
          runs,
          column,
        );
    }
  }
}

/** Runs of rows below front `f` that follow each other in its parent, too; returns their number. */
function listRuns(d: Data, f: i32): i32 {
  const start = d.frontGroupadr[f],
    end = start + d.frontGroups[f],
    own = d.frontPivots[f];
  const run = d.groupNext,
    target = d.groupPrevious;
  let runs = 0;
  let expected = -1;
  for (let k = start; k < end; k++) {
    if (d.belowParentRow[k] !== expected) {
      run[runs] = d.belowRow[k] - own;
      target[runs] = d.belowParentRow[k];
      runs++;
    }
    expected = d.belowParentRow[k] + d.groupSize[d.belowGroup[k]];
  }
  run[runs] = d.frontRows[f] - own;
  return runs;
}

/** Adds the lower part of one column, run by run. */
function addColumn(
  to: F64,
  t: i32,
  from: F64,
  a: i32,
  run: I32,
  target: I32,
  first: i32,
  runs: i32,
  column: i32,
): void {
  addTo(to, t + target[first] + column - run[first], from, a + column, run[first + 1] - column);
  for (let k = first + 1; k < runs; k++) addTo(to, t + target[k], from, a + run[k], run[k + 1] - run[k]);
}

/** x = H⁻¹·x for the dofs of the island, x in the order of the island */
export function solveFronts(d: Data, x: F64): void {
  const first = span[FIRST_DOF],
    end = span[END_DOF],
    fronts = span[NFRONT];
  const w = d.solverPermuted,
    buffer = d.solverBuffer,
    L = d.hessianFactor;
  for (let i = first; i < end; i++) {
    const g = d.dofGroup[i];
    w[d.groupPlace[g] + i - d.groupFirst[g]] = x[i];
  }

  // L·y = x
  for (let f = 0; f < fronts; f++) {
    const rows = d.frontRows[f],
      pivots = d.frontPivots[f],
      at = d.frontFirst[f];
    copy(buffer, 0, w, at, pivots);
    zero(buffer, pivots, rows - pivots);
    solvePanel(buffer, 0, L, d.frontPanel[f], rows, rows, pivots);
    copy(w, at, buffer, 0, pivots);
    addBelow(d, f);
  }

  // Lᵀ·x = y
  for (let f = fronts - 1; f >= 0; f--) {
    const rows = d.frontRows[f],
      pivots = d.frontPivots[f],
      at = d.frontFirst[f];
    copy(buffer, 0, w, at, pivots);
    takeBelow(d, f);
    solvePanelT(buffer, 0, L, d.frontPanel[f], rows, rows, pivots);
    copy(w, at, buffer, 0, pivots);
  }
  for (let i = first; i < end; i++) {
    const g = d.dofGroup[i];
    x[i] = w[d.groupPlace[g] + i - d.groupFirst[g]];
  }
}

/** Adds what the buffer has for the rows below front `f` to the vector. */
function addBelow(d: Data, f: i32): void {
  const w = d.solverPermuted,
    buffer = d.solverBuffer;
  const start = d.frontGroupadr[f],
    end = start + d.frontGroups[f];
  for (let k = start; k < end; k++) {
    const g = d.belowGroup[k],
      place = d.groupPlace[g],
      size = d.groupSize[g],
      row = d.belowRow[k];
    for (let q = 0; q < size; q++) w[place + q] += buffer[row + q];
  }
}

/** Fills the buffer with the vector at the rows below front `f`. */
function takeBelow(d: Data, f: i32): void {
  const w = d.solverPermuted,
    buffer = d.solverBuffer;
  const start = d.frontGroupadr[f],
    end = start + d.frontGroups[f];
  for (let k = start; k < end; k++) {
    const g = d.belowGroup[k],
      place = d.groupPlace[g],
      size = d.groupSize[g],
      row = d.belowRow[k];
    for (let q = 0; q < size; q++) buffer[row + q] = w[place + q];
  }
}
