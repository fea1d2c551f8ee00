export { RandomGenerator, type RandomState, streamOf } from './random/generator.ts';
