/**
 * The order in which variables are eliminated, chosen so that the factor stays sparse.
 *
 * Eliminating a group joins the cliques that it is in to one, without it: what it was coupled with. The group whose elimination couples the
 * fewest variables anew comes next.
 *
 * @see Amestoy, Davis, Duff: An approximate minimum degree ordering algorithm (1996)
 * @see Rothberg, Eisenstat: Node selection strategies for bottom-up sparse matrix ordering (1998)
 */
import { EMPTY_I32, type f64, type I32, type i32, toF64, toInt } from '../../dialect.ts';
import { max, minI } from '../scalar.ts';
import type { CliquePattern } from './pattern.ts';

/** Marks a clique that has been absorbed by another. */
const ABSORBED: i32 = -2;

/**
 * An elimination in progress. Its lists are in `ints`; each field says where one starts. The cliques of the pattern come first, then that of each
 * step: the groups that were coupled with the one eliminated, which is the structure of the factor.
 */
export class Elimination {
  ints: I32 = EMPTY_I32;
  /** Length of `ints`, and the length it must have when `eliminate` asks for more. */
  capacity: i32 = 0;
  needed: i32 = 0;
  /** First element after the lists. */
  end: i32 = 0;

  variables: i32 = 0;
  groups: i32 = 0;
  /** Cliques of the pattern. */
  given: i32 = 0;
  /** Number of groups eliminated so far, and a lower bound of the fill of the others. */
  step: i32 = 0;
  least: i32 = 0;

  /** By step: the group that it eliminates. */
  eliminated: i32 = 0;
  /** By group: number of variables, where its cliques start in `cliqueOf` and how many there are, step that it was met in last. */
  size: i32 = 0;
  listAdr: i32 = 0;
  listSize: i32 = 0;
  mark: i32 = 0;
  /** By group: fill, and the neighbours in the list of equal fill, or -1. By fill: the first group, or -1. */
  fill: i32 = 0;
  next: i32 = 0;
  previous: i32 = 0;
  head: i32 = 0;
  /** By clique: where its groups start in `ints`, their number and that of their variables. */
  cliqueAdr: i32 = 0;
  cliqueSize: i32 = 0;
  cliqueVariables: i32 = 0;
  /** By clique: its variables outside of the clique that is being made, and the step at which they were counted, or ABSORBED. */
  outside: i32 = 0;
  counted: i32 = 0;
  /** Cliques of the groups. */
  cliqueOf: i32 = 0;
}

/** Integers that an elimination needs at the start. */
export function eliminationRoom(p: CliquePattern): i32 {
  return 8 * p.groups + 2 * p.variables + 5 * (p.cliques + p.groups) + 2 * p.members + p.groups;
}

/** Starts an elimination whose lists begin at `start` of `ints`, which has `capacity` elements. */
export function startElimination(e: Elimination, p: CliquePattern, ints: I32, capacity: i32, start: i32): void {
  e.ints = ints;
  e.capacity = capacity;
  e.variables = p.variables;
  e.groups = p.groups;
  e.given = p.cliques;
  e.step = 0;
  e.least = 0;
  placeLists(e, p, start);
  copyPattern(e, p);
  listCliques(e);
  measureFill(e);
}

function placeLists(e: Elimination, p: CliquePattern, start: i32): void {
  const groups = p.groups,
    cliques = p.cliques + groups;
  e.eliminated = start;
  e.size = e.eliminated + groups;
  e.listAdr = e.size + groups;
  e.listSize = e.listAdr + groups;
  e.mark = e.listSize + groups;
  e.fill = e.mark + groups;
  e.next = e.fill + groups;
  e.previous = e.next + groups;
  e.head = e.previous + groups;
  e.cliqueAdr = e.head + 2 * p.variables;
  e.cliqueSize = e.cliqueAdr + cliques;
  e.cliqueVariables = e.cliqueSize + cliques;
  e.outside = e.cliqueVariables + cliques;
  e.counted = e.outside + cliques;
  e.cliqueOf = e.counted + cliques;
  e.end = e.cliqueOf + p.members + groups;
}

/** Sizes of the groups, and the cliques of the pattern. */
function copyPattern(e: Elimination, p: CliquePattern): void {
  const { ints, size } = e;
  for (let g = 0; g < p.groups; g++) ints[size + g] = 0;
  for (let i = 0; i < p.variables; i++) ints[size + p.group[i]]++;
  for (let c = 0; c < p.cliques; c++) {
    const adr = p.cliqueAdr[c],
      count = p.cliqueSize[c];
    let variables = 0;
    for (let k = 0; k < count; k++) {
      const g = p.member[adr + k];
      ints[e.end + k] = g;
      variables += ints[size + g];
    }
    ints[e.cliqueAdr + c] = e.end;
    ints[e.cliqueSize + c] = count;
    ints[e.cliqueVariables + c] = variables;
    e.end += count;
  }
}

/** For each group, the cliques that it is in. A list never gets longer: a new clique takes the place of one that it contains. */
function listCliques(e: Elimination): void {
  const { ints, groups, listAdr: adr, listSize: count } = e;
  for (let g = 0; g < groups; g++) ints[count + g] = 0;
  for (let c = 0; c < e.given; c++) {
    const start = ints[e.cliqueAdr + c],
      end = start + ints[e.cliqueSize + c];
    for (let k = start; k < end; k++) ints[count + ints[k]]++;
  }
  let next = e.cliqueOf;
  for (let g = 0; g < groups; g++) {
    ints[adr + g] = next;

    // a group on its own still becomes a clique when it is eliminated
    next += ints[count + g] > 0 ? ints[count + g] : 1;
    ints[count + g] = 0;
  }
  for (let c = 0; c < e.given; c++) {
    const start = ints[e.cliqueAdr + c],
      end = start + ints[e.cliqueSize + c];
    for (let k = start; k < end; k++) {
      const g = ints[k];
      ints[ints[adr + g] + ints[count + g]] = c;
      ints[count + g]++;
    }
  }
}

/**
 * How much eliminating a group with `degree` variables coupled to it fills in, `coupled` being the sum of the squares of the cliques that
 * couple them already. A quarter of the degree's own square counts, too (measured on heaps of boxes: a tenth less work than by the degree
 * alone).
 */
function fillOf(degree: i32, coupled: f64, n: i32): i32 {
  const variables = toF64(minI(degree, n - 1));
  return toInt(Math.sqrt(max(0, 1.25 * variables * variables - coupled)));
}

/** The fill of every group, at first by the sum of its cliques, each without the group. */
function measureFill(e: Elimination): void {
  const { ints, groups, variables: n } = e;
  for (let k = 0; k < 2 * n; k++) ints[e.head + k] = -1;
  for (let c = 0; c < e.given + groups; c++) ints[e.counted + c] = -1;
  for (let g = 0; g < groups; g++) {
    ints[e.mark + g] = -1;
    let degree = 0;
    let coupled: f64 = 0;
    const start = ints[e.listAdr + g],
      end = start + ints[e.listSize + g];
    for (let k = start; k < end; k++) {
      const others = ints[e.cliqueVariables + ints[k]] - ints[e.size + g];
      degree += others;
      coupled += toF64(others * others);
    }
    ints[e.fill + g] = fillOf(degree, coupled, n);
  }
  for (let g = groups - 1; g >= 0; g--) enqueue(e, g);
}

/** Puts group `g` at the head of the list of its fill. */
function enqueue(e: Elimination, g: i32): void {
  const ints = e.ints,
    first = e.head + ints[e.fill + g];
  const second = ints[first];
  ints[e.next + g] = second;
  ints[e.previous + g] = -1;
  if (second >= 0) ints[e.previous + second] = g;
  ints[first] = g;
}

/** Takes group `g` out of the list of its fill. */
function dequeue(e: Elimination, g: i32): void {
  const ints = e.ints,
    before = ints[e.previous + g],
    after = ints[e.next + g];
  if (before >= 0) ints[e.next + before] = after;
  else ints[e.head + ints[e.fill + g]] = after;
  if (after >= 0) ints[e.previous + after] = before;
}

/**
 * Eliminates the groups that are left. False where `ints` is too short: make it `needed` long with all that it has, tell the record, and
 * call again.
 */
export function eliminate(e: Elimination): boolean {
  const { ints, groups, head } = e;
  while (e.step < groups) {
    while (ints[head + e.least] < 0) e.least++;
    const g = ints[head + e.least];
    if (!hasRoom(e, g)) return false;
    dequeue(e, g);
    const made = e.given + e.step;
    ints[e.eliminated + e.step] = g;
    joinCliques(e, g, made);
    countOutside(e, made);
    e.least = minI(e.least, updateFill(e, made));
    e.step++;

    // the rest is fully coupled: any order will do
    if (ints[e.cliqueSize + made] === groups - e.step) eliminateClique(e);
  }
  return true;
}

/** Whether there is room for the clique that eliminating group `g` makes. */
function hasRoom(e: Elimination, g: i32): boolean {
  const ints = e.ints,
    start = ints[e.listAdr + g],
    end = start + ints[e.listSize + g];
  e.needed = e.end;
  for (let k = start; k < end; k++) e.needed += ints[e.cliqueSize + ints[k]];
  return e.needed <= e.capacity;
}

/** Eliminates the groups of the last clique, one after the other. */
function eliminateClique(e: Elimination): void {
  const { ints, groups, given } = e;
  for (let k = e.step; k < groups; k++) {
    const adr = ints[e.cliqueAdr + given + k - 1],
      g = ints[adr];
    ints[e.eliminated + k] = g;
    ints[e.mark + g] = k;
    ints[e.cliqueAdr + given + k] = adr + 1;
    ints[e.cliqueSize + given + k] = groups - k - 1;
  }
  e.step = groups;
}

/** Clique `made` is the union of those of group `g`, which are then part of it. */
function joinCliques(e: Elimination, g: i32, made: i32): void {
  const ints = e.ints,
    mark = e.mark,
    size = e.size,
    step = e.step,
    start = ints[e.listAdr + g],
    end = start + ints[e.listSize + g];
  let next = e.end;
  let variables = 0;
  ints[mark + g] = step;
  for (let k = start; k < end; k++) {
    const c = ints[k],
      adr = ints[e.cliqueAdr + c],
      stop = adr + ints[e.cliqueSize + c];
    for (let j = adr; j < stop; j++) {
      const i = ints[j];
      if (ints[mark + i] === step) continue;
      ints[mark + i] = step;
      ints[next] = i;
      next++;
      variables += ints[size + i];
    }
    ints[e.counted + c] = ABSORBED;
  }
  ints[e.cliqueAdr + made] = e.end;
  ints[e.cliqueSize + made] = next - e.end;
  ints[e.cliqueVariables + made] = variables;
  e.end = next;
}

/** Of each clique that shares a group with clique `made`: its variables outside of it. */
function countOutside(e: Elimination, made: i32): void {
  const ints = e.ints,
    counted = e.counted,
    outside = e.outside,
    start = ints[e.cliqueAdr + made],
    end = start + ints[e.cliqueSize + made];
  for (let j = start; j < end; j++) {
    const g = ints[j],
      size = ints[e.size + g],
      from = ints[e.listAdr + g],
      stop = from + ints[e.listSize + g];
    for (let k = from; k < stop; k++) {
      const c = ints[k];
      if (ints[counted + c] === ABSORBED) continue;
      if (ints[counted + c] !== e.step) {
        ints[counted + c] = e.step;
        ints[outside + c] = ints[e.cliqueVariables + c];
      }
      ints[outside + c] -= size;
    }
  }
}

/** New lists and fill of the groups of clique `made`: a clique with nothing outside is part of it. Returns the least fill. */
function updateFill(e: Elimination, made: i32): i32 {
  const ints = e.ints,
    n = e.variables,
    counted = e.counted,
    outside = e.outside,
    variables = ints[e.cliqueVariables + made],
    start = ints[e.cliqueAdr + made],
    end = start + ints[e.cliqueSize + made];
  let least = 2 * n;
  for (let j = start; j < end; j++) {
    const g = ints[j],
      from = ints[e.listAdr + g],
      stop = from + ints[e.listSize + g];
    let degree = variables - ints[e.size + g];
    let coupled: f64 = toF64(degree * degree);
    let kept = from;
    for (let k = from; k < stop; k++) {
      const c = ints[k],
        rest = ints[outside + c];
      if (ints[counted + c] === ABSORBED || rest === 0) continue;
      degree += rest;
      coupled += toF64(rest * rest);
      ints[kept] = c;
      kept++;
    }
    ints[kept] = made;
    ints[e.listSize + g] = kept + 1 - from;
    dequeue(e, g);
    const fill = fillOf(degree, coupled, n);
    ints[e.fill + g] = fill;
    enqueue(e, g);
    least = minI(least, fill);
  }
  return least;
}
