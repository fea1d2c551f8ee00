/**
 * The order in which the dofs of an island are eliminated, chosen so that the factor of H stays sparse.
 *
 * Dofs that every block of rows has all of or none of, and that follow each other in the tree, are taken together as a group (a free body is
 * one). Each block of rows couples its groups with each other, and so does each branch of the kinematic tree: a clique. Eliminating a group
 * joins the cliques that it is in to one, without it. The group that couples the fewest dofs anew comes next.
 *
 * @see Amestoy, Davis, Duff: An approximate minimum degree ordering algorithm (1996)
 * @see Rothberg, Eisenstat: Node selection strategies for bottom-up sparse matrix ordering (1998)
 */
import { type f64, type I32, type i32, scratchI32, toF64, toInt } from '../dialect.ts';
import { max, minI } from '../math/scalar.ts';
import { type Data, DYN_NCLIQUE, DYN_NCLIQUEGROUP, DYN_NGROUPCLIQUE, type Model } from '../model/kernel.ts';
import { reserve } from '../model/reserve.ts';
import { END_BLOCK, END_DOF, FIRST_BLOCK, FIRST_DOF, MOVED, span } from './context.ts';

/** Mark of a clique that is part of another. */
const ABSORBED: i32 = -2;

/** What `orderKey` has: the island, and the numbers of its groups, of the cliques given, and of the groups in them. */
const KEY_FIRST: i32 = 0;
const KEY_END: i32 = 1;
const KEY_GROUPS: i32 = 2;
const KEY_CLIQUES: i32 = 3;
const KEY_MEMBERS: i32 = 4;

const changed = scratchI32(1); // whether a list differs from that of the last time

/** Writes an element of a list. */
function put(list: I32, at: i32, value: i32): void {
  if (list[at] === value) return;
  list[at] = value;
  changed[0] = 1;
}

/**
 * Groups the dofs of the island and eliminates all groups. The k-th clique after the given ones is what was coupled with the k-th group
 * eliminated: the structure of the factor. Returns the number of groups, or 0 when everything is as it was the last time: mostly, bodies
 * keep touching the same others.
 *
 * @writes dofGroup groupFirst groupSize eliminated cliqueAdr cliqueGroups cliqueGroup orderKey
 */
export function orderGroups(m: Model, d: Data): i32 {
  changed[0] = 0;
  put(d.orderKey, KEY_FIRST, span[FIRST_DOF]);
  put(d.orderKey, KEY_END, span[END_DOF]);
  const groups = makeGroups(m, d);
  makeCliques(m, d, groups);
  if (changed[0] === 0) return 0;
  d.nclique = d.orderKey[KEY_CLIQUES];
  d.ncliquegroup = d.orderKey[KEY_MEMBERS];
  listCliques(m, d, groups);
  eliminateAll(m, d, groups);
  return groups;
}

/** Number of cliques before elimination. */
export function givenCliques(d: Data, groups: i32): i32 {
  return d.nclique - groups;
}

/** Tree of the i-th dof in the order of the solver. */
function treeOf(m: Model, d: Data, i: i32, moved: boolean): i32 {
  return m.dof_treeid[moved ? d.map_idof2dof[i] : i];
}

/** Splits the dofs into groups; returns their number. */
function makeGroups(m: Model, d: Data): i32 {
  const first = span[FIRST_DOF],
    end = span[END_DOF];
  const starts = d.groupMark,
    children = d.groupFill;
  const moved = span[MOVED] !== 0;
  const nnz = moved ? d.solverMnnz : m.M_rownnz;
  const adr = moved ? d.solverMadr : m.M_rowadr;
  const ind = moved ? d.solverMind : m.M_colind;

  // a dof goes with the one before if it is its only child, or if M couples both with nothing (a free body about its centre of mass)
  // and they are of one tree: free bodies that nothing touches would be one dense front together,
  for (let i = first; i < end; i++) children[i] = 0;
  for (let i = first; i < end; i++) if (nnz[i] > 1) children[ind[adr[i] + nnz[i] - 2]]++;
  starts[first] = 1;
  for (let i = first + 1; i < end; i++) {
    const single = nnz[i] === 1 && nnz[i - 1] === 1 && children[i] === 0 && children[i - 1] === 0;
    const alone = single && treeOf(m, d, i, moved) === treeOf(m, d, i - 1, moved);
    const onlyChild = nnz[i] > 1 && ind[adr[i] + nnz[i] - 2] === i - 1 && children[i - 1] === 1;
    starts[i] = alone || onlyChild ? 0 : 1;
  }

  // and if no block has one without the other
  const blockWidth = d.blockWidth,
    blockColadr = d.blockColadr,
    col = d.blockCol,
    endBlock = span[END_BLOCK];
  for (let b = span[FIRST_BLOCK]; b < endBlock; b++) {
    const c = blockColadr[b],
      width = blockWidth[b];
    let before = -1;
    for (let k = 0; k < width; k++) {
      const i = col[c + k];
      if (i !== before + 1 || k === 0) {
        starts[i] = 1;
        if (k > 0 && before + 1 < end) starts[before + 1] = 1;
      }
      before = i;
    }
    if (width > 0 && before + 1 < end) starts[before + 1] = 1;
  }

  let groups = 0;
  for (let i = first; i < end; i++) {
    if (starts[i] !== 0) {
      d.groupFirst[groups] = i;
      d.groupSize[groups] = 0;
      groups++;
    }
    put(d.dofGroup, i, groups - 1);
    d.groupSize[groups - 1]++;
  }
  put(d.orderKey, KEY_GROUPS, groups);
  return groups;
}

/** The cliques of blocks and of branches of the tree. A block with the same groups as the one before adds nothing. */
function makeCliques(m: Model, d: Data, groups: i32): void {
  const first = span[FIRST_BLOCK],
    end = span[END_BLOCK];
  const dofEnd = span[END_DOF];
  let most = 0;
  for (let b = first; b < end; b++) most += d.blockWidth[b];
  const moved = span[MOVED] !== 0;
  const nnz = moved ? d.solverMnnz : m.M_rownnz;
  const adr = moved ? d.solverMadr : m.M_rowadr;
  const ind = moved ? d.solverMind : m.M_colind;
  for (let i = span[FIRST_DOF]; i < dofEnd; i++) most += nnz[i];
  reserve(m, d, DYN_NCLIQUE, end - first + 2 * groups + 1);
  reserve(m, d, DYN_NCLIQUEGROUP, most);

  const cliqueAdr = d.cliqueAdr,
    cliqueGroups = d.cliqueGroups,
    list = d.cliqueGroup,
    members = d.groupFill,
    dofGroup = d.dofGroup;
  let n = 0;
  let next = 0;
  for (let b = first; b < end; b++) {
    const count = listGroups(members, dofGroup, d.blockCol, d.blockColadr[b], d.blockWidth[b]);
    if (count < 2 || (n > 0 && isList(members, count, list, cliqueAdr[n - 1], cliqueGroups[n - 1]))) continue;
    addClique(d, n, next, count);
    n++;
    next += count;
  }

  // the last dof of a group without children has the whole branch in its row of M
  const inner = d.groupMark;
  for (let g = 0; g < groups; g++) inner[g] = 0;
  for (let g = 0; g < groups; g++) {
    const i = d.groupFirst[g];
    if (nnz[i] > 1) inner[dofGroup[ind[adr[i] + nnz[i] - 2]]] = 1;
  }
  for (let g = 0; g < groups; g++) {
    if (inner[g] !== 0) continue;
    const i = d.groupFirst[g];
    const count = listGroups(members, dofGroup, ind, adr[i], nnz[i]);
    if (count < 2) continue;
    addClique(d, n, next, count);
    n++;
    next += count;
  }
  put(d.orderKey, KEY_CLIQUES, n);
  put(d.orderKey, KEY_MEMBERS, next);
}

/** Makes a clique of the first `count` members. */
function addClique(d: Data, n: i32, adr: i32, count: i32): void {
  put(d.cliqueAdr, n, adr);
  put(d.cliqueGroups, n, count);
  for (let k = 0; k < count; k++) put(d.cliqueGroup, adr + k, d.groupFill[k]);
}

/** Lists the groups of `width` dofs, each once; returns their number. The dofs of a group follow each other. */
function listGroups(list: I32, dofGroup: I32, dofs: I32, c: i32, width: i32): i32 {
  let count = 0;
  for (let k = 0; k < width; k++) {
    const g = dofGroup[dofs[c + k]];
    if (count > 0 && list[count - 1] === g) continue;
    list[count] = g;
    count++;
  }
  return count;
}

/** Whether the first `n` of `members` are those at list[i]. */
function isList(members: I32, n: i32, list: I32, i: i32, ni: i32): boolean {
  if (n !== ni) return false;
  for (let k = 0; k < n; k++) if (members[k] !== list[i + k]) return false;
  return true;
}

/** For each group, the cliques that it is in. A list never gets longer: a new clique takes the place of one that it contains. */
function listCliques(m: Model, d: Data, groups: i32): void {
  const n = d.nclique;
  reserve(m, d, DYN_NGROUPCLIQUE, d.ncliquegroup + groups);
  const adr = d.groupCliqueadr,
    count = d.groupCliques,
    list = d.groupClique,
    group = d.cliqueGroup;
  for (let g = 0; g < groups; g++) count[g] = 0;
  for (let k = 0; k < d.ncliquegroup; k++) count[group[k]]++;
  let next = 0;
  for (let g = 0; g < groups; g++) {
    adr[g] = next;

    // a group on its own still becomes a clique when it is eliminated
    next += count[g] > 0 ? count[g] : 1;
    count[g] = 0;
  }
  for (let e = 0; e < n; e++) {
    const start = d.cliqueAdr[e],
      end = start + d.cliqueGroups[e];
    for (let k = start; k < end; k++) {
      const g = group[k];
      list[adr[g] + count[g]] = e;
      count[g]++;
    }
  }
}

/**
 * How much eliminating a group with `degree` dofs coupled to it fills in, `coupled` being the sum of the squares of the cliques that couple them already.
 * A quarter of the degree's own square counts, too (measured on heaps of boxes: a tenth less work than by the degree alone).
 */
function fillOf(degree: i32, coupled: f64, n: i32): i32 {
  const dofs = toF64(minI(degree, n - 1));
  return toInt(Math.sqrt(max(0, 1.25 * dofs * dofs - coupled)));
}

/** Puts group `g` at the head of the list of its fill. */
function enqueue(d: Data, g: i32): void {
  const head = d.fillHead,
    fill = d.groupFill[g];
  const second = head[fill];
  d.groupNext[g] = second;
  d.groupPrevious[g] = -1;
  if (second >= 0) d.groupPrevious[second] = g;
  head[fill] = g;
}

/** Takes group `g` out of the list of its fill. */
function dequeue(d: Data, g: i32): void {
  const before = d.groupPrevious[g],
    after = d.groupNext[g];
  if (before >= 0) d.groupNext[before] = after;
  else d.fillHead[d.groupFill[g]] = after;
  if (after >= 0) d.groupPrevious[after] = before;
}

function eliminateAll(m: Model, d: Data, groups: i32): void {
  const n = span[END_DOF] - span[FIRST_DOF],
    given = d.nclique;
  for (let k = 0; k < 2 * n; k++) d.fillHead[k] = -1;
  for (let e = 0; e < given + groups; e++) d.cliqueMark[e] = -1;
  for (let e = 0; e < given; e++) d.cliqueDofs[e] = dofsOf(d, e);

  // at first: the sum of the cliques, each without the group
  for (let g = 0; g < groups; g++) {
    d.groupMark[g] = -1;
    let degree = 0;
    let coupled: f64 = 0;
    const start = d.groupCliqueadr[g],
      end = start + d.groupCliques[g];
    for (let k = start; k < end; k++) {
      const others = d.cliqueDofs[d.groupClique[k]] - d.groupSize[g];
      degree += others;
      coupled += toF64(others * others);
    }
    d.groupFill[g] = fillOf(degree, coupled, n);
  }
  for (let g = groups - 1; g >= 0; g--) enqueue(d, g);

  let least = 0;
  for (let k = 0; k < groups; k++) {
    while (d.fillHead[least] < 0) least++;
    const g = d.fillHead[least];
    dequeue(d, g);
    d.eliminated[k] = g;
    const lowest = eliminate(m, d, g, given + k, k, n);
    if (lowest < least) least = lowest;

    // what is left is coupled altogether: any order is as good
    if (d.cliqueGroups[given + k] === groups - k - 1) {
      eliminateClique(d, given, k + 1, groups);
      break;
    }
  }
  d.nclique = given + groups;
}

/** Eliminates the groups of the last clique, one after the other, from step `first` on. */
function eliminateClique(d: Data, given: i32, first: i32, groups: i32): void {
  for (let k = first; k < groups; k++) {
    const adr = d.cliqueAdr[given + k - 1],
      g = d.cliqueGroup[adr];
    d.eliminated[k] = g;
    d.groupMark[g] = k;
    d.cliqueAdr[given + k] = adr + 1;
    d.cliqueGroups[given + k] = groups - k - 1;
  }
}

/** Dofs of a clique. */
function dofsOf(d: Data, e: i32): i32 {
  const start = d.cliqueAdr[e],
    end = start + d.cliqueGroups[e];
  let n = 0;
  for (let k = start; k < end; k++) n += d.groupSize[d.cliqueGroup[k]];
  return n;
}

/** Joins the cliques of group `g` to clique `made`, and updates the fill of its groups; returns the lowest of them. */
function eliminate(m: Model, d: Data, g: i32, made: i32, step: i32, n: i32): i32 {
  const start = d.groupCliqueadr[g],
    end = start + d.groupCliques[g];
  const mark = d.groupMark,
    size = d.groupSize,
    cliqueAdr = d.cliqueAdr,
    cliqueGroups = d.cliqueGroups,
    cliqueMark = d.cliqueMark;
  let most = 0;
  for (let k = start; k < end; k++) most += cliqueGroups[d.groupClique[k]];
  reserve(m, d, DYN_NCLIQUEGROUP, d.ncliquegroup + most);
  const list = d.cliqueGroup,
    groupClique = d.groupClique;

  // union of the cliques, which are then part of the new one
  const adr = d.ncliquegroup;
  let count = 0;
  let dofs = 0;
  mark[g] = step;
  for (let k = start; k < end; k++) {
    const e = groupClique[k];
    const stop = cliqueAdr[e] + cliqueGroups[e];
    for (let j = cliqueAdr[e]; j < stop; j++) {
      const i = list[j];
      if (mark[i] === step) continue;
      mark[i] = step;
      list[adr + count] = i;
      count++;
      dofs += size[i];
    }
    cliqueMark[e] = ABSORBED;
  }
  cliqueAdr[made] = adr;
  cliqueGroups[made] = count;
  d.cliqueDofs[made] = dofs;
  d.ncliquegroup = adr + count;

  // of each clique that shares a group with the new one: its dofs outside of it
  const outside = d.cliqueOutside;
  for (let j = adr; j < adr + count; j++) {
    const i = list[j],
      stop = d.groupCliqueadr[i] + d.groupCliques[i];
    for (let k = d.groupCliqueadr[i]; k < stop; k++) {
      const e = groupClique[k];
      if (cliqueMark[e] === ABSORBED) continue;
      if (cliqueMark[e] !== step) {
        cliqueMark[e] = step;
        outside[e] = d.cliqueDofs[e];
      }
      outside[e] -= size[i];
    }
  }

  // new lists and fill; a clique with nothing outside is part of the new one
  let lowest = 2 * n;
  for (let j = adr; j < adr + count; j++) {
    const i = list[j],
      from = d.groupCliqueadr[i],
      stop = from + d.groupCliques[i];
    let degree = dofs - size[i];
    let coupled = toF64(degree * degree);
    let kept = from;
    for (let k = from; k < stop; k++) {
      const e = groupClique[k];
      if (cliqueMark[e] === ABSORBED || outside[e] === 0) continue;
      degree += outside[e];
      coupled += toF64(outside[e] * outside[e]);
      groupClique[kept] = e;
      kept++;
    }
    groupClique[kept] = made;
    d.groupCliques[i] = kept + 1 - from;
    dequeue(d, i);
    const fill = fillOf(degree, coupled, n);
    d.groupFill[i] = fill;
    enqueue(d, i);
    lowest = minI(lowest, fill);
  }
  return lowest;
}
