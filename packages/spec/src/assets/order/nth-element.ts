import { COMPILER_EPS } from '../../spatial/rotation.ts';

/** Ranges up to this long are sorted. */
const SHORT = 7;

/**
 * Order of two boxes along an axis: by position, those within the tolerance (or with NaN, from degenerate triangles)
 * by number.
 */
function isBefore(key: Float64Array, axis: number, a: number, b: number): boolean {
  const x = key[3 * a + axis];
  const y = key[3 * b + axis];
  return Math.abs(x - y) > COMPILER_EPS ? x < y : a < b;
}

/**
 * Orders box numbers `items[begin, end)` along an axis of their positions (`key`, 3 each) as far as needed for
 * `items[nth]` to be the one that belongs there: nothing behind it comes before it, nothing before it comes behind.
 *
 * The order has a tolerance and so is not transitive, and the items on either side keep the places where the work left
 * them; both are part of the hierarchy. So the algorithm is the oracle's: quickselect with the middle of the first, the
 * central and the last item as pivot.
 *
 * @see Hoare, Algorithm 65: Find, CACM 4 (1961); Singleton, Algorithm 347, CACM 12 (1969) for the pivot
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
  let last = end - 1;
  while (last - first >= SHORT) {
    const place = partition(items, first, last, key, axis);
    if (place === nth) return;
    if (nth < place) last = place - 1;
    else first = place + 1;
  }
  if (last - first === 2) sortThree(items, first, last, key, axis);
  else sortShort(items, first, last, key, axis);
}

/** Moves what comes before a pivot to its left, the rest to its right; returns its place. */
function partition(items: Int32Array, first: number, last: number, key: Float64Array, axis: number): number {
  const pivot = sortThree(items, first, last, key, axis);
  let up = first + 1;
  let down = last - 1;
  for (;;) {
    // the pivot itself stops the way up, the first item the way down
    while (isBefore(key, axis, items[up], pivot)) up++;
    while (!isBefore(key, axis, items[down], pivot)) down--;
    if (up >= down) break;
    swap(items, up++, down--);
  }
  if (isBefore(key, axis, pivot, items[up])) swap(items, up, items.indexOf(pivot, first));
  return up;
}

/** Sorts the first, the central and the last item among themselves; returns the one that is now central. */
function sortThree(items: Int32Array, first: number, last: number, key: Float64Array, axis: number): number {
  const centre = first + ((last - first + 1) >> 1);
  const a = items[first];
  const b = items[centre];
  const c = items[last];
  const isTurned = isBefore(key, axis, b, a);
  const [low, high] = isTurned ? [b, a] : [a, b];
  let sorted = [low, high, c];
  if (isTurned && isBefore(key, axis, c, b)) sorted = [c, b, a];
  else if (isBefore(key, axis, c, high))
    sorted = isTurned || !isBefore(key, axis, c, low) ? [low, c, high] : [c, low, high];
  [items[first], items[centre], items[last]] = sorted;
  return items[centre];
}

/** Puts the first of the rest into each place in turn. */
function sortShort(items: Int32Array, first: number, last: number, key: Float64Array, axis: number): void {
  for (let place = first; place < last; place++) {
    let least = place;
    for (let i = place + 1; i <= last; i++) if (isBefore(key, axis, items[i], items[least])) least = i;
    swap(items, place, least);
  }
}

function swap(items: Int32Array, i: number, j: number): void {
  const item = items[i];
  items[i] = items[j];
  items[j] = item;
}
