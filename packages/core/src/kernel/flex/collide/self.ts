import type { F32, I32, i32 } from '../../dialect.ts';
import type { Data, Model } from '../../model/classes.ts';
import { DSBL_MIDPHASE, FLEXSELF_AUTO, FLEXSELF_BVH, FLEXSELF_NARROW, FLEXSELF_NONE } from '../../model/constants.ts';
import { isActive } from './element.ts';
import { collideElements } from './elements.ts';
import { collideFlexTrees } from './tree.ts';

/** Every pair of active elements. */
function collideAllPairs(m: Model, d: Data, f: i32): void {
  for (let e1 = 0; e1 < m.flex_elemnum[f]; e1++) {
    if (!isActive(m, f, e1)) continue;
    for (let e2 = e1 + 1; e2 < m.flex_elemnum[f]; e2++) if (isActive(m, f, e2)) collideElements(m, d, f, e1, f, e2);
  }
}

/** The axis along which the box of a flex is longest. @reads bvh_aabb_dyn */
function longestAxis(m: Model, d: Data, f: i32): i32 {
  const box = 6 * (m.flex_bvhadr[f] - m.nbvhstatic);
  const x = d.bvh_aabb_dyn[box + 3];
  const y = d.bvh_aabb_dyn[box + 4];
  const z = d.bvh_aabb_dyn[box + 5];
  if (x > y && x > z) return 0;
  return y > z ? 1 : 2;
}

/** Merge sort of `order` by the key of each entry, bottom up; entries of equal keys keep their order. */
function sortByKey(key: F32, order: I32, buffer: I32, n: i32): void {
  for (let width = 1; width < n; width *= 2) {
    for (let begin = 0; begin < n; begin += 2 * width) {
      const middle = begin + width < n ? begin + width : n;
      const end = begin + 2 * width < n ? begin + 2 * width : n;
      let i = begin;
      let j = middle;
      for (let k = begin; k < end; k++) {
        const left = i < middle && (j >= end || key[order[i]] <= key[order[j]]);
        buffer[k] = left ? order[i++] : order[j++];
      }
    }
    for (let k = 0; k < n; k++) order[k] = buffer[k];
  }
}

/**
 * Sorts both ends of the active elements along an axis; returns how many ends there are.
 *
 * @reads flexelem_aabb
 * @writes elemEnd elemEndOrder elemEndBuffer
 */
function sortEnds(m: Model, d: Data, f: i32, axis: i32): i32 {
  const boxes = d.flexelem_aabb;
  let n = 0;
  for (let e = 0; e < m.flex_elemnum[f]; e++) {
    if (!isActive(m, f, e)) continue;
    const at = 6 * (m.flex_elemadr[f] + e) + axis;
    d.elemEnd[2 * e] = boxes[at] - boxes[at + 3];
    d.elemEnd[2 * e + 1] = boxes[at] + boxes[at + 3];
    d.elemEndOrder[n++] = 2 * e;
    d.elemEndOrder[n++] = 2 * e + 1;
  }
  sortByKey(d.elemEnd, d.elemEndOrder, d.elemEndBuffer, n);
  return n;
}

/** Whether the boxes of two elements overlap along an axis. @reads flexelem_aabb */
function overlap(m: Model, d: Data, f: i32, e1: i32, e2: i32, axis: i32): boolean {
  const boxes = d.flexelem_aabb;
  const i = 6 * (m.flex_elemadr[f] + e1) + axis;
  const j = 6 * (m.flex_elemadr[f] + e2) + axis;
  if (boxes[i] - boxes[i + 3] > boxes[j] + boxes[j + 3]) return false;
  return !(boxes[j] - boxes[j + 3] > boxes[i] + boxes[i + 3]);
}

/** Takes an element off the first n of the list; the others keep their order. */
function remove(list: I32, n: i32, e: i32): void {
  let at = 0;
  while (at < n && list[at] !== e) at++;
  for (let k = at + 1; k < n; k++) list[k - 1] = list[k];
}

/**
 * Sweep and prune: the pairs of active elements whose boxes overlap, in the order in which the sweep along the longest axis enters the second of them.
 * Its ends are 32-bit numbers, as MuJoCo sorts them.
 *
 * @reads elemEndOrder
 * @writes elemOpen
 */
function collideSweep(m: Model, d: Data, f: i32): void {
  const axis = longestAxis(m, d, f);
  const n = sortEnds(m, d, f, axis);
  const open = d.elemOpen;
  let count = 0;
  for (let k = 0; k < n; k++) {
    const end = d.elemEndOrder[k];
    const e = end >> 1;
    if ((end & 1) !== 0) {
      remove(open, count, e);
      count--;
      continue;
    }
    for (let i = 0; i < count; i++) {
      if (!overlap(m, d, f, open[i], e, axis === 0 ? 1 : 0) || !overlap(m, d, f, open[i], e, axis === 2 ? 1 : 2))
        continue;
      collideElements(m, d, f, open[i], f, e);
    }
    open[count++] = e;
  }
}

/**
 * Contacts of the active elements of a flex with each other.
 *
 * @reads flexvert_xpos flexelem_aabb bvh_aabb_dyn
 */
export function collideSelf(m: Model, d: Data, f: i32): void {
  const mode = m.flex_selfcollide[f];
  if (mode === FLEXSELF_NONE) return;
  const noTree = (m.opt_disableflags & DSBL_MIDPHASE) !== 0 || m.flex_bvhadr[f] < 0;
  if (noTree || mode === FLEXSELF_NARROW) collideAllPairs(m, d, f);
  else if (mode === FLEXSELF_BVH || (mode === FLEXSELF_AUTO && m.flex_dim[f] === 3)) collideFlexTrees(m, d, f, f);
  else collideSweep(m, d, f);
}
