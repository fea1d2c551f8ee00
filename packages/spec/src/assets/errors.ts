/** What was wrong with an asset; the compiler adds file, line and element. */
export type AssetErrorCode =
  | 'asset-empty'
  | 'asset-truncated'
  | 'asset-format'
  | 'asset-unsupported'
  | 'asset-limit'
  | 'mesh-vertices'
  | 'mesh-faces'
  | 'mesh-normals'
  | 'mesh-texcoords'
  | 'mesh-orientation'
  | 'mesh-volume'
  | 'mesh-inertia'
  | 'mesh-hull'
  | 'mesh-builtin'
  | 'hfield-data'
  | 'texture-data'
  | 'skin-data';

/** Asset bytes or attributes that MuJoCo would refuse. */
export class AssetError extends Error {
  readonly code: AssetErrorCode;
  readonly hint: string | undefined;

  constructor(code: AssetErrorCode, message: string, hint?: string) {
    super(message);
    this.name = 'AssetError';
    this.code = code;
    this.hint = hint;
  }
}
