import type { Model } from '@qpos/core';

const CREASE = Math.cos((40 * Math.PI) / 180); // faces that meet at a larger angle have an edge between them

/** Corners of a mesh: three per face, each with a vertex and a normal. */
export interface Corners {
  /** The vertex of each corner, counted from the first of the mesh. */
  readonly vertex: Int32Array;
  /** The normal of each corner. */
  readonly normal: Float32Array;
}

/** Normals of the faces of a mesh, as long as twice their areas. */
function faceNormals(model: Model, mesh: number, vertex: Int32Array): Float64Array {
  const { mesh_vert } = model;
  const first = model.mesh_vertadr[mesh];
  const out = new Float64Array(vertex.length);
  for (let i = 0; i < vertex.length; i += 3) {
    const a = 3 * (first + vertex[i]);
    const b = 3 * (first + vertex[i + 1]);
    const c = 3 * (first + vertex[i + 2]);
    const ux = mesh_vert[b] - mesh_vert[a];
    const uy = mesh_vert[b + 1] - mesh_vert[a + 1];
    const uz = mesh_vert[b + 2] - mesh_vert[a + 2];
    const vx = mesh_vert[c] - mesh_vert[a];
    const vy = mesh_vert[c + 1] - mesh_vert[a + 1];
    const vz = mesh_vert[c + 2] - mesh_vert[a + 2];
    out[i] = uy * vz - uz * vy;
    out[i + 1] = uz * vx - ux * vz;
    out[i + 2] = ux * vy - uy * vx;
  }
  return out;
}

const dot = (a: ArrayLike<number>, i: number, b: ArrayLike<number>, j: number): number =>
  (a[i] ?? 0) * (b[j] ?? 0) + (a[i + 1] ?? 0) * (b[j + 1] ?? 0) + (a[i + 2] ?? 0) * (b[j + 2] ?? 0);

/** The corners at each vertex of `marked`. */
function cornersAt(vertex: Int32Array, marked: ReadonlySet<number>): Map<number, number[]> {
  const at = new Map<number, number[]>();
  for (const v of marked) at.set(v, []);
  vertex.forEach((v, corner) => {
    at.get(v)?.push(corner);
  });
  return at;
}

/**
 * Gives faces that meet at an edge normals of their own. A Model has one normal per vertex wherever a file brings none: it leans away from
 * all faces at the edge of a box, so that flat faces are shaded as if they were bent.
 *
 * Only vertices are changed of whose faces one is turned away from its normal; curved surfaces, and normals that follow their faces, stay.
 *
 * @returns Whether a normal was changed.
 */
export function sharpenCreases(model: Model, mesh: number, { vertex, normal }: Corners): boolean {
  const faces = faceNormals(model, mesh, vertex);
  const sizes = Float64Array.from({ length: vertex.length / 3 }, (_, f) => Math.sqrt(dot(faces, 3 * f, faces, 3 * f)));
  const sizeAt = (corner: number): number => sizes[Math.floor(corner / 3)] ?? 0;
  const faceOf = (corner: number): number => 3 * Math.floor(corner / 3);
  const creased = new Set<number>();
  vertex.forEach((v, corner) => {
    if (dot(normal, 3 * corner, faces, faceOf(corner)) < CREASE * sizeAt(corner)) creased.add(v);
  });
  for (const around of cornersAt(vertex, creased).values())
    for (const corner of around) {
      const sum = [0, 0, 0];
      const face = faceOf(corner);
      for (const other of around)
        if (dot(faces, face, faces, faceOf(other)) >= CREASE * sizeAt(corner) * sizeAt(other))
          for (let k = 0; k < 3; k++) sum[k] = (sum[k] ?? 0) + (faces[faceOf(other) + k] ?? 0);
      const length = Math.sqrt(dot(sum, 0, sum, 0));
      if (length > 0) for (let k = 0; k < 3; k++) normal[3 * corner + k] = (sum[k] ?? 0) / length;
    }
  return creased.size > 0;
}
