import fs from 'node:fs';
import path from 'node:path';
import { partsPlugins } from '@qpos/parts';
import {
  assetFiles,
  compile,
  type Data,
  type Diagnostic,
  type Model,
  ModelError,
  makeData,
  nameToId,
  resetDataKeyframe,
  type Spec,
} from 'qpos';
import { isCompiledFile, type LoadOptions, loadModelFile, openModelFile } from 'qpos/node';
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

/** Reads MJCF, URDF, an archive with one of them, or a compiled model. */
export function openModel(file: string, options: OpenOptions = {}): OpenedModel {
  if (isCompiledFile(file))
    return {
      file,
      model: loadModelFile(file, { plugins: partsPlugins }),
      spec: undefined,
      warnings: [],
      files: new Map(),
      main: '',
    };
  const warnings: Diagnostic[] = [];
  const files = new Map<string, Uint8Array>();
  const load: LoadOptions = {
    plugins: partsPlugins,
    mode: options.strict === true ? 'strict' : 'compat',
    onWarning: (d) => {
      warnings.push(d);
      options.onWarning?.(d);
    },
    onFile: (name, content) => files.set(name, content),
    content: file === STDIN ? readInput(file) : undefined,
  };
  const { spec, main } = openModelFile(file, load);
  return { file, model: compile(spec, load), spec, warnings, files, main };
}

/** Paths of the files that a model is made of, as far as it can be read: its own, what it includes, and its assets. */
export function filesOfModel(file: string): string[] {
  if (/\.(zip|mjz)$/i.test(file) || isCompiledFile(file)) return [path.resolve(file)];
  const names = new Set([file]);
  try {
    const { spec } = openModelFile(file, { onFile: (name) => names.add(name) });
    for (const asset of assetFiles(spec)) spec.files?.(asset);
  } catch (error) {
    if (!(error instanceof ModelError)) throw error; // whoever opens the model gets it
  }
  return [...new Set([...names].map((name) => path.resolve(name)))];
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
  if (stat === undefined) throw new UsageError(`cannot find '${file}'`);
  if (!stat.isFile()) throw new UsageError(`'${file}' is not a file`);
  return fs.readFileSync(file);
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
