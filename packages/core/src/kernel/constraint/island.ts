/**
 * Constraint islands: groups of kinematic trees that constraints connect. Trees are joined with a union-find forest in which
 * the smaller number is the root, so that islands are numbered by their first tree.
 */
import type { I32, i32 } from '../dialect.ts';
import { isElastic } from '../flex/elastic.ts';
import { fillI, zeroI } from '../math/linear/dense.ts';
import { gather } from '../math/linear/sparse.ts';
import { actuatorPossible, hasCouplings, tendonPossible } from '../metric/metric.ts';
import type { Data, Model } from '../model/classes.ts';
import {
  CNSTR_CONTACT_FRICTIONLESS,
  CNSTR_EQUALITY,
  CNSTR_FRICTION_DOF,
  CNSTR_FRICTION_TENDON,
  CNSTR_LIMIT_JOINT,
  DSBL_ISLAND,
  EQ_CONNECT,
  EQ_FLEX,
  EQ_FLEXSTRAIN,
  EQ_FLEXVERT,
  EQ_WELD,
  TRN_SITE,
  TRN_SLIDERCRANK,
  TRN_SO3,
} from '../model/constants.ts';
import { anchorBody } from './equality/anchors.ts';
import { isSparse } from './jacobian/mode.ts';

/**
 * Groups trees, dofs and constraint rows into islands, and orders dofs and rows by them.
 *
 * @reads nefc
 * @writes nisland nidof
 * @see mj_island
 */
export function island(m: Model, d: Data): void {
  d.nisland = 0;
  d.nidof = 0;
  if ((m.opt_disableflags & DSBL_ISLAND) !== 0 || d.nefc === 0) return;
  joinTrees(m, d);
  numberIslands(m, d);
  if (d.nisland === 0) return;
  orderTrees(m, d);
  orderDofs(m, d);
  orderRows(d);
}

/** Root of a tree, shortening the way to it. */
function findRoot(parent: I32, tree: i32): i32 {
  let root = tree;
  while (parent[root] !== root) root = parent[root];
  let t = tree;
  while (parent[t] !== t) {
    const next = parent[t];
    parent[t] = root;
    t = next;
  }
  return root;
}

/** Puts two trees in one island; a negative one is static. */
function join(parent: I32, tree1: i32, tree2: i32): void {
  if (tree1 < 0 && tree2 < 0) return;
  const a: i32 = tree1 < 0 ? tree2 : tree1;
  const b: i32 = tree2 < 0 ? tree1 : tree2;
  if (parent[a] === -1) parent[a] = a;
  if (parent[b] === -1) parent[b] = b;
  if (parent[a] === parent[b]) return;
  const root1 = findRoot(parent, a);
  const root2 = findRoot(parent, b);
  if (root1 < root2) parent[root2] = root1;
  else parent[root1] = root2;
}

/**
 * Joins the trees of every row; leaves one of them in `efc_island`.
 *
 * @reads nefc efc_type efc_id
 * @writes efc_island
 */
function joinTrees(m: Model, d: Data): void {
  const { nefc, efc_type, efc_id, efc_island: efc_tree } = d;
  fillI(d.treeParent, 0, -1, m.ntree);
  for (let row = 0; row < nefc; row++) {
    const again = row > 0 && efc_type[row] === efc_type[row - 1] && efc_id[row] === efc_id[row - 1];
    efc_tree[row] =
      again && !rowsDiffer(m, efc_type[row], efc_id[row])
        ? efc_tree[row - 1]
        : joinRow(m, d, row, efc_type[row], efc_id[row]);
  }
  if (hasCouplings(m)) joinCouplings(m, d);
  for (let f = 0; f < m.nflex; f++) if (isElastic(m, f)) joinFlex(m, d, f);
}

/** Whether the rows of a constraint are moved by different trees: those of the equality constraints of flexes are. */
function rowsDiffer(m: Model, type: i32, id: i32): boolean {
  if (type !== CNSTR_EQUALITY) return false;
  return m.eq_type[id] === EQ_FLEX || m.eq_type[id] === EQ_FLEXVERT || m.eq_type[id] === EQ_FLEXSTRAIN;
}

/** Joins the trees of a flex that are awake: its stiffness couples them without a row. @reads tree_awake */
function joinFlex(m: Model, d: Data, f: i32): void {
  const nodes = m.flex_interp[f] !== 0;
  const first: i32 = nodes ? m.flex_nodeadr[f] : m.flex_vertadr[f];
  const count: i32 = nodes ? m.flex_nodenum[f] : m.flex_vertnum[f];
  let last = -1;
  for (let k = first; k < first + count; k++) {
    const tree = m.body_treeid[nodes ? m.flex_nodebodyid[k] : m.flex_vertbodyid[k]];
    if (tree < 0 || tree === last || d.tree_awake[tree] === 0) continue;
    if (last >= 0) join(d.treeParent, last, tree);
    last = tree;
  }
}

/**
 * Joins the trees that tendons and actuators couple in the effective metric.
 *
 * @reads moment_colind moment_rowadr moment_rownnz
 */
function joinCouplings(m: Model, d: Data): void {
  for (let t = 0; t < m.ntendon; t++)
    if (tendonPossible(m, t)) joinList(m, d, m.ten_J_colind, m.ten_J_rowadr[t], m.ten_J_rownnz[t]);
  for (let a = 0; a < m.nactuator; a++) {
    if (!actuatorPossible(m, a) || joinSites(m, d, a)) continue;
    const end = m.actuator_outadr[a] + m.actuator_outnum[a];
    for (let o = m.actuator_outadr[a]; o < end; o++)
      joinList(m, d, d.moment_colind, d.moment_rowadr[o], d.moment_rownnz[o]);
  }
}

/** Joins the trees of the two sites of an actuator, whether or not they move it; false if it does not act on sites. */
function joinSites(m: Model, d: Data, a: i32): boolean {
  const type = m.actuator_trntype[a];
  if (type !== TRN_SITE && type !== TRN_SO3 && type !== TRN_SLIDERCRANK) return false;
  const site = m.actuator_trnid[2 * a];
  const other = m.actuator_trnid[2 * a + 1];
  if (other < 0) return true;
  const tree1 = m.body_treeid[m.site_bodyid[site]];
  const tree2 = m.body_treeid[m.site_bodyid[other]];
  if (tree1 >= 0 && tree2 >= 0 && tree1 !== tree2) join(d.treeParent, tree1, tree2);
  return true;
}

/** Joins the trees of the dofs in a list. */
function joinList(m: Model, d: Data, list: I32, adr: i32, n: i32): void {
  for (let k = adr + 1; k < adr + n; k++) {
    const one = m.dof_treeid[list[k - 1]];
    const other = m.dof_treeid[list[k]];
    if (one !== other) join(d.treeParent, one, other);
  }
}

/** Joins the trees of one constraint and returns one that moves. @reads contact_geom */
function joinRow(m: Model, d: Data, row: i32, type: i32, id: i32): i32 {
  if (type === CNSTR_FRICTION_DOF) return joinOne(m, d, id);
  if (type === CNSTR_LIMIT_JOINT) return joinOne(m, d, m.jnt_dofadr[id]);
  if (type >= CNSTR_CONTACT_FRICTIONLESS) {
    const geom1 = d.contact_geom[2 * id];
    const geom2 = d.contact_geom[2 * id + 1];
    if (geom1 >= 0 && geom2 >= 0) return joinBodies(m, d, m.geom_bodyid[geom1], m.geom_bodyid[geom2]);
  }
  if (type === CNSTR_EQUALITY && (m.eq_type[id] === EQ_CONNECT || m.eq_type[id] === EQ_WELD)) {
    return joinBodies(m, d, anchorBody(m, id, 0), anchorBody(m, id, 1));
  }
  return joinColumns(m, d, row);
}

function joinOne(m: Model, d: Data, dof: i32): i32 {
  const tree = m.dof_treeid[dof];
  join(d.treeParent, tree, -1);
  return tree;
}

function joinBodies(m: Model, d: Data, body1: i32, body2: i32): i32 {
  const tree1 = m.body_treeid[body1];
  const tree2 = m.body_treeid[body2];
  join(d.treeParent, tree1, tree2);
  return tree1 >= 0 ? tree1 : tree2;
}

/** All trees that a row of the Jacobian moves. @reads efc_J efc_J_colind */
function joinColumns(m: Model, d: Data, row: i32): i32 {
  const sparse = isSparse(m);
  const adr = d.efcRowColumns[row];
  const end = adr + d.efcRowNnz[row];
  const { efc_J_colind: colind, treeParent: parent } = d;
  const dof_treeid = m.dof_treeid;
  let first = -1;
  let last = -1;
  for (let k = adr; k < end; k++) {
    const dof = colind[k];
    if (!sparse && d.efc_J[m.nv * row + dof] === 0) continue;
    const tree = dof_treeid[dof];
    if (tree === last) continue;
    join(parent, tree, last);
    if (first < 0) first = tree;
    last = tree;
  }
  return first;
}

/** Numbers the islands; a tree comes after its root, so looking at the parent is enough. @writes tree_island nisland nidof */
function numberIslands(m: Model, d: Data): void {
  const { treeParent: parent, tree_island } = d;
  const { ntree, tree_dofnum } = m;
  let nisland = 0;
  let nidof = 0;
  for (let t = 0; t < ntree; t++) {
    if (parent[t] === -1) {
      tree_island[t] = -1;
      continue;
    }
    tree_island[t] = parent[t] === t ? nisland++ : tree_island[parent[t]];
    nidof += tree_dofnum[t];
  }
  d.nisland = nisland;
  d.nidof = nidof;
}

/** adr = running sum of num */
function accumulate(adr: I32, num: I32, n: i32): void {
  let sum = 0;
  for (let i = 0; i < n; i++) {
    adr[i] = sum;
    sum += num[i];
  }
}

/**
 * Trees in the order of the islands, free ones last.
 *
 * @reads nisland tree_island
 * @writes island_ntree island_itreeadr map_itree2tree
 */
function orderTrees(m: Model, d: Data): void {
  const ntree = m.ntree;
  const { nisland, tree_island, island_ntree, map_itree2tree, islandCursor: cursor } = d;
  zeroI(island_ntree, 0, nisland);
  for (let t = 0; t < ntree; t++) if (tree_island[t] >= 0) island_ntree[tree_island[t]]++;
  accumulate(d.island_itreeadr, island_ntree, nisland);
  accumulate(cursor, island_ntree, nisland);
  let free: i32 = d.island_itreeadr[nisland - 1] + island_ntree[nisland - 1];
  for (let t = 0; t < ntree; t++) {
    const k = tree_island[t];
    const place: i32 = k >= 0 ? cursor[k]++ : free++;
    map_itree2tree[place] = t;
  }
}

/**
 * Dofs in the order of the islands, free ones last.
 *
 * @reads nisland nidof tree_island
 * @writes dof_island island_nv island_idofadr island_dofadr map_dof2idof map_idof2dof
 */
function orderDofs(m: Model, d: Data): void {
  const { nv, dof_treeid } = m;
  const { nisland, tree_island, dof_island, island_nv, map_dof2idof, map_idof2dof, islandCursor: cursor } = d;
  zeroI(island_nv, 0, nisland);
  for (let i = 0; i < nv; i++) {
    const k = tree_island[dof_treeid[i]];
    dof_island[i] = k;
    if (k >= 0) island_nv[k]++;
  }
  accumulate(d.island_idofadr, island_nv, nisland);
  accumulate(cursor, island_nv, nisland);
  let free = d.nidof;
  for (let i = 0; i < nv; i++) {
    const k = dof_island[i];
    const place: i32 = k >= 0 ? cursor[k]++ : free++;
    map_dof2idof[i] = place;
    map_idof2dof[place] = i;
  }
  for (let k = 0; k < nisland; k++) d.island_dofadr[k] = map_idof2dof[d.island_idofadr[k]];
}

/**
 * Rows in the order of the islands, and what the solver needs of them.
 *
 * @reads nisland nefc efc_type efc_id efc_frictionloss efc_D efc_R tree_island
 * @writes island_ne island_nf island_nefc island_iefcadr efc_island map_efc2iefc map_iefc2efc iefc_type iefc_id iefc_frictionloss iefc_D iefc_R
 */
function orderRows(d: Data): void {
  const { nefc, nisland, tree_island, island_ne, island_nf, island_nefc, islandCursor: cursor } = d;
  const { efc_type, efc_id, efc_island, efc_frictionloss, efc_D, efc_R } = d;
  const { map_efc2iefc, map_iefc2efc, iefc_type, iefc_id, iefc_frictionloss, iefc_D, iefc_R } = d;
  zeroI(island_ne, 0, nisland);
  zeroI(island_nf, 0, nisland);
  zeroI(island_nefc, 0, nisland);
  for (let row = 0; row < nefc; row++) {
    const k = tree_island[efc_island[row]];
    efc_island[row] = k;
    island_nefc[k]++;
    const type = efc_type[row];
    if (type === CNSTR_EQUALITY) island_ne[k]++;
    else if (type === CNSTR_FRICTION_DOF || type === CNSTR_FRICTION_TENDON) island_nf[k]++;
  }
  accumulate(d.island_iefcadr, island_nefc, nisland);
  accumulate(cursor, island_nefc, nisland);
  for (let row = 0; row < nefc; row++) {
    const place = cursor[efc_island[row]]++;
    map_efc2iefc[row] = place;
    map_iefc2efc[place] = row;
    iefc_type[place] = efc_type[row];
    iefc_id[place] = efc_id[row];
    iefc_frictionloss[place] = efc_frictionloss[row];
    iefc_D[place] = efc_D[row];
    iefc_R[place] = efc_R[row];
  }
}

/**
 * The same of D and R alone, which have changed since.
 *
 * @reads nisland nefc efc_D efc_R map_iefc2efc
 * @writes iefc_D iefc_R
 */
export function reorderRegularisation(d: Data): void {
  if (d.nisland === 0) return;
  gather(d.iefc_D, 0, d.efc_D, 0, d.map_iefc2efc, 0, d.nefc);
  gather(d.iefc_R, 0, d.efc_R, 0, d.map_iefc2efc, 0, d.nefc);
}
