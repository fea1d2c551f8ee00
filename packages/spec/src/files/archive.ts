import { ArgumentError } from '@qpos/core/errors';
import { requireObject } from '../arguments.ts';
import { InflateError } from '../compression/inflate.ts';
import { zipEntries } from '../compression/zip.ts';
import { ModelError } from '../errors.ts';
import { type Limits, withDefaults } from '../limits.ts';
import { baseName } from './paths.ts';
import { type FileResolver, recordResolver, rootedPath } from './resolver.ts';

/** The files of a zip archive. */
export interface Archive {
  /** Contents by path. */
  readonly files: Readonly<Record<string, Uint8Array>>;
  /** Finds the same files by normalised path. */
  readonly resolver: FileResolver;
  /** Path of the model: by the archive's name, `model.xml`, or the only XML or URDF file nearest to the top; undefined if there is none. */
  readonly main: string | undefined;
}

function fail(code: 'archive' | 'limit', message: string, hint?: string): never {
  throw new ModelError({ severity: 'error', code, message, hint });
}

/** How an archive is opened. */
export interface ArchiveOptions {
  /** Name of the archive, by which the model in it is recognised. */
  readonly name?: string | undefined;
  /** Limits of the number of files and of their size. */
  readonly limits?: Partial<Limits> | undefined;
}

/**
 * Opens a zip archive (`.zip`, `.mjz`) in memory. Sizes are checked before anything is inflated.
 *
 * @param bytes The archive.
 * @param options Its name, and limits.
 * @returns Its files.
 * @example
 * try {
 *   const { files, main } = openArchive(new Uint8Array(100), { name: 'robot.mjz' });
 *   if (main !== undefined) console.log(loadModel(files[main] ?? '', { file: main, files }).nbody);
 * } catch (error) {
 *   if (error instanceof ModelError) console.log(error.code); // archive: a hundred zeros are none
 * }
 */
export function openArchive(bytes: Uint8Array, options: ArchiveOptions = {}): Archive {
  requireObject('options', options);
  if (!(bytes instanceof Uint8Array)) throw new ArgumentError('an archive is given as a Uint8Array');
  const limits = withDefaults(options.limits);
  const files: Record<string, Uint8Array> = {};
  let total = 0;
  let count = 0;
  try {
    for (const { name, size, read } of zipEntries(bytes)) {
      if (name.endsWith('/')) continue;
      const path = rootedPath(name);
      if (Object.hasOwn(files, path)) fail('archive', `the archive has two files called '${path}'`);
      total += size;
      if (++count > limits.archiveFiles) fail('limit', 'the archive has too many files', 'raise limits.archiveFiles');
      if (total > limits.inflatedBytes) {
        fail('limit', `the archive inflates to more than ${limits.inflatedBytes} bytes`, 'raise limits.inflatedBytes');
      }
      files[path] = read();
    }
  } catch (error) {
    if (!(error instanceof InflateError)) throw error;
    fail('archive', `the archive cannot be read: ${error.message}`);
  }
  return { files, resolver: recordResolver(files), main: findMain(Object.keys(files), options.name) };
}

function findMain(names: readonly string[], archive: string | undefined): string | undefined {
  const stem = archive === undefined ? undefined : baseName(archive).replace(/\.[^.]*$/, '');
  const candidates = stem === undefined ? [] : [`${stem}.xml`, `${stem}/${stem}.xml`];
  candidates.push('model.xml', ...(stem === undefined ? [] : [`${stem}/model.xml`]));
  const named = candidates.find((name) => names.includes(name));
  if (named !== undefined) return named;
  const models = names.filter((name) => /\.(xml|mjcf|urdf)$/i.test(name));
  const depth = (name: string): number => name.split('/').length;
  const top = Math.min(...models.map(depth));
  const nearest = models.filter((name) => depth(name) === top);
  return nearest.length === 1 ? nearest[0] : nearest.find((name) => /(^|\/)scene\.xml$/.test(name));
}
