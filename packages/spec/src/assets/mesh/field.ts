import { AssetError } from '../errors.ts';
import { FloatList, IntList } from '../lists.ts';
import type { RawMesh } from '../types.ts';

/** Cells along the three edges of the box together. */
const CELLS = 80;
const PROJECTIONS = 4; // of a vertex onto the surface
const STEP = 1e-6; // of central differences, relative to the box

type Distance = (point: Float64Array) => number;

/**
 * The zero level of a distance field in a box (centre, half sizes) as a closed mesh by surface nets: a vertex in each cell that the surface
 * crosses, a quad around each edge of the grid that it crosses. The vertices are then moved onto the surface.
 *
 * @see Gibson, Constrained Elastic Surface Nets (1998)
 */
export function fieldMesh(name: string, bounds: ArrayLike<number>, distance: Distance): RawMesh {
  const box = Array.from({ length: 6 }, (_, k) => bounds[k]);
  if (!box.every(Number.isFinite) || box.slice(3).some((x) => x <= 0))
    throw new AssetError('mesh-builtin', `the field of mesh '${name}' needs a box with three positive half sizes`);
  const total = box[3] + box[4] + box[5];
  // one more cell on each side, so that the surface is closed inside
  const n = [3, 4, 5].map((k) => Math.max(4, Math.ceil((CELLS * box[k]) / total)) + 2);
  const size = n.map((count, k) => (2 * box[3 + k]) / (count - 2));
  const low = n.map((_, k) => box[k] - box[3 + k] - size[k]);
  const net = new Net(n, low, size, distance);
  net.addVertices();
  net.addFaces();
  const vert = net.vert.take();
  if (vert.length === 0) throw new AssetError('mesh-builtin', `the field of mesh '${name}' has no surface in its box`);
  projectOnto(vert, distance, STEP * total);
  const none = new Int32Array(0);
  const face = net.face.take();
  const texcoord = new Float32Array(0);
  return { format: 'builtin', vert, normal: new Float32Array(0), texcoord, face, facenormal: none, facetexcoord: none };
}

class Net {
  readonly vert = new FloatList();
  readonly face = new IntList();
  readonly #n: readonly number[];
  readonly #low: readonly number[];
  readonly #size: readonly number[];
  readonly #values: Float64Array;
  readonly #vertexOf: Int32Array;

  constructor(n: readonly number[], low: readonly number[], size: readonly number[], distance: Distance) {
    this.#n = n;
    this.#low = low;
    this.#size = size;
    const count = (n[0] + 1) * (n[1] + 1) * (n[2] + 1);
    this.#values = new Float64Array(count);
    this.#vertexOf = new Int32Array(count).fill(-1);
    const point = new Float64Array(3);
    this.#forEach(0, (at, i, j, k) => {
      point.set([low[0] + i * size[0], low[1] + j * size[1], low[2] + k * size[2]]);
      this.#values[at] = distance(point);
    });
  }

  /** Visits the corners of the grid, or the cells with `less` 1, each with the number of its first corner. */
  #forEach(less: number, visit: (at: number, i: number, j: number, k: number) => void): void {
    const [nx, ny, nz] = this.#n;
    for (let k = 0; k <= nz - less; k++)
      for (let j = 0; j <= ny - less; j++)
        for (let i = 0; i <= nx - less; i++) visit((k * (ny + 1) + j) * (nx + 1) + i, i, j, k);
  }

  /** Distance between the numbers of neighbouring corners along x, y, z. */
  get #strides(): [number, number, number] {
    return [1, this.#n[0] + 1, (this.#n[0] + 1) * (this.#n[1] + 1)];
  }

  /** In each cell with a change of sign, the mean of the crossings of its edges. */
  addVertices(): void {
    const strides = this.#strides;
    this.#forEach(1, (at, ...cell) => {
      const sum = [0, 0, 0];
      let crossings = 0;
      for (let corner = 0; corner < 8; corner++) {
        const offset = [corner & 1, (corner >> 1) & 1, corner >> 2];
        const from = at + offset[0] * strides[0] + offset[1] * strides[1] + offset[2] * strides[2];
        for (let axis = 0; axis < 3; axis++) {
          if (offset[axis] === 1) continue;
          const a = this.#values[from];
          const b = this.#values[from + strides[axis]];
          if (a < 0 === b < 0) continue;
          crossings++;
          for (let k = 0; k < 3; k++) sum[k] += offset[k] + (k === axis ? a / (a - b) : 0);
        }
      }
      if (crossings === 0) return;
      this.#vertexOf[at] = this.vert.length / 3;
      for (let k = 0; k < 3; k++) this.vert.push(this.#low[k] + (cell[k] + sum[k] / crossings) * this.#size[k]);
    });
  }

  /** Two triangles between the four cells around each edge with a change of sign. */
  addFaces(): void {
    const strides = this.#strides;
    this.#forEach(1, (at, ...cell) => {
      for (let axis = 0; axis < 3; axis++) {
        const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
        if (cell[u] === 0 || cell[v] === 0) continue;
        const inside = this.#values[at] < 0;
        if (inside === this.#values[at + strides[axis]] < 0) continue;
        const around = [at, at - strides[u], at - strides[u] - strides[v], at - strides[v]];
        const [a, b, c, d] = (inside ? around : around.reverse()).map((x) => this.#vertexOf[x]);
        for (const vertex of [a, b, c, a, c, d]) this.face.push(vertex);
      }
    });
  }
}

/** Newton steps along the gradient. */
function projectOnto(vert: Float32Array, distance: Distance, h: number): void {
  const point = new Float64Array(3);
  const gradient = new Float64Array(3);
  for (let i = 0; i < vert.length; i += 3) {
    for (let k = 0; k < 3; k++) point[k] = vert[i + k];
    for (let step = 0; step < PROJECTIONS; step++) {
      const value = distance(point);
      let square = 0;
      for (let k = 0; k < 3; k++) {
        const at = point[k];
        point[k] = at + h;
        const above = distance(point);
        point[k] = at - h;
        gradient[k] = (above - distance(point)) / (2 * h);
        point[k] = at;
        square += gradient[k] * gradient[k];
      }
      if (!(square > 0.01)) break; // not on a smooth part of a distance
      for (let k = 0; k < 3; k++) point[k] -= (value * gradient[k]) / square;
    }
    vert.set(point, i);
  }
}
