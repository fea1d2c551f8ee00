/**
 * Dijkstra's smoothsort: an in-place heap sort over a forest of Leonardo trees.
 *
 * The hull sorts pending merges with an order that calls equal keys unequal, so the sequence of comparisons decides
 * how ties end up; the reference build's C library sorts this way.
 * @see Dijkstra, Smoothsort, an alternative for sorting in situ, EWD796a (1981)
 */
export function smoothsort<T>(items: T[], compare: (a: T, b: T) => number): void {
  const count = items.length;
  if (count < 2) return;
  const leonardo = [1, 1];
  while (leonardo[leonardo.length - 1] < count) {
    leonardo.push(leonardo[leonardo.length - 2] + leonardo[leonardo.length - 1] + 1);
  }

  // orders of the trees from left to right; the root of the last one is `head`
  const orders = [1];
  let head = 0;
  for (; head < count - 1; head++) {
    const last = orders.length - 1;
    const order = orders[last];
    if (last > 0 && orders[last - 1] === order + 1) {
      // two neighbours in sequence become one tree under the next element
      sift(head, order);
      orders.length = last;
      orders[last - 1] = order + 2;
      continue;
    }
    // a tree that will not grow any more takes its place among the roots
    if (leonardo[order - 1] >= count - 1 - head) trinkle(head, last, order, false);
    else sift(head, order);
    orders.push(order === 1 ? 0 : 1);
  }
  trinkle(head, orders.length - 1, orders[orders.length - 1], false);

  // take the largest element away, one by one; its subtrees become trees of the forest
  for (; orders.length > 1 || orders[0] !== 1; head--) {
    const order = orders.pop() as number;
    if (order <= 1) continue;
    orders.push(order - 1);
    trinkle(head - leonardo[order - 2] - 1, orders.length - 1, order - 1, true);
    orders.push(order - 2);
    trinkle(head - 1, orders.length - 1, order - 2, true);
  }

  /** Moves items[path[0]] to the end of the path and the others one step toward its start. */
  function rotate(path: number[]): void {
    const first = items[path[0]];
    for (let i = 0; i + 1 < path.length; i++) items[path[i]] = items[path[i + 1]];
    items[path[path.length - 1]] = first;
  }

  /** Restores the heap order of the tree of this order whose root is at `root`. */
  function sift(root: number, treeOrder: number): void {
    const path = [root];
    const moving = items[root];
    let at = root;
    for (let order = treeOrder; order > 1; ) {
      const right = at - 1;
      const left = at - 1 - leonardo[order - 2];
      if (compare(moving, items[left]) >= 0 && compare(moving, items[right]) >= 0) break;
      if (compare(items[left], items[right]) >= 0) {
        at = left;
        order -= 1;
      } else {
        at = right;
        order -= 2;
      }
      path.push(at);
    }
    rotate(path);
  }

  /** Moves the root of tree number `tree` left along the roots to its place, then sifts there. */
  function trinkle(root: number, tree: number, treeOrder: number, isTrusty: boolean): void {
    const path = [root];
    const moving = items[root];
    let trusty = isTrusty;
    let at = root;
    let order = treeOrder;
    for (let index = tree; index > 0; ) {
      const stepson = at - leonardo[order];
      if (compare(items[stepson], moving) <= 0) break;
      if (!trusty && order > 1) {
        const right = at - 1;
        const left = at - 1 - leonardo[order - 2];
        if (compare(items[right], items[stepson]) >= 0 || compare(items[left], items[stepson]) >= 0) break;
      }
      path.push(stepson);
      at = stepson;
      order = orders[--index];
      trusty = false;
    }
    if (trusty) return;
    rotate(path);
    sift(at, order);
  }
}
