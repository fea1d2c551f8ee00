import { AssetError } from '../errors.ts';
import type { RawMesh } from '../types.ts';

export interface InlineMesh {
  vertex?: ArrayLike<number> | undefined;
  normal?: ArrayLike<number> | undefined;
  texcoord?: ArrayLike<number> | undefined;
  face?: ArrayLike<number> | undefined;
}

/** The `vertex`, `normal`, `texcoord` and `face` attributes of `<mesh>`. */
export function inlineMesh(attributes: InlineMesh): RawMesh {
  return {
    format: 'inline',
    vert: Float32Array.from(attributes.vertex ?? []),
    normal: Float32Array.from(attributes.normal ?? []),
    texcoord: Float32Array.from(attributes.texcoord ?? []),
    face: Int32Array.from(attributes.face ?? []),
    facenormal: new Int32Array(0),
    facetexcoord: new Int32Array(0),
  };
}

const PARTS = ['normal', 'texcoord', 'face', 'vert'] as const;

/** A file completed by attributes; what both state is an error. */
export function mergeMesh(file: RawMesh, inline: RawMesh): RawMesh {
  const part = PARTS.find((key) => file[key].length > 0 && inline[key].length > 0);
  if (part !== undefined) throw new AssetError('asset-format', `both the file and an attribute give the ${part} data`);
  return completeMesh(file, inline);
}

/** A mesh with the attributes for what it does not have itself. */
export function completeMesh(mesh: RawMesh, inline: RawMesh): RawMesh {
  const missing = PARTS.filter((key) => mesh[key].length === 0);
  return { ...mesh, ...Object.fromEntries(missing.map((key) => [key, inline[key]])) };
}
