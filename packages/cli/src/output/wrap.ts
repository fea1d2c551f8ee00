// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters
const ESCAPES = /\x1b\[[0-9;]*m/g;
const INDENT = 4; // of the lines that go on

/** Columns that a text takes, without its colours. */
export function visibleLength(text: string): number {
  return [...text.replace(ESCAPES, '')].length;
}

/** Breaks lines that are longer than `width` between words; what follows is indented. A word that is too long stays whole. */
export function wrapText(text: string, width: number): string {
  return text
    .split('\n')
    .flatMap((line) => (visibleLength(line) <= width ? [line] : wrapLine(line, width)))
    .join('\n');
}

function wrapLine(line: string, width: number): string[] {
  const [lead = ''] = /^ */.exec(line.replace(ESCAPES, '')) ?? [];
  const rest = ' '.repeat(Math.min(lead.length + INDENT, width >> 1));
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
