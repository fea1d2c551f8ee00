import type { SourceLocation } from '../errors.ts';

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
  /** The comment that comes first in it, where nothing but space is before. */
  comment?: string;
  /** The text of its first CDATA section. */
  cdata?: string;
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
