import { ArgumentError } from '@qpos/core/errors';
import { meaningOf } from './grammar.ts';
import { type Library, type OpenFile, pathOf } from './model-files.ts';
import { type NameUse, textOfValue } from './names.ts';
import type { Span } from './tokens.ts';
import { placeAt } from './tree.ts';

/** A place in a file. */
export interface FileSpan extends Span {
  /** Path of the file. */
  readonly file: string;
}

/** A replacement of a part of a file. */
export interface TextEdit extends FileSpan {
  /** What comes in its place. */
  readonly text: string;
}

/** The name at an offset of a file. */
export const nameAt = ({ names }: OpenFile, offset: number): NameUse | undefined =>
  names.find(({ span }) => offset >= span.from && offset <= span.to);

interface FoundUse {
  readonly file: OpenFile;
  readonly use: NameUse;
}

function usesOf(library: Library, file: OpenFile, { space, name }: NameUse): FoundUse[] {
  return library
    .connected(file.path)
    .flatMap((other) => other.names.map((use) => ({ file: other, use })))
    .filter(({ use }) => use.space === space && use.name === name);
}

/** Where the element is that a name stands for. */
export const declarationsOf = (library: Library, file: OpenFile, name: NameUse): FoundUse[] =>
  usesOf(library, file, name).filter(({ use }) => use.isDeclaration);

const placeOf = ({ file, use }: FoundUse): FileSpan => ({ file: file.path, from: use.span.from, to: use.span.to });

/** Where the thing at an offset is defined: the element of a name, or the file of a path. */
export function definitionsAt(library: Library, file: OpenFile, offset: number): FileSpan[] {
  const name = nameAt(file, offset);
  return name === undefined ? filesAt(library, file, offset) : declarationsOf(library, file, name).map(placeOf);
}

/** Every use of the name at an offset; of a path, every place that names the same file. */
export function referencesAt(library: Library, file: OpenFile, offset: number): FileSpan[] {
  const name = nameAt(file, offset);
  return name === undefined ? sameFile(library, file, offset) : usesOf(library, file, name).map(placeOf);
}

/** The file that the attribute at an offset names. */
function filesAt(library: Library, file: OpenFile, offset: number): FileSpan[] {
  const place = placeAt(file.tree, offset);
  if (place.kind !== 'value') return [];
  const { text } = file.tree;
  const key = text.slice(place.attribute.name.from, place.attribute.name.to);
  if (meaningOf(place.element)?.attributes[key]?.type !== 'file') return [];
  const known = new Set(library.files.list());
  const written = textOfValue(text, place.attribute);
  const paths = [...library.mainsOf(file.path), file.path].map((main) => pathOf(library, main, place.element, written));
  return [...new Set(paths)].filter((path) => known.has(path)).map((path) => ({ file: path, from: 0, to: 0 }));
}

function sameFile(library: Library, file: OpenFile, offset: number): FileSpan[] {
  const [wanted] = filesAt(library, file, offset);
  if (wanted === undefined) return [];
  const found: FileSpan[] = [];
  for (const other of library.connected(file.path))
    for (const { from, to } of fileValues(other))
      if (filesAt(library, other, from).some((f) => f.file === wanted.file)) found.push({ file: other.path, from, to });
  return found;
}

function* fileValues({ tree }: OpenFile): Generator<Span> {
  const pending = tree.root === undefined ? [] : [tree.root];
  for (let e = pending.pop(); e !== undefined; e = pending.pop()) {
    pending.push(...e.children.toReversed());
    const attributes = meaningOf(e)?.attributes ?? {};
    for (const { name, value } of e.start.attributes)
      if (value !== undefined && attributes[tree.text.slice(name.from, name.to)]?.type === 'file') yield value;
  }
}

const escapeName = (name: string): string =>
  name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&apos;');

/** Edits that give the element at an offset another name, wherever it is used. */
export function renameAt(library: Library, file: OpenFile, offset: number, to: string): TextEdit[] {
  const name = nameAt(file, offset);
  if (name === undefined) throw new ArgumentError('there is no name here', 'bad-argument', 'put the cursor in a name');
  if (to.trim() === '' || to.includes('\n')) throw new ArgumentError('a name must be one line of text');
  if (to === name.name) return [];
  const [taken] = declarationsOf(library, file, { ...name, name: to });
  if (taken !== undefined)
    throw new ArgumentError(
      `${name.space} '${to}' already exists in ${taken.file.path}`,
      'bad-argument',
      'take another name',
    );
  if (declarationsOf(library, file, name).length === 0)
    throw new ArgumentError(
      `nothing here is named '${name.name}'`,
      'unknown-name',
      'it may come from an attached model',
    );
  return usesOf(library, file, name).map((use) => ({ ...placeOf(use), text: escapeName(to) }));
}
