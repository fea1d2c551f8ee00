import type { Page } from '../page.ts';
import type { Entry } from '../reference/read.ts';
import { documentPages } from './documents.ts';
import { examplePages, readExamples } from './examples.ts';
import { homePage } from './home.ts';
import { referencePages } from './reference.ts';
import { versionsPage } from './versions.ts';

/** Every page of the site, with a reference of these entries, and the images of the repository by their paths on the site. */
export function sitePages(entries: readonly Entry[]): { pages: Page[]; images: ReadonlyMap<string, string> } {
  const examples = readExamples();
  const documents = documentPages();
  const pages = [
    homePage(examples),
    ...documents.pages,
    ...examplePages(examples),
    ...referencePages(entries),
    versionsPage(),
  ];
  return { pages, images: documents.images };
}
