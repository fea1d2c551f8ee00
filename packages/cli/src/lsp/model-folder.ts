import fs from 'node:fs';
import path from 'node:path';
import type { ModelFiles } from 'qpos/language';

const MOST_FILES = 20_000;
const LARGEST_TEXT = 64e6;
const LIST_MS = 2000; // how long a listing stays good

/** Folders that hold no models of the user. */
const isSkipped = (name: string): boolean => name.startsWith('.') || name === 'node_modules';

/** Paths as the language has them: forward slashes. */
export const toPath = (file: string): string => file.split(path.sep).join('/');

/** The files of some folders, with the texts that an editor has not saved yet. */
export class ModelFolder implements ModelFiles {
  readonly folders = new Set<string>();
  readonly #unsaved: (file: string) => string | undefined;
  readonly #texts = new Map<string, { stamp: string; text: string }>();
  #listed: { at: number; files: string[] } | undefined;

  constructor(unsaved: (file: string) => string | undefined) {
    this.#unsaved = unsaved;
  }

  /** Reads a folder with the others from now on. */
  add(folder: string): void {
    if ([...this.folders].some((known) => !path.relative(known, folder).startsWith('..'))) return;
    this.folders.add(folder);
    this.#listed = undefined;
  }

  read(file: string): string | undefined {
    const open = this.#unsaved(file);
    if (open !== undefined) return open;
    const stat = statFile(file);
    if (stat === undefined || stat.size > LARGEST_TEXT) return undefined;
    const stamp = `${stat.mtimeMs} ${stat.size}`;
    const known = this.#texts.get(file);
    if (known?.stamp === stamp) return known.text;
    const text = fs.readFileSync(file, 'utf8');
    this.#texts.set(file, { stamp, text });
    return text;
  }

  list(): Iterable<string> {
    if (this.#listed === undefined || performance.now() - this.#listed.at > LIST_MS)
      this.#listed = { files: [...walk(this.folders)], at: performance.now() };
    return this.#listed.files;
  }
}

function statFile(file: string): fs.Stats | undefined {
  try {
    const stat = fs.statSync(file);
    return stat.isFile() ? stat : undefined;
  } catch {
    return undefined; // gone, or not ours to read
  }
}

/** Files below some folders, the nearest first. */
function* walk(folders: Iterable<string>): Generator<string> {
  const pending = [...folders];
  let count = 0;
  for (let folder = pending.shift(); folder !== undefined; folder = pending.shift()) {
    for (const entry of entriesOf(folder)) {
      const file = path.join(folder, entry.name);
      if (entry.isDirectory() && !isSkipped(entry.name)) pending.push(file);
      else if (entry.isFile() && count++ < MOST_FILES) yield toPath(file);
    }
    if (count >= MOST_FILES) return;
  }
}

function entriesOf(folder: string): fs.Dirent[] {
  try {
    return fs.readdirSync(folder, { withFileTypes: true });
  } catch {
    return []; // gone, or not ours to read
  }
}
