import type { Diagnostics, Located, SourceLocation } from '../errors.ts';
import { dirName } from '../files/paths.ts';
import type { Limits } from '../limits.ts';
import { locationOf, type XmlDocument, type XmlElement } from './document.ts';
import { decodeEntities } from './entities.ts';

const AMPERSAND_HINT = 'write & as &amp;';
const LESS_HINT = 'write < as &lt;';

/**
 * Parses a file to a tree of elements. It accepts what MuJoCo's parser accepts and warns of what is not XML; where the
 * text can be read on after an error, all errors are collected. Entities beyond the five of XML are never expanded.
 */
export function parseXml(text: string, file: string, diagnostics: Diagnostics, limits: Limits): XmlElement {
  if (text.length > limits.textLength) {
    const message = `the file is too long: ${text.length} characters`;
    diagnostics.fatal('limit', message, { source: { file, line: 1, column: 1 } }, 'raise limits.textLength');
  }
  return new XmlParser(text, file, diagnostics, limits).parse();
}

class XmlParser {
  private readonly text: string;
  private readonly document: XmlDocument;
  private readonly diagnostics: Diagnostics;
  private readonly limits: Limits;
  private readonly stack: XmlElement[] = [];
  private root: XmlElement | undefined;
  private at = 0;
  private count = 0;
  /** Nothing but declarations came before: one more may follow. */
  private atStart = true;
  private line = 1;
  /** Offsets of the first character of `line` and of its end. */
  private lineStart = 0;
  private lineEnd: number;

  constructor(text: string, file: string, diagnostics: Diagnostics, limits: Limits) {
    this.text = text;
    this.document = { file, dir: dirName(file), text };
    this.diagnostics = diagnostics;
    this.limits = limits;
    this.lineEnd = this.endOfLine(0);
  }

  parse(): XmlElement {
    const { text } = this;
    let isOpen = true;
    while (isOpen) {
      const tag = text.indexOf('<', this.at);
      if (this.stack.length === 0) this.checkOutside(this.at, tag < 0 ? text.length : tag);
      if (tag < 0) break;
      isOpen = this.readMarkup(tag);
    }
    for (const e of this.stack) this.diagnostics.error('xml-syntax', 'the element is not closed', located(e));
    this.diagnostics.throwIfErrors();
    const hint = 'this is read as text; to read a file by its name, use loadModelFile';
    return this.root ?? this.fatal('there is no XML element in the file', 0, hint);
  }

  /** Text outside of the root means nothing; after the root it is an error. */
  private checkOutside(start: number, end: number): void {
    const at = this.skipSpace(start);
    if (at >= end) return;
    this.atStart = false;
    if (this.root === undefined) this.warning('text before the root element', at);
    else this.error('text after the root element', at);
  }

  /** Reads what begins with the `<` at `start`; false if the rest of the file does not count. */
  private readMarkup(start: number): boolean {
    const { text } = this;
    const c = text[start + 1];
    if (c === '!') this.skipDeclaration(start);
    else if (c === '?') this.skipInstruction(start);
    else {
      this.atStart = false;
      this.at = this.skipSpace(start + 1);
      if (text[this.at] === '/') return this.readEnd(start);
      this.readStart(start);
    }
    return true;
  }

  /** Comments, CDATA and declarations: none of them means anything in a model, but for the CDATA of a custom text. */
  private skipDeclaration(start: number): void {
    const { text } = this;
    this.atStart = false;
    if (text.startsWith('<!--', start)) {
      this.skipTo('-->', start, 4, 'comment');
      this.noteComment(start);
      const inner = text.indexOf('--', start + 4);
      if (inner < this.at - 3) this.warning('malformed comment', inner, "a comment may not contain '--'");
    } else if (text.startsWith('<![CDATA[', start)) {
      this.skipTo(']]>', start, 9, 'CDATA section');
      const element = this.stack.at(-1);
      if (element !== undefined && element.cdata === undefined) {
        element.cdata = text.slice(start + 9, this.at - 3).replace(/\r\n?/g, '\n');
        this.checkLength('CDATA', element.cdata, start);
      }
    } else if (/^<!doctype/i.test(text.slice(start, start + 9))) {
      const hint = 'remove the DOCTYPE; if this is a web page, the address of the model is wrong';
      this.diagnostics.fatal(
        'xml-doctype',
        'document type declarations are refused',
        { source: this.locate(start) },
        hint,
      );
    } else {
      this.skipTo('>', start, 2, 'declaration');
      this.warning('this declaration is ignored', start);
    }
  }

  /** Keeps the comment that a root element begins with. */
  private noteComment(start: number): void {
    const { root, stack, text } = this;
    if (root === undefined || stack.length !== 1 || root.children.length > 0 || root.comment !== undefined) return;
    root.comment = text.slice(start + 4, this.at - 3).replace(/\r\n?/g, '\n');
  }

  private skipInstruction(start: number): void {
    if (!this.atStart) this.error('an XML declaration must be at the start of the document', start);
    this.skipTo('?>', start, 2, 'declaration');
  }

  private skipTo(end: string, start: number, length: number, what: string): void {
    const found = this.text.indexOf(end, start + length);
    if (found < 0) this.fatal(`the ${what} does not end`, start);
    this.at = found + end.length;
  }

  private readStart(start: number): void {
    const { line, column } = this.locate(start);
    const name = this.readName();
    if (name === '') this.fatal("an element's name must follow '<'", start, LESS_HINT);
    const { document } = this;
    const attributes = this.readAttributes();
    const element: XmlElement = { name, attributes, children: [], document, line, column, offset: start };
    this.checkLimits(element);
    const parent = this.stack.at(-1);
    if (parent !== undefined) parent.children.push(element);
    else if (this.root === undefined) this.root = element;
    else
      this.diagnostics.warning('xml-syntax', 'a document has only one root; this element is ignored', located(element));
    if (!this.closesTag(start)) this.stack.push(element);
  }

  /** An end tag; without an element to end, the rest of the file does not count. */
  private readEnd(start: number): boolean {
    const source = this.locate(start);
    this.at++;
    const name = this.readName();
    if (name === '') this.fatal("an element's name must follow '</'", start);
    for (const _ in this.readAttributes()) this.warning('an end tag has attributes', this.at);
    if (this.closesTag(start)) this.fatal("an end tag ends with '>'", start);
    const { stack } = this;
    const open = stack.at(-1);
    if (open === undefined) {
      this.diagnostics.warning('xml-syntax', `no element '${name}' is open; the rest of the file is ignored`, {
        source,
      });
      return false;
    }
    if (open.name === name) {
      stack.pop();
      return true;
    }
    const message = `</${name}> cannot end the element '${open.name}' of line ${open.line}`;
    this.diagnostics.error('xml-syntax', message, { source });
    const same = stack.findLastIndex((e) => e.name === name);
    if (same >= 0) stack.length = same;
    return true;
  }

  /** Whether the tag at whose end we are is `<.../>`. */
  private closesTag(start: number): boolean {
    const { text } = this;
    const isEmpty = text[this.at] === '/';
    if (isEmpty) this.at++;
    if (text[this.at] !== '>') this.fatal("the tag does not end with '>'", this.at >= text.length ? start : this.at);
    this.at++;
    return isEmpty;
  }

  private readAttributes(): Record<string, string> {
    const { text } = this;
    const attributes: Record<string, string> = Object.create(null);
    for (;;) {
      const start = this.skipSpace(this.at);
      this.at = start;
      const name = this.readName();
      if (name === '') return attributes;
      if (name in attributes) this.error(`duplicate attribute '${name}'`, start, 'an attribute may be given once');
      this.at = this.skipSpace(this.at);
      if (text[this.at] !== '=') this.fatal(`attribute '${name}' has no value`, start);
      this.at = this.skipSpace(this.at + 1);
      attributes[name] = this.readValue(name, start);
      this.checkLength(name, attributes[name], start);
      if (isNameStart(text.charCodeAt(this.at))) this.warning('attributes must be separated by white space', this.at);
    }
  }

  /** Refuses what is too long to be a name, or to be kept. */
  private checkLength(name: string, value: string, start: number): void {
    const { attributeLength, nameLength } = this.limits;
    const refuse = (what: string, most: number, limit: string): never =>
      this.diagnostics.fatal(
        'limit',
        `${what} has more than ${most} characters`,
        { source: this.locate(start) },
        limit,
      );
    if (name.length > nameLength || (name === 'name' && value.length > nameLength))
      refuse('a name', nameLength, 'raise limits.nameLength');
    if (value.length > attributeLength) refuse(`attribute '${name}'`, attributeLength, 'raise limits.attributeLength');
  }

  private readValue(name: string, attribute: number): string {
    const { text, at } = this;
    const quote = text[at];
    if (quote !== '"' && quote !== "'") {
      this.fatal(`the value of '${name}' is not quoted`, attribute, 'put the value in quotes');
    }
    const end = text.indexOf(quote, at + 1);
    if (end < 0) this.fatal(`the value of '${name}' does not end`, attribute);
    this.at = end + 1;
    const value = text.slice(at + 1, end);
    if (value.includes('<')) this.warning("a value cannot contain '<'", at, LESS_HINT);
    if (!value.includes('&')) return value;
    return decodeEntities(value, (i) => this.warning("'&' does not start an entity", at + 1 + i, AMPERSAND_HINT));
  }

  private readName(): string {
    const { text, at } = this;
    let end = at;
    if (isNameStart(text.charCodeAt(end)))
      do end++;
      while (isNamePart(text.charCodeAt(end)));
    this.at = end;
    return text.slice(at, end);
  }

  private skipSpace(start: number): number {
    const { text } = this;
    let at = start;
    while (isSpace(text.charCodeAt(at))) at++;
    return at;
  }

  private checkLimits(element: XmlElement): void {
    const { depth, elements, nameLength } = this.limits;
    if (element.name.length > nameLength) {
      const message = `the name of an element has more than ${nameLength} characters`;
      this.diagnostics.fatal('limit', message, { source: locationOf(element) }, 'raise limits.nameLength');
    }
    if (this.stack.length >= depth) {
      const message = `elements are nested more than ${depth} deep`;
      this.diagnostics.fatal('xml-depth', message, located(element), 'raise limits.depth');
    }
    if (++this.count > elements) {
      const message = `the file has more than ${elements} elements`;
      this.diagnostics.fatal('limit', message, located(element), 'raise limits.elements');
    }
  }

  /** Line and column of an offset. Offsets must grow, or lines are counted anew: only a fatal error may go back. */
  private locate(offset: number): SourceLocation {
    if (offset < this.lineStart) {
      this.line = 1;
      this.lineStart = 0;
      this.lineEnd = this.endOfLine(0);
    }
    while (this.lineEnd < offset) {
      this.line++;
      this.lineStart = this.lineEnd + 1;
      this.lineEnd = this.endOfLine(this.lineStart);
    }
    return { file: this.document.file, line: this.line, column: offset - this.lineStart + 1 };
  }

  private endOfLine(start: number): number {
    const end = this.text.indexOf('\n', start);
    return end < 0 ? this.text.length : end;
  }

  private warning(message: string, offset: number, hint?: string): void {
    this.diagnostics.warning('xml-syntax', message, { source: this.locate(offset) }, hint);
  }

  private error(message: string, offset: number, hint?: string): void {
    this.diagnostics.error('xml-syntax', message, { source: this.locate(offset) }, hint);
  }

  private fatal(message: string, offset: number, hint?: string): never {
    this.diagnostics.fatal('xml-syntax', message, { source: this.locate(offset) }, hint);
  }
}

const located = (e: XmlElement): Located => ({ kind: e.name, source: locationOf(e) });

const isSpace = (c: number): boolean => c === 32 || (c >= 9 && c <= 13);

/** Letters, `_`, `:` and everything beyond ASCII. */
const isNameStart = (c: number): boolean =>
  (c >= 97 && c <= 122) || (c >= 65 && c <= 90) || c === 95 || c === 58 || c >= 128;

const isNamePart = (c: number): boolean => isNameStart(c) || (c >= 48 && c <= 57) || c === 45 || c === 46;
