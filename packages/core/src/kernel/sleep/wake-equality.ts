// @cold

import { anchorBody } from '../constraint/equality/anchors.ts';
import type { i32 } from '../dialect.ts';
import type { Data, Model } from '../model/classes.ts';
import {
  ENBL_SLEEP,
  EQ_CONNECT,
  EQ_DISTANCE,
  EQ_JOINT,
  EQ_TENDON,
  EQ_WELD,
  S_ASLEEP,
  S_AWAKE,
} from '../model/constants.ts';
import { FULLY_AWAKE, wakeIsland } from './wake.ts';

/**
 * Wakes sleeping trees that an active equality constraint joins to something awake, or to a tree that fell asleep on its
 * own. Returns how many it woke.
 *
 * @reads eq_active tree_awake tree_asleep body_awake
 * @see mj_wakeEquality
 */
export function wakeByEquality(m: Model, d: Data): i32 {
  if ((m.opt_enableflags & ENBL_SLEEP) === 0) return 0;
  let count: i32 = 0;
  for (let e = 0; e < m.neq; e++) if (d.eq_active[e] !== 0) count += wakeObjects(m, d, e);
  return count;
}

function wakeObjects(m: Model, d: Data, e: i32): i32 {
  switch (m.eq_type[e]) {
    case EQ_CONNECT:
    case EQ_WELD:
      return wakeBodies(m, d, anchorBody(m, e, 0), anchorBody(m, e, 1));
    case EQ_JOINT:
      return wakeBodies(m, d, jointBody(m, m.eq_obj1id[e]), jointBody(m, m.eq_obj2id[e]));
    case EQ_DISTANCE:
      return wakeBodies(m, d, m.geom_bodyid[m.eq_obj1id[e]], m.geom_bodyid[m.eq_obj2id[e]]);
    case EQ_TENDON:
      return wakeTendons(m, d, m.eq_obj1id[e], m.eq_obj2id[e]);
    default:
      return wakeFlex(m, d, m.eq_obj1id[e]);
  }
}

function jointBody(m: Model, j: i32): i32 {
  return j >= 0 ? m.jnt_bodyid[j] : 0;
}

/** Wakes what sleeps of two bodies that one constraint holds. */
function wakeBodies(m: Model, d: Data, b1: i32, b2: i32): i32 {
  const tree1 = m.body_treeid[b1];
  const tree2 = m.body_treeid[b2];
  const state1 = d.body_awake[b1];
  const state2 = d.body_awake[b2];
  if (tree1 === tree2) return 0;
  if (state1 === S_ASLEEP && state2 === S_ASLEEP) return wakeStrangers(m, d, tree1, tree2);
  if (state1 === S_ASLEEP && state2 === S_AWAKE) return wakeIsland(m, d, tree1, FULLY_AWAKE);
  if (state2 === S_ASLEEP && state1 === S_AWAKE) return wakeIsland(m, d, tree2, FULLY_AWAKE);
  return 0;
}

/** Wakes two sleeping trees unless they sleep in the same cycle. */
function wakeStrangers(m: Model, d: Data, tree1: i32, tree2: i32): i32 {
  let t = tree1;
  for (let k = 0; k < m.ntree; k++) {
    if (t === tree2) return 0;
    if (t < 0) break;
    t = d.tree_asleep[t];
  }
  return wakeIsland(m, d, tree1, FULLY_AWAKE) + wakeIsland(m, d, tree2, FULLY_AWAKE);
}

/** Wakes the trees of both tendons if one of them is awake; the second tendon may be missing. */
function wakeTendons(m: Model, d: Data, t1: i32, t2: i32): i32 {
  const awake = hasAwakeTree(m, d, t1) || (t2 >= 0 && hasAwakeTree(m, d, t2));
  if (!awake) return 0;
  return wakeTrees(m, d, t1) + (t2 >= 0 ? wakeTrees(m, d, t2) : 0);
}

function hasAwakeTree(m: Model, d: Data, t: i32): boolean {
  for (let k = 0; k < m.tendon_treenum[t] && k < 2; k++)
    if (d.tree_awake[m.tendon_treeid[2 * t + k]] !== 0) return true;
  return m.tendon_treenum[t] > 2;
}

function wakeTrees(m: Model, d: Data, t: i32): i32 {
  let count: i32 = 0;
  for (let k = 0; k < m.tendon_treenum[t] && k < 2; k++) {
    const tree = m.tendon_treeid[2 * t + k];
    if (d.tree_awake[tree] === 0) count += wakeIsland(m, d, tree, FULLY_AWAKE);
  }
  return count;
}

/** Wakes the sleeping part of a flex when another is awake. */
function wakeFlex(m: Model, d: Data, f: i32): i32 {
  const awake = flexTree(m, d, f, true);
  const asleep = flexTree(m, d, f, false);
  return awake >= 0 && asleep >= 0 ? wakeIsland(m, d, asleep, d.tree_asleep[awake]) : 0;
}

/** The first tree of flex `f` that is awake, or that is asleep, or -1. */
function flexTree(m: Model, d: Data, f: i32, awake: boolean): i32 {
  const nodes = m.flex_interp[f] !== 0;
  const first: i32 = nodes ? m.flex_nodeadr[f] : m.flex_vertadr[f];
  const count: i32 = nodes ? m.flex_nodenum[f] : m.flex_vertnum[f];
  for (let k = first; k < first + count; k++) {
    const tree = m.body_treeid[nodes ? m.flex_nodebodyid[k] : m.flex_vertbodyid[k]];
    if (tree >= 0 && (d.tree_awake[tree] !== 0) === awake) return tree;
  }
  return -1;
}
