/** A part of a text: from its first character to behind its last. */
export interface Span {
  /** Index of the first character. */
  readonly from: number;
  /** Index behind the last character. */
  readonly to: number;
}

/** An attribute as it is written; `value` is the text between the quotes, absent while it is being typed. */
export interface AttributeToken {
  readonly name: Span;
  readonly value: Span | undefined;
}

export type Token = Span &
  (
    | { readonly kind: 'text' | 'comment' | 'other' }
    | { readonly kind: 'end'; readonly name: Span }
    | {
        readonly kind: 'start';
        readonly name: Span;
        readonly attributes: readonly AttributeToken[];
        /** Whether it ends with `/>`. */
        readonly isEmpty: boolean;
        /** Whether it ends at all: a tag that is being typed does not. */
        readonly isClosed: boolean;
      }
  );

const NAME = /[^\s<>/="'!?]*/y;
const SPACE = /\s*/y;

const skip = (text: string, pattern: RegExp, at: number): number => {
  if (at >= text.length) return at;
  pattern.lastIndex = at;
  pattern.exec(text);
  return pattern.lastIndex;
};

/** Cuts XML into tokens that cover the whole text, whatever it is: an editor asks while half a tag is there. */
export function* tokenize(text: string): Generator<Token> {
  for (let at = 0; at < text.length; ) {
    const token = readToken(text, at);
    yield token;
    at = token.to;
  }
}

function readToken(text: string, from: number): Token {
  if (text[from] !== '<') {
    const next = text.indexOf('<', from);
    return { kind: 'text', from, to: next < 0 ? text.length : next };
  }
  if (text.startsWith('<!--', from)) return { kind: 'comment', from, to: behind(text, '-->', from + 4) };
  if (text.startsWith('<![CDATA[', from)) return { kind: 'other', from, to: behind(text, ']]>', from) };
  if (text[from + 1] === '!' || text[from + 1] === '?') return { kind: 'other', from, to: behind(text, '>', from) };
  return text[from + 1] === '/' ? readEnd(text, from) : readStart(text, from);
}

/** The index behind the next `end`, or the end of the text. */
function behind(text: string, end: string, from: number): number {
  const at = text.indexOf(end, from);
  return at < 0 ? text.length : at + end.length;
}

function readEnd(text: string, from: number): Token {
  const name = { from: from + 2, to: skip(text, NAME, from + 2) };
  const at = skip(text, SPACE, name.to);
  return { kind: 'end', from, to: text[at] === '>' ? at + 1 : name.to, name };
}

function readStart(text: string, from: number): Token {
  const name = { from: from + 1, to: skip(text, NAME, from + 1) };
  const attributes: AttributeToken[] = [];
  for (let at = name.to; ; ) {
    at = skip(text, SPACE, at);
    const c = text[at];
    if (c === '>') return { kind: 'start', from, to: at + 1, name, attributes, isEmpty: false, isClosed: true };
    if (c === '/' && text[at + 1] === '>')
      return { kind: 'start', from, to: at + 2, name, attributes, isEmpty: true, isClosed: true };
    if (c === undefined || c === '<')
      return { kind: 'start', from, to: at, name, attributes, isEmpty: true, isClosed: false };
    const attribute = readAttribute(text, at);
    if (attribute === undefined)
      at++; // a stray character
    else {
      attributes.push(attribute);
      at = behindAttribute(text, attribute);
    }
  }
}

function behindAttribute(text: string, { name, value }: AttributeToken): number {
  if (value !== undefined) return text[value.to] === text[value.from - 1] ? value.to + 1 : value.to;
  const equals = skip(text, SPACE, name.to);
  return text[equals] === '=' ? equals + 1 : name.to;
}

/** An attribute; a value whose quote is missing ends with the line, or where the next tag begins. */
function readAttribute(text: string, from: number): AttributeToken | undefined {
  const name = { from, to: skip(text, NAME, from) };
  if (name.to === from) return undefined;
  const equals = skip(text, SPACE, name.to);
  const open = skip(text, SPACE, equals + 1);
  const quote = text[open];
  if (text[equals] !== '=' || (quote !== '"' && quote !== "'")) return { name, value: undefined };
  const close = text.indexOf(quote, open + 1);
  const tag = text.indexOf('<', open + 1);
  if (close >= 0 && (tag < 0 || close < tag)) return { name, value: { from: open + 1, to: close } };
  const line = text.indexOf('\n', open + 1);
  const ends = [line, tag, text.length].filter((end) => end >= 0);
  return { name, value: { from: open + 1, to: Math.min(...ends) } };
}
