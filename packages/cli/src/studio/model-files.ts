import fs from 'node:fs';
import path from 'node:path';
import { writeMjcf } from 'qpos';
import { specFromModel } from 'qpos/decompile';
import { UsageError } from '../io.ts';
import { BINARY_SUFFIX, filesOfModel, openModel, STDIN } from '../model/open.ts';
import { fileBelow } from './serve.ts';

/** A file to hand out: its content, or where it is on the disk. */
export type ServedFile = string | Uint8Array | { readonly file: string };

/** A model with its files, below one root. */
export interface ServedModel {
  /** Path of the model's own file below the root. */
  readonly main: string;
  /** A file by its path below the root; undefined for whatever the model does not name. */
  read(name: string): ServedFile | undefined;
}

/** The deepest folder that has all of these files in it. */
export function commonFolder(files: readonly string[]): string {
  const [first = [], ...others] = files.map((file) => path.dirname(file).split(path.sep));
  const differs = first.findIndex((part, k) => others.some((other) => other[k] !== part));
  return (differs < 0 ? first : first.slice(0, differs)).join(path.sep) || path.sep;
}

/**
 * A model on the disk: exactly the files that it names, below the folder that has all of them in it, and none through a
 * link that leads out. What it names is looked up again whenever the model itself is asked for.
 */
export function modelOnDisk(file: string): ServedModel {
  if (file === STDIN) throw new UsageError('the studio needs the model as a file', 'write it to one, and name that');
  if (file.toLowerCase().endsWith(BINARY_SUFFIX)) return compiledModel(file);
  let named = new Set(filesOfModel(file));
  const root = commonFolder([...named]);
  const main = path.relative(root, path.resolve(file)).split(path.sep).join('/');
  return {
    main,
    read: (name) => {
      if (name === main && fs.existsSync(file)) named = new Set(filesOfModel(file));
      if (!named.has(path.resolve(root, name))) return undefined;
      const found = fileBelow(root, name);
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
