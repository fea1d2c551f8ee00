import type { Options } from 'minisearch';

/** Something that the search finds; `id` is its address below the root of the site. */
export interface FoundDocument {
  readonly id: string;
  readonly title: string;
  /** The page that a section is in. */
  readonly page: string;
  readonly kind: string;
  readonly text: string;
  readonly excerpt: string;
}

/** `mj_step` and `loadModelFile` are found by their parts and as a whole. */
function tokenize(text: string): string[] {
  const words = text.match(/[\p{L}\p{N}_]+/gu) ?? [];
  return words.flatMap((word) => {
    const parts = word.split(/_|(?<=[a-z0-9])(?=[A-Z])/).filter((part) => part.length > 1);
    return parts.length > 1 ? [word, ...parts] : [word];
  });
}

/** How the index is made and read. */
export const searchOptions: Options<FoundDocument> = {
  fields: ['title', 'page', 'text'],
  storeFields: ['title', 'page', 'kind', 'excerpt'],
  tokenize,
  searchOptions: {
    boost: { title: 6, page: 2 },
    prefix: true,
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    combineWith: 'AND',
  },
};
