import { requireSpec } from '../spec/check.ts';
import type { Scope, Spec } from '../spec/types.ts';
import { walkTree } from '../spec/walk.ts';
import { baseName, joinPath, normalizePath } from './paths.ts';

type Directory = 'meshdir' | 'texturedir';

/** Where an asset is: in the directory that the compiler settings name, relative to the model's own. */
export function assetPath(spec: Spec, scope: Scope | undefined, directory: Directory, file: string): string {
  const { compiler, dir } = scope ?? spec;
  const name = compiler.strippath ? baseName(file) : file;
  return normalizePath(joinPath(dir, joinPath(compiler[directory] ?? '', name)));
}

const TEXTURE_FILES = ['file', 'fileright', 'fileleft', 'fileup', 'filedown', 'filefront', 'fileback'] as const;

/**
 * Paths of all asset files that a Spec names, with those of the models that it attaches.
 *
 * @param spec The Spec.
 * @returns The paths.
 * @example
 * const spec = createSpec();
 * addMesh(spec, { file: 'base.stl' });
 * console.log(assetFiles(spec)); // base.stl
 */
export function assetFiles(spec: Spec): string[] {
  requireSpec(spec);
  const paths = new Set<string>();
  const pending = [spec];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const current = next;
    const add = (scope: Scope | undefined, directory: Directory, file: string | undefined): void => {
      if (file !== undefined && file !== '') paths.add(assetPath(current, scope, directory, file));
    };
    for (const e of [...current.meshes, ...current.hfields, ...current.skins]) add(e.scope, 'meshdir', e.file);
    for (const texture of current.textures) {
      for (const key of TEXTURE_FILES) add(texture.scope, 'texturedir', texture[key]);
    }
    walkTree(current.worldbody, (e) => {
      if (e.kind === 'flexcomp') add(e.scope, 'meshdir', e.file);
      return true;
    });
    for (const model of current.models) pending.push(model.spec);
  }
  return [...paths];
}
