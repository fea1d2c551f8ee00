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
export { Deformable, type SoftOptions } from './deformable.ts';
export { type FlexBodyOptions, softBodyOfFlex } from './from-flex.ts';
export { Material, type MaterialName, type MaterialParameters, materials } from './material.ts';
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
export { xpbdPlugin } from './xpbd-plugin.ts';
