import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Model } from '@qpos/core';
import {
  compile,
  type FileResolver,
  ModelError,
  openArchive,
  type ParseOptions,
  parseModel,
  type Spec,
} from '@qpos/spec';

export interface LoadOptions extends Omit<ParseOptions, 'files' | 'file'> {
  /** Nothing outside of this directory is read, whatever the model says, not even through links. */
  root?: string | undefined;
  /** Read absolute paths that the model names. */
  allowAbsolute?: boolean | undefined;
}

/** Loads MJCF or URDF from a file (a path, or a `file:` URL); includes and assets are found next to it. */
export function loadModelFile(file: string | URL, options: LoadOptions = {}): Model {
  return compile(readModelFile(file, options), options);
}

/** Reads MJCF or URDF from a file without compiling it; its assets are read when it is compiled. */
export function readModelFile(place: string | URL, options: LoadOptions = {}): Spec {
  const file = /^file:/.test(String(place)) ? fileURLToPath(place) : String(place);
  const base = path.resolve(options.root ?? '.');
  const name = path.relative(base, path.resolve(file)).split(path.sep).join('/');
  const files = fileResolver(base, options);
  const content = files(name);
  if (content === undefined) {
    throw new ModelError({
      severity: 'error',
      code: 'missing-file',
      message: fs.existsSync(file) ? `'${file}' is not a file` : `cannot find '${file}'`,
      file,
    });
  }
  if (/\.(zip|mjz)$/i.test(file)) {
    const limits = options.limits === undefined ? {} : { limits: options.limits };
    const { files: inside, main } = openArchive(content as Uint8Array, { name, ...limits });
    if (main === undefined) {
      throw new ModelError({ severity: 'error', code: 'archive', message: 'the archive has no model', file });
    }
    return parseModel(inside[main] ?? '', { ...options, file: main, files: inside });
  }
  return parseModel(content, { ...options, file: name, files });
}

/** Files of the disk by path relative to `base`. */
function fileResolver(base: string, { root, allowAbsolute = false }: LoadOptions): FileResolver {
  return (name) => {
    if (/^[a-zA-Z][a-zA-Z0-9+.-]+:/.test(name)) throw refusal(name, 'is a URL', 'download the file first');
    const absolute = name.startsWith('/') || path.isAbsolute(name);
    if (absolute && !allowAbsolute) {
      throw refusal(name, 'is absolute', 'use a path relative to the model, or allowAbsolute');
    }
    const full = path.resolve(base, name);
    if (!fs.statSync(full, { throwIfNoEntry: false })?.isFile()) return undefined;
    if (root !== undefined && !isInside(fs.realpathSync(full), fs.realpathSync(base))) {
      throw refusal(name, 'leads out of the root', `only files in '${root}' may be read`);
    }
    return fs.readFileSync(full);
  };
}

function isInside(file: string, directory: string): boolean {
  const relative = path.relative(directory, file);
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

function refusal(name: string, problem: string, hint: string): ModelError {
  return new ModelError({ severity: 'error', code: 'path-escape', message: `path '${name}' ${problem}`, hint });
}
