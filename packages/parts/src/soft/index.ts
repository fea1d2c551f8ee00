/** Soft bodies by extended position-based dynamics, which touch the rigid bodies of a model. */
export {
  CapsuleChain,
  type ChainLineOptions,
  type ChainOptions,
  type ChainParameters,
  type ChainPreset,
  chainPresets,
} from './capsule-chain.ts';
export {
  Cloth,
  type ClothGridOptions,
  type ClothOptions,
  type ClothParameters,
  type ClothPreset,
  clothPresets,
} from './cloth.ts';
export { Deformable, type FlexEdgeKind, type SoftOptions } from './deformable.ts';
export { type FlexBodyOptions, softBodyOfFlex } from './from-flex.ts';
export { Material, type MaterialName, type MaterialParameters, materials } from './material.ts';
export { type Bone, type BoneOptions, Skeleton } from './skinning/skeleton.ts';
export { Skin, type SkinningMethod, type SkinOptions } from './skinning/skin.ts';
export { skinOfModel } from './skinning/skin-of-model.ts';
export {
  SoftBody,
  type SolidBoxOptions,
  type SolidOptions,
  type SolidParameters,
  type SolidPreset,
  type SolidSphereOptions,
  solidPresets,
} from './soft-body.ts';
export { SoftScene } from './soft-scene.ts';
export { type XpbdOptions, XpbdSolver, xpbdPresets } from './xpbd.ts';
export { type SoftState, softStateOfFlex, xpbdPlugin } from './xpbd-plugin.ts';
