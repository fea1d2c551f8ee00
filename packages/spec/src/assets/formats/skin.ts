import { MIN_VALUE, normalize } from '../../spatial/rotation.ts';
import { AssetError } from '../errors.ts';
import { type AssetLimits, defaultAssetLimits, type Skin, type SkinBone } from '../types.ts';
import { NumberReader } from './number-reader.ts';

const HEADER_BYTES = 16;
/** name (40 bytes), bindpos, bindquat, vertex count */
const BONE_BYTES = 72;
const NAME_BYTES = 40;

/**
 * A .skn file: int32 counts of vertices, texture coordinates, faces and bones; vertices, texture coordinates, faces;
 * then per bone its name, bind pose, vertex count, vertex ids and weights.
 */
export function decodeSkin(bytes: Uint8Array, limits: Partial<AssetLimits> = {}): Skin {
  const { meshVertices, meshFaces } = { ...defaultAssetLimits, ...limits };
  if (bytes.length === 0) throw new AssetError('asset-empty', 'SKN file is empty');
  if (bytes.length < HEADER_BYTES) throw new AssetError('asset-truncated', 'missing header in SKN file');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [nvert, ntexcoord, nface, nbone] = [0, 4, 8, 12].map((at) => view.getInt32(at, true));
  if (nvert < 0 || ntexcoord < 0 || nface < 0 || nbone < 0) {
    throw new AssetError('asset-format', 'negative size in header of SKN file');
  }
  if (bytes.length < HEADER_BYTES + 12 * nvert + 8 * ntexcoord + 12 * nface + BONE_BYTES * nbone) {
    throw new AssetError('asset-truncated', 'insufficient data in SKN file');
  }
  if (nvert > meshVertices || nface > meshFaces) {
    throw new AssetError('asset-limit', `SKN file has ${nvert} vertices and ${nface} faces`);
  }
  const reader = new NumberReader(view, HEADER_BYTES);
  const vert = reader.floats(3 * nvert);
  const texcoord = reader.floats(2 * ntexcoord);
  const face = reader.ints(3 * nface);
  const bones: SkinBone[] = [];
  for (let i = 0; i < nbone; i++) {
    if (reader.at + BONE_BYTES > bytes.length) {
      throw new AssetError('asset-truncated', `insufficient data in SKN file, bone ${i}`);
    }
    const body = readName(bytes.subarray(reader.at, reader.at + NAME_BYTES));
    reader.at += NAME_BYTES;
    const bindpos = reader.floats(3);
    const bindquat = reader.floats(4);
    const [count] = reader.ints(1);
    if (count < 1) throw new AssetError('asset-format', `vertex count must be positive in SKN file, bone ${i}`);
    if (bytes.length - reader.at < 8 * count) {
      throw new AssetError('asset-truncated', `insufficient vertex data in SKN file, bone ${i}`);
    }
    bones.push({ body, bindpos, bindquat, vertid: reader.ints(count), vertweight: reader.floats(count) });
  }
  if (reader.at !== bytes.length) throw new AssetError('asset-format', 'unexpected buffer size in SKN file');
  return { vert, texcoord, face, bones };
}

/** UTF-8 text up to the first zero byte; the last byte never counts. */
function readName(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  const text = bytes.subarray(0, end < 0 ? NAME_BYTES - 1 : Math.min(end, NAME_BYTES - 1));
  try {
    return decodeURIComponent(Array.from(text, (b) => `%${b.toString(16).padStart(2, '0')}`).join(''));
  } catch {
    return String.fromCharCode(...text);
  }
}

/** Checks a skin and makes the weights of each vertex sum to one and the bind quaternions unit, in float32. */
export function processSkin(skin: Skin): Skin {
  const { vert, texcoord, face, bones } = skin;
  const isMissing = vert.length === 0 || face.length === 0 || bones.length === 0;
  if (isMissing) throw new AssetError('skin-data', 'Missing data in skin');
  if (vert.length % 3 !== 0) throw new AssetError('skin-data', 'Vertex data must be multiple of 3');
  const nvert = vert.length / 3;
  if (texcoord.length > 0 && texcoord.length !== 2 * nvert) {
    throw new AssetError('skin-data', 'Vertex and texcoord data incompatible size');
  }
  if (face.length % 3 !== 0) throw new AssetError('skin-data', 'Face data must be multiple of 3');

  const total = new Float32Array(nvert);
  for (const { bindpos, bindquat, vertid, vertweight } of bones) {
    if (bindpos.length !== 3) throw new AssetError('skin-data', 'Unexpected bindpos size in skin');
    if (bindquat.length !== 4) throw new AssetError('skin-data', 'Unexpected bindquat size in skin');
    if (vertid.length === 0 || vertid.length !== vertweight.length) {
      throw new AssetError('skin-data', 'vertid and vertweight must have same non-zero size in skin');
    }
    for (let j = 0; j < vertid.length; j++) {
      const v = vertid[j];
      if (v < 0 || v >= nvert) throw new AssetError('skin-data', `vertid ${v} out of range in skin`);
      total[v] += vertweight[j];
    }
  }
  for (let v = 0; v < nvert; v++) {
    if (!(total[v] > MIN_VALUE)) {
      throw new AssetError('skin-data', `vertex ${v} must have positive total weight in skin`);
    }
  }
  const scaled = bones.map((bone) => {
    const quat = Float64Array.from(bone.bindquat);
    normalize(quat, 0, 4);
    return {
      ...bone,
      bindquat: Float32Array.from(quat),
      vertweight: bone.vertweight.map((w, j) => w / total[bone.vertid[j]]),
    };
  });
  return { vert, texcoord, face, bones: scaled };
}
