import type { Model } from '@qpos/core';
import type { ParseOptions } from '../options.ts';
import { parseModel } from '../parse.ts';
import type { FileContent } from '../resolver.ts';
import { compileRead } from './compile.ts';

/** Reads MJCF or URDF (by its root element) and compiles it. Included files and assets come from `options.files`. */
export function loadModel(text: FileContent, options: ParseOptions = {}): Model {
  return compileRead(parseModel(text, options), options);
}
