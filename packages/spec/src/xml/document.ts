import { SaxesParser, type SaxesTagPlain } from 'saxes';
import type { Diagnostics, SourceLocation } from '../errors.ts';
import type { Limits } from '../limits.ts';
import { dirName } from '../paths.ts';

export interface XmlDocument {
  readonly file: string;
  /** Directory of the file, `''` or with a slash at its end. */
  readonly dir: string;
  readonly text: string;
}

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Elements only: MJCF gives no meaning to text. */
  children: XmlElement[];
  readonly document: XmlDocument;
  readonly line: number;
  readonly column: number;
  /** Index of the tag's `<` in the document's text. */
  readonly offset: number;
}

export const locationOf = (e: XmlElement): SourceLocation => ({
  file: e.document.file,
  line: e.line,
  column: e.column,
});

/** Where an attribute of an element is written. */
export function attributeLocation(e: XmlElement, attribute: string): SourceLocation {
  const { text, file } = e.document;
  const pattern = /\s*([^\s=/>]+)\s*=\s*("[^"]*"|'[^']*')/y;
  pattern.lastIndex = e.offset + 1 + e.name.length;
  let line = e.line;
  let lineStart = e.offset + 1 - e.column;
  let scanned = e.offset;
  for (let m = pattern.exec(text); m !== null; m = pattern.exec(text)) {
    if (m[1] !== attribute) continue;
    const start = m.index + m[0].search(/\S/);
    for (let n = text.indexOf('\n', scanned); n >= 0 && n < start; n = text.indexOf('\n', scanned)) {
      line++;
      lineStart = n + 1;
      scanned = n + 1;
    }
    return { file, line, column: start - lineStart + 1 };
  }
  return locationOf(e);
}

/** Problems of the text that MuJoCo's parser lets pass: warnings. */
const TOLERATED = [
  'malformed comment',
  'documents may contain only one root',
  'no whitespace between attributes',
  'processing instruction',
  'XML declaration',
  'version number',
  'standalone value',
  'expected one of',
  'expected the name',
  'value must be quoted',
  'value required',
  'whitespace required',
  'disallowed in char data',
];

const HINTS: readonly (readonly [string, string])[] = [
  ['malformed comment', "a comment may not contain '--'"],
  ['undefined entity', 'write & as &amp;'],
  ['empty entity name', 'write & as &amp;'],
  ['disallowed character in entity name', 'write & as &amp;'],
  ['unquoted attribute value', 'put the value in quotes'],
  ['duplicate attribute', 'an attribute may be given once'],
  ['disallowed character in tag name', 'write < as &lt;'],
];

/** Parses a file to a tree of elements. Syntax errors are collected; it throws only when the rest cannot be read. */
export function parseXml(text: string, file: string, diagnostics: Diagnostics, limits: Limits): XmlElement {
  const document: XmlDocument = { file, dir: dirName(file), text };
  const start: SourceLocation = { file, line: 1, column: 1 };
  if (text.length > limits.textLength) {
    diagnostics.fatal('limit', `the file has ${text.length} characters`, { source: start }, 'raise limits.textLength');
  }

  const parser = new SaxesParser({ xmlns: false, position: true });
  const lines = new LineCounter(text);
  const stack: XmlElement[] = [];
  let root: XmlElement | undefined;
  let rootEnded = false;
  let ignored = 0; // depth below a second root
  let offset = 0;
  let count = 0;

  parser.on('doctype', () => {
    diagnostics.fatal(
      'xml-doctype',
      'document type declarations are refused',
      { source: { file, line: parser.line, column: 1 } },
      'remove the DOCTYPE; entities are never expanded',
    );
  });
  parser.on('opentagstart', (tag) => {
    offset = text.lastIndexOf(`<${tag.name}`, parser.position - 1);
  });
  parser.on('opentag', (tag: SaxesTagPlain) => {
    if (rootEnded || ignored > 0) {
      ignored++;
      return;
    }
    lines.advance(offset);
    const e: XmlElement = {
      name: tag.name,
      attributes: tag.attributes,
      children: [],
      document,
      line: lines.line,
      column: offset - lines.start + 1,
      offset,
    };
    if (stack.length >= limits.depth) {
      const message = `elements are nested more than ${limits.depth} deep`;
      diagnostics.fatal('xml-depth', message, { kind: e.name, source: locationOf(e) }, 'raise limits.depth');
    }
    if (++count > limits.elements) {
      const message = `the file has more than ${limits.elements} elements`;
      diagnostics.fatal('limit', message, { source: locationOf(e) }, 'raise limits.elements');
    }
    const parent = stack.at(-1);
    if (parent === undefined) root = e;
    else parent.children.push(e);
    stack.push(e);
  });
  parser.on('closetag', () => {
    if (ignored > 0) {
      ignored--;
      return;
    }
    stack.pop();
    if (stack.length === 0) rootEnded = true;
  });
  parser.on('error', (error) => {
    const message = error.message.replace(/^(.*?:)?\d+:\d+: /, '').replace(/\.$/, '');
    const at = { source: { file, line: parser.line, column: Math.max(1, parser.columnIndex) } };
    if (!rootEnded && stack.length === 0 && root === undefined && message.startsWith('text data outside')) {
      diagnostics.warning('xml-syntax', 'text before the root element', at);
      return;
    }
    const bare = message === 'unexpected end' ? bareAmpersand(text, file) : undefined;
    if (bare !== undefined) {
      diagnostics.error('xml-syntax', "'&' starts an entity that does not end", { source: bare }, 'write & as &amp;');
      return;
    }
    const hint = HINTS.find(([part]) => message.includes(part))?.[1];
    const tolerated = TOLERATED.some((part) => message.includes(part)) || message === 'disallowed character';
    if (tolerated && !isLateDeclaration(message, text)) diagnostics.warning('xml-syntax', message, at, hint);
    else diagnostics.error('xml-syntax', message, at, hint);
  });

  parser.write(text);
  parser.close();
  if (root === undefined) {
    diagnostics.throwIfErrors();
    diagnostics.fatal('xml-syntax', 'there is no XML element in the file', { source: start });
  }
  diagnostics.throwIfErrors();
  return root;
}

/** The first `&` outside of comments that no `;` follows as it should: the parser takes all the rest for a name. */
function bareAmpersand(text: string, file: string): SourceLocation | undefined {
  const visible = text.replace(/<!--[\s\S]*?-->/g, (comment) => comment.replace(/&/g, ' '));
  const at = visible.search(/&(?!#?\w+;)/);
  if (at < 0) return undefined;
  const before = text.slice(0, at);
  return { file, line: before.split('\n').length, column: at - before.lastIndexOf('\n') };
}

/** An XML declaration after something else than white space. */
const isLateDeclaration = (message: string, text: string): boolean =>
  message.includes('XML declaration must') &&
  message.includes('at the start') &&
  !/^\s*<\?xml/.test(text) &&
  text.slice(0, 4096).includes('<?xml ');

/** Line numbers for offsets that only grow. */
class LineCounter {
  line = 1;
  /** Offset of the line's first character. */
  start = 0;
  private next: number;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
    this.next = text.indexOf('\n');
  }

  advance(offset: number): void {
    while (this.next >= 0 && this.next < offset) {
      this.line++;
      this.start = this.next + 1;
      this.next = this.text.indexOf('\n', this.start);
    }
  }
}
