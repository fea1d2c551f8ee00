/** H of a large island in fronts: their analysis, and where M and the blocks of rows go in the panels. */
import type { I32, i32 } from '../dialect.ts';
import { elementPlace, type Fronts, frontsRoom, openFronts, rowInFront } from '../math/frontal/fronts.ts';
import { Elimination, eliminate, eliminationRoom, startElimination } from '../math/frontal/ordering.ts';
import { CliquePattern } from '../math/frontal/pattern.ts';
import { analyse, analysisRoom } from '../math/frontal/symbolic.ts';
import { copy } from '../math/linear/leaf.ts';
import { isAssembled } from '../metric/flex.ts';
import type { Order } from '../metric/order.ts';
import {
  COUNT_NFRONTINT,
  COUNT_NFRONTREAL,
  COUNT_NHESSIAN,
  COUNT_NPLACE,
  type Data,
  type Model,
} from '../model/classes.ts';
import { reserve } from '../model/reserve.ts';
import { placeFlexes } from './flexes.ts';
import { isPatternKept, makePattern } from './hessian-pattern.ts';
import type { IslandInertia } from './inertia.ts';
import type { Island } from './island.ts';

const pattern = new CliquePattern(); // of H
const elimination = new Elimination(); // while its fronts are made

/**
 * Makes the fronts of an island and tells where M and the blocks go in them. The fronts of the last time serve again where the pattern of H
 * is the same.
 *
 * @writes frontInts nfrontint nhessian inertiaPlace blockPlace
 */
export function makeFronts(
  fronts: Fronts,
  m: Model,
  d: Data,
  island: Island,
  inertia: IslandInertia,
  dofs: Order,
): void {
  const kept = d.nfrontint > 0 && isPatternKept(d, island, dofs);
  const changed = !kept && (makePattern(pattern, m, d, island, inertia, dofs) || d.nfrontint === 0);
  if (changed) analysePattern(fronts, m, d);
  reserve(m, d, COUNT_NFRONTREAL, openFronts(fronts, d.frontInts));
  fronts.reals = d.frontReals;
  reserve(m, d, COUNT_NHESSIAN, fronts.panels);
  d.nhessian = fronts.panels;
  if (changed) placeInertia(d, island, inertia, fronts);
  if (changed && isAssembled(d)) placeFlexes(d, island, dofs, fronts);
  if (kept) sortBlocks(d, island, fronts);
  else placeBlocks(m, d, island, fronts);
}

/** Orders the dofs and makes fronts of them; without memory for that, none are kept. @writes frontInts nfrontint */
function analysePattern(fronts: Fronts, m: Model, d: Data): void {
  const start = frontsRoom(pattern.variables, pattern.groups);
  d.nfrontint = 0;
  reserveInts(m, d, start + eliminationRoom(pattern));
  startElimination(elimination, pattern, d.frontInts, d.capacity[COUNT_NFRONTINT], start);
  while (!eliminate(elimination)) reserveInts(m, d, elimination.needed);
  reserveInts(m, d, analysisRoom(elimination));
  analyse(fronts, pattern, elimination);
  d.nfrontint = fronts.end;
}

/** Makes room for `count` integers, wherever the elimination is. */
function reserveInts(m: Model, d: Data, count: i32): void {
  reserve(m, d, COUNT_NFRONTINT, count);
  elimination.ints = d.frontInts;
  elimination.capacity = d.capacity[COUNT_NFRONTINT];
}

/** Where the elements of M go in the panels. @writes inertiaPlace */
function placeInertia(d: Data, island: Island, inertia: IslandInertia, fronts: Fronts): void {
  const first = island.firstDof,
    ind = inertia.ind,
    place = d.inertiaPlace;
  for (let i = first; i < island.endDof; i++) {
    const start = inertia.adr[i],
      end = start + inertia.nnz[i];
    for (let k = start; k < end; k++) place[k] = elementPlace(fronts, i - first, ind[k] - first);
  }
}

/** The first block after `b` that does not share its columns. */
function afterShared(d: Data, island: Island, b: i32): i32 {
  let next = b + 1;
  while (next < island.endBlock && d.blockColadr[next] === d.blockColadr[b]) next++;
  return next;
}

/** Puts the columns of the blocks into the order of elimination. @writes blockCol blockJ */
function sortBlocks(d: Data, island: Island, fronts: Fronts): void {
  for (let b = island.firstBlock; b < island.endBlock; ) {
    const next = afterShared(d, island, b);
    let rows = 0;
    for (let k = b; k < next; k++) rows += d.blockRows[k];
    sortColumns(d, fronts, island.firstDof, d.blockColadr[b], d.blockWidth[b], d.blockJadr[b], rows);
    b = next;
  }
}

/**
 * Puts the columns of the blocks into the order of elimination and lists their rows in the front of each of their groups.
 *
 * @writes blockCol blockJ blockPlaceadr blockPlace nplace
 */
function placeBlocks(m: Model, d: Data, island: Island, fronts: Fronts): void {
  reservePlaces(m, d, island, fronts);
  sortBlocks(d, island, fronts);
  const ints = fronts.ints,
    group = fronts.group - island.firstDof,
    groupSize = fronts.groupSize,
    groupFront = fronts.groupFront,
    col = d.blockCol,
    place = d.blockPlace;
  let next = 0;
  for (let b = island.firstBlock; b < island.endBlock; ) {
    const c = d.blockColadr[b],
      width = d.blockWidth[b],
      end = afterShared(d, island, b);
    for (; b < end; b++) d.blockPlaceadr[b] = next;
    for (let k = 0; k < width; ) {
      const g = ints[group + col[c + k]],
        front = ints[groupFront + g];
      for (let j = k; j < width; ) {
        const other = ints[group + col[c + j]],
          stop = j + ints[groupSize + other];
        for (let row = rowInFront(fronts, front, other); j < stop; j++) place[next++] = row++;
      }
      k += ints[groupSize + g];
    }
  }
  d.nplace = next;
}

/** Makes room for the places: for each group of a block, at most all its columns. */
function reservePlaces(m: Model, d: Data, island: Island, fronts: Fronts): void {
  const ints = fronts.ints,
    group = fronts.group - island.firstDof;
  let most = 0;
  for (let b = island.firstBlock; b < island.endBlock; b++) {
    const c = d.blockColadr[b],
      width = d.blockWidth[b];
    for (let k = 0; k < width; most += width) k += ints[fronts.groupSize + ints[group + d.blockCol[c + k]]];
  }
  reserve(m, d, COUNT_NPLACE, most);
}

/**
 * Sorts the groups of the `width` columns at blockCol[c] by their places; the values of the blocks that share them, `rows` rows from
 * blockJ[a] on, follow.
 */
function sortColumns(d: Data, fronts: Fronts, first: i32, c: i32, width: i32, a: i32, rows: i32): void {
  const ints = fronts.ints,
    group = fronts.group - first,
    size = fronts.groupSize,
    place = fronts.groupPlace,
    col = d.blockCol,
    list = d.patternList;
  let n = 0;
  let sorted = true;
  for (let k = 0; k < width; k += ints[size + list[n - 1]]) {
    const g = ints[group + col[c + k]];
    if (n > 0 && ints[place + list[n - 1]] > ints[place + g]) sorted = false;
    list[n] = g;
    n++;
  }
  if (sorted) return;

  // where each group stands now, then its place among the sorted
  const from = d.patternMark;
  let at = 0;
  for (let k = 0; k < n; k++) {
    from[list[k]] = at;
    at += ints[size + list[k]];
  }
  sortByPlace(list, n, fronts);
  at = c;
  for (let k = 0; k < n; k++) {
    const g = list[k],
      start = first + ints[fronts.groupFirst + g];
    for (let q = 0; q < ints[size + g]; q++, at++) col[at] = start + q;
  }
  for (let r = a; r < a + rows * width; r += width) {
    copy(d.blockScaled, 0, d.blockJ, r, width);
    at = r;
    for (let k = 0; k < n; k++) {
      const g = list[k];
      copy(d.blockJ, at, d.blockScaled, from[g], ints[size + g]);
      at += ints[size + g];
    }
  }
}

/** Sorts `n` groups by their places; they are few. */
function sortByPlace(list: I32, n: i32, fronts: Fronts): void {
  const { ints, groupPlace: place } = fronts;
  for (let k = 1; k < n; k++) {
    const g = list[k];
    let j = k;
    while (j > 0 && ints[place + list[j - 1]] > ints[place + g]) {
      list[j] = list[j - 1];
      j--;
    }
    list[j] = g;
  }
}
