/** Symbolic analysis: fronts of an order of elimination, and the structure of their panels. */
import type { I32, i32 } from '../../dialect.ts';
import { minI } from '../scalar.ts';
import { type Fronts, keepFronts, openFronts, placeLists } from './fronts.ts';
import type { Elimination } from './ordering.ts';
import type { CliquePattern } from './pattern.ts';

/** The elimination tree: by step, in lists that the elimination no longer needs. A step is joined to the last one of its front. */
class Tree {
  parent: i32 = 0;
  joined: i32 = 0;
  pivots: i32 = 0;
  below: i32 = 0;
}
const tree = new Tree();

/** Integers that `analyse` needs after an elimination. */
export function analysisRoom(e: Elimination): i32 {
  let below = 0;
  for (let k = 0; k < e.groups; k++) below += e.ints[e.cliqueSize + e.given + k];
  return e.end + 2 * below;
}

/** Makes the fronts of an elimination that is complete. Its `ints`, which start with room for the lists of the fronts, become theirs. */
export function analyse(f: Fronts, p: CliquePattern, e: Elimination): void {
  placeLists(f, e.ints, p.variables, p.groups);
  listGroups(f, p);
  growTree(e);
  joinSteps(e.ints, e.groups);
  const count = numberFronts(f, e);
  listBelow(f, e, count);
  keepFronts(f, count, e.end);
  placePanels(f, count);
  placeVariables(f);
  openFronts(f, e.ints);
}

/** Groups of the variables. */
function listGroups(f: Fronts, p: CliquePattern): void {
  const ints = f.ints;
  for (let i = p.variables - 1; i >= 0; i--) {
    ints[f.group + i] = p.group[i];
    ints[f.groupFirst + p.group[i]] = i;
  }
}

/** Rows of a parent that is two points of a rope, or less. */
const SMALL_PARENT: i32 = 6;

/**
 * Whether a front with `pivots` columns and `below` rows under them is better merged into its parent: weighs the work on the zeros it brings
 * along against that of handing over its remainder (tuned on heaps of boxes). The estimate does not hold for parents that are much smaller:
 * it would merge all points of a rope.
 */
function isBetterJoined(pivots: i32, below: i32, parentPivots: i32, parentBelow: i32): boolean {
  const zeros = pivots * (parentPivots + parentBelow - below);
  const rows = parentPivots + parentBelow;
  if (zeros > 0 && rows <= SMALL_PARENT && pivots > 2 * rows) return false;
  return 0.4 * zeros * (parentPivots + parentBelow) <= below * below + 400;
}

/** The elimination tree. By step: the step that eliminates the first of what is left, its columns and the rows below them. */
function growTree(e: Elimination): void {
  const { ints, groups } = e;
  tree.parent = e.next;
  tree.joined = e.previous;
  tree.pivots = e.fill;
  tree.below = e.listSize;
  for (let k = 0; k < groups; k++) {
    const clique = e.given + k,
      start = ints[e.cliqueAdr + clique],
      end = start + ints[e.cliqueSize + clique];
    let first = groups;
    let below = 0;
    for (let j = start; j < end; j++) {
      const g = ints[j];
      below += ints[e.size + g];
      first = minI(first, ints[e.mark + g]); // the step that eliminates it
    }
    ints[tree.parent + k] = first;
    ints[tree.joined + k] = k;
    ints[tree.pivots + k] = ints[e.size + ints[e.eliminated + k]];
    ints[tree.below + k] = below;
  }
}

/** Joins steps to their parents. Children come before their parents, so a parent has all its pivots by then. */
function joinSteps(ints: I32, groups: i32): void {
  const { parent, joined, pivots, below } = tree;
  for (let k = 0; k < groups; k++) {
    const u = ints[parent + k];
    if (u === groups) continue;
    if (!isBetterJoined(ints[pivots + k], ints[below + k], ints[pivots + u], ints[below + u])) continue;
    ints[joined + k] = u;
    ints[pivots + u] += ints[pivots + k];
  }
  for (let k = groups - 1; k >= 0; k--) {
    const u = ints[joined + k];
    if (u !== k) ints[joined + k] = ints[joined + u];
  }
}

/** Numbers the fronts and the places of their variables; returns the number of fronts. */
function numberFronts(f: Fronts, e: Elimination): i32 {
  const ints = f.ints,
    groups = f.groups,
    front = tree.parent, // of a step that is joined to no other
    joined = tree.joined,
    free = tree.below; // next free place of a front
  let count = 0;
  let place = 0;
  for (let k = 0; k < groups; k++) {
    if (ints[joined + k] !== k) continue;
    const pivots = ints[tree.pivots + k];
    ints[f.first + count] = place;
    ints[f.pivots + count] = pivots;
    ints[f.rows + count] = pivots + ints[tree.below + k];
    ints[f.belowAdr + count] = e.given + k; // its clique, until the groups below are listed
    ints[front + k] = count;
    ints[free + k] = place;
    place += pivots;
    count++;
  }
  for (let k = 0; k < groups; k++) {
    const last = ints[joined + k],
      g = ints[e.eliminated + k];
    ints[f.groupSize + g] = ints[e.size + g];
    ints[f.groupFront + g] = ints[front + last];
    ints[f.groupPlace + g] = ints[free + last];
    ints[free + last] += ints[e.size + g];
  }
  return count;
}

/** The groups below each front in the order of elimination, and their rows. */
function listBelow(f: Fronts, e: Elimination, count: i32): void {
  const ints = f.ints;
  f.belowGroup = e.end;
  let total = 0;
  for (let k = 0; k < count; k++) total += ints[e.cliqueSize + ints[f.belowAdr + k]];
  f.belowRow = f.belowGroup + total;
  let next = 0;
  for (let k = 0; k < count; k++) {
    const clique = ints[f.belowAdr + k],
      size = ints[e.cliqueSize + clique];
    sortInto(ints, f.belowGroup + next, ints[e.cliqueAdr + clique], size, f.groupPlace);
    let row = ints[f.pivots + k];
    for (let j = next; j < next + size; j++) {
      ints[f.belowRow + j] = row;
      row += ints[f.groupSize + ints[f.belowGroup + j]];
    }
    ints[f.belowAdr + k] = next;
    ints[f.belowSize + k] = size;
    next += size;
  }
}

/** Copies `n` numbers from `from` to `to`, sorted by what `key` has for them: lists are short, and mostly sorted. */
function sortInto(ints: I32, to: i32, from: i32, n: i32, key: i32): void {
  for (let k = 0; k < n; k++) {
    const x = ints[from + k];
    let j = to + k;
    while (j > to && ints[key + ints[j - 1]] > ints[key + x]) {
      ints[j] = ints[j - 1];
      j--;
    }
    ints[j] = x;
  }
}

/** Where the panels start. */
function placePanels(f: Fronts, count: i32): void {
  const ints = f.ints;
  let next = 0;
  for (let k = 0; k < count; k++) {
    ints[f.panel + k] = next;
    next += ints[f.rows + k] * ints[f.pivots + k];
  }
}

/** Places of the variables in the order of elimination. */
function placeVariables(f: Fronts): void {
  const ints = f.ints;
  for (let i = 0; i < f.variables; i++) {
    const g = ints[f.group + i];
    ints[f.place + i] = ints[f.groupPlace + g] + i - ints[f.groupFirst + g];
  }
}
