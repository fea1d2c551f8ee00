export {
  type Diagnostic,
  type ErrorCode,
  excerpt,
  formatDiagnostic,
  type Mode,
  ModelError,
  type SourceLocation,
} from './errors.ts';
export { DEFAULT_LIMITS, type Limits } from './limits.ts';
export { parseMjcf } from './mjcf/parse.ts';
export { writeMjcf } from './mjcf/write.ts';
export type { ParseOptions } from './options.ts';
export { parseModel } from './parse.ts';
export { normalizePath } from './paths.ts';
export { type FileContent, type FileResolver, type Files, recordResolver, rootedPath } from './resolver.ts';
export { createSpec } from './spec/create.ts';
export { expand } from './spec/expand.ts';
export type * from './spec/types.ts';
export { parseUrdf } from './urdf/parse.ts';

// compile/: compile(spec, options) and loadModel(text, options)
