/** A parameter of a function, as its text names it. */
export interface Parameter {
  readonly name: string;
  /** Whether it has a default. */
  readonly isOptional: boolean;
}

/** Splits at commas that are inside of no bracket. */
function splitList(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let k = 0; k < text.length; k++) {
    if ('([{'.includes(text[k] as string)) depth++;
    else if (')]}'.includes(text[k] as string)) depth--;
    else if (text[k] === ',' && depth === 0) {
      parts.push(text.slice(start, k));
      start = k + 1;
    }
  }
  return [...parts, text.slice(start)].map((part) => part.trim()).filter((part) => part !== '');
}

/** The text between the first bracket and the one that closes it. */
function firstBracket(text: string): string {
  const start = text.indexOf('(');
  let depth = 0;
  for (let k = start; k < text.length; k++) {
    if ('([{'.includes(text[k] as string)) depth++;
    if (')]}'.includes(text[k] as string) && --depth === 0) return text.slice(start + 1, k);
  }
  return '';
}

/** The parameters of a function or of a class's constructor; one that is taken apart in place is called `options`. */
export function parametersOf(f: unknown): Parameter[] {
  const text = String(f);
  const from = /^class\b/.test(text) ? text.slice(Math.max(0, text.search(/\bconstructor\s*\(/))) : text;
  return splitList(firstBracket(from)).map((part) => {
    if (part.startsWith('{')) return { name: 'options', isOptional: /\}\s*=[^}]*\}?$/.test(part) };
    const [name = '', initial] = part.split(/=(.*)/s);
    return { name: name.replace('...', '').trim(), isOptional: initial !== undefined || part.startsWith('...') };
  });
}
