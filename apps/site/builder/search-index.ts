import MiniSearch from 'minisearch';
import { type FoundDocument, searchOptions } from '../src/search-options.ts';
import type { Page } from './page.ts';

const EXCERPT = 160; // characters

/** The index of everything that can be found, as the page loads it. */
export function searchIndex(pages: readonly Page[]): string {
  const documents: FoundDocument[] = pages.flatMap((page) =>
    page.sections.map(({ id, title, text }) => ({
      id: id === '' ? page.path : `${page.path}#${id}`,
      title,
      page: title === page.title ? '' : page.title,
      kind: page.kind,
      text,
      excerpt: text.replace(/\s+/g, ' ').slice(0, EXCERPT),
    })),
  );
  const index = new MiniSearch<FoundDocument>(searchOptions);
  index.addAll(documents);
  return JSON.stringify(index);
}
