export { AssetError, type AssetErrorCode } from './errors.ts';
export type {
  AssetLimits,
  BvhArrays,
  ColorSpace,
  FitType,
  FittedGeom,
  HField,
  ImageFile,
  Mesh,
  MeshBuiltin,
  MeshFormat,
  MeshInertia,
  MeshOptions,
  OctreeArrays,
  RawMesh,
  Skin,
  SkinBone,
  Texture,
  TextureFiles,
  TextureOptions,
  TextureType,
} from './types.ts';
export { defaultAssetLimits, defaultMeshOptions, defaultTextureOptions } from './types.ts';
// decodeMesh(bytes, fileName, { contentType, limits, scale }): RawMesh            mesh-file.ts
// inlineMesh({ vertex, normal, texcoord, face }): RawMesh                         mesh-inline.ts
// mergeMesh(file: RawMesh, inline: RawMesh): RawMesh                              mesh-inline.ts
// builtinMesh(kind, params): RawMesh                                              mesh-builtin.ts
// processMesh(raw, options): Mesh                                                 mesh.ts
// fitGeom(mesh, type, { fitaabb, fitscale }): FittedGeom                          mesh-fit.ts
// hfieldFromFile(bytes, fileName, { contentType, limits }): HField                hfield.ts
// hfieldFromElevation(nrow, ncol, elevation | undefined): HField                  hfield.ts
// makeTexture(options, files, limits): Texture                                    texture.ts
// decodeSkin(bytes): Skin ; processSkin(skin): Skin                               skin.ts
// makeBvh(leaves, ipos, iquat): BvhArrays                                         bvh.ts (also for bodies)
