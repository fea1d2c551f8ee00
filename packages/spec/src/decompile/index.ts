import type { Model } from '@qpos/core';
import { requireModel } from '../require-model.ts';
import type { Spec } from '../spec/types.ts';
import { decompileActuators } from './actuators.ts';
import { decompileAssets, decompileSkins } from './assets.ts';
import { Decompilation, unsupported } from './context.ts';
import { decompileFlexes } from './flex.ts';
import { decompileCustom, decompileEqualities, decompilePairs, decompileTendons } from './objects.ts';
import { decompileSensors } from './sensors.ts';
import { decompileSettings } from './settings.ts';
import { decompileTree } from './tree.ts';

export { type WriteOptions, writeMjcf } from '../canonical/canonical.ts';
export { copyBack } from '../canonical/copy-back.ts';
export { encodePng } from './png.ts';
export { type UrdfOptions, writeUrdf } from './urdf.ts';

/** A compiled model as a Spec, and the files that it names. */
export interface DecompiledModel {
  /** The Spec. */
  readonly spec: Spec;
  /** Pictures of textures, and meshes that do not fit in attributes, by the names that the Spec has for them. */
  readonly files: Readonly<Record<string, Uint8Array>>;
}

/**
 * A Spec that compiles to the same dynamics as a Model. Classes, frames, includes and the names of files are gone: a compiled model does
 * not have them. Throws a `ModelError` for what MJCF cannot express, such as plugins.
 *
 * @param model The model.
 * @returns The Spec and its files.
 * @example
 * const { spec, files } = specFromModel(model);
 * console.log(writeMjcf(spec).length, Object.keys(files).length);
 */
export function specFromModel(model: Model): DecompiledModel {
  requireModel(model);
  if (model.nplugin > 0) throw unsupported('the plugins of a compiled model cannot be turned back into MJCF');
  const d = new Decompilation(model);
  decompileSettings(d);
  decompileAssets(d);
  decompileTree(d);
  decompileSkins(d);
  decompilePairs(d);
  decompileTendons(d);
  decompileFlexes(d);
  decompileEqualities(d);
  decompileActuators(d);
  decompileSensors(d);
  decompileCustom(d);
  return { spec: d.spec, files: d.files };
}
