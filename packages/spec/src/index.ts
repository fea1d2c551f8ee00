export { type Archive, openArchive } from './archive.ts';
export { assetFiles } from './asset-files.ts';
export { setAssetCache } from './assets/kept.ts';
export { type CompileOptions, compile } from './compile/compile.ts';
export { loadModel } from './compile/load.ts';
export { type Recompiled, recompile } from './compile/recompile.ts';
export { setConst } from './compile/set-const.ts';
export {
  type Diagnostic,
  type ErrorCode,
  excerpt,
  formatDiagnostic,
  type Mode,
  ModelError,
  type SourceLocation,
} from './errors.ts';
export { type FetchedModel, type FetchOptions, fetchModel } from './fetch.ts';
export { DEFAULT_LIMITS, type Limits } from './limits.ts';
export type { Namespace } from './mjcf/attributes.ts';
export { parseMjcf } from './mjcf/parse.ts';
export { writeMjcf, writeMjcfFiles } from './mjcf/write.ts';
export type { ParseOptions } from './options.ts';
export { parseModel } from './parse.ts';
export { normalizePath } from './paths.ts';
export { type FileContent, type FileResolver, type Files, recordResolver, rootedPath } from './resolver.ts';
export {
  addActuator,
  addBody,
  addCamera,
  addComposite,
  addDefault,
  addEquality,
  addExclude,
  addFixedTendon,
  addFlex,
  addFlexcomp,
  addFrame,
  addFreeJoint,
  addGeom,
  addHField,
  addInertial,
  addJoint,
  addKey,
  addLight,
  addMaterial,
  addMesh,
  addNumeric,
  addPair,
  addReplicate,
  addSensor,
  addSite,
  addSkin,
  addSpatialTendon,
  addText,
  addTexture,
  addTuple,
  attachModel,
  copySpec,
  find,
  remove,
  setDefault,
} from './spec/build.ts';
export { createSpec } from './spec/create.ts';
export { expand } from './spec/expand.ts';
export type * from './spec/types.ts';
export { elementsOf, walkTree } from './spec/walk.ts';
export { parseUrdf } from './urdf/parse.ts';
