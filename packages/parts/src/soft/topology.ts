import { PartsError } from '../errors.ts';

/** Vertices of triangles or tetrahedra, `width` each: whole numbers in range, and no vertex twice in one; a copy. */
export function readElements(name: string, given: ArrayLike<number>, width: number, vertices: number): Int32Array {
  if (typeof given !== 'object' || given === null || !(given.length > 0) || given.length % width !== 0)
    throw new PartsError('bad-argument', `${name} must be an array of ${width} vertices for each`);
  const elements = Int32Array.from(given);
  for (let k = 0; k < elements.length; k++) {
    if (elements[k] !== given[k] || elements[k] < 0 || elements[k] >= vertices)
      throw new PartsError('bad-argument', `${name}[${k}] is not a vertex: ${String(given[k])}`);
    for (let j = k - (k % width); j < k; j++)
      if (elements[j] === elements[k])
        throw new PartsError('bad-argument', `${name} ${Math.floor(k / width)} has a vertex twice`);
  }
  return elements;
}

/** Every edge of the elements once, two vertices each. */
export function edgesOf(elements: Int32Array, width: number): Int32Array {
  const seen = new Set<number>();
  const edges: number[] = [];
  const most = 1 + elements.reduce((a, b) => Math.max(a, b), 0);
  for (let e = 0; e < elements.length; e += width)
    for (let j = 0; j < width; j++)
      for (let k = j + 1; k < width; k++) {
        const [a, b] = [Math.min(elements[e + j], elements[e + k]), Math.max(elements[e + j], elements[e + k])];
        if (seen.has(a * most + b)) continue;
        seen.add(a * most + b);
        edges.push(a, b);
      }
  return Int32Array.from(edges);
}

/** Pairs of triangles with a common edge: the edge's two vertices, then those opposite to it. */
export function hingesOf(triangles: Int32Array): Int32Array {
  const open = new Map<string, [number, number, number]>();
  const hinges: number[] = [];
  for (let t = 0; t < triangles.length; t += 3)
    for (let k = 0; k < 3; k++) {
      const [a, b, c] = [triangles[t + k], triangles[t + ((k + 1) % 3)], triangles[t + ((k + 2) % 3)]];
      const key = a < b ? `${a} ${b}` : `${b} ${a}`;
      const other = open.get(key);
      if (other === undefined) open.set(key, [a, b, c]);
      else hinges.push(other[0], other[1], other[2], c);
    }
  return Int32Array.from(hinges);
}

const FACES = [
  [0, 2, 1],
  [0, 1, 3],
  [1, 2, 3],
  [2, 0, 3],
] as const;

/** Triangles of tetrahedra that only one has, counterclockwise from outside where volumes are positive. */
export function surfaceOf(tetrahedra: Int32Array): Int32Array {
  const faces = new Map<string, number[]>();
  for (let t = 0; t < tetrahedra.length; t += 4)
    for (const face of FACES) {
      const corners = face.map((k) => tetrahedra[t + k]);
      const key = corners.toSorted((a, b) => a - b).join(' ');
      if (!faces.delete(key)) faces.set(key, corners);
    }
  return Int32Array.from([...faces.values()].flat());
}

/**
 * Constraints in an order in which neighbours share few vertices, as Gauss-Seidel likes it: by greedy colouring. Returns the new order of
 * the elements.
 */
export function colouredOrder(elements: Int32Array, width: number): Int32Array {
  const n = elements.length / width;
  const used = new Map<number, Set<number>>(); // colours at each vertex
  const colour = new Int32Array(n);
  for (let e = 0; e < n; e++) {
    let c = 0;
    const sets = Array.from({ length: width }, (_, k) => {
      const v = elements[e * width + k];
      const set = used.get(v) ?? new Set<number>();
      used.set(v, set);
      return set;
    });
    while (sets.some((set) => set.has(c))) c++;
    for (const set of sets) set.add(c);
    colour[e] = c;
  }
  return Int32Array.from({ length: n }, (_, e) => e).sort((a, b) => colour[a] - colour[b] || a - b);
}

/** Elements in another order. */
export function reorder(elements: Int32Array, width: number, order: Int32Array): Int32Array {
  const result = new Int32Array(elements.length);
  order.forEach((e, k) => {
    for (let j = 0; j < width; j++) result[k * width + j] = elements[e * width + j];
  });
  return result;
}
