import { meaningOf } from './grammar.ts';
import type { OpenFile } from './model-files.ts';
import { attributeValue } from './names.ts';
import type { Span } from './tokens.ts';
import type { TreeElement } from './tree.ts';

/** An element of a file and those within it, for a table of contents. */
export interface Outline extends Span {
  /** The tag, with the element's name where it has one. */
  readonly label: string;
  /** Where the tag is. */
  readonly tag: Span;
  /** The elements within. */
  readonly children: readonly Outline[];
}

const MAX_DEPTH = 200; // deeper elements are left out: a client could not show them

/** The elements of a file that have a name, or others within. */
export function outlineOf({ tree }: OpenFile): Outline[] {
  const outline = (e: TreeElement, depth: number): Outline => {
    const { from, to } = e.start.name;
    const name = attributeValue(tree.text, e, 'name') ?? attributeValue(tree.text, e, 'class');
    const children = depth < MAX_DEPTH ? e.children.filter(isShown).map((c) => outline(c, depth + 1)) : [];
    return {
      label: name === undefined ? e.tag : `${e.tag} ${name}`,
      tag: { from, to },
      from: e.start.from,
      to: e.to,
      children,
    };
  };
  const isShown = (e: TreeElement): boolean => e.children.length > 0 || meaningOf(e)?.attributes['name'] !== undefined;
  return tree.root === undefined ? [] : [outline(tree.root, 0)];
}
