import type { Model } from '@qpos/core';
import type { FileContent } from '../files/resolver.ts';
import type { ParseOptions } from '../options.ts';
import { parseModel } from '../parse.ts';
import { compileRead } from './compile.ts';

/**
 * Reads and compiles MJCF or URDF, whichever the root element says. All problems are reported at once, in a `ModelError`.
 *
 * @param text The text or the bytes of the file.
 * @param options Files that it names, and how to read it.
 * @returns The model.
 * @example
 * const ball = loadModel('<mujoco><worldbody><body pos="0 0 1"><freejoint/><geom size=".1"/></body></worldbody></mujoco>');
 * const state = makeData(ball);
 * step(ball, state, 100);
 * console.log(state.qpos[2]); // it falls
 */
export function loadModel(text: FileContent, options: ParseOptions = {}): Model {
  return compileRead(parseModel(text, options), options);
}
