/**
 * Fronts: dense pieces of the Cholesky factor of a sparse symmetric matrix. A front eliminates some groups of variables at once; its rows are
 * those and the groups that they are then coupled with, in the order of elimination. Its columns are a panel, column major; the panels follow
 * each other in one array that belongs to the caller, the lower triangle of the matrix before, of the factor after factorisation.
 *
 * @see Ng, Peyton: Block sparse Cholesky algorithms on advanced uniprocessor computers (1993)
 */
import { EMPTY_F64, EMPTY_I32, type F64, type f64, type I32, type i32, scratchF64, toF64 } from '../../dialect.ts';
import { maxI } from '../scalar.ts';

/** Most terms that a factor can carry (low-rank-update.ts). */
export const MOST_TERMS: i32 = 24;

/**
 * The symbolic factorisation and the working memory of the numeric one. Lists are in `ints`, vectors in `reals`; a field says where one
 * starts. `ints` keeps the factorisation between steps, and `openFronts` finds it there again.
 */
export class Fronts {
  ints: I32 = EMPTY_I32;
  reals: F64 = EMPTY_F64;

  variables: i32 = 0;
  groups: i32 = 0;
  /** Number of fronts; 0 means that there is no factorisation. */
  count: i32 = 0;
  /** First element of `ints` after the lists. */
  end: i32 = 0;
  /** Elements of all panels. */
  panels: i32 = 0;
  /** Approximate number of multiply-adds in a numeric factorisation. */
  work: f64 = 0;

  /** By variable: its group, and its place in the order of elimination. */
  group: i32 = 0;
  place: i32 = 0;
  /** By group: first variable, number of variables, place of the first, front that eliminates it. */
  groupFirst: i32 = 0;
  groupSize: i32 = 0;
  groupPlace: i32 = 0;
  groupFront: i32 = 0;
  /** By front: first place that it eliminates, number of places, rows with those below, where its panel starts. */
  first: i32 = 0;
  pivots: i32 = 0;
  rows: i32 = 0;
  panel: i32 = 0;
  /** By front: where its groups below start in `belowGroup` and `belowRow` (their first rows in the front), and their number. */
  belowAdr: i32 = 0;
  belowSize: i32 = 0;
  belowGroup: i32 = 0;
  belowRow: i32 = 0;
  /** Runs of rows below a front that follow each other in another, too: first row, and row there. */
  run: i32 = 0;
  target: i32 = 0;

  /** What a front takes from the rows below it. */
  update: i32 = 0;
  /** A vector in the order of elimination, and its part in one front. */
  vector: i32 = 0;
  buffer: i32 = 0;
  /** Terms of a low-rank update, their number, their weights, and a vector's components along them. */
  terms: i32 = 0;
  nterm: i32 = 0;
  readonly weight: F64 = scratchF64(MOST_TERMS);
  readonly along: F64 = scratchF64(MOST_TERMS);
}

/** The head of `ints`. */
const VARIABLES: i32 = 0;
const GROUPS: i32 = 1;
const COUNT: i32 = 2;
const BELOW: i32 = 3;
const HEAD: i32 = BELOW + 1;

/** Integers of the lists of fixed length. */
export function frontsRoom(variables: i32, groups: i32): i32 {
  return HEAD + 2 * variables + 12 * groups + 2;
}

/** Where the lists of fixed length start in `ints`. */
export function placeLists(f: Fronts, ints: I32, variables: i32, groups: i32): void {
  f.ints = ints;
  f.variables = variables;
  f.groups = groups;
  f.group = HEAD;
  f.place = f.group + variables;
  f.groupFirst = f.place + variables;
  f.groupSize = f.groupFirst + groups;
  f.groupPlace = f.groupSize + groups;
  f.groupFront = f.groupPlace + groups;
  f.first = f.groupFront + groups;
  f.pivots = f.first + groups;
  f.rows = f.pivots + groups;
  f.panel = f.rows + groups;
  f.belowAdr = f.panel + groups;
  f.belowSize = f.belowAdr + groups;
  f.run = f.belowSize + groups;
  f.target = f.run + groups + 1;
}

/** Saves what `openFronts` needs: the number of fronts, and where the lists of groups below them start. */
export function keepFronts(f: Fronts, count: i32, below: i32): void {
  const ints = f.ints;
  ints[VARIABLES] = f.variables;
  ints[GROUPS] = f.groups;
  ints[COUNT] = count;
  ints[BELOW] = below;
}

/** Reopens the factorisation stored in `ints`; returns how many numbers of working memory it needs (`useReals`). */
export function openFronts(f: Fronts, ints: I32): i32 {
  placeLists(f, ints, ints[VARIABLES], ints[GROUPS]);
  f.count = ints[COUNT];
  let below = 0;
  let mostBelow = 0;
  let mostRows = 0;
  f.panels = 0;
  f.work = 0;
  for (let k = 0; k < f.count; k++) {
    const rows = ints[f.rows + k],
      pivots = ints[f.pivots + k];
    below += ints[f.belowSize + k];
    mostBelow = maxI(mostBelow, rows - pivots);
    mostRows = maxI(mostRows, rows);
    f.panels += rows * pivots;
    f.work += toF64(rows * pivots) * rows;
  }
  f.belowGroup = ints[BELOW];
  f.belowRow = f.belowGroup + below;
  f.end = f.belowRow + below;
  f.update = 0;
  f.vector = mostBelow * mostBelow;
  f.buffer = f.vector + f.variables;
  f.terms = f.buffer + mostRows;
  return f.terms + MOST_TERMS * f.variables;
}

/** Leaves no fronts: the caller has another factor. */
export function closeFronts(f: Fronts): void {
  f.count = 0;
}

/** Row of group `g` in front `k`, which contains it. @noinline */
export function rowInFront(f: Fronts, k: i32, g: i32): i32 {
  const ints = f.ints;
  if (ints[f.groupFront + g] === k) return ints[f.groupPlace + g] - ints[f.first + k];
  const list = f.belowGroup;
  let j = ints[f.belowAdr + k];
  while (ints[list + j] !== g) j++;
  return ints[f.belowRow + j];
}

/** Where the panels have element (i, j) of the lower triangle, whichever of both comes first in the order of elimination. */
export function elementPlace(f: Fronts, i: i32, j: i32): i32 {
  const ints = f.ints,
    inOrder = ints[f.place + j] <= ints[f.place + i],
    low = inOrder ? j : i,
    high = inOrder ? i : j,
    gLow = ints[f.group + low],
    gHigh = ints[f.group + high],
    k = ints[f.groupFront + gLow];
  const column = rowInFront(f, k, gLow) + low - ints[f.groupFirst + gLow],
    row = rowInFront(f, k, gHigh) + high - ints[f.groupFirst + gHigh];
  return ints[f.panel + k] + column * ints[f.rows + k] + row;
}
