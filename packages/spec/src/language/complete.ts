import { dirName, relativePath } from '../files/paths.ts';
import { attributeDoc, attributeTitle, elementDoc, typeText } from './describe.ts';
import { childMeaning, type Meaning, meaningOf } from './grammar.ts';
import { folderOf, type Library, type OpenFile } from './model-files.ts';
import { spaceOf, textOfValue } from './names.ts';
import type { Span } from './tokens.ts';
import { type Place, placeAt, type TreeElement } from './tree.ts';

/** What a completion stands for. */
export type CompletionKind = 'element' | 'attribute' | 'keyword' | 'name' | 'class' | 'file';

/** Something that may be typed at a place. */
export interface Completion extends Span {
  /** What is shown, and what is inserted where snippets are not understood. */
  readonly label: string;
  /** What it stands for. */
  readonly kind: CompletionKind;
  /** What is inserted in place of the text from `from` to `to`; `${1}`, `${2}` are places to type at. */
  readonly snippet: string;
  /** A few words beside the label. */
  readonly detail: string;
  /** What it means. */
  readonly documentation: string;
  /** Whether the language demands it: these come first. */
  readonly isRequired: boolean;
}

const plain = (label: string, kind: CompletionKind, detail: string, span: Span): Completion => ({
  label,
  kind,
  snippet: label,
  detail,
  documentation: '',
  isRequired: false,
  from: span.from,
  to: span.to,
});

/** What may be typed at an offset of a file. */
export function completionsAt(library: Library, file: OpenFile, offset: number): Completion[] {
  const place = placeAt(file.tree, offset);
  switch (place.kind) {
    case 'content':
      return contentCompletions(file, place.element, offset);
    case 'tag':
      return elementCompletions(file, place.element.parent, { from: place.span.from, to: offset }, place.element);
    case 'end':
      return place.element === undefined ? [] : [plain(place.element.tag, 'element', 'end tag', place.span)];
    case 'attribute':
      return attributeCompletions(file, place, offset);
    case 'value':
      return valueCompletions(library, file, place, offset);
    default:
      return [];
  }
}

/** Between tags an element is completed with its `<`, unless that is there. */
function contentCompletions(file: OpenFile, parent: TreeElement | undefined, offset: number): Completion[] {
  const span = { from: offset, to: offset };
  if (file.tree.text[offset - 1] === '<') return elementCompletions(file, parent, span);
  return elementCompletions(file, parent, span).map((c) => ({ ...c, snippet: `<${c.snippet}` }));
}

function elementCompletions(
  { tree }: OpenFile,
  parent: TreeElement | undefined,
  span: Span,
  typed?: TreeElement,
): Completion[] {
  if (parent === undefined) return tree.root === undefined || tree.root === typed ? rootCompletions(span) : [];
  const meaning = meaningOf(parent);
  if (meaning === undefined) return [];
  const present = new Set(parent.children.filter((c) => c !== typed).map((c) => c.tag));
  const tags = Object.keys(meaning.children).filter((tag) => meaning.children[tag].card === '*' || !present.has(tag));
  if (meaning.dialect === 'mjcf') tags.push('include');
  return tags.map((tag) => elementCompletion(tag, childMeaning(meaning, tag) as Meaning, span, typed));
}

const rootCompletions = (span: Span): Completion[] =>
  ['mujoco', 'robot'].map((tag) => ({
    ...plain(tag, 'element', tag === 'robot' ? 'URDF' : 'MJCF', span),
    snippet: `${tag} ${tag === 'robot' ? 'name' : 'model'}="${field(1)}">
	${field(2)}
</${tag}>`,
  }));

/** A place of a snippet to type at. */
const field = (n: number): string => `\${${n}}`;

/** Elements that seldom have children are completed without. */
const SELDOM_PARENTS: ReadonlySet<string> = new Set(['geom', 'mesh', 'material', 'plugin']);

/** An element with its required attributes, closed; the tag alone where more of it is there already. */
function elementCompletion(tag: string, meaning: Meaning, span: Span, typed?: TreeElement): Completion {
  const completion = { ...plain(tag, 'element', 'element', span), documentation: elementDoc(meaning) };
  if (typed !== undefined && (typed.start.isClosed || typed.start.attributes.length > 0)) return completion;
  const all = Object.keys(meaning.attributes);
  const required = all.filter((key) => meaning.attributes[key].required);
  const attributes = required.map((key, k) => ` ${key}="${field(k + 1)}"`);
  const isParent = Object.keys(meaning.children).length > 0 && !SELDOM_PARENTS.has(tag);
  if (attributes.length === 0 && isParent && all.includes('name')) attributes.push(` name="${field(1)}"`);
  if (attributes.length === 0 && !isParent) attributes.push(` ${field(1)}`);
  const close = isParent ? `>\n\t${field(attributes.length + 1)}\n</${tag}>` : '/>';
  return { ...completion, snippet: `${tag}${attributes.join('')}${close}` };
}

/** Attributes that are not there yet; right before one, another is typed. */
function attributeCompletions({ tree }: OpenFile, place: Place & { kind: 'attribute' }, offset: number): Completion[] {
  const { element } = place;
  const typed = offset > place.span.from ? place.attribute : undefined;
  const span = { from: place.span.from, to: offset };
  const meaning = meaningOf(element);
  if (meaning === undefined) return [];
  const present = new Set(
    element.start.attributes.filter((a) => a !== typed).map((a) => tree.text.slice(a.name.from, a.name.to)),
  );
  return Object.entries(meaning.attributes)
    .filter(([key]) => !present.has(key))
    .map(([key, attribute]) => ({
      ...plain(key, 'attribute', attributeTitle(key, attribute).slice(key.length + 2), span),
      snippet: typed?.value === undefined ? `${key}="${field(1)}"` : key,
      documentation: attributeDoc(meaning, key),
      isRequired: attribute.required === true,
    }));
}

/** The word at an offset within a value of several words. */
function wordAt(text: string, { from, to }: Span, offset: number): Span {
  let [start, end] = [offset, offset];
  while (start > from && !/\s/.test(text[start - 1])) start--;
  while (end < to && !/\s/.test(text[end])) end++;
  return { from: start, to: end };
}

function valueCompletions(
  library: Library,
  file: OpenFile,
  place: Place & { kind: 'value' },
  offset: number,
): Completion[] {
  const { text } = file.tree;
  const { element, attribute: token } = place;
  const meaning = meaningOf(element);
  const key = text.slice(token.name.from, token.name.to);
  const attribute = meaning?.attributes[key];
  if (meaning === undefined || attribute === undefined) return [];
  const several = attribute.type === 'flags' || attribute.type === 'names';
  const span = several ? wordAt(text, place.span, offset) : place.span;
  if (attribute.keywords !== undefined)
    return attribute.keywords.map((word) => plain(String(word), 'keyword', key, span));
  if (attribute.type === 'file') return fileCompletions(library, file, element, span);
  const space = attribute.type === 'id' ? undefined : spaceOf(text, element, meaning, key);
  return space === undefined
    ? []
    : nameCompletions(library, file, space, span, textOfValue(text, token), typeText(attribute));
}

function nameCompletions(
  library: Library,
  file: OpenFile,
  space: string,
  span: Span,
  current: string,
  detail: string,
): Completion[] {
  const names = new Set<string>(space === 'default' ? ['main'] : space === 'body' ? ['world'] : []);
  for (const { names: uses } of library.connected(file.path))
    for (const use of uses)
      if (use.isDeclaration && use.space === space && (use.name !== current || span.from === span.to))
        names.add(use.name);
  if (current !== '') names.add(current);
  return [...names].map((name) => plain(name, space === 'default' ? 'class' : 'name', detail, span));
}

/** What each element reads. */
const EXTENSIONS: Readonly<Record<string, RegExp>> = {
  mesh: /\.(stl|obj|msh)$/i,
  flexcomp: /\.(stl|obj|msh)$/i,
  hfield: /\.(png|bin)$/i,
  texture: /\.(png|ktx)$/i,
  skin: /\.skn$/i,
  include: /\.(xml|mjcf)$/i,
  model: /\.(xml|mjcf|urdf)$/i,
};

function fileCompletions(library: Library, file: OpenFile, element: TreeElement, span: Span): Completion[] {
  const [main = file.path] = library.mainsOf(file.path);
  const folder = folderOf(library, main, element);
  const wanted = EXTENSIONS[element.tag] ?? /./;
  return [...library.files.list()]
    .filter((path) => wanted.test(path) && path !== file.path)
    .map((path) => relativePath(folder, path))
    .sort((a, b) => a.split('/').length - b.split('/').length || (a < b ? -1 : 1))
    .slice(0, 200)
    .map((path) => plain(path, 'file', dirName(path), span));
}
