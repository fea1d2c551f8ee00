/** Numeric factorisation, front by front. */
import type { F64, i32 } from '../../dialect.ts';
import { minI } from '../scalar.ts';
import type { Fronts } from './fronts.ts';
import { addColumns, cholPanel, minusSyrk } from './panel.ts';

/** Columns that are added together. */
const STRIP: i32 = 12;

/** Cholesky factor of the matrix in the panels `L`, in place; returns the number of pivots that were too small (`cholPanel`). */
export function factorFronts(f: Fronts, L: F64): i32 {
  const { ints, count } = f;
  let failed = 0;
  f.nterm = 0;
  for (let k = 0; k < count; k++) {
    const rows = ints[f.rows + k],
      pivots = ints[f.pivots + k],
      panel = ints[f.panel + k];
    failed += cholPanel(L, panel, rows, rows, pivots);
    if (rows === pivots) continue;
    minusSyrk(f.reals, f.update, rows - pivots, L, panel + pivots, rows, rows - pivots, pivots);
    handOut(f, L, k);
  }
  return failed;
}

/** Adds what front `k` takes from the rows below to the panels of the fronts that eliminate them. */
function handOut(f: Fronts, L: F64, k: i32): void {
  const ints = f.ints,
    groupFront = f.groupFront,
    belowGroup = f.belowGroup,
    start = ints[f.belowAdr + k],
    end = start + ints[f.belowSize + k],
    pivots = ints[f.pivots + k],
    below = ints[f.rows + k] - pivots;
  let j = start;
  while (j < end) {
    const to = ints[groupFront + ints[belowGroup + j]];
    const runs = listRuns(f, k, j, to);
    while (j < end && ints[groupFront + ints[belowGroup + j]] === to) j++;
    addRuns(f, L, runs, to, below, j < end ? ints[f.belowRow + j] - pivots : below);
  }
}

/** Runs of rows below front `k`, from its `start`-th group on, that are also consecutive in front `to`; returns their number. */
function listRuns(f: Fronts, k: i32, start: i32, to: i32): i32 {
  const ints = f.ints,
    belowGroup = f.belowGroup,
    belowRow = f.belowRow,
    end = ints[f.belowAdr + k] + ints[f.belowSize + k],
    pivots = ints[f.pivots + k],
    first = ints[f.first + to];
  let runs = 0;
  let expected = -1;
  let next = ints[f.belowAdr + to];
  for (let j = start; j < end; j++) {
    const g = ints[belowGroup + j];
    let row = ints[f.groupPlace + g] - first;
    if (ints[f.groupFront + g] !== to) {
      while (ints[belowGroup + next] !== g) next++;
      row = ints[belowRow + next];
    }
    if (row !== expected) {
      ints[f.run + runs] = ints[belowRow + j] - pivots;
      ints[f.target + runs] = row;
      runs++;
    }
    expected = row + ints[f.groupSize + g];
  }
  ints[f.run + runs] = ints[f.rows + k] - pivots;
  return runs;
}

/** Adds the columns of the update before `stop` to front `to`: a piece for each strip and run. What it adds above the diagonal does not matter. */
function addRuns(f: Fronts, L: F64, runs: i32, to: i32, below: i32, stop: i32): void {
  const ints = f.ints,
    reals = f.reals,
    run = f.run,
    target = f.target,
    rows = ints[f.rows + to],
    panel = ints[f.panel + to];
  for (let k = 0; k < runs && ints[run + k] < stop; k++) {
    const first = ints[run + k],
      next = ints[run + k + 1],
      end = minI(next, stop);
    for (let c = first; c < end; c += STRIP) {
      const columns = minI(STRIP, end - c),
        row = ints[target + k] + c - first,
        column = panel + row * rows,
        from = f.update + c * below;
      addColumns(L, column + row, rows, reals, from + c, below, next - c, columns);
      for (let j = k + 1; j < runs; j++) {
        const r = ints[run + j];
        addColumns(L, column + ints[target + j], rows, reals, from + r, below, ints[run + j + 1] - r, columns);
      }
    }
  }
}
