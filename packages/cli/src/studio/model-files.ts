import fs from 'node:fs';
import path from 'node:path';
import { writeMjcf } from 'qpos';
import { specFromModel } from 'qpos/decompile';
import { isCompiledFile } from 'qpos/node';
import { UsageError } from '../io.ts';
import { filesOfModel, openModel, STDIN } from '../model/open.ts';
import { fileBelow } from './serve.ts';

/** A file to hand out: its content, or where it is on the disk. */
export type ServedFile = string | Uint8Array | { readonly file: string };

/** A model with its files, below one root. */
export interface ServedModel {
  /** Path of the model's own file below the root. */
  readonly main: string;
  /** Files that the model names and that are not served, because they lie outside the folders it may use. */
  readonly withheld?: readonly string[];
  /** A file by its path below the root; undefined for whatever the model does not name. */
  read(name: string): ServedFile | undefined;
}

/** The deepest folder that has all of these files in it. */
export function commonFolder(files: readonly string[]): string {
  const [first = [], ...others] = files.map((file) => path.dirname(file).split(path.sep));
  const differs = first.findIndex((part, k) => others.some((other) => other[k] !== part));
  return (differs < 0 ? first : first.slice(0, differs)).join(path.sep) || path.sep;
}

/** Whether a file is, without following links, somewhere below a folder. */
function isBelow(folder: string, file: string): boolean {
  const inside = path.relative(folder, file);
  return inside !== '' && inside !== '..' && !inside.startsWith(`..${path.sep}`) && !path.isAbsolute(inside);
}

/**
 * A model on the disk: the files that it names, if they lie below its own folder or one of `allowed`, and none through a link that leads
 * out of there. What it names is looked up again whenever the model itself is asked for.
 */
export function modelOnDisk(file: string, allowed: readonly string[] = []): ServedModel {
  if (file === STDIN) throw new UsageError('the studio needs the model as a file', 'write it to one, and name that');
  if (isCompiledFile(file)) return compiledModel(file);
  const folders = [path.dirname(path.resolve(file)), ...allowed.map((folder) => path.resolve(folder))];
  const isAllowed = (name: string): boolean => folders.some((folder) => isBelow(folder, name));
  let named = new Set(filesOfModel(file));
  const withheld = [...named].filter((name) => !isAllowed(name));
  const root = folders.length === 1 ? (folders[0] as string) : commonFolder(folders.map((f) => path.join(f, 'file')));
  const main = path.relative(root, path.resolve(file)).split(path.sep).join('/');
  return {
    main,
    withheld,
    read: (name) => {
      if (name === main && fs.existsSync(file)) named = new Set(filesOfModel(file));
      const asked = path.resolve(root, name);
      const folder = named.has(asked) ? folders.find((f) => isBelow(f, asked)) : undefined;
      const found = folder === undefined ? undefined : fileBelow(folder, path.relative(folder, asked));
      return found === undefined ? undefined : { file: found };
    },
  };
}

/** A compiled model as MJCF, which is what the studio reads. */
function compiledModel(file: string): ServedModel {
  const { spec, files } = specFromModel(openModel(file).model);
  const main = `${path.parse(file).name}.xml`;
  const served = new Map<string, string | Uint8Array>(Object.entries(files));
  return modelInMemory(main, served.set(main, writeMjcf(spec)));
}

/** A model that is on no disk. */
export function modelInMemory(main: string, files: ReadonlyMap<string, string | Uint8Array>): ServedModel {
  return { main, read: (name) => files.get(name) };
}
