/** H of a large island in fronts, and its factor. A front whose columns and children have not changed keeps its factor. */
import type { F64, I32, i32 } from '../dialect.ts';
import { addTo, addToScl, copy, dot, zero } from '../math/leaf.ts';
import type { Data } from '../model/kernel.ts';
import { END_DOF, FIRST_DOF, NFRONT, span } from './context.ts';
import { FRONT_CHANGED, FRONT_CONE } from './hessian.ts';
import { cholPanel, subSyrk } from './leaf.ts';

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
      below = rows - pivots,
      at = d.frontFirst[f],
      panel = d.frontPanel[f];
    zero(buffer, 0, below);
    for (let j = 0; j < pivots; j++) {
      const diag = panel + j * rows + j;
      const y = w[at + j] / L[diag];
      w[at + j] = y;
      addToScl(w, at + j + 1, L, diag + 1, -y, pivots - j - 1);
      addToScl(buffer, 0, L, panel + j * rows + pivots, y, below);
    }
    scatterBelow(d, f, true);
  }

  // Lᵀ·x = y
  for (let f = fronts - 1; f >= 0; f--) {
    const rows = d.frontRows[f],
      pivots = d.frontPivots[f],
      below = rows - pivots,
      at = d.frontFirst[f],
      panel = d.frontPanel[f];
    scatterBelow(d, f, false);
    for (let j = pivots - 1; j >= 0; j--) {
      const diag = panel + j * rows + j;
      const s = dot(L, diag + 1, w, at + j + 1, pivots - j - 1) + dot(L, panel + j * rows + pivots, buffer, 0, below);
      w[at + j] = (w[at + j] - s) / L[diag];
    }
  }
  for (let i = first; i < end; i++) {
    const g = d.dofGroup[i];
    x[i] = w[d.groupPlace[g] + i - d.groupFirst[g]];
  }
}

/** Subtracts the buffer from the rows below front `f`, or fills it with them. */
function scatterBelow(d: Data, f: i32, subtract: boolean): void {
  const w = d.solverPermuted,
    buffer = d.solverBuffer;
  const start = d.frontGroupadr[f],
    end = start + d.frontGroups[f];
  let at = 0;
  for (let k = start; k < end; k++) {
    const g = d.belowGroup[k],
      place = d.groupPlace[g],
      size = d.groupSize[g];
    if (subtract) for (let q = 0; q < size; q++) w[place + q] -= buffer[at + q];
    else for (let q = 0; q < size; q++) buffer[at + q] = w[place + q];
    at += size;
  }
}
