import { AssetError } from '../errors.ts';
import type { AssetLimits, RawMesh } from '../types.ts';
import { NumberReader } from './number-reader.ts';

const HEADER_BYTES = 16;
const INT_MAX = 2147483647;

/**
 * MuJoCo's legacy MSH: four int32 counts (vertices, normals, texture coordinates, faces), then float32 vertices,
 * normals, texture coordinates and int32 faces. Faces index all three alike.
 *
 * A left-handed scale turns the vertex indices of each face, and the mesh stage turns them once more.
 */
export function readMsh(bytes: Uint8Array, limits: AssetLimits, scale: readonly number[]): RawMesh {
  if (bytes.length === 0) throw new AssetError('asset-empty', 'MSH file is empty');
  if (bytes.length < HEADER_BYTES) throw new AssetError('asset-truncated', 'missing header in MSH file');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const nvert = view.getInt32(0, true);
  const nnormal = view.getInt32(4, true);
  const ntexcoord = view.getInt32(8, true);
  const nface = view.getInt32(12, true);
  const consistent =
    nvert >= 4 && nface >= 0 && (nnormal === 0 || nnormal === nvert) && (ntexcoord === 0 || ntexcoord === nvert);
  if (!consistent) throw new AssetError('asset-format', 'invalid sizes in MSH file');
  if (nvert >= INT_MAX / 12 || nface >= INT_MAX / 12) {
    throw new AssetError('asset-format', 'too large sizes in MSH file.');
  }
  const expected = HEADER_BYTES + 12 * nvert + 12 * nnormal + 8 * ntexcoord + 12 * nface;
  if (bytes.length !== expected) throw new AssetError('asset-truncated', 'unexpected file size in MSH file');
  if (nvert > limits.meshVertices || nface > limits.meshFaces) {
    throw new AssetError('asset-limit', `MSH file has ${nvert} vertices and ${nface} faces`);
  }

  const reader = new NumberReader(view, HEADER_BYTES);
  const vert = reader.floats(3 * nvert);
  const normal = reader.floats(3 * nnormal);
  const texcoord = reader.floats(2 * ntexcoord);
  const face = reader.ints(3 * nface);
  const facenormal = face.slice();
  const facetexcoord = ntexcoord > 0 ? face.slice() : new Int32Array(0);

  const [sx = 1, sy = 1, sz = 1] = scale;
  if (!(sx * sy * sz > 0)) {
    for (let i = 0; i < face.length; i += 3) face.subarray(i + 1, i + 3).reverse();
  }
  return { format: 'msh', vert, normal, texcoord, face, facenormal, facetexcoord };
}
