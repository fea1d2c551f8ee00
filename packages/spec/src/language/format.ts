import { type AttributeToken, type Token, tokenize } from './tokens.ts';

const INDENT = '  ';
const WIDTH = 120;

/** One element per line, two spaces per level, long tags broken between attributes. Comments, values and single blank lines stay. */
export function formatText(text: string): string {
  const lines: string[] = [];
  const tokens = [...tokenize(text)];
  let depth = 0;
  let gap = 0; // line breaks since the last token
  for (const [k, token] of tokens.entries()) {
    if (token.kind === 'text') {
      const words = text.slice(token.from, token.to);
      gap = words.split('\n').length - 1;
      if (words.trim() !== '') lines.push(INDENT.repeat(depth) + words.trim());
      continue;
    }
    if (token.kind === 'end') {
      depth = Math.max(0, depth - 1);
      if (!isEmptied(text, tokens, k))
        lines.push(`${INDENT.repeat(depth)}</${text.slice(token.name.from, token.name.to)}>`);
    } else if (token.kind === 'start') {
      if (gap > 1 && lines.length > 0) lines.push('');
      lines.push(formatTag(text, token, depth, token.isEmpty || isEndOf(text, tokens, k)));
      if (!token.isEmpty) depth++;
    } else {
      const source = text.slice(token.from, token.to);
      if (gap > 1 && lines.length > 0) lines.push('');
      if (gap === 0 && token.kind === 'comment' && lines.length > 0) lines[lines.length - 1] += ` ${source}`;
      else lines.push(INDENT.repeat(depth) + source);
    }
    gap = 0;
  }
  return `${lines.join('\n')}\n`;
}

/** The next token that is not white space, and whether it ends the tag at `k`. */
function isEndOf(text: string, tokens: readonly Token[], k: number): boolean {
  const [next, after] = [tokens[k + 1], tokens[k + 2]];
  if (next?.kind === 'text' && text.slice(next.from, next.to).trim() === '') return after?.kind === 'end';
  return next?.kind === 'end';
}

/** Whether the end tag at `k` was written as `/>` already. */
function isEmptied(text: string, tokens: readonly Token[], k: number): boolean {
  const start = tokens[k - 1]?.kind === 'text' ? k - 2 : k - 1;
  const token = tokens[start];
  return token?.kind === 'start' && !token.isEmpty && isEndOf(text, tokens, start);
}

function formatTag(text: string, token: Token & { kind: 'start' }, depth: number, isEmpty: boolean): string {
  const open = `${INDENT.repeat(depth)}<${text.slice(token.name.from, token.name.to)}`;
  const parts = token.attributes.map((a) => attributeSource(text, a));
  const close = isEmpty ? '/>' : '>';
  const line = [open, ...parts].join(' ') + close;
  if (line.length <= WIDTH || parts.length < 2) return line;
  const pad = ' '.repeat(open.length + 1);
  const rows = [`${open} ${parts[0]}`];
  for (const part of parts.slice(1)) {
    const last = rows[rows.length - 1];
    if (last.length + part.length + 1 + close.length > WIDTH) rows.push(pad + part);
    else rows[rows.length - 1] = `${last} ${part}`;
  }
  return rows.join('\n') + close;
}

/** `name="value"`, with the quotes that it has. */
function attributeSource(text: string, { name, value }: AttributeToken): string {
  const key = text.slice(name.from, name.to);
  if (value === undefined) return key;
  const quote = text[value.from - 1];
  return `${key}=${quote}${text.slice(value.from, value.to)}${quote}`;
}
