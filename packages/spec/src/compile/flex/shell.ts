/** Facets of a simplex by its corners, seen from outside. */
const FACETS: readonly number[][][] = [
  [],
  [[0], [1]],
  [
    [0, 1],
    [1, 2],
    [2, 0],
  ],
  [
    [0, 1, 2],
    [0, 2, 3],
    [0, 3, 1],
    [1, 3, 2],
  ],
];

/** The border of a flex, and which elements meet there. */
export interface Shell {
  /** vertices of the facets that belong to one element only, dim each */
  shell: Int32Array;
  /** elements between each element and the border; 0 below three dimensions */
  layer: Int32Array;
  /** element and vertex of neighbours at the border, which may collide */
  evpair: Int32Array;
}

interface Facet {
  readonly element: number;
  readonly vertices: readonly number[];
  readonly sorted: readonly number[];
}

interface Neighbours {
  readonly first: number;
  readonly second: number;
  readonly facet: readonly number[];
}

export function findShell(element: ArrayLike<number>, dim: number): Shell {
  const elements = element.length / (dim + 1);
  const facets = sortedFacets(element, dim);
  const isBorder = new Uint8Array(elements);
  const shell: number[] = [];
  const neighbours: Neighbours[] = [];
  for (let n = 0; n < facets.length; n++) {
    const { element: own, sorted, vertices } = facets[n];
    const before = n > 0 && isSame(facets[n - 1].sorted, sorted);
    if (before) neighbours.push({ first: facets[n - 1].element, second: own, facet: sorted });
    if (before || (n + 1 < facets.length && isSame(facets[n + 1].sorted, sorted))) continue;
    isBorder[own] = 1;
    shell.push(...vertices);
  }
  return {
    shell: Int32Array.from(shell),
    layer: dim === 3 ? layersOf(isBorder, neighbours) : new Int32Array(elements),
    evpair: dim === 3 ? new Int32Array(0) : pairsOf(element, dim, isBorder, neighbours),
  };
}

const isSame = (a: readonly number[], b: readonly number[]): boolean => a.every((x, k) => x === b[k]);

/** All facets, by their vertices in ascending order, then by their elements. */
function sortedFacets(element: ArrayLike<number>, dim: number): Facet[] {
  const facets: Facet[] = [];
  for (let e = 0; e < element.length / (dim + 1); e++) {
    for (const corners of FACETS[dim]) {
      const vertices = corners.map((k) => element[e * (dim + 1) + k]);
      facets.push({ element: e, vertices, sorted: vertices.slice().sort((a, b) => a - b) });
    }
  }
  return facets.sort((a, b) => {
    for (let k = 0; k < dim; k++) if (a.sorted[k] !== b.sorted[k]) return a.sorted[k] - b.sorted[k];
    return a.element - b.element;
  });
}

/** Shortest way from each element to the border; more than there are elements where there is none. */
function layersOf(isBorder: Uint8Array, neighbours: readonly Neighbours[]): Int32Array {
  const next: number[][] = Array.from(isBorder, () => []);
  for (const { first, second } of neighbours) {
    next[first].push(second);
    next[second].push(first);
  }
  const layer = new Int32Array(isBorder.length).fill(isBorder.length + 1);
  const queue: number[] = [];
  isBorder.forEach((border, e) => {
    if (!border) return;
    layer[e] = 0;
    queue.push(e);
  });
  for (let k = 0; k < queue.length; k++) {
    for (const e of next[queue[k]]) {
      if (layer[e] <= isBorder.length) continue;
      layer[e] = layer[queue[k]] + 1;
      queue.push(e);
    }
  }
  return layer;
}

/** Each of two neighbours, one of them at the border, with the vertex of the other that they do not share. */
function pairsOf(
  element: ArrayLike<number>,
  dim: number,
  isBorder: Uint8Array,
  neighbours: readonly Neighbours[],
): Int32Array {
  const pairs: number[] = [];
  const apex = (e: number, facet: readonly number[]): number => {
    for (let k = 0; k <= dim; k++) {
      const v = element[e * (dim + 1) + k];
      if (!facet.includes(v)) return v;
    }
    return -1;
  };
  for (const { first, second, facet } of neighbours) {
    if (!isBorder[first] && !isBorder[second]) continue;
    const [a, b] = [apex(first, facet), apex(second, facet)];
    if (a >= 0) pairs.push(second, a);
    if (b >= 0) pairs.push(first, b);
  }
  return Int32Array.from(pairs);
}
