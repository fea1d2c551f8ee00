import fs from 'node:fs';
import path from 'node:path';
import { root } from '../root.ts';
import { type CorpusEntry, corpusFolder, hasCorpus, readManifest } from './corpus.ts';

/** The models of a plain folder: every MJCF or URDF file, with all other files of the folder as possible assets. */
export function scanFolder(folder: string): CorpusEntry[] {
  const all = fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((e) => e.isFile())
    .map((e) => path.relative(folder, path.join(e.parentPath, e.name)).split(path.sep).join('/'));
  return all
    .filter(
      (f) =>
        /\.(xml|urdf)$/.test(f) &&
        /<(mujoco|robot)\b/.test(fs.readFileSync(path.join(folder, f), 'utf8')) &&
        !/\bpart\b|_part\.xml$/.test(f) &&
        !/plugin="qpos\./.test(fs.readFileSync(path.join(folder, f), 'utf8')), // MuJoCo does not have our plugins
    )
    .sort()
    .map((f) => ({
      path: f,
      format: f.endsWith('.urdf') ? 'urdf' : 'mjcf',
      files: all.filter((o) => o !== f && path.posix.dirname(o).startsWith(path.posix.dirname(f))),
      features: [path.posix.dirname(f)],
      oracle: { loads: true },
      folder: path.resolve(folder),
    }));
}

/**
 * The models of some folders whose path matches; each folder has a manifest.json or just models. Without folders: the models of this
 * repository, and the corpus beside it if there is one.
 */
export function findModels(folders: readonly string[], wanted: RegExp): CorpusEntry[] {
  const own = [path.join(root, 'models'), path.join(root, 'conformance/models')].filter((d) => fs.existsSync(d));
  const all = folders.length > 0 ? folders : [...own, ...(hasCorpus ? [corpusFolder] : [])];
  return all
    .flatMap((f) => (fs.existsSync(path.join(f, 'manifest.json')) ? readManifest(f) : scanFolder(f)))
    .filter((e) => wanted.test(e.path));
}
