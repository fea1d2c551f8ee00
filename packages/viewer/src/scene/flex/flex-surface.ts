import type { Model } from '@qpos/core';
import type { Mesh } from 'three';
import type { Surface } from '../../materials/materials.ts';
import { MovingSurface } from '../surface.ts';
import { rim, type Triangles } from './triangles.ts';

/** Area-weighted normals of moving vertices; `normals` has three numbers for each. */
export function vertexNormals(
  normals: Float64Array,
  x: Float64Array,
  vertex: readonly number[],
  index: readonly number[],
): void {
  normals.fill(0);
  for (let t = 0; t < index.length; t += 3) {
    const a = 3 * vertex[index[t]];
    const b = 3 * vertex[index[t + 1]];
    const c = 3 * vertex[index[t + 2]];
    const [ux, uy, uz] = [x[b] - x[a], x[b + 1] - x[a + 1], x[b + 2] - x[a + 2]];
    const [vx, vy, vz] = [x[c] - x[a], x[c + 1] - x[a + 1], x[c + 2] - x[a + 2]];
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    for (const k of [a, b, c]) {
      normals[k] += nx;
      normals[k + 1] += ny;
      normals[k + 2] += nz;
    }
  }
  for (let k = 0; k < normals.length; k += 3) {
    const length = Math.hypot(normals[k], normals[k + 1], normals[k + 2]) || 1;
    for (let a = 0; a < 3; a++) normals[k + a] /= length;
  }
}

/** Triangles of every side of a surface: the given ones, those of the back turned over, and a rim that closes the two. */
export function sidedIndex(triangles: Triangles, sides: readonly number[]): Uint32Array {
  const { vertex, index } = triangles;
  const n = vertex.length;
  const result = [...index];
  if (sides.length === 2) {
    for (let t = 0; t < index.length; t += 3) result.push(n + index[t], n + index[t + 2], n + index[t + 1]);
    for (const [a, b] of rim(triangles)) result.push(a, n + a, b, b, n + a, n + b);
  }
  return Uint32Array.from(result);
}

/** A surface of a flex. Each side lies off the vertices by so many radii: 1 and -1 give a sheet its thickness, 0 is the faces themselves. */
export class FlexSurface {
  readonly #surface: MovingSurface;
  readonly #triangles: Triangles;
  readonly #sides: readonly number[];
  readonly #radius: number;
  readonly #normals: Float64Array;

  constructor(m: Model, f: number, triangles: Triangles, sides: readonly number[], material: Surface) {
    this.#triangles = triangles;
    this.#sides = sides;
    this.#radius = m.flex_radius[f];
    this.#normals = new Float64Array(3 * m.flex_vertnum[f]);
    const count = sides.length * triangles.vertex.length;
    const textured = m.flex_texcoordadr[f] >= 0;
    const uv = textured ? new Float32Array(2 * count) : undefined;
    for (let k = 0; uv !== undefined && k < count; k++) {
      const at = 2 * (m.flex_texcoordadr[f] + triangles.texcoord[k % triangles.vertex.length]);
      uv.set(m.flex_texcoord.subarray(at, at + 2), 2 * k);
    }
    this.#surface = new MovingSurface(count, sidedIndex(triangles, sides), material, uv);
  }

  get mesh(): Mesh {
    return this.#surface.mesh;
  }

  get material(): Surface {
    return this.#surface.mesh.material as Surface;
  }

  /** Follows the vertices of its flex. */
  update(x: Float64Array): void {
    const { vertex, index } = this.#triangles;
    const { position, normal } = this.#surface;
    vertexNormals(this.#normals, x, vertex, index);
    let o = 0;
    for (const side of this.#sides) {
      const off = side * this.#radius;
      const sign = side < 0 ? -1 : 1;
      for (let c = 0; c < vertex.length; c++, o += 3)
        for (let a = 0; a < 3; a++) {
          const n = this.#normals[3 * vertex[c] + a];
          position[o + a] = x[3 * vertex[c] + a] + off * n;
          normal[o + a] = sign * n;
        }
    }
    this.#surface.upload();
  }

  dispose(): void {
    this.#surface.dispose();
  }
}
