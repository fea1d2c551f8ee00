import fs from 'node:fs';
import path from 'node:path';
import { codeBlock } from '../highlight.ts';
import { type Rendered, renderMarkdown, type Targets } from '../markdown.ts';
import { type DocumentGroup, documentGroups, pageOfDocument } from '../navigation.ts';
import { type Area, escapeHtml, type NavGroup, type NavLink, type Page, relative } from '../page.ts';
import { readText, root } from '../repository.ts';

/** The pages of documents, the files that they show as they are, and their images. */
export interface Documents {
  readonly pages: readonly Page[];
  /** Images of the repository, by their paths on the site. */
  readonly images: ReadonlyMap<string, string>;
}

const AREAS: Readonly<Record<string, Area>> = { 'docs/benchmarks.md': 'benchmarks', 'PARITY.md': 'benchmarks' };
const sourcePage = (file: string): string => `source/${file}.html`;

/** Where the links of a document lead: to pages, to sources that are shown as they are, to images that are copied. */
class Links {
  readonly sources = new Set<string>();
  readonly images = new Map<string, string>();
  readonly #pages: ReadonlyMap<string, string>;

  constructor(pages: ReadonlyMap<string, string>) {
    this.#pages = pages;
  }

  of(document: string): Targets {
    const page = pageOfDocument(document);
    const resolve = (href: string): string => path.posix.join(path.posix.dirname(document), href);
    return {
      link: (href) => {
        if (/^(#|[a-z]+:)/.test(href)) return href;
        const [file = '', anchor] = href.split('#');
        return relative(page, this.#target(resolve(file))) + (anchor === undefined ? '' : `#${anchor}`);
      },
      image: (src) => {
        const target = `images/${path.posix.basename(src)}`;
        this.images.set(target, resolve(src));
        return relative(page, target);
      },
    };
  }

  #target(file: string): string {
    const known = this.#pages.get(file);
    if (known !== undefined) return known;
    if (file === 'README.md') return 'index.html';
    if (file === 'docs/adr') return [...this.#pages.values()].find((p) => p.startsWith('project/decisions/')) ?? '';
    if (!fs.existsSync(path.join(root, file))) throw new Error(`a document links to ${file}, which is not there`);
    this.sources.add(file);
    return sourcePage(file);
  }
}

/** The title in the navigation: that of the document without what every reader knows there. */
const shortTitle = (title: string): string => title.replace(/^\d+[.:]?\s+/, '');

function sidebarOf(area: DocumentGroup['area'], groups: readonly DocumentGroup[], titles: ReadonlyMap<string, string>) {
  return groups
    .filter((group) => group.area === area)
    .map(({ title, files }): NavGroup => {
      const links = files.map((file) => ({
        title: shortTitle(titles.get(file) ?? file),
        path: pageOfDocument(file),
      }));
      return { title, links };
    });
}

/** Every document of the repository as a page, and every file that one links to. */
export function documentPages(): Documents {
  const groups = documentGroups();
  const files = groups.flatMap((group) => group.files);
  const links = new Links(new Map(files.map((file) => [file, pageOfDocument(file)])));
  const rendered = new Map<string, Rendered>(
    files.map((file) => [file, renderMarkdown(readText(file), links.of(file))]),
  );
  const titles = new Map([...rendered].map(([file, { title }]) => [file, title]));
  const sidebars = {
    guide: sidebarOf('guide', groups, titles),
    project: sidebarOf('project', groups, titles),
  };
  const orders = {
    guide: sidebars.guide.flatMap((group) => group.links),
    project: sidebars.project.flatMap((group) => group.links),
  };
  const pages = groups.flatMap(({ area, files: documents }) =>
    documents.map((file): Page => {
      const { title, description, html, headings, sections } = rendered.get(file) as Rendered;
      const place = pageOfDocument(file);
      return {
        path: place,
        area: AREAS[file] ?? area,
        kind: area === 'guide' ? 'Guide' : 'Project',
        title,
        description,
        html: `<article class="prose">${html}</article>`,
        headings,
        sections,
        sidebar: sidebars[area],
        around: neighbours(orders[area], place),
      };
    }),
  );
  return { pages: [...pages, ...[...links.sources].map(sourceOf)], images: links.images };
}

function neighbours(order: readonly NavLink[], place: string): [NavLink | undefined, NavLink | undefined] {
  const k = order.findIndex((link) => link.path === place);
  return [order[k - 1], order[k + 1]];
}

/** A file as it is. */
function sourceOf(file: string): Page {
  const code = codeBlock(readText(file).trimEnd(), path.extname(file).slice(1));
  return {
    path: sourcePage(file),
    area: 'project',
    kind: 'Source',
    title: path.posix.basename(file),
    description: file,
    html: `<article class="prose"><h1>${escapeHtml(path.posix.basename(file))}</h1><p><code>${escapeHtml(file)}</code></p>${code}</article>`,
    headings: [],
    sections: [],
    sidebar: [],
  };
}
