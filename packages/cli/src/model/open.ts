import fs from 'node:fs';
import path from 'node:path';
import {
  assetFiles,
  BinaryError,
  compile,
  type Data,
  type Diagnostic,
  type FileContent,
  type Model,
  ModelError,
  makeData,
  nameToId,
  openArchive,
  parseModel,
  resetDataKeyframe,
  restoreModel,
  type Spec,
} from 'qpos';
import { UsageError } from '../io.ts';

/** A model with what it came from. */
export interface OpenedModel {
  readonly file: string;
  readonly model: Model;
  /** The tree it was compiled from; a compiled file has none. */
  readonly spec: Spec | undefined;
  readonly warnings: readonly Diagnostic[];
  /** Every file that was read, by path: relative to the current folder, or within the archive. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Path of the model among these files. */
  readonly main: string;
}

export interface OpenOptions {
  /** Warnings are errors. */
  readonly strict?: boolean | undefined;
  readonly onWarning?: ((d: Diagnostic) => void) | undefined;
}

/** What a saved model's file is called. */
export const BINARY_SUFFIX = '.qposb';

/** Reads MJCF, URDF, an archive with one of them, or a compiled model. */
export function openModel(file: string, options: OpenOptions = {}): OpenedModel {
  const content = readInput(file);
  if (file.toLowerCase().endsWith(BINARY_SUFFIX)) return openBinary(file, content);
  const warnings: Diagnostic[] = [];
  const files = new Map<string, Uint8Array>();
  const parse: ReadOptions = {
    mode: options.strict === true ? 'strict' : 'compat',
    onWarning: (d) => {
      warnings.push(d);
      options.onWarning?.(d);
    },
  };
  const { spec, main } = readSpec(file, content, files, parse);
  return { file, model: compile(spec, parse), spec, warnings, files, main };
}

interface ReadOptions {
  readonly mode: 'strict' | 'compat';
  readonly onWarning: (d: Diagnostic) => void;
}

function readSpec(
  file: string,
  content: Uint8Array,
  files: Map<string, Uint8Array>,
  options: ReadOptions,
): { spec: Spec; main: string } {
  const name = path.relative('.', path.resolve(file)).split(path.sep).join('/');
  if (/\.(zip|mjz)$/i.test(file)) {
    const { files: inside, main } = openArchive(content, { name });
    if (main === undefined) throw new UsageError(`'${file}' has no model in it`);
    for (const [inner, bytes] of Object.entries(inside)) files.set(inner, bytes);
    return { spec: parseModel(inside[main] ?? '', { ...options, file: main, files: inside }), main };
  }
  files.set(name, content);
  const resolve = (wanted: string): FileContent | undefined => {
    const bytes = files.get(wanted) ?? readWanted(wanted);
    if (bytes !== undefined) files.set(wanted, bytes);
    return bytes;
  };
  return { spec: parseModel(content, { ...options, file: name, files: resolve }), main: name };
}

/** A file that a model names; models may not name absolute paths. */
function readWanted(name: string): Uint8Array | undefined {
  if (path.isAbsolute(name) || name.startsWith('/')) {
    throw new ModelError({
      severity: 'error',
      code: 'path-escape',
      message: `path '${name}' is absolute`,
      hint: 'use a path relative to the model',
    });
  }
  return fs.statSync(name, { throwIfNoEntry: false })?.isFile() ? fs.readFileSync(name) : undefined;
}

/** Paths of the files that a model is made of, as far as it can be read: its own, what it includes, and its assets. */
export function filesOfModel(file: string): string[] {
  const content = readInput(file);
  if (/\.(zip|mjz)$/i.test(file) || file.toLowerCase().endsWith(BINARY_SUFFIX)) return [path.resolve(file)];
  const files = new Map<string, Uint8Array>();
  try {
    const { spec } = readSpec(file, content, files, { mode: 'compat', onWarning: () => {} });
    for (const asset of assetFiles(spec)) spec.files?.(asset);
  } catch (error) {
    if (!(error instanceof ModelError)) throw error; // whoever opens the model gets it
  }
  return [...files.keys()].map((name) => path.resolve(name));
}

function openBinary(file: string, content: Uint8Array): OpenedModel {
  try {
    return { file, model: restoreModel(content), spec: undefined, warnings: [], files: new Map(), main: '' };
  } catch (error) {
    if (error instanceof BinaryError) throw new UsageError(`'${file}': ${error.message}`);
    throw error;
  }
}

/** The name that stands for the standard input. */
export const STDIN = '-';

let piped: Uint8Array | undefined; // it can be read once

/** The bytes of a file that the user named, or of the standard input. */
export function readInput(file: string): Uint8Array {
  if (file === STDIN) {
    piped ??= fs.readFileSync(0);
    return piped;
  }
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  if (stat === undefined) throw new UsageError(`cannot find '${file}'`, nearFile(file));
  if (!stat.isFile()) throw new UsageError(`'${file}' is not a file`);
  return fs.readFileSync(file);
}

/** Files beside the missing one that may have been meant. */
function nearFile(file: string): string | undefined {
  const folder = path.dirname(file);
  if (!fs.existsSync(folder)) return `there is no folder '${folder}'`;
  const stem = path.parse(file).name.toLowerCase();
  const near = fs.readdirSync(folder).filter((f) => f.toLowerCase().startsWith(stem.slice(0, 4)));
  return near.length === 0 ? undefined : `there is ${near.slice(0, 5).join(', ')}`;
}

/** The index of a keyframe given by name or number. */
export function keyframeId(model: Model, key: string): number {
  const byName = nameToId(model, 'key', key);
  if (byName >= 0) return byName;
  const index = /^\d+$/.test(key) ? Number(key) : -1;
  if (index >= 0 && index < model.nkey) return index;
  const names = Array.from({ length: model.nkey }, (_, k) => model.key(k).name || String(k));
  throw new UsageError(
    `the model has no keyframe '${key}'`,
    names.length === 0 ? 'it has none at all' : `it has ${names.join(', ')}`,
  );
}

/** Data in the initial state, or in a keyframe's. */
export function startData(model: Model, keyframe: string | undefined): Data {
  const data = makeData(model);
  if (keyframe !== undefined) resetDataKeyframe(model, data, keyframeId(model, keyframe));
  return data;
}
