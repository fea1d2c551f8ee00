// @cold

import { contactBody } from '../collision/contact-body.ts';
import type { F64, f64, i32 } from '../dialect.ts';
import type { Data, Model } from '../model/classes.ts';
import { ENBL_SLEEP, MINAWAKE, S_AWAKE, SLEEP_AUTO_NEVER, SLEEP_NEVER } from '../model/constants.ts';

/** `tree_asleep` of a tree that must be slow for all MINAWAKE steps before it may sleep. */
export const FULLY_AWAKE: i32 = -(1 + MINAWAKE);

/**
 * Wakes the tree and all that sleep in its cycle, with `value` (< 0) as their time left to sleep; a tree that is awake
 * has the longer of both times. Returns how many it woke.
 *
 * @reads tree_asleep
 * @writes tree_asleep
 * @see mj_wakeIsland
 */
export function wakeIsland(m: Model, d: Data, tree: i32, value: i32): i32 {
  const tree_asleep = d.tree_asleep;
  if (tree_asleep[tree] < 0) {
    if (value < tree_asleep[tree]) tree_asleep[tree] = value;
    return 0;
  }
  let count: i32 = 0;
  let t = tree;
  while (tree_asleep[t] >= 0 && count < m.ntree) {
    const next = tree_asleep[t];
    tree_asleep[t] = value;
    t = next;
    count++;
  }
  return count;
}

/** Whether all numbers are zero, to the sign bit: -0 minus a number is -0 only if that is +0. */
function allZero(a: F64, i: i32, n: i32): boolean {
  let difference: f64 = -0.0;
  for (let k = i; k < i + n; k++) {
    if (a[k] !== 0) return false;
    difference -= a[k];
  }
  return 1 / difference < 0;
}

/**
 * Whether nothing keeps tree `t` awake: its policy, forces of the user, or a dof that moves at `tolerance` or faster (at
 * all, if that is 0), measured at the length of the dof.
 *
 * @reads xfrc_applied qfrc_applied qvel
 */
export function canSleep(m: Model, d: Data, t: i32, tolerance: f64): boolean {
  const policy = m.tree_sleep_policy[t];
  if (policy === SLEEP_NEVER || policy === SLEEP_AUTO_NEVER) return false;
  if (!allZero(d.xfrc_applied, 6 * m.tree_bodyadr[t], 6 * m.tree_bodynum[t])) return false;
  const first = m.tree_dofadr[t];
  const count = m.tree_dofnum[t];
  if (!allZero(d.qfrc_applied, first, count)) return false;
  if (tolerance === 0) return allZero(d.qvel, first, count);
  for (let i = first; i < first + count; i++) if (m.dof_length[i] * Math.abs(d.qvel[i]) >= tolerance) return false;
  return true;
}

/**
 * Wakes sleeping trees that the user pushed, gave a velocity, or moved (which kinematics has noted in `tree_awake`);
 * wakes all if sleep has been disabled. Returns how many it woke.
 *
 * @reads tree_asleep tree_awake ntree_awake
 * @writes tree_asleep
 * @see mj_wake
 */
export function wakePerturbed(m: Model, d: Data): i32 {
  if ((m.opt_enableflags & ENBL_SLEEP) === 0) return wakeAll(m, d);
  let count: i32 = 0;
  for (let t = 0; t < m.ntree; t++) {
    if (d.tree_asleep[t] < 0) continue;
    if (d.tree_awake[t] !== 0 || !canSleep(m, d, t, 0)) count += wakeIsland(m, d, t, FULLY_AWAKE);
  }
  return count;
}

function wakeAll(m: Model, d: Data): i32 {
  const asleep = m.ntree - d.ntree_awake;
  if (asleep > 0) for (let t = 0; t < m.ntree; t++) d.tree_asleep[t] = FULLY_AWAKE;
  return asleep;
}

/**
 * Wakes sleeping trees that something awake touches. Returns how many it woke.
 *
 * @reads ncon tree_asleep tree_awake body_awake
 * @see mj_wakeCollision
 */
export function wakeTouched(m: Model, d: Data): i32 {
  if ((m.opt_enableflags & ENBL_SLEEP) === 0) return 0;
  let count: i32 = 0;
  for (let c = 0; c < d.ncon; c++) {
    const b1 = contactBody(m, d, c, 0);
    const b2 = contactBody(m, d, c, 1);
    const tree1 = m.body_treeid[b1];
    const tree2 = m.body_treeid[b2];
    if (tree1 < 0 && tree2 < 0) continue;
    if (tree1 < 0) count += wakeByMocap(m, d, tree2, b1);
    else if (tree2 < 0) count += wakeByMocap(m, d, tree1, b2);
    else count += wakeNeighbour(m, d, tree1, tree2);
  }
  return count;
}

/** Wakes a sleeping tree if the immovable `body` is moved by the user. */
function wakeByMocap(m: Model, d: Data, tree: i32, body: i32): i32 {
  if (d.tree_awake[tree] !== 0 || d.body_awake[body] !== S_AWAKE) return 0;
  return wakeIsland(m, d, tree, FULLY_AWAKE);
}

/** Of two trees, wakes the one that sleeps if the other is awake; both then have the same time left to sleep. */
function wakeNeighbour(m: Model, d: Data, tree1: i32, tree2: i32): i32 {
  const awake1 = d.tree_awake[tree1] !== 0;
  const awake2 = d.tree_awake[tree2] !== 0;
  if (awake1 === awake2) return 0;
  return awake1 ? wakeIsland(m, d, tree2, d.tree_asleep[tree1]) : wakeIsland(m, d, tree1, d.tree_asleep[tree2]);
}

/**
 * Wakes sleeping trees that a tendon at its limit joins to a tree that is awake. Returns how many it woke.
 *
 * @reads ten_length tree_awake tree_asleep
 * @see mj_wakeTendon
 */
export function wakeByTendon(m: Model, d: Data): i32 {
  if ((m.opt_enableflags & ENBL_SLEEP) === 0) return 0;
  let count: i32 = 0;
  for (let t = 0; t < m.ntendon; t++) {
    if (m.tendon_treenum[t] !== 2 || !atLimit(m, d, t)) continue;
    count += wakeNeighbour(m, d, m.tendon_treeid[2 * t], m.tendon_treeid[2 * t + 1]);
  }
  return count;
}

/** Whether tendon `t` is within the margin of a limit. */
function atLimit(m: Model, d: Data, t: i32): boolean {
  if (m.tendon_limited[t] === 0) return false;
  const value = d.ten_length[t];
  const margin = m.tendon_margin[t];
  return value - m.tendon_range[2 * t] < margin || m.tendon_range[2 * t + 1] - value < margin;
}
