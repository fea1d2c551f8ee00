export {
  copyBack,
  type DecompiledModel,
  encodePng,
  specFromModel,
  type UrdfOptions,
  type WriteOptions,
  writeMjcf,
  writeUrdf,
} from '@qpos/spec/decompile';
