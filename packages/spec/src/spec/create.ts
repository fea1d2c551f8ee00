import { requireObject } from '../arguments.ts';
import type { FileResolver } from '../files/resolver.ts';
import type { Spec } from './types.ts';

/**
 * An empty Spec: a world without anything in it.
 *
 * @param options The name of the model, and where its files are.
 * @returns The Spec.
 * @example
 * const spec = createSpec({ model: 'ball' });
 * addGeom(spec.worldbody, { size: [0.1] });
 * const compiled = compile(spec);
 * console.log(compiled.ngeom); // 1
 */
export function createSpec(options: { model?: string; dir?: string; files?: FileResolver | undefined } = {}): Spec {
  requireObject('options', options);
  return {
    model: options.model,
    dir: options.dir ?? '',
    files: options.files,
    compiler: { kind: 'compiler' },
    option: { kind: 'option' },
    size: { kind: 'size' },
    statistic: { kind: 'statistic' },
    visual: {},
    defaults: { kind: 'default', class: 'main', children: [] },
    plugins: [],
    meshes: [],
    hfields: [],
    skins: [],
    textures: [],
    materials: [],
    models: [],
    worldbody: { kind: 'worldbody', children: [] },
    flexes: [],
    pairs: [],
    excludes: [],
    tendons: [],
    equalities: [],
    actuators: [],
    sensors: [],
    numerics: [],
    texts: [],
    tuples: [],
    keys: [],
    attachedKeys: [],
  };
}
