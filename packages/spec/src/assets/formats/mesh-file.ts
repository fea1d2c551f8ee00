import { AssetError } from '../errors.ts';
import { type AssetLimits, defaultAssetLimits, type RawMesh } from '../types.ts';
import { readMsh } from './msh.ts';
import { readObj } from './obj.ts';
import { readStl } from './stl.ts';

export interface MeshFileOptions {
  contentType?: string;
  /** `scale` of the element: legacy MSH files depend on its handedness */
  scale?: readonly number[];
  limits?: Partial<AssetLimits>;
}

/** The MIME type that an extension stands for, or '' when it is unknown. */
export function contentTypeOf(fileName: string, stated?: string): string {
  if (stated) return stated.split(';')[0]?.trim() ?? '';
  const dot = fileName.lastIndexOf('.');
  const ext = dot < 0 ? '' : fileName.slice(dot).toLowerCase();
  return TYPE_BY_EXTENSION[ext] ?? '';
}

const TYPE_BY_EXTENSION: Readonly<Record<string, string>> = {
  '.stl': 'model/stl',
  '.obj': 'model/obj',
  '.ply': 'model/ply',
  '.msh': 'model/vnd.mujoco.msh',
  '.png': 'image/png',
  '.ktx': 'image/ktx',
};

/** A mesh file: OBJ and STL go by their extension (upper or lower case throughout), MSH also by content type. */
export function decodeMesh(bytes: Uint8Array, fileName: string, options: MeshFileOptions = {}): RawMesh {
  const limits = { ...defaultAssetLimits, ...options.limits };
  if (contentTypeOf(fileName, options.contentType) === 'model/vnd.mujoco.msh') {
    return readMsh(bytes, limits, options.scale ?? [1, 1, 1]);
  }
  if (/\.(obj|OBJ)$/.test(fileName)) return readObj(bytes, limits);
  if (/\.(stl|STL)$/.test(fileName)) return readStl(bytes, limits);
  throw new AssetError(
    'asset-unsupported',
    `no decoder found for mesh file '${fileName}'`,
    'supported are .obj, .stl (binary) and .msh',
  );
}
