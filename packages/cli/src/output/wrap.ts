// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters
const ESCAPES = /\x1b\[[0-9;]*m/g;
const INDENT = 4; // of the lines that go on

/** Columns that a text takes, without its colours. */
export function visibleLength(text: string): number {
  return [...text.replace(ESCAPES, '')].length;
}

/** Breaks lines that are longer than `width` between words; what follows is indented further. A word that is too long stays whole. */
export function wrapText(text: string, width: number, indent = INDENT): string {
  return text
    .split('\n')
    .flatMap((line) => (visibleLength(line) <= width ? [line] : wrapLine(line, width, indent)))
    .join('\n');
}

/** Puts as many parts on each line as fit side by side. */
export function fillLines(parts: readonly string[], separator: string, width: number): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const joined = `${lines.at(-1)}${separator}${part}`;
    if (lines.length > 0 && visibleLength(joined) <= width) lines[lines.length - 1] = joined;
    else lines.push(part);
  }
  return lines;
}

function wrapLine(line: string, width: number, indent: number): string[] {
  const [lead = ''] = /^ */.exec(line.replace(ESCAPES, '')) ?? [];
  const rest = ' '.repeat(Math.min(lead.length + indent, width >> 1));
  const lines: string[] = [];
  let current = '';
  // words with the space before them: that of a column is kept within a line and dropped where the line is broken
  for (const [, space = '', word = ''] of line.matchAll(/( *)([^ ]+)/g)) {
    if (current === '' || visibleLength(current + space + word) <= width) current += space + word;
    else {
      lines.push(current);
      current = rest + word;
    }
  }
  return [...lines, current];
}
