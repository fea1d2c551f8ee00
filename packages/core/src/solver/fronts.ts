/**
 * Fronts: dense pieces of the factor of H. A front eliminates some groups of dofs at once; its rows are those and the groups that they are then
 * coupled with, in the order of elimination. Its columns are a panel of H (and of the factor); what its elimination takes from the rows below
 * goes to the panels of the fronts that eliminate them.
 *
 * @see Ng, Peyton: Block sparse Cholesky algorithms on advanced uniprocessor computers (1993)
 */
import { type f64, type i32, toF64 } from '../dialect.ts';
import { copy } from '../math/leaf.ts';
import { maxI } from '../math/scalar.ts';
import { type Data, DYN_NBELOW, DYN_NFRONTUPDATE, DYN_NHESSIAN, DYN_NPLACE, type Model } from '../model/kernel.ts';
import { reserve } from '../model/reserve.ts';
import { END_BLOCK, END_DOF, FIRST_BLOCK, FIRST_DOF, MOVED, NFRONT, num, span, WORK } from './context.ts';
import { givenCliques, orderGroups } from './ordering.ts';

/**
 * Orders the dofs of the island, makes its fronts, and tells where M and the blocks go in them.
 *
 * @reads blockCol blockWidth solverMind
 * @writes frontFirst frontPivots frontRows frontPanel belowGroup belowRow groupPlace groupFront inertiaPlace blockPlace
 */
export function makeFronts(m: Model, d: Data): void {
  const groups = orderGroups(m, d);
  if (groups > 0) {
    d.nfront = joinFronts(d, groups);
    listBelow(m, d, groups, d.nfront);
  }
  placeFronts(m, d, d.nfront);
  if (groups > 0) placeInertia(m, d);
  placeBlocks(m, d);
  span[NFRONT] = d.nfront;
}

/**
 * Whether a front with `pivots` columns and `below` rows under them is better part of its parent: the work that the zeros cause which it brings
 * against that of handing over what is left of it (measured on heaps of boxes).
 */
function isBetterJoined(pivots: i32, below: i32, parentPivots: i32, parentBelow: i32): boolean {
  const zeros = pivots * (parentPivots + parentBelow - below);
  return 0.4 * zeros * (parentPivots + parentBelow) <= below * below + 400;
}

/** Makes a front of each step of the elimination, or joins it to that of its parent; returns the number of fronts. */
function joinFronts(d: Data, groups: i32): i32 {
  const given = givenCliques(d, groups);
  const step = d.groupMark; // at which a group is eliminated
  const parent = d.groupNext,
    into = d.groupPrevious,
    pivots = d.groupFill,
    below = d.groupCliques; // by step
  for (let k = 0; k < groups; k++) {
    const e = given + k,
      start = d.cliqueAdr[e],
      end = start + d.cliqueGroups[e];
    let first = groups;
    let dofs = 0;
    for (let j = start; j < end; j++) {
      const g = d.cliqueGroup[j];
      dofs += d.groupSize[g];
      if (step[g] < first) first = step[g];
    }
    parent[k] = first;
    into[k] = k;
    pivots[k] = d.groupSize[d.eliminated[k]];
    below[k] = dofs;
  }

  // children come before their parents, so that a parent has all its pivots when its turn comes
  for (let k = 0; k < groups; k++) {
    const u = parent[k];
    if (u === groups || !isBetterJoined(pivots[k], below[k], pivots[u], below[u])) continue;
    into[k] = u;
    pivots[u] += pivots[k];
  }

  // number the fronts and the places of their dofs
  let fronts = 0;
  let place = 0;
  for (let k = 0; k < groups; k++) {
    if (into[k] !== k) continue;
    d.frontFirst[fronts] = place;
    d.frontPivots[fronts] = pivots[k];
    d.frontRows[fronts] = pivots[k] + below[k];
    d.frontGroupadr[fronts] = given + k; // its clique, until the groups below are listed
    d.frontGroups[fronts] = place; // next free place
    place += pivots[k];
    parent[k] = fronts;
    fronts++;
  }
  for (let k = groups - 1; k >= 0; k--) if (into[k] !== k) into[k] = into[into[k]];
  for (let k = 0; k < groups; k++) {
    const f = parent[into[k]],
      g = d.eliminated[k];
    d.groupFront[g] = f;
    d.groupPlace[g] = d.frontGroups[f];
    d.frontGroups[f] += d.groupSize[g];
  }
  return fronts;
}

/** The groups below each front in the order of elimination, and their rows. */
function listBelow(m: Model, d: Data, groups: i32, fronts: i32): void {
  const given = givenCliques(d, groups);
  let most = 0;
  for (let k = 0; k < groups; k++) most += d.cliqueGroups[given + k];
  reserve(m, d, DYN_NBELOW, most);
  const list = d.belowGroup,
    row = d.belowRow,
    place = d.groupPlace;
  let next = 0;
  for (let f = 0; f < fronts; f++) {
    const e = d.frontGroupadr[f],
      start = d.cliqueAdr[e],
      count = d.cliqueGroups[e];
    for (let k = 0; k < count; k++) {
      const g = d.cliqueGroup[start + k];
      let j = next + k;
      while (j > next && place[list[j - 1]] > place[g]) {
        list[j] = list[j - 1];
        j--;
      }
      list[j] = g;
    }
    let r = d.frontPivots[f];
    for (let k = next; k < next + count; k++) {
      row[k] = r;
      r += d.groupSize[list[k]];
    }
    d.frontGroupadr[f] = next;
    d.frontGroups[f] = count;
    next += count;
  }
  d.nbelow = next;
}

/** Row of group `g` in front `f`, which has it. */
function rowInFront(d: Data, f: i32, g: i32): i32 {
  if (d.groupFront[g] === f) return d.groupPlace[g] - d.frontFirst[f];
  let k = d.frontGroupadr[f];
  while (d.belowGroup[k] !== g) k++;
  return d.belowRow[k];
}

/** Memory of the panels, and of what one front takes from the rows below. */
function placeFronts(m: Model, d: Data, fronts: i32): void {
  let panel = 0;
  let most = 0;
  let work: f64 = 0;
  for (let f = 0; f < fronts; f++) {
    const rows = d.frontRows[f],
      pivots = d.frontPivots[f],
      below = rows - pivots;
    d.frontPanel[f] = panel;
    panel += rows * pivots;
    most = maxI(most, below * below);
    work += toF64(rows * pivots) * rows;
  }
  reserve(m, d, DYN_NHESSIAN, panel);
  reserve(m, d, DYN_NFRONTUPDATE, most);
  d.nhessian = panel;
  d.nfrontupdate = most;
  num[WORK] = work;
}

/** Where the elements of M go in the panels. */
function placeInertia(m: Model, d: Data): void {
  const moved = span[MOVED] !== 0;
  const nnz = moved ? d.solverMnnz : m.M_rownnz;
  const adr = moved ? d.solverMadr : m.M_rowadr;
  const ind = moved ? d.solverMind : m.M_colind;
  const end = span[END_DOF];
  for (let i = span[FIRST_DOF]; i < end; i++) {
    const gi = d.dofGroup[i],
      in_i = i - d.groupFirst[gi];
    const stop = adr[i] + nnz[i];
    for (let k = adr[i]; k < stop; k++) {
      const j = ind[k];
      const gj = d.dofGroup[j],
        in_j = j - d.groupFirst[gj];
      let f = d.groupFront[gi];
      let column = 0;
      let row = 0;
      if (d.groupPlace[gj] + in_j <= d.groupPlace[gi] + in_i) {
        f = d.groupFront[gj];
        column = rowInFront(d, f, gj) + in_j;
        row = rowInFront(d, f, gi) + in_i;
      } else {
        column = rowInFront(d, f, gi) + in_i;
        row = rowInFront(d, f, gj) + in_j;
      }
      d.inertiaPlace[k] = d.frontPanel[f] + column * d.frontRows[f] + row;
    }
  }
}

/** Puts the columns of the blocks into the order of elimination and lists their rows in the front of each of their groups. */
function placeBlocks(m: Model, d: Data): void {
  const end = span[END_BLOCK];
  let most = 0;
  for (let b = span[FIRST_BLOCK]; b < end; b++) most += d.blockWidth[b] * countGroups(d, b);
  reserve(m, d, DYN_NPLACE, most);
  const col = d.blockCol;
  let next = 0;
  let b = span[FIRST_BLOCK];
  while (b < end) {
    const first = b,
      c = d.blockColadr[b],
      width = d.blockWidth[b];
    let rows = 0;
    for (; b < end && d.blockColadr[b] === c; b++) {
      d.blockPlaceadr[b] = next;
      rows += d.blockRows[b];
    }
    sortColumns(d, c, width, d.blockJadr[first], rows);
    for (let k = 0; k < width; ) {
      const g = d.dofGroup[col[c + k]];
      for (let j = k; j < width; ) {
        const other = d.dofGroup[col[c + j]],
          row = rowInFront(d, d.groupFront[g], other),
          stop = j + d.groupSize[other];
        for (let i = row; j < stop; j++) d.blockPlace[next++] = i++;
      }
      k += d.groupSize[g];
    }
  }
  d.nplace = next;
}

function countGroups(d: Data, b: i32): i32 {
  const c = d.blockColadr[b],
    width = d.blockWidth[b];
  let n = 0;
  for (let k = 0; k < width; n++) k += d.groupSize[d.dofGroup[d.blockCol[c + k]]];
  return n;
}

/** Sorts the groups of a list of columns by their places; the values of the blocks that share it, `rows` rows altogether, follow. */
function sortColumns(d: Data, c: i32, width: i32, a: i32, rows: i32): void {
  const col = d.blockCol,
    list = d.groupMark,
    values = d.blockScaled;
  let n = 0;
  let sorted = true;
  for (let k = 0; k < width; k += d.groupSize[list[n - 1]]) {
    const g = d.dofGroup[col[c + k]];
    if (n > 0 && d.groupPlace[list[n - 1]] > d.groupPlace[g]) sorted = false;
    list[n] = g;
    n++;
  }
  if (sorted) return;

  // where each group stands now, then its place among the sorted
  const from = d.groupFill;
  let at = 0;
  for (let k = 0; k < n; k++) {
    from[list[k]] = at;
    at += d.groupSize[list[k]];
  }
  for (let k = 1; k < n; k++) {
    const g = list[k];
    let j = k;
    while (j > 0 && d.groupPlace[list[j - 1]] > d.groupPlace[g]) {
      list[j] = list[j - 1];
      j--;
    }
    list[j] = g;
  }
  at = 0;
  for (let k = 0; k < n; k++) {
    const g = list[k];
    for (let q = 0; q < d.groupSize[g]; q++, at++) col[c + at] = d.groupFirst[g] + q;
  }
  for (let r = a; r < a + rows * width; r += width) {
    copy(values, 0, d.blockJ, r, width);
    at = r;
    for (let k = 0; k < n; k++) {
      const g = list[k];
      copy(d.blockJ, at, values, from[g], d.groupSize[g]);
      at += d.groupSize[g];
    }
  }
}
