/** The factor of H in fronts. */
import type { i32 } from '../dialect.ts';
import { minI } from '../math/scalar.ts';
import type { Data } from '../model/kernel.ts';
import { NFOLLOWED, NFRONT, span } from './context.ts';
import { addColumns, cholPanel, minusSyrk } from './leaf.ts';

/** Columns that are added together. */
const STRIP: i32 = 12;

/** Factorises the panels, which have H, from the first front to the last; returns the number of pivots that were too small. */
export function factorFronts(d: Data): i32 {
  const fronts = span[NFRONT],
    L = d.hessianFactor;
  let failed = 0;
  span[NFOLLOWED] = 0;
  for (let f = 0; f < fronts; f++) {
    const rows = d.frontRows[f],
      pivots = d.frontPivots[f],
      panel = d.frontPanel[f];
    failed += cholPanel(L, panel, rows, rows, pivots);
    if (rows === pivots) continue;
    minusSyrk(d.frontUpdate, 0, rows - pivots, L, panel + pivots, rows, rows - pivots, pivots);
    handOut(d, f);
  }
  return failed;
}

/** Adds what front `f` takes from the rows below to the panels of the fronts that eliminate them. */
function handOut(d: Data, f: i32): void {
  const start = d.frontGroupadr[f],
    end = start + d.frontGroups[f],
    pivots = d.frontPivots[f],
    below = d.frontRows[f] - pivots;
  let k = start;
  while (k < end) {
    const to = d.groupFront[d.belowGroup[k]];
    const runs = listRuns(d, f, k, to);
    while (k < end && d.groupFront[d.belowGroup[k]] === to) k++;
    addRuns(d, runs, to, below, k < end ? d.belowRow[k] - pivots : below);
  }
}

/** Runs of rows below front `f`, from group `k` on, that follow each other in front `to`, too; returns their number. */
function listRuns(d: Data, f: i32, k: i32, to: i32): i32 {
  const end = d.frontGroupadr[f] + d.frontGroups[f],
    pivots = d.frontPivots[f];
  const run = d.groupNext,
    target = d.groupPrevious;
  let runs = 0;
  let expected = -1;
  let next = d.frontGroupadr[to];
  for (let j = k; j < end; j++) {
    const g = d.belowGroup[j];
    let row = d.groupPlace[g] - d.frontFirst[to];
    if (d.groupFront[g] !== to) {
      while (d.belowGroup[next] !== g) next++;
      row = d.belowRow[next];
    }
    if (row !== expected) {
      run[runs] = d.belowRow[j] - pivots;
      target[runs] = row;
      runs++;
    }
    expected = row + d.groupSize[g];
  }
  run[runs] = d.frontRows[f] - pivots;
  return runs;
}

/** Adds the columns of the update before `stop` to front `to`: a piece for each strip and run. Above the diagonal it adds anything. */
function addRuns(d: Data, runs: i32, to: i32, below: i32, stop: i32): void {
  const L = d.hessianFactor,
    update = d.frontUpdate,
    run = d.groupNext,
    target = d.groupPrevious,
    rows = d.frontRows[to];
  for (let k = 0; k < runs && run[k] < stop; k++) {
    const end = minI(run[k + 1], stop);
    for (let c = run[k]; c < end; c += STRIP) {
      const columns = minI(STRIP, end - c),
        row = target[k] + c - run[k],
        panel = d.frontPanel[to] + row * rows,
        from = c * below;
      addColumns(L, panel + row, rows, update, from + c, below, run[k + 1] - c, columns);
      for (let j = k + 1; j < runs; j++)
        addColumns(L, panel + target[j], rows, update, from + run[j], below, run[j + 1] - run[j], columns);
    }
  }
}
