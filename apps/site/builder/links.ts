import path from 'node:path';

const ids = (html: string): Set<string> => new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id));

/**
 * Links that lead nowhere, as `page: link`. `pages` has the HTML of each page by its path; `has` tells whether there is another file.
 */
export function brokenLinks(pages: ReadonlyMap<string, string>, has: (file: string) => boolean): string[] {
  const anchors = new Map([...pages].map(([page, html]) => [page, ids(html)]));
  const leads = (page: string, link: string): boolean => {
    const [file = '', anchor] = link.split('#');
    const target =
      file === '' ? page : path.posix.join(path.posix.dirname(page), file).replace(/^\.$|\/$/, 'index.html');
    if (target.startsWith('..')) return false;
    if (!target.endsWith('.html')) return has(target);
    return pages.has(target) && (anchor === undefined || anchors.get(target)?.has(decodeURIComponent(anchor)) === true);
  };
  return [...pages].flatMap(([page, html]) => {
    const links = new Set([...html.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, link = '']) => link));
    return [...links].filter((link) => !/^[a-z]+:/.test(link) && !leads(page, link)).map((link) => `${page}: ${link}`);
  });
}
