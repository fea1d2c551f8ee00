export { type DecompiledModel, encodePng, specFromModel, type UrdfOptions, writeUrdf } from '@qpos/spec/decompile';
