import { dirName, isUrl, joinPath, normalizePath } from '../files/paths.ts';
import { meaningOf } from './grammar.ts';
import { attributeValue, type NameUse, namesOf } from './names.ts';
import { buildTree, elementsIn, type Tree, type TreeElement } from './tree.ts';

/** The files that the language looks at. Paths have forward slashes and nothing to fold. */
export interface ModelFiles {
  /**
   * The text of a file.
   *
   * @param path Its path.
   * @returns The text, or `undefined` if there is no such file.
   */
  read(path: string): string | undefined;
  /**
   * Every file that a model may name.
   *
   * @returns The paths.
   */
  list(): Iterable<string>;
}

/** One file, read once for as long as its text stays the same. */
export interface OpenFile {
  readonly path: string;
  readonly tree: Tree;
  readonly names: readonly NameUse[];
  /** What its `include` elements name, as written. */
  readonly includes: readonly string[];
}

const isModel = (path: string): boolean => /\.(xml|mjcf|urdf)$/i.test(path);

/** Files as trees, and how they include each other. */
export class Library {
  readonly files: ModelFiles;
  readonly #open = new Map<string, OpenFile>();

  constructor(files: ModelFiles) {
    this.files = files;
  }

  open(path: string): OpenFile | undefined {
    const text = this.files.read(path);
    if (text === undefined) return undefined;
    const known = this.#open.get(path);
    if (known?.tree.text === text) return known;
    const tree = buildTree(text);
    const includes: string[] = [];
    if (text.includes('<include'))
      for (const e of elementsIn(tree.root))
        if (e.tag === 'include') includes.push(attributeValue(text, e, 'file') ?? '');
    const opened = { path, tree, names: namesOf(tree), includes };
    this.#open.set(path, opened);
    return opened;
  }

  /** A file and everything that it includes, in order. */
  closure(main: string): OpenFile[] {
    const found = new Map<string, OpenFile>();
    const pending = [main];
    for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
      const file = found.has(path) ? undefined : this.open(path);
      if (file === undefined) continue;
      found.set(path, file);
      for (const name of file.includes) {
        const candidates = [dirName(main), dirName(path)].map((dir) => normalizePath(joinPath(dir, name)));
        const there = candidates.find((p) => this.files.read(p) !== undefined);
        if (there !== undefined) pending.push(there);
      }
    }
    return [...found.values()];
  }

  /** The models that a file is part of: those that include it and are included by none; itself if there are none. */
  mainsOf(path: string): string[] {
    const including = new Map<string, OpenFile[]>();
    for (const file of this.files.list())
      if (isModel(file) && file !== path && this.open(file)?.includes.length) {
        const closure = this.closure(file);
        if (closure.some((f) => f.path === path)) including.set(file, closure);
      }
    const mains = [...including.keys()].filter(
      (main) => ![...including].some(([other, files]) => other !== main && files.some((f) => f.path === main)),
    );
    return mains.length === 0 ? [path] : mains;
  }

  /** Every file that shares names with this one. */
  connected(path: string): OpenFile[] {
    const files = new Map<string, OpenFile>();
    for (const main of this.mainsOf(path)) for (const file of this.closure(main)) files.set(file.path, file);
    return [...files.values()];
  }
}

/** Attributes that name a file, by the settings of the folder that it is in. */
const TEXTURES: ReadonlySet<string> = new Set(['texture']);
const MODELS: ReadonlySet<string> = new Set(['include', 'model']);

/** The folder that a file of an element is looked for in. */
export function folderOf(library: Library, main: string, element: TreeElement): string {
  const meaning = meaningOf(element);
  const dir = dirName(main);
  if (meaning === undefined || MODELS.has(meaning.name)) return dir;
  const key = TEXTURES.has(meaning.name) ? 'texturedir' : 'meshdir';
  let folder = '';
  for (const { tree } of library.closure(main))
    for (const e of elementsIn(tree.root))
      if (e.tag === 'compiler')
        folder = attributeValue(tree.text, e, key) ?? attributeValue(tree.text, e, 'assetdir') ?? folder;
  return folder === '' ? dir : joinPath(dir, folder);
}

/** The path of a file that an element names. */
export function pathOf(library: Library, main: string, element: TreeElement, name: string): string {
  const plain = isUrl(name) ? name.replace(/^(package|file):\/\//, '') : name;
  return normalizePath(joinPath(folderOf(library, main, element), plain));
}
