import { type Area, escapeHtml, type Heading, type NavGroup, type Page, relative } from './page.ts';

/** What all pages have in common. */
export interface Shell {
  readonly version: string;
  /** The bundled script and the style sheets, relative to the root. */
  readonly script: string;
  readonly styles: readonly string[];
}

const AREAS: readonly [area: Area, title: string, path: string][] = [
  ['guide', 'Guide', 'guide/quick-start.html'],
  ['examples', 'Examples', 'examples/index.html'],
  ['api', 'API', 'api/index.html'],
  ['benchmarks', 'Benchmarks', 'benchmarks.html'],
];

const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const icon = (paths: string): string =>
  `<svg viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${paths}</svg>`;

const ICONS = {
  search: icon('<circle cx="11" cy="11" r="6.5"/><path d="m16 16 4.5 4.5"/>'),
  menu: icon('<path d="M4 7h16M4 12h16M4 17h16"/>'),
  theme: icon('<circle cx="12" cy="12" r="8"/><path d="M12 4a8 8 0 0 1 0 16z" fill="currentColor" stroke="none"/>'),
};

function header(page: Page, { version }: Shell): string {
  const to = (path: string): string => relative(page.path, path);
  const links = AREAS.map(([area, title, path]) => {
    const here = area === page.area ? ' aria-current="true"' : '';
    return `<a href="${to(path)}"${here}>${title}</a>`;
  });
  const menu =
    page.sidebar.length === 0
      ? ''
      : `<button type="button" class="icon menu" aria-label="Menu" aria-expanded="false" aria-controls="sidebar">${ICONS.menu}</button>`;
  return `<header class="top">
${menu}<a class="brand" href="${to('index.html')}"><img src="${to('icon.svg')}" alt="" width="26" height="26">qpos</a>
<nav class="areas" aria-label="Areas">${links.join('')}</nav>
<div class="tools">
<button type="button" class="search-button" aria-haspopup="dialog" aria-label="Search">${ICONS.search}<span>Search</span><kbd>/</kbd></button>
<a class="version" href="${to('versions.html')}" aria-label="Version ${version}, all versions">${version}</a>
<button type="button" class="icon theme" aria-label="Switch between light and dark">${ICONS.theme}</button>
</div>
</header>`;
}

function sidebar(page: Page): string {
  if (page.sidebar.length === 0) return '';
  const group = ({ title, links }: NavGroup): string => {
    const items = links.map(({ title: name, path }) => {
      const here = path === page.path ? ' aria-current="page"' : '';
      return `<li><a href="${relative(page.path, path)}"${here}>${escapeHtml(name)}</a></li>`;
    });
    return `<section><h2>${escapeHtml(title)}</h2><ul>${items.join('')}</ul></section>`;
  };
  return `<aside id="sidebar" class="sidebar"><nav aria-label="Pages of this area">${page.sidebar.map(group).join('')}</nav></aside>`;
}

function contents(headings: readonly Heading[]): string {
  const shown = headings.filter(({ level }) => level === 2 || level === 3);
  if (shown.length < 2) return '';
  const item = ({ level, id, text }: Heading): string =>
    `<li class="level-${level}"><a href="#${id}">${escapeHtml(text)}</a></li>`;
  return `<aside class="contents"><nav aria-label="On this page"><h2>On this page</h2><ul>${shown.map(item).join('')}</ul></nav></aside>`;
}

function around({ path, around: neighbours }: Page): string {
  if (neighbours === undefined) return '';
  const [before, after] = neighbours;
  const link = (target: typeof before, side: string, label: string): string =>
    target === undefined
      ? '<span></span>'
      : `<a class="${side}" href="${relative(path, target.path)}"><small>${label}</small>${escapeHtml(target.title)}</a>`;
  return `<nav class="around" aria-label="Previous and next page">${link(before, 'before', 'Previous')}${link(after, 'after', 'Next')}</nav>`;
}

function footer(page: Page): string {
  const to = (path: string): string => relative(page.path, path);
  const links = [
    ['parity.html', 'Parity with MuJoCo'],
    ['benchmarks.html', 'Benchmarks'],
    ['changelog.html', 'Changelog'],
    ['versions.html', 'Versions'],
    ['project/architecture.html', 'Architecture'],
    ['project/contributing.html', 'Contributing'],
  ];
  const items = links.map(([path = '', title]) => `<a href="${to(path)}">${title}</a>`).join('');
  return `<footer><nav aria-label="More pages">${items}</nav><p>qpos is licensed under Apache-2.0.</p></footer>`;
}

const SEARCH = `<dialog class="search" aria-label="Search">
<form method="dialog"><input type="search" name="query" aria-label="Search the documentation" placeholder="Search guides, API and examples" autocomplete="off" spellcheck="false">
<button type="submit" class="icon" aria-label="Close">Esc</button></form>
<p class="status" role="status"></p><ol class="results"></ol>
</dialog>`;

/** The whole page. */
export function layout(page: Page, shell: Shell): string {
  const to = (path: string): string => relative(page.path, path);
  const title = page.area === 'home' ? page.title : `${page.title} · qpos`;
  const toc = contents(page.headings);
  const kind = [page.area, page.sidebar.length > 0 ? 'with-sidebar' : '', toc === '' ? '' : 'with-contents'];
  return `<!doctype html>
<html lang="en" data-root="${to('')}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<meta name="description" content="${escapeHtml(page.description)}">
<link rel="icon" href="${to('icon.svg')}">
<script src="${to('theme.js')}"></script>
${shell.styles.map((file) => `<link rel="stylesheet" href="${to(file)}">`).join('\n')}
<script type="module" src="${to(shell.script)}"></script>
</head>
<body class="${kind.filter((name) => name !== '').join(' ')}">
<a class="skip" href="#main">Skip to the content</a>
${header(page, shell)}
<div class="frame">
${sidebar(page)}
<main id="main" tabindex="-1">
${page.html}
${around(page)}
</main>
${toc}
</div>
${footer(page)}
${SEARCH}
</body>
</html>
`;
}
