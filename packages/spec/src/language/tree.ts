import { type AttributeToken, type Span, type Token, tokenize } from './tokens.ts';

type StartToken = Token & { kind: 'start' };

/** An element as it is written, with its place. */
export interface TreeElement {
  readonly tag: string;
  readonly start: StartToken;
  readonly parent: TreeElement | undefined;
  readonly children: TreeElement[];
  /** The end tag, if there is one. */
  end: (Token & { kind: 'end' }) | undefined;
  /** Behind its last character. */
  to: number;
}

export interface Tree {
  readonly text: string;
  readonly root: TreeElement | undefined;
  /** Comments and the like, where nothing is to be completed. */
  readonly quiet: readonly Span[];
}

/** Builds the tree of a text; end tags that do not fit are skipped. */
export function buildTree(text: string): Tree {
  let root: TreeElement | undefined;
  const quiet: Span[] = [];
  const open: TreeElement[] = [];
  for (const token of tokenize(text)) {
    if (token.kind === 'comment' || token.kind === 'other') quiet.push(token);
    else if (token.kind === 'start') {
      const tag = text.slice(token.name.from, token.name.to);
      const parent = open.at(-1);
      const element = { tag, start: token, parent, children: [], end: undefined, to: token.to };
      parent?.children.push(element);
      root ??= element;
      if (!token.isEmpty) open.push(element);
    } else if (token.kind === 'end') {
      const tag = text.slice(token.name.from, token.name.to);
      const depth = open.findLastIndex((e) => e.tag === tag);
      if (depth < 0) continue;
      const closed = open.splice(depth);
      for (const element of closed) element.to = token.to;
      closed[0].end = token;
    }
  }
  for (const element of open) element.to = text.length;
  return { text, root, quiet };
}

/** Every element, in the order of the text. */
export function* elementsIn(element: TreeElement | undefined): Generator<TreeElement> {
  const pending = element === undefined ? [] : [element];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    yield next;
    for (let k = next.children.length - 1; k >= 0; k--) pending.push(next.children[k]);
  }
}

/** What stands at a place in the text. */
export type Place =
  | { readonly kind: 'quiet' }
  /** between tags: `element` is the one that the place is in */
  | { readonly kind: 'content'; readonly element: TreeElement | undefined }
  /** in the name of a start tag */
  | { readonly kind: 'tag'; readonly element: TreeElement; readonly span: Span }
  /** in the name of an end tag: `element` is the one that is open */
  | { readonly kind: 'end'; readonly element: TreeElement | undefined; readonly span: Span }
  /** within a start tag, in or before the name of an attribute */
  | {
      readonly kind: 'attribute';
      readonly element: TreeElement;
      readonly span: Span;
      readonly attribute?: AttributeToken;
    }
  /** in the value of an attribute */
  | { readonly kind: 'value'; readonly element: TreeElement; readonly attribute: AttributeToken; readonly span: Span };

const isIn = ({ from, to }: Span, offset: number): boolean => offset >= from && offset <= to;

/** Whether more may be typed at the end of an element. */
const isOpen = ({ start, end }: TreeElement): boolean => !start.isClosed || (!start.isEmpty && end === undefined);

/** What stands at an offset of the text. */
export function placeAt(tree: Tree, offset: number): Place {
  if (tree.quiet.some(({ from, to }) => offset > from && offset < to)) return { kind: 'quiet' };
  let inner: TreeElement | undefined;
  for (let next = tree.root; next !== undefined; ) {
    inner = next;
    next = next.children.find((c) => offset > c.start.from && (offset < c.to || (offset === c.to && isOpen(c))));
  }
  if (inner === undefined || offset <= inner.start.from) return endTagAt(tree, offset, undefined);
  const { start } = inner;
  const isInTag = start.isClosed ? offset <= start.to - (start.isEmpty ? 2 : 1) : offset <= start.to;
  return isInTag ? inTag(inner, offset) : endTagAt(tree, offset, inner);
}

function inTag(element: TreeElement, offset: number): Place {
  const { name, attributes } = element.start;
  if (isIn(name, offset)) return { kind: 'tag', element, span: name };
  for (const attribute of attributes) {
    if (isIn(attribute.name, offset)) return { kind: 'attribute', element, attribute, span: attribute.name };
    if (attribute.value !== undefined && isIn(attribute.value, offset))
      return { kind: 'value', element, attribute, span: attribute.value };
  }
  return { kind: 'attribute', element, span: { from: offset, to: offset } };
}

/** `</na|`, with or without an element to close; otherwise the place is between tags. */
function endTagAt({ text }: Tree, offset: number, element: TreeElement | undefined): Place {
  const match = /<\/[^<>]*$/.exec(text.slice(Math.max(0, offset - 100), offset));
  if (match === null) return { kind: 'content', element: element && offset >= element.to ? element.parent : element };
  const from = offset - match[0].length + 2;
  const [rest = ''] = /^[^<>\s]*/.exec(text.slice(offset)) ?? [];
  return { kind: 'end', element, span: { from, to: offset + rest.length } };
}
