// @cold

import type { I32, i32 } from '../dialect.ts';
import { zero } from '../math/linear/dense.ts';
import type { Data, Model } from '../model/classes.ts';
import { ENBL_SLEEP } from '../model/constants.ts';
import { canSleep, FULLY_AWAKE } from './wake.ts';

/**
 * Counts the steps that each tree has been slow, and puts to sleep the islands whose trees have all been slow long enough.
 * Constraints without islands keep everything awake. Returns how many trees fell asleep.
 *
 * @reads nefc nisland island_itreeadr island_ntree map_itree2tree tree_asleep
 * @see mj_sleep
 */
export function fallAsleep(m: Model, d: Data): i32 {
  if ((m.opt_enableflags & ENBL_SLEEP) === 0) return 0;
  const nisland = d.nisland;
  if (d.nefc > 0 && nisland === 0) return 0;
  countDown(m, d);

  let count: i32 = 0;
  let first: i32 = 0;
  for (let k = 0; k < nisland; k++) {
    first = d.island_itreeadr[k];
    const size = d.island_ntree[k];
    if (isReady(d, first, size)) count += sleepTogether(m, d, d.map_itree2tree, first, size);
    first += size;
  }

  // trees without constraints, each on its own
  for (let k = first; k < m.ntree; k++) {
    const t: i32 = nisland > 0 ? d.map_itree2tree[k] : k;
    if (d.tree_asleep[t] === -1) {
      sleepAs(m, d, t, t);
      count++;
    }
  }
  return count;
}

/**
 * `tree_asleep` of trees that are awake: one nearer to -1 if they can sleep, else all the way back.
 *
 * @writes tree_asleep
 */
function countDown(m: Model, d: Data): void {
  const tree_asleep = d.tree_asleep;
  for (let t = 0; t < m.ntree; t++) {
    if (tree_asleep[t] >= 0) continue;
    if (!canSleep(m, d, t, m.opt_sleep_tolerance)) tree_asleep[t] = FULLY_AWAKE;
    else if (tree_asleep[t] < -1) tree_asleep[t]++;
  }
}

/** Whether all trees of an island have been slow long enough. */
function isReady(d: Data, first: i32, size: i32): boolean {
  for (let k = first; k < first + size; k++) if (d.tree_asleep[d.map_itree2tree[k]] !== -1) return false;
  return true;
}

/** Puts trees to sleep as one cycle. */
function sleepTogether(m: Model, d: Data, trees: I32, first: i32, size: i32): i32 {
  for (let k = 0; k < size; k++) sleepAs(m, d, trees[first + k], trees[first + ((k + 1) % size)]);
  return size;
}

/**
 * Puts one tree to sleep, with `next` the next of its cycle, and stops it.
 *
 * @writes tree_asleep qvel qacc
 */
function sleepAs(m: Model, d: Data, t: i32, next: i32): void {
  d.tree_asleep[t] = next;
  zero(d.qvel, m.tree_dofadr[t], m.tree_dofnum[t]);
  zero(d.qacc, m.tree_dofadr[t], m.tree_dofnum[t]);
}
