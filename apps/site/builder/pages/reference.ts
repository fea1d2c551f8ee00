import { codeBlock, highlight } from '../highlight.ts';
import { renderComment, summaryOf } from '../markdown.ts';
import { escapeHtml, type Heading, type NavGroup, type Page, relative } from '../page.ts';
import { type Entry, type Exported, KINDS, type Kind, type Member, type Signature } from '../reference/read.ts';
import { packages, readText } from '../repository.ts';

const TITLES: Readonly<Record<Kind, string>> = {
  function: 'Functions',
  class: 'Classes',
  constant: 'Constants',
  interface: 'Interfaces',
  type: 'Types',
  namespace: 'Namespaces',
};

const folderOf = (entry: string): string => `api/${entry.replace(/^@/, '').replaceAll('/', '-')}`;

/** The pages of the reference: one for each entry, one for each thing that is exported. */
export function referencePages(entries: readonly Entry[]): Page[] {
  return new Reference(entries).pages();
}

class Reference {
  readonly #entries: readonly Entry[];
  /** The page of each thing, by what it is: entries that export the same share it. */
  readonly #pages = new Map<unknown, string>();
  /** Pages by name, for links in the code of an entry. */
  readonly #byName = new Map<string, string>();

  constructor(entries: readonly Entry[]) {
    this.#entries = entries;
    for (const { name, exports } of entries) {
      const taken = new Set<string>();
      for (const exported of exports) {
        if (this.#pages.has(exported.symbol)) continue;
        let file = exported.name.toLowerCase();
        if (taken.has(file)) file += `-${exported.kind}`; // some file systems do not tell `lqr` from `Lqr`
        taken.add(file);
        const page = `${folderOf(name)}/${file}.html`;
        this.#pages.set(exported.symbol, page);
        if (!this.#byName.has(exported.name)) this.#byName.set(exported.name, page);
      }
    }
  }

  pages(): Page[] {
    return [this.#index(), ...this.#entries.flatMap((entry) => [this.#overview(entry), ...this.#details(entry)])];
  }

  #pageOf = ({ symbol }: Exported): string => this.#pages.get(symbol) ?? '';

  #sidebar(current?: Entry): NavGroup[] {
    const groups = new Map<string, NavGroup['links'][number][]>();
    for (const { name } of this.#entries) {
      const owner = ownerOf(name);
      groups.set(owner, [...(groups.get(owner) ?? []), { title: name, path: `${folderOf(name)}/index.html` }]);
    }
    const lists = [...groups].map(([title, links]) => ({ title, links }));
    const [main, single] = [
      lists.filter(({ links }) => links.length > 1),
      lists.filter(({ links }) => links.length === 1),
    ];
    const all = [{ title: 'Packages', links: single.flatMap(({ links }) => links) }, ...main];
    if (current === undefined) return all;
    const own = all.find(({ links }) => links.some(({ title }) => title === current.name));
    return own === undefined ? all : [own, ...all.filter((group) => group !== own)];
  }

  #index(): Page {
    const path = 'api/index.html';
    const owners = new Set(this.#entries.map(({ name }) => ownerOf(name)));
    const rows = [...owners]
      .map((owner) => packages.find(({ name }) => name === owner) as (typeof packages)[number])
      .map(({ dir, name }) => {
        const { description = '' } = JSON.parse(readText(`${dir}/package.json`)) as { description?: string };
        const own = this.#entries.filter((entry) => ownerOf(entry.name) === name);
        const links = own.map(
          (entry) =>
            `<a href="${relative(path, `${folderOf(entry.name)}/index.html`)}"><code>${entry.name}</code><span>${entry.exports.length}</span></a>`,
        );
        return `<section class="package"><h2 id="${name.replace(/\W+/g, '-')}">${name}</h2><p>${escapeHtml(description)}</p><p class="entries">${links.join('')}</p></section>`;
      });
    return {
      path,
      area: 'api',
      kind: 'API',
      title: 'API reference',
      description: 'Every export of every package, from the sources.',
      html: `<article class="prose wide"><h1>API reference</h1><p>Every export of every package, generated from the sources. The tests compile and run the examples.</p><div class="packages">${rows.join('')}</div></article>`,
      headings: [],
      sections: [{ id: '', title: 'API reference', text: packages.map(({ name }) => name).join(' ') }],
      sidebar: this.#sidebar(),
    };
  }

  #overview(entry: Entry): Page {
    const path = `${folderOf(entry.name)}/index.html`;
    const kinds = KINDS.filter((kind) => entry.exports.some((e) => e.kind === kind));
    const lists = kinds.map((kind) => {
      const rows = entry.exports
        .filter((e) => e.kind === kind)
        .map(
          (e) =>
            `<li><a href="${relative(path, this.#pageOf(e))}"><code>${e.name}</code></a><span>${summaryOf(e.text)}</span></li>`,
        );
      return `<h2 id="${kind}">${TITLES[kind]}</h2><ul class="names">${rows.join('')}</ul>`;
    });
    const effect =
      entry.exports.length === 0 ? `<p>Imported for what it does: <code>import '${entry.name}'</code>.</p>` : '';
    const intro = entry.description === '' ? '' : renderComment(entry.description);
    const filter =
      entry.exports.length > 20
        ? `<input type="search" class="filter" aria-label="Filter the names" placeholder="Filter ${entry.exports.length} names">`
        : '';
    return {
      path,
      area: 'api',
      kind: 'API',
      title: entry.name,
      description: `Every export of ${entry.name}.`,
      html: `<article class="prose wide"><p class="crumbs"><a href="../index.html">API</a></p><h1><code>${entry.name}</code></h1>${intro}${effect}${filter}${lists.join('')}</article>`,
      headings: kinds.map((kind): Heading => ({ level: 2, id: kind, text: TITLES[kind] })),
      sections: [{ id: '', title: entry.name, text: `${entry.description} package entry import` }],
      sidebar: this.#sidebar(entry),
    };
  }

  /** One page for each thing that has its page here. */
  #details(entry: Entry): Page[] {
    return entry.exports
      .filter((e, k, all) => all.findIndex(({ symbol }) => symbol === e.symbol) === k)
      .filter((e) => this.#pageOf(e).startsWith(`${folderOf(entry.name)}/`))
      .map((e) => this.#detail(entry, e));
  }

  #detail(entry: Entry, e: Exported): Page {
    const path = this.#pageOf(e);
    const members = e.members.length === 0 ? '' : this.#members(e, path);
    const examples = e.examples.map((code) => codeBlock(code, 'ts')).join('');
    const elsewhere = this.#entries.filter(
      ({ name, exports }) => name !== entry.name && exports.some((o) => o.symbol === e.symbol),
    );
    const also =
      elsewhere.length === 0
        ? ''
        : `<p class="also">Also exported by ${elsewhere.map(({ name }) => `<code>${name}</code>`).join(', ')}.</p>`;
    const isType = e.kind === 'interface' || e.kind === 'type';
    const html = `<article class="prose reference"><p class="crumbs"><a href="../index.html">API</a> / <a href="index.html">${entry.name}</a></p>
<h1>${e.name}<span class="kind">${e.kind}</span></h1>
${renderComment(e.text)}
${codeBlock(`import ${isType ? 'type ' : ''}{ ${e.name} } from '${entry.name}';`, 'ts')}
${e.signatures.map((s) => this.#signature(s, path)).join('')}
${examples === '' ? '' : `<h2 id="example">Example</h2>${examples}`}
${members}
<p class="origin">Declared in <code>${e.file}</code>.</p>${also}</article>`;
    return {
      path,
      area: 'api',
      kind: `API · ${entry.name}`,
      title: e.name,
      description: e.text.replace(/\s+/g, ' ').slice(0, 200),
      html,
      headings: e.members.map(({ name }): Heading => ({ level: 2, id: `member-${name}`, text: name })),
      sections: [{ id: '', title: e.name, text: `${e.text} ${e.kind}` }],
      sidebar: this.#related(entry, e),
    };
  }

  /** What is declared in the same file, then the packages. */
  #related(entry: Entry, e: Exported): NavGroup[] {
    const beside = entry.exports.filter((o) => o.file === e.file);
    const links = beside.map((o) => ({ title: o.name, path: this.#pageOf(o) }));
    const all = links.length > 60 ? links.filter(({ title }) => title === e.name) : links;
    return [{ title: 'Declared together', links: all }, ...this.#sidebar(entry)];
  }

  #members(e: Exported, path: string): string {
    const one = (member: Member): string =>
      `<section class="member"><h3 id="member-${member.name}"><code>${member.name}</code></h3>${member.signatures.map((s) => this.#signature(s, path)).join('')}${renderComment(member.text)}</section>`;
    return `<h2 id="members">Members</h2>${e.members.map(one).join('')}`;
  }

  #signature({ code, parameters, returns }: Signature, path: string): string {
    const documented = parameters.filter(({ text }) => text !== '');
    const rows = documented.map(
      ({ name, text }) => `<dt><code>${escapeHtml(name)}</code></dt><dd>${renderComment(text)}</dd>`,
    );
    if (returns !== '') rows.push(`<dt>Returns</dt><dd>${renderComment(returns)}</dd>`);
    const list = rows.length === 0 ? '' : `<dl class="parameters">${rows.join('')}</dl>`;
    return codeBlock(code, 'ts', this.#linked(highlight(code, 'ts'), path)) + list;
  }

  /** Highlighted code whose type names lead to their pages. */
  #linked(html: string, from: string): string {
    return html.replace(/(<[^>]*>)|\b([A-Z]\w+)\b/g, (whole, tag: string | undefined, name: string | undefined) => {
      const page = tag === undefined && name !== undefined ? this.#byName.get(name) : undefined;
      return page === undefined || page === from ? whole : `<a href="${relative(from, page)}">${name}</a>`;
    });
  }
}

const ownerOf = (entry: string): string =>
  entry
    .split('/')
    .slice(0, entry.startsWith('@') ? 2 : 1)
    .join('/');
