// @cold

import type { i32 } from '../dialect.ts';
import type { Data, Model } from '../model/classes.ts';
import { S_ASLEEP, S_AWAKE, S_STATIC } from '../model/constants.ts';

/**
 * The lists of what is awake, from the state of the trees. Bodies that no joint moves are static, unless the user moves
 * them as mocap bodies; with `staticAwake` they count as awake.
 *
 * @reads tree_asleep tree_awake body_awake
 * @writes tree_awake body_awake body_awake_ind parent_awake_ind dof_awake_ind ntree_awake nbody_awake nparent_awake nv_awake
 * @see mj_updateSleep
 */
export function updateSleep(m: Model, d: Data, staticAwake: boolean): void {
  let trees: i32 = 0;
  for (let t = 0; t < m.ntree; t++) {
    const awake: i32 = d.tree_asleep[t] < 0 ? 1 : 0;
    d.tree_awake[t] = awake;
    trees += awake;
  }
  d.ntree_awake = trees;
  listBodies(m, d, staticAwake);
  listDofs(m, d);
}

function bodyState(m: Model, d: Data, b: i32, staticAwake: boolean): i32 {
  const tree = m.body_treeid[b];
  if (tree >= 0) return d.tree_awake[tree] !== 0 ? S_AWAKE : S_ASLEEP;
  return staticAwake || m.body_mocapid[m.body_rootid[b]] >= 0 ? S_AWAKE : S_STATIC;
}

function listBodies(m: Model, d: Data, staticAwake: boolean): void {
  let bodies: i32 = 0;
  let children: i32 = 0;
  for (let b = 0; b < m.nbody; b++) {
    d.body_awake[b] = bodyState(m, d, b, staticAwake);
    if (d.body_awake[b] !== S_ASLEEP) d.body_awake_ind[bodies++] = b;
    if (b > 0 && d.body_awake[m.body_parentid[b]] !== S_ASLEEP) d.parent_awake_ind[children++] = b;
  }
  d.nbody_awake = bodies;
  d.nparent_awake = children;
}

function listDofs(m: Model, d: Data): void {
  let dofs: i32 = 0;
  for (let i = 0; i < m.nv; i++) {
    const b = m.dof_bodyid[i];
    if (m.body_treeid[b] >= 0 && d.body_awake[b] === S_AWAKE) d.dof_awake_ind[dofs++] = i;
  }
  d.nv_awake = dofs;
}
