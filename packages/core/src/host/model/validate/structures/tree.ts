import type { Model } from '../../model.ts';
import { contradicts, expectValue } from '../field-error.ts';

const FREE = 0; // JointType
const POSITIONS = [7, 4, 1, 1]; // by JointType
const DOFS = [6, 3, 1, 1];

/** What the bodies so far have used up of the joints, dofs, ... that are listed body by body. */
interface Cursor {
  joint: number;
  dof: number;
  geom: number;
  position: number;
  mocap: number;
  tree: number;
}

/**
 * Bodies in depth-first order, their joints, dofs and geoms one after the other, and what follows from that: parents of dofs, roots,
 * welded bodies, kinematic trees.
 */
export function checkTree(m: Model): void {
  const at: Cursor = { joint: 0, dof: 0, geom: 0, position: 0, mocap: 0, tree: 0 };
  const lastDof = new Int32Array(m.nbody);
  for (let b = 0; b < m.nbody; b++) {
    checkOrder(m, b);
    checkMocap(m, b, at);
    lastDof[b] = checkJoints(m, b, b === 0 ? -1 : lastDof[m.body_parentid[b]], at);
    checkGeoms(m, b, at);
    checkRoots(m, b);
  }
  expectValue('njnt', 0, m.njnt, at.joint);
  expectValue('nv', 0, m.nv, at.dof);
  expectValue('nq', 0, m.nq, at.position);
  expectValue('ngeom', 0, m.ngeom, at.geom);
  expectValue('nmocap', 0, m.nmocap, at.mocap);
  expectValue('ntree', 0, m.ntree, at.tree);
  checkTrees(m);
}

/** The parent of a body is the body before it, or an ancestor of that. */
function checkOrder(m: Model, b: number): void {
  if (b < 2) return;
  const parent = m.body_parentid[b];
  let a = b - 1;
  while (a > parent) a = m.body_parentid[a];
  if (a !== parent) contradicts('body_parentid', b, parent, 'bodies must be in depth-first order');
}

function checkMocap(m: Model, b: number, at: Cursor): void {
  const id = m.body_mocapid[b];
  if (id < 0) return;
  expectValue('body_mocapid', b, id, at.mocap++);
  if (b === 0 || m.body_parentid[b] !== 0 || m.body_jntnum[b] > 0)
    contradicts('body_mocapid', b, id, 'only a child of the world without joints can be a mocap body');
}

/** Joints and dofs of body `b`, whose first dof hangs on dof `parent`; returns its last dof, or `parent` if it has none. */
function checkJoints(m: Model, b: number, parent: number, at: Cursor): number {
  const count = m.body_jntnum[b];
  if (count === 0) {
    expectValue('body_dofnum', b, m.body_dofnum[b], 0);
    return parent;
  }
  if (b === 0) contradicts('body_jntnum', b, count, 'the world has no joints');
  expectValue('body_jntadr', b, m.body_jntadr[b], at.joint);
  if (m.body_dofnum[b] > 0) expectValue('body_dofadr', b, m.body_dofadr[b], at.dof);
  const first = at.dof;
  let last = parent;
  for (let j = at.joint; j < at.joint + count; j++) {
    const type = m.jnt_type[j];
    if (type === FREE && (count > 1 || m.body_parentid[b] !== 0))
      contradicts('jnt_type', j, type, 'a free joint must be the only one of a child of the world');
    expectValue('jnt_bodyid', j, m.jnt_bodyid[j], b);
    expectValue('jnt_qposadr', j, m.jnt_qposadr[j], at.position);
    expectValue('jnt_dofadr', j, m.jnt_dofadr[j], at.dof);
    at.position += POSITIONS[type];
    for (let k = 0; k < DOFS[type]; k++) last = checkDof(m, b, j, last, at);
  }
  at.joint += count;
  expectValue('body_dofnum', b, m.body_dofnum[b], at.dof - first);
  return last;
}

/** The next dof, which belongs to joint `j` of body `b`; returns its number. */
function checkDof(m: Model, b: number, j: number, parent: number, at: Cursor): number {
  const i = at.dof++;
  if (i >= m.nv) contradicts('nv', 0, m.nv, 'the joints have more dofs');
  if (parent < 0) at.tree++;
  expectValue('dof_bodyid', i, m.dof_bodyid[i], b);
  expectValue('dof_jntid', i, m.dof_jntid[i], j);
  expectValue('dof_parentid', i, m.dof_parentid[i], parent);
  expectValue('dof_treeid', i, m.dof_treeid[i], parent < 0 ? at.tree - 1 : m.dof_treeid[parent]);
  return i;
}

function checkGeoms(m: Model, b: number, at: Cursor): void {
  const count = m.body_geomnum[b];
  if (count > 0) expectValue('body_geomadr', b, m.body_geomadr[b], at.geom);
  for (let g = at.geom; g < at.geom + count; g++) expectValue('geom_bodyid', g, m.geom_bodyid[g], b);
  at.geom += count;
}

/** The ancestor below the world, the body that it is welded to, and its tree. */
function checkRoots(m: Model, b: number): void {
  const parent = m.body_parentid[b];
  expectValue('body_rootid', b, m.body_rootid[b], parent === 0 ? b : m.body_rootid[parent]);
  const moves = b > 0 && (m.body_jntnum[b] > 0 || m.body_mocapid[b] >= 0);
  const weld = moves || b === 0 ? b : m.body_weldid[parent];
  expectValue('body_weldid', b, m.body_weldid[b], weld);
  expectValue('body_treeid', b, m.body_treeid[b], m.body_dofnum[weld] > 0 ? m.dof_treeid[m.body_dofadr[weld]] : -1);
}

/** First body and dof of each tree, and how many. */
function checkTrees(m: Model): void {
  const { ntree } = m;
  const bodies = new Int32Array(ntree);
  const dofs = new Int32Array(ntree);
  for (let b = 0; b < m.nbody; b++) {
    const t = m.body_treeid[b];
    if (t < 0) continue;
    if (bodies[t]++ === 0) expectValue('tree_bodyadr', t, m.tree_bodyadr[t], b);
  }
  for (let i = 0; i < m.nv; i++) {
    const t = m.dof_treeid[i];
    if (dofs[t]++ === 0) expectValue('tree_dofadr', t, m.tree_dofadr[t], i);
  }
  for (let t = 0; t < ntree; t++) {
    expectValue('tree_bodynum', t, m.tree_bodynum[t], bodies[t]);
    expectValue('tree_dofnum', t, m.tree_dofnum[t], dofs[t]);
  }
}
