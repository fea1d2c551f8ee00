/** Models from the file system. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ArgumentError, BinaryError, FieldError, type Model, readMjb, restoreModel } from '@qpos/core';
import { compile, ModelError, openArchive, type ParseOptions, parseModel, type Spec } from '@qpos/spec';
import { type DiskOptions, diskResolver, missingFile } from './disk-files.ts';

export type { DiskOptions } from './disk-files.ts';

/** How a model is read from the disk. */
export interface LoadOptions extends Omit<ParseOptions, 'files' | 'file'>, DiskOptions {
  /** The bytes of the file itself, if they are not to be read from the disk; what it names still is. */
  readonly content?: Uint8Array | undefined;
}

/** A model that was read and not compiled. */
export interface ModelSource {
  /** The editable model. */
  readonly spec: Spec;
  /** Path of the model's file: relative to the root or to the current folder, or within its archive. */
  readonly main: string;
}

/** How the name of a model ends that `saveModel` wrote. */
export const SAVED_MODEL_SUFFIX = '.qposb';

/** How the name of a compiled model of MuJoCo ends, which `writeMjb` writes too. */
export const MJB_SUFFIX = '.mjb';

const compiledReaders = { [SAVED_MODEL_SUFFIX]: restoreModel, [MJB_SUFFIX]: readMjb };

/**
 * Whether a file is a compiled model, by its name: it has no source, and `loadModelFile` alone reads it.
 *
 * @param file A path or a name.
 * @returns Whether it ends in `.qposb` or `.mjb`.
 * @example
 * console.log(isCompiledFile('robot.mjb'), isCompiledFile('robot.xml')); // true false
 */
export function isCompiledFile(file: string): boolean {
  if (typeof file !== 'string') throw new ArgumentError('a file is given as a path');
  return compiledReader(file) !== undefined;
}

/**
 * Loads a model from a file: MJCF, URDF, a zip archive (`.zip`, `.mjz`) with one of them, what `saveModel` wrote (`.qposb`), or MuJoCo
 * (`.mjb`). Includes and assets are found next to the file. Every problem is a `ModelError`.
 *
 * @param file A path, or a `file:` URL.
 * @param options What may be read, and how.
 * @returns The compiled model.
 * @example
 * const humanoid = loadModelFile('models/humanoid.xml');
 * console.log(humanoid.nbody);
 */
export function loadModelFile(file: string | URL, options: LoadOptions = {}): Model {
  requireOptions(options);
  const place = pathOf(file);
  const read = compiledReader(place);
  return read ? loadCompiled(place, read, options) : compile(openModelFile(place, options).spec, options);
}

/**
 * Reads a model from a file without compiling it; its assets are read when it is compiled.
 *
 * @param file A path, or a `file:` URL.
 * @param options What may be read, and how.
 * @returns The editable model.
 * @example
 * const spec = readModelFile('models/humanoid.xml');
 * spec.option.timestep = 0.001;
 * console.log(compile(spec).opt.timestep);
 */
export function readModelFile(file: string | URL, options: LoadOptions = {}): Spec {
  requireOptions(options);
  return openModelFile(file, options).spec;
}

/**
 * As `readModelFile`, for tools that also want to know where the model was found.
 *
 * @param file A path, or a `file:` URL.
 * @param options What may be read, and how; `onFile` hears of every file.
 * @returns The editable model, and the path of its file.
 * @example
 * const files: string[] = [];
 * const { spec, main } = openModelFile('models/humanoid.xml', { onFile: (path) => files.push(path) });
 * console.log(main, spec.model, files);
 */
export function openModelFile(file: string | URL, options: LoadOptions = {}): ModelSource {
  requireOptions(options);
  const place = pathOf(file);
  const { name, content } = readMain(place, options);
  if (!/\.(zip|mjz)$/i.test(place)) {
    options.onFile?.(name, content);
    const files = diskResolver(baseOf(options), options);
    return { spec: parseModel(content, { ...options, file: name, files }), main: name };
  }
  const { files, main } = openArchive(content, { name, limits: options.limits });
  if (main === undefined)
    throw new ModelError({ severity: 'error', code: 'archive', message: 'the archive has no model', file: place });
  for (const [inner, bytes] of Object.entries(files)) options.onFile?.(inner, bytes);
  return { spec: parseModel(files[main] ?? '', { ...options, file: main, files }), main };
}

/** The content of the file that the user named, and its path relative to what all paths are relative to. */
function readMain(place: string, options: LoadOptions): { name: string; content: Uint8Array } {
  const base = baseOf(options);
  const name = path.relative(base, path.resolve(place)).split(path.sep).join('/');
  const content = options.content ?? diskResolver(base, { ...options, onFile: undefined })(name);
  if (content === undefined) throw missingFile(place);
  return { name, content: content as Uint8Array };
}

function loadCompiled(place: string, read: typeof restoreModel, options: LoadOptions): Model {
  const { content } = readMain(place, options);
  try {
    return read(content, options.plugins, options.limits);
  } catch (error) {
    if (!(error instanceof BinaryError || error instanceof FieldError)) throw error;
    const { message, hint } = error;
    throw new ModelError({ severity: 'error', code: 'binary-file', message, hint, file: place });
  }
}

const baseOf = ({ root }: LoadOptions): string => path.resolve(root ?? '.');

function requireOptions(options: LoadOptions): void {
  if (typeof options !== 'object' || options === null) throw new ArgumentError('options must be an object');
  const { content } = options;
  if (content !== undefined && !(content instanceof Uint8Array))
    throw new ArgumentError('the content of a file is given as a Uint8Array');
}

function pathOf(file: string | URL): string {
  if (typeof file !== 'string' && !(file instanceof URL)) throw new ArgumentError('a file is given as a path or a URL');
  const place = String(file);
  if (!/^file:/.test(place)) return place;
  try {
    return fileURLToPath(place);
  } catch (cause) {
    throw new ArgumentError(`'${place}' is not the URL of a file: ${(cause as Error).message}`);
  }
}

const compiledReader = (file: string): typeof restoreModel | undefined =>
  Object.entries(compiledReaders).find(([suffix]) => file.toLowerCase().endsWith(suffix))?.[1];
