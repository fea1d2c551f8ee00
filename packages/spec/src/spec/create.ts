import type { FileResolver } from '../resolver.ts';
import type { Spec } from './types.ts';

/** An empty model: a world without anything in it. */
export function createSpec(options: { model?: string; dir?: string; files?: FileResolver | undefined } = {}): Spec {
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
