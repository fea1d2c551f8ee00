/**
 * Partial sort of `items[first, last)` such that `items[nth]` is what a full sort would put there, with nothing larger
 * before and nothing smaller after.
 *
 * For a total order only the two sides matter; the comparisons of bounding boxes have a tolerance (and NaN for
 * degenerate triangles), so the exact sequence of comparisons and swaps decides. This is the median-of-three
 * quickselect of LLVM's standard library, which the reference build links.
 */
export function nthElement(
  items: Int32Array,
  begin: number,
  nth: number,
  end: number,
  less: (a: number, b: number) => boolean,
): void {
  let first = begin;
  let last = end;
  const swap = (i: number, j: number): void => {
    const t = items[i];
    items[i] = items[j];
    items[j] = t;
  };
  const before = (i: number, j: number): boolean => less(items[i], items[j]);

  while (nth !== last) {
    const count = last - first;
    if (count < 2) return;
    if (count === 2) {
      if (before(last - 1, first)) swap(first, last - 1);
      return;
    }
    if (count === 3) {
      sortThree(first, first + 1, last - 1);
      return;
    }
    if (count <= 7) {
      selectionSort(first, last);
      return;
    }

    let pivot = first + (count >> 1);
    let up = first;
    let down = last - 1;
    let swaps = sortThree(first, pivot, down);

    // the upward scan has a guard; the downward one needs an element below the pivot at the front
    if (!before(up, pivot)) {
      let found = false;
      while (up !== --down) {
        if (before(down, pivot)) {
          found = true;
          break;
        }
      }
      if (found) {
        swap(up, down);
        swaps++;
      } else {
        // the first element is the smallest: split into equal to it and above it
        up++;
        down = last - 1;
        if (!before(first, down)) {
          for (;;) {
            if (up === down) return;
            if (before(first, up)) {
              swap(up, down);
              swaps++;
              up++;
              break;
            }
            up++;
          }
        }
        if (up === down) return;
        for (;;) {
          while (!before(first, up)) up++;
          do down--;
          while (before(first, down));
          if (up >= down) break;
          swap(up, down);
          swaps++;
          up++;
        }
        if (nth < up) return;
        first = up;
        continue;
      }
    }

    up++;
    if (up < down) {
      for (;;) {
        while (before(up, pivot)) up++;
        do down--;
        while (!before(down, pivot));
        if (up >= down) break;
        swap(up, down);
        swaps++;
        if (pivot === up) pivot = down;
        up++;
      }
    }
    if (up !== pivot && before(pivot, up)) {
      swap(up, pivot);
      swaps++;
    }
    if (nth === up) return;
    // no swap at all: the side with nth may be sorted already
    if (swaps === 0 && (nth < up ? isSorted(first, up) : isSorted(up, last))) return;
    if (nth < up) last = up;
    else first = up + 1;
  }

  function isSorted(from: number, to: number): boolean {
    for (let k = from + 1; k < to; k++) if (before(k, k - 1)) return false;
    return true;
  }

  function selectionSort(from: number, to: number): void {
    for (let k = from; k < to - 1; k++) {
      let least = k;
      for (let j = k + 1; j < to; j++) if (before(j, least)) least = j;
      if (least !== k) swap(k, least);
    }
  }

  function sortThree(x: number, y: number, z: number): number {
    if (!before(y, x)) {
      if (!before(z, y)) return 0;
      swap(y, z);
      if (!before(y, x)) return 1;
      swap(x, y);
      return 2;
    }
    if (before(z, y)) {
      swap(x, z);
      return 1;
    }
    swap(x, y);
    if (!before(z, y)) return 1;
    swap(y, z);
    return 2;
  }
}
