import { el } from '../ui/dom.ts';

const token = /(<!--[\s\S]*?(?:-->|$))|(<[/?]?[\w:.-]*|[/?]?>)|([\w:.-]+)(?=\s*=\s*["'])|("[^"<]*"?|'[^'<]*'?)/g;
const classes = ['comment', 'tag', 'name', 'string'];

/** XML as coloured text: comments, tags, names of attributes and their values. */
export function inkXml(text: string): (Node | string)[] {
  const parts: (Node | string)[] = [];
  let at = 0;
  for (const match of text.matchAll(token)) {
    const kind = classes.find((_, k) => match[k + 1] !== undefined) ?? '';
    parts.push(text.slice(at, match.index), el('span', { class: kind }, match[0]));
    at = match.index + match[0].length;
  }
  parts.push(text.slice(at));
  return parts;
}
