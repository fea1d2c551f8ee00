import { AssetError } from './errors.ts';
import type { RawMesh } from './types.ts';

export interface InlineMesh {
  vertex?: ArrayLike<number>;
  normal?: ArrayLike<number>;
  texcoord?: ArrayLike<number>;
  face?: ArrayLike<number>;
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

/** A file completed by attributes; what both state is an error. */
export function mergeMesh(file: RawMesh, inline: RawMesh): RawMesh {
  const pick = <T extends Float32Array | Int32Array>(what: string, a: T, b: T): T => {
    if (a.length > 0 && b.length > 0) throw new AssetError('asset-format', `repeated ${what} specification`);
    return a.length > 0 ? a : b;
  };
  return {
    ...file,
    normal: pick('normal', file.normal, inline.normal),
    texcoord: pick('texcoord', file.texcoord, inline.texcoord),
    face: pick('face', file.face, inline.face),
    vert: pick('vertex', file.vert, inline.vert),
  };
}
