import fs from 'node:fs';
import path from 'node:path';
import { ArgumentError } from '@qpos/core';
import { type FileResolver, ModelError } from '@qpos/spec';

/** What may be read from the disk. */
export interface DiskOptions {
  /** Nothing outside of this directory is read, whatever the model says, not even through links. */
  readonly root?: string | undefined;
  /** Read absolute paths that the model names; false by default. */
  readonly allowAbsolute?: boolean | undefined;
  /** Called with the path and the content of each file that is read; files of an archive have paths within it. */
  readonly onFile?: ((path: string, content: Uint8Array) => void) | undefined;
}

/** Files of the disk by their path relative to `base`; undefined for what is not there. */
export function diskResolver(base: string, options: DiskOptions): FileResolver {
  const { root, allowAbsolute = false, onFile } = options;
  if (root !== undefined && !isDirectory(root)) throw new ArgumentError(`the root '${root}' is not a directory`);
  return (name) => {
    if (/^[a-zA-Z][a-zA-Z0-9+.-]+:/.test(name)) throw refusal(name, 'is a URL', 'download the file first');
    if (name.includes('\0')) throw refusal(name, 'has a NUL character', undefined);
    if ((name.startsWith('/') || path.isAbsolute(name)) && !allowAbsolute)
      throw refusal(name, 'is absolute', 'use a path relative to the model, or allowAbsolute');
    const content = readIfFile(path.resolve(base, name), root === undefined ? undefined : { name, root });
    if (content !== undefined) onFile?.(name, content);
    return content;
  };
}

function readIfFile(
  file: string,
  confined: { readonly name: string; readonly root: string } | undefined,
): Uint8Array | undefined {
  try {
    if (!fs.statSync(file, { throwIfNoEntry: false })?.isFile()) return undefined;
    if (confined !== undefined && !isInside(fs.realpathSync(file), fs.realpathSync(confined.root)))
      throw refusal(confined.name, 'leads out of the root', `only files in '${confined.root}' may be read`);
    return fs.readFileSync(file);
  } catch (error) {
    if (error instanceof ModelError) throw error;
    throw unreadable(file, error);
  }
}

/** The error for a file that the user named and that is not there, or is not a file. */
export function missingFile(file: string): ModelError {
  const isThere = fs.existsSync(file);
  return new ModelError({
    severity: 'error',
    code: 'missing-file',
    message: isThere ? `'${file}' is not a file` : `cannot find '${file}'`,
    file,
    hint: isThere ? undefined : nearFiles(file),
  });
}

/** Files beside a missing one that may have been meant. */
function nearFiles(file: string): string | undefined {
  const folder = path.dirname(file);
  if (!isDirectory(folder)) return `there is no folder '${folder}'`;
  const start = path.parse(file).name.toLowerCase().slice(0, 4);
  const near = fs.readdirSync(folder).filter((name) => name.toLowerCase().startsWith(start));
  return near.length === 0 ? undefined : `there is ${near.slice(0, 5).join(', ')}`;
}

function isDirectory(folder: string): boolean {
  return fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function isInside(file: string, directory: string): boolean {
  const relative = path.relative(directory, file);
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

function refusal(name: string, problem: string, hint: string | undefined): ModelError {
  return new ModelError({ severity: 'error', code: 'path-escape', message: `path '${name}' ${problem}`, hint });
}

/** A link that leads to itself, a file without permission, a name that is too long. */
function unreadable(file: string, error: unknown): ModelError {
  const reason = error instanceof Error ? error.message : String(error);
  return new ModelError({ severity: 'error', code: 'missing-file', message: `cannot read '${file}': ${reason}`, file });
}
