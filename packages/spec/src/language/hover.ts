import { attributeDoc, attributeTitle, elementDoc } from './describe.ts';
import { meaningOf } from './grammar.ts';
import type { Library, OpenFile } from './model-files.ts';
import { declarationsOf, nameAt } from './navigate.ts';
import type { Span } from './tokens.ts';
import { type Place, placeAt } from './tree.ts';

/** What is known about the thing at a place. */
export interface Hover extends Span {
  /** One line: `size: 1 to 3 numbers`. */
  readonly title: string;
  /** What it means. */
  readonly text: string;
}

/** What is known about the thing at an offset of a file. */
export function hoverAt(library: Library, file: OpenFile, offset: number): Hover | undefined {
  const place = placeAt(file.tree, offset);
  if (place.kind === 'tag') return tagHover(place);
  if (place.kind === 'value') return nameHover(library, file, offset) ?? attributeHover(file, place);
  return place.kind === 'attribute' && place.attribute !== undefined ? attributeHover(file, place) : undefined;
}

function tagHover({ element, span }: Place & { kind: 'tag' }): Hover | undefined {
  const meaning = meaningOf(element);
  return meaning && { from: span.from, to: span.to, title: `<${element.tag}>`, text: elementDoc(meaning) };
}

function attributeHover({ tree }: OpenFile, place: Place & { kind: 'attribute' | 'value' }): Hover | undefined {
  const meaning = meaningOf(place.element);
  if (meaning === undefined || place.attribute === undefined) return undefined;
  const { name } = place.attribute;
  const key = tree.text.slice(name.from, name.to);
  const attribute = Object.hasOwn(meaning.attributes, key) ? meaning.attributes[key] : undefined;
  if (attribute === undefined) return undefined;
  const { from, to } = place.span;
  return { from, to, title: attributeTitle(key, attribute), text: attributeDoc(meaning, key) };
}

/** A name that refers to another element: where that one is. */
function nameHover(library: Library, file: OpenFile, offset: number): Hover | undefined {
  const use = nameAt(file, offset);
  if (use === undefined || use.isDeclaration) return undefined;
  const [first] = declarationsOf(library, file, use);
  if (first === undefined) return undefined;
  const { text } = first.file.tree;
  const { start } = first.use.element;
  const line = text.slice(0, start.from).split('\n').length;
  const { from, to } = use.span;
  return { from, to, title: text.slice(start.from, start.to).replace(/\s+/g, ' '), text: `${first.file.path}:${line}` };
}
