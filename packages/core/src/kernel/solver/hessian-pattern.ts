/**
 * The pattern of H. Dofs that every block of rows has all of or none of, and that follow each other in the tree, are taken together as a group
 * (a free body is one). Each block of rows couples its groups with each other, and so do each branch of the kinematic tree and what the metric of the discrete integrator couples: a clique.
 */
import type { I32, i32 } from '../dialect.ts';
import type { CliquePattern } from '../math/frontal/pattern.ts';
import { copyI } from '../math/linear/dense.ts';
import { Coupling, nextCoupling, startCouplings } from '../metric/couplings.ts';
import { hasGridsAssembled, isAssembled } from '../metric/flex.ts';
import { FlexClique, nextClique, startCliques } from '../metric/flex-cliques.ts';
import { inModel, inOrder, type Order } from '../metric/order.ts';
import { isCoupled } from '../metric/product.ts';
import { COUNT_NCLIQUE, COUNT_NCLIQUEMEMBER, type Data, type Model } from '../model/classes.ts';
import { reserve } from '../model/reserve.ts';
import { couplingGroups } from './couplings.ts';
import { type IslandInertia, parentOf } from './inertia.ts';
import type { Island } from './island.ts';

/** What `patternKey` has: the island, the numbers of groups, of cliques, and of groups in them, and of the blocks whose columns are kept. */
const KEY_FIRST: i32 = 0;
const KEY_END: i32 = 1;
const KEY_GROUPS: i32 = 2;
const KEY_CLIQUES: i32 = 3;
const KEY_MEMBERS: i32 = 4;
const KEY_BLOCKS: i32 = 5;

/** Whether a list differs from that of the last time. */
class Change {
  found: boolean = false;
}
const change = new Change();
const clique = new FlexClique(); // the elastic term at hand
const coupling = new Coupling(); // the tendon, actuator or contact at hand

/** Writes an element of a list. @noinline */
function put(list: I32, at: i32, value: i32): void {
  if (list[at] === value) return;
  list[at] = value;
  change.found = true;
}

/** Whether the pattern follows from the model and the columns of the blocks, which are the first, alone. */
function isPlain(d: Data, island: Island, dofs: Order): boolean {
  return island.firstBlock === 0 && !dofs.moved && !isAssembled(d) && !isCoupled(d);
}

/** Whether the blocks have the columns for which the pattern was made, so that it need not be made again. */
export function isPatternKept(d: Data, island: Island, dofs: Order): boolean {
  const { patternKey: key, patternWidth: width, patternColadr: adr, patternCol: col } = d;
  const end = island.endBlock;
  if (key[KEY_BLOCKS] !== end || end === 0 || !isPlain(d, island, dofs)) return false;
  if (key[KEY_FIRST] !== island.firstDof || key[KEY_END] !== island.endDof) return false;
  for (let b = 0; b < end; b++) if (width[b] !== d.blockWidth[b] || adr[b] !== d.blockColadr[b]) return false;
  const last = adr[end - 1] + width[end - 1];
  for (let k = 0; k < last; k++) if (col[k] !== d.blockCol[k]) return false;
  return true;
}

/** Keeps the columns of the blocks, for which the pattern was made; `isPatternKept` compares them with later ones. @writes patternKey patternWidth patternColadr patternCol */
function keepColumns(d: Data, island: Island, dofs: Order): void {
  const end = isPlain(d, island, dofs) ? island.endBlock : 0;
  d.patternKey[KEY_BLOCKS] = end;
  if (end === 0) return;
  copyI(d.patternWidth, 0, d.blockWidth, 0, end);
  copyI(d.patternColadr, 0, d.blockColadr, 0, end);
  copyI(d.patternCol, 0, d.blockCol, 0, d.blockColadr[end - 1] + d.blockWidth[end - 1]);
}

/**
 * Makes the pattern of H of an island; its variables are the dofs of the island, counted from 0. Returns whether it differs from that of
 * the last time: mostly, bodies keep touching the same others.
 *
 * @writes patternKey patternGroup patternMark patternList cliqueAdr cliqueSize cliqueMember nclique ncliquemember patternWidth patternColadr patternCol
 */
export function makePattern(
  pattern: CliquePattern,
  m: Model,
  d: Data,
  island: Island,
  inertia: IslandInertia,
  dofs: Order,
): boolean {
  change.found = false;
  d.patternKey[KEY_BLOCKS] = 0;
  put(d.patternKey, KEY_FIRST, island.firstDof);
  put(d.patternKey, KEY_END, island.endDof);
  pattern.variables = island.endDof - island.firstDof;
  markGroups(m, d, island, inertia, dofs);
  pattern.groups = numberGroups(d, pattern.variables);
  pattern.group = d.patternGroup;
  reserveCliques(m, d, island, inertia, pattern.groups);
  addBlockCliques(d, island);
  addTreeCliques(d, island, inertia);
  if (isAssembled(d)) addFlexCliques(m, d, island, dofs);
  if (isCoupled(d)) addCouplingCliques(m, d, island, inertia, dofs);
  put(d.patternKey, KEY_CLIQUES, d.nclique);
  put(d.patternKey, KEY_MEMBERS, d.ncliquemember);
  pattern.cliques = d.nclique;
  pattern.cliqueAdr = d.cliqueAdr;
  pattern.cliqueSize = d.cliqueSize;
  pattern.members = d.ncliquemember;
  pattern.member = d.cliqueMember;
  keepColumns(d, island, dofs);
  return change.found;
}

/** Marks the dofs that start a group. */
function markGroups(m: Model, d: Data, island: Island, inertia: IslandInertia, dofs: Order): void {
  const first = island.firstDof,
    starts = d.patternMark,
    children = d.patternList,
    n = island.endDof - first;

  // a dof goes with the one before if it is its only child, or if M couples both with nothing (a free body about its centre of mass)
  // and they are of one tree: free bodies that nothing touches would be one dense front together,
  for (let i = 0; i < n; i++) children[i] = 0;
  for (let i = 0; i < n; i++) {
    const parent = parentOf(inertia, first + i);
    if (parent >= 0) children[parent - first]++;
  }
  starts[0] = 1;
  for (let i = 1; i < n; i++) {
    const dof = first + i,
      parent = parentOf(inertia, dof);
    const single = parent < 0 && parentOf(inertia, dof - 1) < 0 && children[i] === 0 && children[i - 1] === 0;
    const alone = single && m.dof_treeid[inModel(dofs, dof)] === m.dof_treeid[inModel(dofs, dof - 1)];
    const onlyChild = parent === dof - 1 && children[i - 1] === 1;
    starts[i] = alone || onlyChild ? 0 : 1;
  }

  // and if no point of a flex has one without the other,
  if (isAssembled(d)) markPoints(d, island, dofs);

  // and no block of rows
  for (let b = island.firstBlock; b < island.endBlock; b++) {
    const c = d.blockColadr[b],
      width = d.blockWidth[b];
    let before = -1;
    for (let k = 0; k < width; k++) {
      const i = d.blockCol[c + k] - first;
      if (i !== before + 1 || k === 0) {
        starts[i] = 1;
        if (k > 0 && before + 1 < n) starts[before + 1] = 1;
      }
      before = i;
    }
    if (width > 0 && before + 1 < n) starts[before + 1] = 1;
  }
}

/** Groups of the `n` dofs; returns their number. */
function numberGroups(d: Data, n: i32): i32 {
  let groups = 0;
  for (let i = 0; i < n; i++) {
    if (d.patternMark[i] !== 0) groups++;
    put(d.patternGroup, i, groups - 1);
  }
  put(d.patternKey, KEY_GROUPS, groups);
  return groups;
}

/** Makes room for the cliques, and starts with none. @reads nflexplace @writes nclique ncliquemember */
function reserveCliques(m: Model, d: Data, island: Island, inertia: IslandInertia, groups: i32): void {
  let most = 0;
  for (let b = island.firstBlock; b < island.endBlock; b++) most += d.blockWidth[b];
  for (let i = island.firstDof; i < island.endDof; i++) most += inertia.nnz[i];
  // an elastic term of p points, three or more, has p² places and at most 3·p groups
  if (isAssembled(d)) most += d.nflexplace;
  let cliques = island.endBlock - island.firstBlock + groups + (isAssembled(d) ? d.nflexplace : 0);
  if (isCoupled(d)) {
    startCouplings(coupling);
    while (nextCoupling(coupling, m, d)) {
      most += coupling.end - coupling.adr;
      cliques++;
    }
  }
  reserve(m, d, COUNT_NCLIQUE, cliques);
  reserve(m, d, COUNT_NCLIQUEMEMBER, most);
  d.nclique = 0;
  d.ncliquemember = 0;
}

/** The cliques of blocks. A block with the same groups as the one before adds nothing. */
function addBlockCliques(d: Data, island: Island): void {
  for (let b = island.firstBlock; b < island.endBlock; b++) {
    const count = listGroups(d, d.blockCol, d.blockColadr[b], d.blockWidth[b], island.firstDof);
    if (count > 1 && !isLastClique(d, count)) addClique(d, count);
  }
}

/** The cliques of the branches of the tree: the first dof of a group without children has the whole branch in its row of M. */
function addTreeCliques(d: Data, island: Island, inertia: IslandInertia): void {
  const first = island.firstDof,
    group = d.patternGroup,
    starts = d.patternMark,
    inner = d.patternInner,
    n = island.endDof - first;
  for (let i = 0; i < n; i++) inner[group[i]] = 0;
  for (let i = 0; i < n; i++) {
    const parent = parentOf(inertia, first + i);
    if (starts[i] !== 0 && parent >= 0) inner[group[parent - first]] = 1;
  }
  for (let i = 0; i < n; i++) {
    if (starts[i] === 0 || inner[group[i]] !== 0) continue;
    const count = listGroups(d, inertia.ind, inertia.adr[first + i], inertia.nnz[first + i], first);
    if (count > 1) addClique(d, count);
  }
}

/** A group starts with each point of a flex, and after it. @reads flexPatternKey flexPointDof */
function markPoints(d: Data, island: Island, dofs: Order): void {
  const first = island.firstDof;
  for (let p = 0; p < d.flexPatternKey[1]; p++) {
    const i = inOrder(dofs, d.flexPointDof[p]);
    if (i < first || i >= island.endDof) continue;
    d.patternMark[i - first] = 1;
    if (i + 3 < island.endDof) d.patternMark[i + 3 - first] = 1;
  }
}

/** The cliques of the elastic terms of flexes. The dofs of a point are one group, unless rows such as those of friction loss part them. */
function addFlexCliques(m: Model, d: Data, island: Island, dofs: Order): void {
  const { patternList: list, patternGroup: group } = d;
  startCliques(clique, hasGridsAssembled(d));
  while (nextClique(clique, m)) {
    let count = 0;
    for (let k = 0; k < clique.size; k++) {
      if (clique.dof[k] < 0) continue;
      const i = inOrder(dofs, clique.dof[k]) - island.firstDof;
      if (i < 0 || i >= island.endDof - island.firstDof) break;
      list[count++] = group[i];
      for (let c = 1; c < 3; c++) if (group[i + c] !== list[count - 1]) list[count++] = group[i + c];
    }
    if (count > 1) addClique(d, count);
  }
}

/** The cliques of tendons, actuators and passive contacts that couple dofs which M does not. */
function addCouplingCliques(m: Model, d: Data, island: Island, inertia: IslandInertia, dofs: Order): void {
  startCouplings(coupling);
  while (nextCoupling(coupling, m, d)) {
    const count = couplingGroups(coupling, d, island, inertia, dofs);
    if (count > 1 && !isLastClique(d, count)) addClique(d, count);
  }
}

/** Lists the groups of the `width` dofs at dofs[c] in `patternList`, each once: the dofs of a group follow each other. Returns their number. */
function listGroups(d: Data, dofs: I32, c: i32, width: i32, first: i32): i32 {
  const { patternList: list, patternGroup: group } = d;
  let count = 0;
  for (let k = c; k < c + width; k++) {
    const g = group[dofs[k] - first];
    if (count > 0 && list[count - 1] === g) continue;
    list[count] = g;
    count++;
  }
  return count;
}

/** Whether the last clique is the first `count` groups of `patternList`. */
function isLastClique(d: Data, count: i32): boolean {
  const last = d.nclique - 1;
  if (last < 0 || d.cliqueSize[last] !== count) return false;
  const adr = d.cliqueAdr[last];
  for (let k = 0; k < count; k++) if (d.patternList[k] !== d.cliqueMember[adr + k]) return false;
  return true;
}

/** Makes a clique of the first `count` groups of `patternList`. */
function addClique(d: Data, count: i32): void {
  const adr = d.ncliquemember;
  put(d.cliqueAdr, d.nclique, adr);
  put(d.cliqueSize, d.nclique, count);
  for (let k = 0; k < count; k++) put(d.cliqueMember, adr + k, d.patternList[k]);
  d.nclique++;
  d.ncliquemember += count;
}
