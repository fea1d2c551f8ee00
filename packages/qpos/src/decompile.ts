export { type DecompiledModel, encodePng, specFromModel } from '@qpos/spec/decompile';
