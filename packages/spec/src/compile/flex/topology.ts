/** Edges of a line, a triangle and a tetrahedron by their corners. Edge k of a triangle is opposite to corner k. */
export const SIMPLEX_EDGES: readonly (readonly (readonly [number, number])[])[] = [
  [],
  [[0, 1]],
  [
    [1, 2],
    [2, 0],
    [0, 1],
  ],
  [
    [0, 1],
    [1, 2],
    [2, 0],
    [2, 3],
    [0, 3],
    [1, 3],
  ],
];

/** Edges of a flex, in the order of their first appearance. */
export interface Edges {
  /** 2 vertices each, the lower first */
  edge: Int32Array;
  /** the edges of each element */
  elemedge: Int32Array;
}

export function findEdges(element: ArrayLike<number>, dim: number, vertices: number): Edges {
  const local = SIMPLEX_EDGES[dim];
  const elements = element.length / (dim + 1);
  const ids = new Map<number, number>();
  const edge: number[] = [];
  const elemedge = new Int32Array(elements * local.length);
  let at = 0;
  for (let e = 0; e < elements; e++) {
    for (const [i, j] of local) {
      const [a, b] = [element[e * (dim + 1) + i], element[e * (dim + 1) + j]];
      const key = Math.min(a, b) * vertices + Math.max(a, b);
      let id = ids.get(key);
      if (id === undefined) {
        id = ids.size;
        ids.set(key, id);
        edge.push(Math.min(a, b), Math.max(a, b));
      }
      elemedge[at++] = id;
    }
  }
  return { edge: Int32Array.from(edge), elemedge };
}

/** The two triangles at each edge. */
export interface Flaps {
  /** 4 vertices per edge: its ends as the first triangle has them, and the corners opposite; the last is -1 at the border */
  vertex: Int32Array;
  /** An edge with more than two triangles, or -1. */
  crowded: number;
}

export function findFlaps(element: ArrayLike<number>, { edge, elemedge }: Edges): Flaps {
  const vertex = new Int32Array(2 * edge.length).fill(-1);
  let crowded = -1;
  for (let k = 0; k < elemedge.length; k++) {
    const first = 3 * Math.trunc(k / 3);
    const [i, j] = SIMPLEX_EDGES[2][k % 3];
    const at = 4 * elemedge[k];
    const opposite = element[first + (k % 3)];
    if (vertex[at] < 0) vertex.set([element[first + i], element[first + j], opposite], at);
    else {
      if (vertex[at + 3] >= 0 && crowded < 0) crowded = elemedge[k];
      vertex[at + 3] = opposite;
    }
  }
  return { vertex, crowded };
}

/** Turns the tetrahedra so that their faces (0 1 2), (0 2 3), (0 3 1), (1 3 2) look outwards. */
export function orientTetrahedra(element: Int32Array, position: Float64Array): void {
  const [a, b, c] = [new Float64Array(3), new Float64Array(3), new Float64Array(3)];
  for (let e = 0; e < element.length; e += 4) {
    for (let k = 0; k < 3; k++) {
      const origin = position[3 * element[e] + k];
      a[k] = position[3 * element[e + 1] + k] - origin;
      b[k] = position[3 * element[e + 2] + k] - origin;
      c[k] = position[3 * element[e + 3] + k] - origin;
    }
    const volume =
      (a[1] * b[2] - a[2] * b[1]) * c[0] + (a[2] * b[0] - a[0] * b[2]) * c[1] + (a[0] * b[1] - a[1] * b[0]) * c[2];
    if (volume > 0) [element[e + 1], element[e + 2]] = [element[e + 2], element[e + 1]];
  }
}
