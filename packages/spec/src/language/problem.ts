import type { Span } from './tokens.ts';
import { placeAt, type Tree } from './tree.ts';

/** The text that a problem at a line and column is about. */
export function spanOfProblem(tree: Tree, line: number, column: number): Span {
  const { text } = tree;
  let start = 0;
  for (let k = 1; k < line; k++) {
    const end = text.indexOf('\n', start);
    if (end < 0) return { from: text.length, to: text.length };
    start = end + 1;
  }
  const offset = Math.min(start + column - 1, text.length);
  const place = placeAt(tree, text[offset] === '<' ? offset + 1 : offset);
  if (place.kind === 'tag') return place.span;
  if (place.kind === 'attribute' && place.attribute !== undefined) {
    const { name, value } = place.attribute;
    return { from: name.from, to: value === undefined ? name.to : value.to };
  }
  return { from: offset, to: Math.min(offset + 1, text.length) };
}
