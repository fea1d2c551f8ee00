import { requireText } from '../arguments.ts';
/** The directory part of a path with its slash, or `''`. */
export function dirName(path: string): string {
  const slash = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
  return slash < 0 ? '' : path.slice(0, slash + 1);
}

export function baseName(path: string): string {
  return path.slice(dirName(path).length);
}

/** The name of a file without its extension. */
export function stem(path: string): string {
  const name = baseName(path);
  const dot = name.lastIndexOf('.');
  return dot < 0 ? name : name.slice(0, dot);
}

/** `dir` and `path` put together; an absolute `path` stays as it is. */
export function joinPath(dir: string, path: string): string {
  if (dir === '' || isAbsolute(path)) return path;
  return dir.endsWith('/') || dir.endsWith('\\') ? dir + path : `${dir}/${path}`;
}

export const isAbsolute = (path: string): boolean => /^([/\\]|[a-zA-Z]:[/\\])/.test(path);

/** `https://...`, `package://...`, `data:...`; a single letter before the colon is a drive. */
export const isUrl = (path: string): boolean => /^[a-zA-Z][a-zA-Z0-9+.-]+:/.test(path);

/**
 * A path with forward slashes, and `.` and `..` folded away as far as possible.
 *
 * @param path The path.
 * @returns The normalised path: `a/./b/../c` becomes `a/c`, `../a` stays.
 * @example
 * console.log(normalizePath('a/./b/../c')); // a/c
 */
export function normalizePath(path: string): string {
  requireText('path', path);
  const parts = path.replaceAll('\\', '/').split('/');
  const absolute = parts[0] === '' && parts.length > 1;
  const kept: string[] = [];
  for (const part of parts) {
    if (part === '' || part === '.') continue;
    if (part === '..' && kept.length > 0 && kept.at(-1) !== '..') kept.pop();
    else if (part !== '..' || !absolute) kept.push(part);
  }
  return (absolute ? '/' : '') + kept.join('/');
}

/** True for a normalised path that leads out of its root. */
export const escapesRoot = (normalized: string): boolean => normalized === '..' || normalized.startsWith('../');

/** The path that leads from a directory to a file, both relative to the same root. */
export function relativePath(dir: string, file: string): string {
  const from = normalizePath(dir).split('/').filter(Boolean);
  const to = normalizePath(file).split('/').filter(Boolean);
  let common = 0;
  while (common < from.length && common < to.length - 1 && from[common] === to[common]) common++;
  return [...from.slice(common).map(() => '..'), ...to.slice(common)].join('/');
}
