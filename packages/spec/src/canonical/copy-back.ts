import type { Model } from '@qpos/core';
import { type CompileOptions, compileFor } from '../compile/compile.ts';
import { parseModel } from '../parse.ts';
import { requireModel } from '../require-model.ts';
import type { Spec } from '../spec/types.ts';
import { requireSameModel } from './same-model.ts';
import { canonicalText } from './write.ts';

/**
 * A Spec with the numbers that a Model has now: what a program, a calibration or a training changed in the Model that was compiled from
 * the Spec. Names, classes and frames stay; angles are in radians, what the compiler computes is stated. The Spec that is given does not
 * change.
 *
 * @param spec The Spec.
 * @param model A Model that was compiled from it.
 * @param options How it was compiled.
 * @returns The Spec with these numbers.
 * @throws {ArgumentError} `wrong-model`: the Model was not compiled from this Spec, or the Spec was edited since.
 * @see mj_copyBack
 * @example
 * const spec = createSpec();
 * addGeom(spec.worldbody, { size: [0.1] });
 * const model = compile(spec);
 * model.geom_size[0] = 0.2;
 * console.log(compile(copyBack(spec, model)).geom_size[0]); // 0.2
 */
export function copyBack(spec: Spec, model: Model, options: CompileOptions = {}): Spec {
  requireModel(model);
  const text = compileFor(spec, options, (c, compiled) => {
    requireSameModel(model, compiled);
    return canonicalText(c, compiled, model, true);
  });
  const { plugins, limits } = options;
  const read = parseModel(text, { plugins, limits, extensions: true });
  return Object.assign(read, { dir: spec.dir, files: spec.files });
}
