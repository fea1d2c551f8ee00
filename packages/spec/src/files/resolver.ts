import { ArgumentError } from '@qpos/core/errors';
import { requireObject } from '../arguments.ts';
import { type Diagnostics, type Located, ModelError } from '../errors.ts';
import { baseName, escapesRoot, isAbsolute, isUrl, normalizePath } from './paths.ts';

/** The content of a file: text or bytes. */
export type FileContent = Uint8Array | string;

/** Whether a value is text or bytes; a Promise or an ArrayBuffer is neither. */
export const isContent = (x: unknown): x is FileContent => typeof x === 'string' || ArrayBuffer.isView(x);

/**
 * Finds files by normalised path: forward slashes, nothing to fold, relative to the root of the model. `undefined` says that there is no
 * such file.
 */
export type FileResolver = (path: string) => FileContent | undefined;

/** One that can say which files it has. */
interface ListedResolver extends FileResolver {
  names?(): Iterable<string>;
}

/** The files that a model may name: a record or a Map by path, or a function that finds them. */
export type Files = FileTable | FileResolver;

type FileTable = Readonly<Record<string, FileContent>> | ReadonlyMap<string, FileContent>;

/** A resolver for what the caller gave. Functions are asked as they are; paths of records and Maps are rooted. */
export function toResolver(files: Files | undefined): FileResolver {
  if (files === undefined) return () => undefined;
  if (typeof files === 'function') return files;
  if (typeof files !== 'object' || files === null)
    throw new ArgumentError('files must be a record or a Map by path, or a function from path to content');
  return recordResolver(files);
}

/**
 * A resolver for files in a record or a Map, as it is when the first one is asked for. Paths that leave the root, absolute paths and URLs
 * are refused.
 *
 * @param files Contents by path.
 * @returns The resolver.
 * @example
 * const resolver = recordResolver({ 'meshes/a.obj': 'v 0 0 0' });
 * console.log(resolver('meshes/../meshes/a.obj')); // v 0 0 0
 */
export function recordResolver(files: FileTable): FileResolver {
  requireObject('files', files);
  let table: Map<string, FileContent> | undefined;
  const open = (): Map<string, FileContent> => {
    const entries = (): [string, FileContent][] => (files instanceof Map ? [...files] : Object.entries(files));
    table ??= new Map(entries().map(([key, content]) => [normalizePath(key), content]));
    return table;
  };
  return Object.assign((path: string) => open().get(rootedPath(path)), { names: () => open().keys() });
}

/** A file of the same name elsewhere, or in other letters: what was probably meant. */
function sameName(resolver: ListedResolver, path: string): string | undefined {
  const wanted = baseName(path).toLowerCase();
  for (const name of resolver.names?.() ?? []) if (baseName(name).toLowerCase() === wanted) return `there is '${name}'`;
  return undefined;
}

/** The content of a file, or undefined after an error was reported at `at`. */
export function openFile(
  resolver: ListedResolver,
  path: string,
  diagnostics: Diagnostics,
  at: Located,
  missingHint = 'is it in the files of the model?',
): FileContent | undefined {
  try {
    const content = resolver(normalizePath(path));
    if (content === undefined) {
      const hint = (): string => sameName(resolver, path) ?? missingHint;
      diagnostics.error('missing-file', `cannot find '${path}'`, at, hint);
    } else if (!isContent(content)) {
      const hint = 'promises are not awaited: read the files first, as fetchModel does';
      diagnostics.error('missing-file', `'${path}' is given neither as text nor as a Uint8Array`, at, hint);
      return undefined;
    }
    return content;
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    diagnostics.error(error.code, error.diagnostics[0]?.message ?? error.message, at, error.hint);
    return undefined;
  }
}

/** True if there is such a file; a path that is refused is not there. */
export function fileExists(resolver: FileResolver, path: string): boolean {
  try {
    return resolver(normalizePath(path)) !== undefined;
  } catch (error) {
    if (error instanceof ModelError) return false;
    throw error;
  }
}

/**
 * The normalised path of a file that must stay within its root. Every resolver that reaches beyond memory should pass paths through it.
 *
 * @param path The path.
 * @returns The normalised path; a `ModelError` with code `path-escape` is thrown for absolute paths, URLs and paths that lead out.
 * @example
 * console.log(rootedPath('a/../b.xml')); // b.xml
 */
export function rootedPath(path: string): string {
  const normalized = normalizePath(path);
  const problem = isUrl(path)
    ? 'is a URL'
    : isAbsolute(path)
      ? 'is absolute'
      : escapesRoot(normalized)
        ? 'leads out of the model directory'
        : path.includes('\0')
          ? 'has a NUL character'
          : undefined;
  if (problem === undefined) return normalized;
  throw new ModelError({
    severity: 'error',
    code: 'path-escape',
    message: `path '${path}' ${problem}`,
    hint: 'use a path relative to the model, within its directory',
  });
}
