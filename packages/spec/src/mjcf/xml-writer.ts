const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
};

const escapeText = (text: string): string => text.replace(/[&<>"\n\r\t]/g, (c) => ESCAPES[c] ?? c);

/** Indented XML, element by element. */
export class XmlWriter {
  private readonly parts: string[] = [];
  private depth = 0;

  get text(): string {
    return this.parts.join('');
  }

  open(tag: string, attributes: readonly (readonly [string, string])[]): void {
    this.parts.push(`${this.start(tag, attributes)}>\n`);
    this.depth++;
  }

  close(tag: string): void {
    this.depth--;
    this.parts.push(`${'  '.repeat(Math.min(this.depth, 50))}</${tag}>\n`);
  }

  empty(tag: string, attributes: readonly (readonly [string, string])[]): void {
    this.parts.push(`${this.start(tag, attributes)}/>\n`);
  }

  comment(text: string): void {
    this.parts.push(`${'  '.repeat(Math.min(this.depth, 50))}<!--${text}-->\n`);
  }

  private start(tag: string, attributes: readonly (readonly [string, string])[]): string {
    let text = `${'  '.repeat(Math.min(this.depth, 50))}<${tag}`;
    for (const [key, value] of attributes) text += ` ${key}="${escapeText(value)}"`;
    return text;
  }
}
