export { type BvhLeaves, makeBvh } from './bvh.ts';
export { AssetError, type AssetErrorCode } from './errors.ts';
export { type HFieldFileOptions, hfieldFromElevation, hfieldFromFile } from './hfield.ts';
export { hullGraph } from './hull/graph.ts';
export { processMesh } from './mesh.ts';
export { builtinMesh } from './mesh-builtin.ts';
export { contentTypeOf, decodeMesh, type MeshFileOptions } from './mesh-file.ts';
export { type FitOptions, fitGeom } from './mesh-fit.ts';
export { type InlineMesh, inlineMesh, mergeMesh } from './mesh-inline.ts';
export { type AxesTolerance, BODY_AXES, principalAxes } from './rotation.ts';
export { decodeSkin, processSkin } from './skin.ts';
export { makeTexture } from './texture.ts';
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
