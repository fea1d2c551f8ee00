import { COMPILER_EPS } from '../spatial/rotation.ts';

/**
 * Order of two boxes along an axis: by position, those within the tolerance (or with NaN, from degenerate triangles)
 * by number.
 */
function isBefore(key: Float64Array, axis: number, a: number, b: number): boolean {
  const x = key[3 * a + axis];
  const y = key[3 * b + axis];
  return Math.abs(x - y) > COMPILER_EPS ? x < y : a < b;
}

function swap(items: Int32Array, i: number, j: number): void {
  const t = items[i];
  items[i] = items[j];
  items[j] = t;
}

/** Sorts the items at x < y < z; returns the number of swaps. */
function sortThree(items: Int32Array, x: number, y: number, z: number, key: Float64Array, axis: number): number {
  if (!isBefore(key, axis, items[y], items[x])) {
    if (!isBefore(key, axis, items[z], items[y])) return 0;
    swap(items, y, z);
    if (!isBefore(key, axis, items[y], items[x])) return 1;
    swap(items, x, y);
    return 2;
  }
  if (isBefore(key, axis, items[z], items[y])) {
    swap(items, x, z);
    return 1;
  }
  swap(items, x, y);
  if (!isBefore(key, axis, items[z], items[y])) return 1;
  swap(items, y, z);
  return 2;
}

function selectionSort(items: Int32Array, first: number, last: number, key: Float64Array, axis: number): void {
  for (let k = first; k < last - 1; k++) {
    let least = k;
    for (let j = k + 1; j < last; j++) if (isBefore(key, axis, items[j], items[least])) least = j;
    if (least !== k) swap(items, k, least);
  }
}

function isSorted(items: Int32Array, first: number, last: number, key: Float64Array, axis: number): boolean {
  for (let k = first + 1; k < last; k++) if (isBefore(key, axis, items[k], items[k - 1])) return false;
  return true;
}

/**
 * Partial sort of the box numbers `items[begin, end)` along an axis of their positions (`key`, 3 each) such that
 * `items[nth]` is what a full sort would put there, with nothing larger before and nothing smaller after.
 *
 * The order has a tolerance, so it is not transitive, and the exact sequence of comparisons and swaps decides. This is
 * the median-of-three quickselect of LLVM's standard library, which the reference build links.
 */
export function nthElement(
  items: Int32Array,
  begin: number,
  nth: number,
  end: number,
  key: Float64Array,
  axis: number,
): void {
  let first = begin;
  let last = end;
  while (nth !== last) {
    const count = last - first;
    if (count < 2) return;
    if (count === 2) {
      if (isBefore(key, axis, items[last - 1], items[first])) swap(items, first, last - 1);
      return;
    }
    if (count === 3) {
      sortThree(items, first, first + 1, last - 1, key, axis);
      return;
    }
    if (count <= 7) {
      selectionSort(items, first, last, key, axis);
      return;
    }

    let pivot = first + (count >> 1);
    let up = first;
    let down = last - 1;
    let swaps = sortThree(items, first, pivot, down, key, axis);

    // the upward scan has a guard; the downward one needs an element below the pivot at the front
    if (!isBefore(key, axis, items[up], items[pivot])) {
      do down--;
      while (down !== up && !isBefore(key, axis, items[down], items[pivot]));
      if (down === up) {
        const split = splitSmallest(items, first, last, key, axis);
        if (nth < split) return;
        first = split;
        continue;
      }
      swap(items, up, down);
      swaps++;
    }

    up++;
    if (up < down) {
      for (;;) {
        while (isBefore(key, axis, items[up], items[pivot])) up++;
        do down--;
        while (!isBefore(key, axis, items[down], items[pivot]));
        if (up >= down) break;
        swap(items, up, down);
        swaps++;
        if (pivot === up) pivot = down;
        up++;
      }
    }
    if (up !== pivot && isBefore(key, axis, items[pivot], items[up])) {
      swap(items, up, pivot);
      swaps++;
    }
    if (nth === up) return;
    // no swap at all: the side with nth may be sorted already
    if (swaps === 0) {
      if (nth < up ? isSorted(items, first, up, key, axis) : isSorted(items, up, last, key, axis)) return;
    }
    if (nth < up) last = up;
    else first = up + 1;
  }
}

/**
 * The first element is the smallest: moves those equal to it to the front. Returns where the larger ones start, `last`
 * when there are none.
 */
function splitSmallest(items: Int32Array, first: number, last: number, key: Float64Array, axis: number): number {
  let up = first + 1;
  let down = last - 1;
  if (!isBefore(key, axis, items[first], items[down])) {
    while (up !== down && !isBefore(key, axis, items[first], items[up])) up++;
    if (up === down) return last;
    swap(items, up, down);
    up++;
  }
  if (up === down) return last;
  for (;;) {
    while (!isBefore(key, axis, items[first], items[up])) up++;
    do down--;
    while (isBefore(key, axis, items[first], items[down]));
    if (up >= down) return up;
    swap(items, up, down);
    up++;
  }
}
