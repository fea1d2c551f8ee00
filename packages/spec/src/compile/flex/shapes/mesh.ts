import { AssetError } from '../../../assets/errors.ts';
import { contentTypeOf, decodeMesh } from '../../../assets/formats/mesh-file.ts';
import type { RawMesh } from '../../../assets/types.ts';
import type { Limits } from '../../../limits.ts';
import { MIN_VALUE } from '../../../spatial/rotation.ts';
import { emptyShape, type FlexShape } from './shape.ts';

/**
 * A mesh file: its triangles, its line segments, or in 3D a tetrahedron of each triangle with `origin`, of those that it
 * sees from within.
 */
export function meshShape(
  bytes: Uint8Array,
  file: string,
  dim: number,
  origin: readonly number[],
  limits: Limits,
): FlexShape {
  if (contentTypeOf(file) === 'model/vnd.mujoco.msh')
    throw new AssetError('asset-unsupported', 'legacy MSH files are not supported in flexcomp', 'use OBJ or STL');
  const mesh = decodeMesh(bytes, file, { limits: { meshVertices: limits.flexVertices } });
  if (mesh.vert.length === 0 || mesh.face.length === 0)
    throw new AssetError('asset-empty', 'the mesh of a flexcomp needs vertices and faces');
  const { vert, face } = mergeVertices(mesh);
  const shape = emptyShape(dim);
  shape.point = vert;
  shape.texcoord = Array.from(mesh.texcoord);
  shape.elemtexcoord = Array.from(mesh.facetexcoord);
  if (dim === 2) shape.element = face;
  else if (dim === 1) shape.element = face.filter((_, k) => k % 3 < 2);
  else if (dim === 3) addCones(shape, face, origin);
  return shape;
}

/** Vertices at the same place become one, in the order of their first appearance. */
function mergeVertices({ vert, face }: RawMesh): { vert: number[]; face: number[] } {
  const ids = new Map<string, number>();
  const merged: number[] = [];
  const map = new Int32Array(vert.length / 3);
  for (let v = 0; v < map.length; v++) {
    const at = Array.from(vert.subarray(3 * v, 3 * v + 3), (x) => x + 0); // -0 is 0
    if (!at.every(Number.isFinite)) throw new AssetError('mesh-vertices', `vertex coordinate ${v} is not finite`);
    const key = at.join();
    let id = ids.get(key);
    if (id === undefined) {
      id = ids.size;
      ids.set(key, id);
      merged.push(...at);
    }
    map[v] = id;
  }
  return { vert: merged, face: Array.from(face, (v) => map[v]) };
}

/** Puts the apex first and makes a tetrahedron of every triangle that faces away from it. */
function addCones(shape: FlexShape, face: readonly number[], origin: readonly number[]): void {
  shape.point = [...origin, ...shape.point];
  const { point } = shape;
  for (let f = 0; f < face.length; f += 3) {
    const corners = [face[f] + 1, face[f + 1] + 1, face[f + 2] + 1];
    const [a, b, c] = corners.map((v) => [0, 1, 2].map((k) => point[3 * v + k] - origin[k]));
    const volume =
      (a[1] * b[2] - a[2] * b[1]) * c[0] + (a[2] * b[0] - a[0] * b[2]) * c[1] + (a[0] * b[1] - a[1] * b[0]) * c[2];
    if (volume >= MIN_VALUE) shape.element.push(0, ...corners);
  }
}
