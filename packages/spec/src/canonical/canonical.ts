import type { Model } from '@qpos/core';
import { ArgumentError } from '@qpos/core/errors';
import { type CompileOptions, compileFor } from '../compile/compile.ts';
import { writeMjcf as writeSpec } from '../mjcf/write.ts';
import type { Spec } from '../spec/types.ts';
import { requireSameModel } from './same-model.ts';
import { canonicalText } from './write.ts';

/** How a Spec is written. */
export interface WriteOptions extends CompileOptions {
  /**
   * `qpos` (the default, the same as `writeMjcf` of `qpos`): what the Spec says, with numbers that read back the same. `mujoco`: what `mj_saveLastXML` writes, which is the compiled
   * model: numbers with six digits, angles in radians, values of their class left out.
   */
  readonly style?: 'qpos' | 'mujoco' | undefined;
  /** With the style `mujoco`: a Model compiled from the Spec, whose numbers are written. */
  readonly model?: Model | undefined;
}

/**
 * The MJCF text of a Spec. What is not given is not written; numbers are the shortest that read back the same. Models to attach are written
 * as references to their files: `writeMjcfFiles` writes those too. The style `mujoco` writes what MuJoCo saves instead.
 *
 * @param spec The Spec.
 * @param options The style, and for `mujoco` how the Spec is compiled.
 * @returns The text.
 * @throws {ArgumentError} `model` was not compiled from this Spec, or the style is not known.
 * @example
 * const spec = createSpec();
 * addGeom(spec.worldbody, { size: [0.1] });
 * console.log(writeMjcf(spec, { style: 'mujoco' }).includes('angle="radian"')); // true
 */
export function writeMjcf(spec: Spec, options: WriteOptions = {}): string {
  if (typeof options !== 'object' || options === null)
    throw new ArgumentError(`options must be an object, not ${String(options)}`);
  const { style = 'qpos', model, ...rest } = options;
  if (style === 'qpos') return writeSpec(spec);
  if (style !== 'mujoco') throw new ArgumentError(`the style is 'qpos' or 'mujoco', not '${String(style)}'`);
  return compileFor(spec, rest, (c, compiled) => {
    if (model !== undefined) requireSameModel(model, compiled);
    return canonicalText(c, compiled, model ?? compiled);
  });
}
