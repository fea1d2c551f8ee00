import MarkdownIt from 'markdown-it';
import { codeBlock } from './highlight.ts';
import { escapeHtml, type Heading, type Section, slugOf } from './page.ts';

/** A document as HTML, with what the site needs to know about it. */
export interface Rendered {
  readonly title: string;
  readonly description: string;
  readonly html: string;
  readonly headings: readonly Heading[];
  readonly sections: readonly Section[];
}

/** Where links and images of a document lead on the site. */
export interface Targets {
  link(href: string): string;
  image(src: string): string;
}

type Token = ReturnType<MarkdownIt['parse']>[number];

const textOf = (token: Token | undefined): string =>
  (token?.children ?? [])
    .filter(({ type }) => type === 'text' || type === 'code_inline' || type === 'softbreak')
    .map(({ content, type }) => (type === 'softbreak' ? ' ' : content))
    .join('');

const markdown = new MarkdownIt({ html: true, typographer: false });

markdown.renderer.rules['fence'] = (tokens, index) => {
  const token = tokens[index] as Token;
  return codeBlock(token.content.trimEnd(), token.info.trim());
};
markdown.renderer.rules['code_block'] = (tokens, index) => codeBlock((tokens[index] as Token).content.trimEnd());
markdown.renderer.rules['table_open'] = () =>
  '<div class="table" tabindex="0" role="region" aria-label="Table"><table>\n';
markdown.renderer.rules['table_close'] = () => '</table></div>\n';

/** Cells are aligned by a class: the policy of the pages allows no styles in attributes. */
function alignCells(tokens: readonly Token[]): void {
  for (const token of tokens) {
    const style = token.type === 'th_open' || token.type === 'td_open' ? token.attrGet('style') : null;
    if (style === null) continue;
    token.attrs = null;
    token.attrSet('class', style.replace('text-align:', ''));
  }
}

/** Gives each heading an id and a link to itself. */
function markHeadings(tokens: readonly Token[]): Heading[] {
  const headings: Heading[] = [];
  const used = new Map<string, number>();
  for (const [k, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue;
    const text = textOf(tokens[k + 1]);
    const slug = slugOf(text);
    const times = used.get(slug) ?? 0;
    used.set(slug, times + 1);
    const id = times === 0 ? slug : `${slug}-${times}`;
    token.attrSet('id', id);
    headings.push({ level: Number(token.tag.slice(1)), id, text });
  }
  return headings;
}

/** Leads links and images to the pages and files of the site. */
function aim(tokens: readonly Token[], targets: Targets): void {
  for (const token of tokens) {
    for (const child of token.children ?? []) {
      const href = child.type === 'link_open' ? child.attrGet('href') : null;
      if (href !== null) child.attrSet('href', targets.link(href));
      const src = child.type === 'image' ? child.attrGet('src') : null;
      if (src !== null) child.attrSet('src', targets.image(src));
    }
  }
}

/** What the search finds: the words under each heading of the first two levels. */
function sectionsOf(tokens: readonly Token[], headings: readonly Heading[]): Section[] {
  const sections: { id: string; title: string; words: string[] }[] = [];
  let heading = -1;
  for (const [k, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      heading++;
      const { level, id, text } = headings[heading] as Heading;
      if (level <= 2) sections.push({ id: level === 1 ? '' : id, title: text, words: [] });
      else sections.at(-1)?.words.push(text);
    } else if (token.type === 'inline' && tokens[k - 1]?.type !== 'heading_open') {
      sections.at(-1)?.words.push(textOf(token));
    }
  }
  return sections.map(({ id, title, words }) => ({ id, title, text: words.join(' ') }));
}

/** Renders a document. */
export function renderMarkdown(text: string, targets: Targets): Rendered {
  const tokens = markdown.parse(text, {});
  const headings = markHeadings(tokens);
  alignCells(tokens);
  aim(tokens, targets);
  const first = tokens.findIndex(({ type }) => type === 'paragraph_open');
  const description = first < 0 ? '' : textOf(tokens[first + 1]);
  return {
    title: headings.find(({ level }) => level === 1)?.text ?? '',
    description: description.length > 200 ? `${description.slice(0, 197)}...` : description,
    html: markdown.renderer.render(tokens, markdown.options, {}),
    headings,
    sections: sectionsOf(tokens, headings),
  };
}

/** Renders a piece of a documentation comment; names in braces become code. */
export function renderComment(text: string): string {
  return markdown.render(text.replace(/\{@link(?:code)?\s+([^}|\s]+)[^}]*\}/g, '`$1`'));
}

/** The first sentence of a documentation comment, as one line of HTML. */
export function summaryOf(text: string): string {
  const [paragraph = ''] = text.split(/\n\s*\n/);
  const line = paragraph.replace(/\s+/g, ' ').trim();
  const end = /^.*?[.:](?=\s+[A-Z`]|$)/.exec(line)?.[0] ?? line;
  return markdown.renderInline(end) || escapeHtml(end);
}
