import { codeBlock } from '../highlight.ts';
import { escapeHtml, type NavGroup, type Page, relative } from '../page.ts';
import { filesBelow, readText } from '../repository.ts';

/** A numbered example of the repository. */
export interface Example {
  /** Folder and file without extension, as `mechanisms/11-slider-crank`. */
  readonly id: string;
  readonly number: string;
  readonly title: string;
  readonly description: string;
  readonly group: string;
  readonly source: string;
}

const sentence = (words: string): string => {
  const text = words.replaceAll('-', ' ').replace('newtons', 'newton’s');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** All examples in the order of their numbers. */
export function readExamples(): Example[] {
  return filesBelow('examples', '.ts')
    .flatMap((file): Example[] => {
      const [, group, number, name] = /^examples\/([\w-]+)\/(\d\d)-([\w-]+)\.ts$/.exec(file) ?? [];
      if (group === undefined || number === undefined || name === undefined) return [];
      const source = readText(file);
      const description = (/^((?:\/\/ .*\n)+)/.exec(source)?.[1] ?? '').replace(/^\/\/ /gm, '').replace(/\s+/g, ' ');
      const id = `${group}/${number}-${name}`;
      return [{ id, number, title: sentence(name), description: description.trim(), group: sentence(group), source }];
    })
    .sort((a, b) => a.number.localeCompare(b.number));
}

export const examplePage = ({ id }: Example): string => `examples/${id}.html`;
export const thumbnail = ({ id }: Example): string => `thumbnails/${id}.jpg`;

/** A link with a picture to each of some examples. */
export function cards(examples: readonly Example[], from: string): string {
  const card = (e: Example): string =>
    `<li><a class="card" href="${relative(from, examplePage(e))}"><img src="${relative(from, thumbnail(e))}" alt="" width="480" height="300" loading="lazy"><span class="number">${e.number}</span><strong>${escapeHtml(e.title)}</strong><span>${escapeHtml(e.description)}</span></a></li>`;
  return `<ul class="cards">${examples.map(card).join('')}</ul>`;
}

/** A place where an example runs; the script of the page brings it to life. */
export const liveStage = (e: Example, from: string): string =>
  `<figure class="live" data-example="${e.id}"><div class="stage"><img src="${relative(from, thumbnail(e))}" alt="" width="960" height="600"><canvas tabindex="0" role="img" aria-label="${escapeHtml(`${e.title}: a live simulation. Drag to turn, scroll to zoom.`)}"></canvas></div>
<figcaption><button type="button" class="play" aria-label="Pause">Pause</button><button type="button" class="restart" aria-label="Start over">Start over</button><output class="readout" aria-label="Measurements"></output></figcaption></figure>`;

/** The gallery and a page for each example. */
export function examplePages(examples: readonly Example[]): Page[] {
  const groups = [...new Set(examples.map(({ group }) => group))];
  const of = (group: string): Example[] => examples.filter((e) => e.group === group);
  const sidebar: NavGroup[] = groups.map((title) => ({
    title,
    links: of(title).map((e) => ({ title: `${e.number} ${e.title}`, path: examplePage(e) })),
  }));
  const path = 'examples/index.html';
  const lists = groups.map(
    (group) => `<h2 id="${group.toLowerCase().replace(/\W+/g, '-')}">${group}</h2>${cards(of(group), path)}`,
  );
  const gallery: Page = {
    path,
    area: 'examples',
    kind: 'Examples',
    title: 'Examples',
    description: `${examples.length} small programs, each running live beside its source.`,
    html: `<article class="prose gallery"><h1>Examples</h1><p>${examples.length} small programs. Each runs live beside its source, and in Node with <code>npm run example 01</code>.</p>${lists.join('')}</article>`,
    headings: [],
    sections: [{ id: '', title: 'Examples', text: 'gallery live simulations demos' }],
    sidebar,
  };
  return [gallery, ...examples.map((e, k) => pageOf(e, examples[k - 1], examples[k + 1], sidebar))];
}

function pageOf(
  e: Example,
  before: Example | undefined,
  after: Example | undefined,
  sidebar: readonly NavGroup[],
): Page {
  const path = examplePage(e);
  const link = (other: Example | undefined) =>
    other === undefined ? undefined : { title: other.title, path: examplePage(other) };
  return {
    path,
    area: 'examples',
    kind: 'Example',
    title: e.title,
    description: e.description,
    html: `<article class="prose example"><p class="crumbs"><a href="../index.html">Examples</a> / ${e.group}</p><h1>${escapeHtml(e.title)}</h1><p>${escapeHtml(e.description)}</p>
<div class="beside">${liveStage(e, path)}<div class="listing"><p class="file"><code>examples/${e.id}.ts</code></p>${codeBlock(e.source.trimEnd(), 'ts')}</div></div></article>`,
    headings: [],
    sections: [{ id: '', title: e.title, text: `${e.description} ${e.source.replace(/[^\w ]+/g, ' ')}` }],
    sidebar,
    around: [link(before), link(after)],
  };
}
