/** A heading of a page, as the table of contents shows it. */
export interface Heading {
  readonly level: number;
  readonly id: string;
  readonly text: string;
}

/** A part of a page that the search finds. */
export interface Section {
  /** Anchor in the page; empty for its beginning. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

/** A link of the navigation; `path` is relative to the root of the site. */
export interface NavLink {
  readonly title: string;
  readonly path: string;
}

/** Links under a heading. */
export interface NavGroup {
  readonly title: string;
  readonly links: readonly NavLink[];
}

/** The areas of the site, as the header lists them. */
export type Area = 'home' | 'guide' | 'examples' | 'api' | 'benchmarks' | 'project';

/** A page before the layout is put around it. */
export interface Page {
  /** Relative to the root of the site, as `guide/models.html`. */
  readonly path: string;
  readonly area: Area;
  readonly title: string;
  readonly description: string;
  /** What goes into `main`. */
  readonly html: string;
  readonly headings: readonly Heading[];
  readonly sidebar: readonly NavGroup[];
  /** What the search finds here. */
  readonly sections: readonly Section[];
  /** What the search calls this kind of page. */
  readonly kind: string;
  /** Links to the pages before and after it. */
  readonly around?: readonly [NavLink | undefined, NavLink | undefined];
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as HTML. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (c) => ESCAPES[c] ?? c);

/** Where a page lies, seen from another one. */
export function relative(from: string, to: string): string {
  const up = '../'.repeat(from.split('/').length - 1);
  return `${up}${to}` || './';
}

/** The id of a heading, as GitHub makes it, so that links work in both places. */
export const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
