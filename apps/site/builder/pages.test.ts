import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { layout } from './layout.ts';
import { brokenLinks } from './links.ts';
import { renderMarkdown } from './markdown.ts';
import { documentGroups } from './navigation.ts';
import { sitePages } from './pages/index.ts';
import { filesBelow, root } from './repository.ts';

const { pages, images } = sitePages([]); // the reference takes long to read: test/site.test.ts has all of it
const shell = { version: '0.0.0', script: 'main.js', styles: ['main.css'] };
const html = new Map(pages.map((page) => [page.path, layout(page, shell)]));
const isPublic = (file: string): boolean => fs.existsSync(path.join(root, 'apps/site/public', file));
const others = ['main.js', 'main.css'];

describe('pages', () => {
  test('every link and every anchor leads somewhere', () => {
    const has = (file: string): boolean => others.includes(file) || images.has(file) || isPublic(file);
    expect(brokenLinks(html, has)).toEqual([]);
  });

  test('a broken link is found', () => {
    const two = new Map([
      ['a/x.html', '<h1 id="top"></h1><a href="../b.html#here"></a><a href="#top"></a><img src="../i.png">'],
      ['b.html', '<a href="a/x.html#top"></a><a href="https://example.org"></a>'],
    ]);
    expect(brokenLinks(two, () => false)).toEqual(['a/x.html: ../b.html#here', 'a/x.html: ../i.png']);
  });

  test('every guide has a page', () => {
    const guides = documentGroups()
      .filter(({ area }) => area === 'guide')
      .flatMap(({ files }) => files);
    expect(guides.toSorted()).toEqual(filesBelow('docs/guide', '.md'));
  });

  test('each page has one heading of the first level, a description, and titles that differ', () => {
    for (const [page, text] of html) expect(text.match(/<h1[ >]/g), page).toHaveLength(1);
    expect(pages.filter(({ description }) => description.trim() === '').map((page) => page.path)).toEqual([]);
    const titles = pages.map(({ title, kind }) => `${kind} ${title}`);
    expect(titles.filter((title, k) => titles.indexOf(title) !== k)).toEqual([]);
  });

  test('buttons and inputs have names, images an alternative', () => {
    for (const [page, text] of html)
      for (const [tag] of text.matchAll(/<(button|input|canvas|img)\b[^>]*>/g))
        expect(/ (aria-label|alt)="/.test(tag), `${page}: ${tag}`).toBe(true);
  });

  test('no page has a style or a script of its own, which its policy would refuse', () => {
    for (const [page, text] of html) {
      expect(/\sstyle="/.test(text), page).toBe(false);
      expect(/<script(?![^>]*\ssrc=)/.test(text), page).toBe(false);
      expect(/\son\w+="/.test(text), page).toBe(false);
    }
  });

  test('each example has its picture', () => {
    const missing = pages
      .filter(({ kind }) => kind === 'Example')
      .map(({ path: page }) => page.replace(/^examples/, 'thumbnails').replace(/html$/, 'jpg'))
      .filter((file) => !isPublic(file));
    expect(missing).toEqual([]);
  });
});

test('Markdown: headings have ids of their own, links and tables are the site’s', () => {
  const text = '# A\n\n## B c\n\n## B c\n\n[x](y.md) ![i](p.png)\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n';
  const rendered = renderMarkdown(text, { link: (href) => `to-${href}`, image: (src) => `at-${src}` });
  expect(rendered.headings.map(({ id }) => id)).toEqual(['a', 'b-c', 'b-c-1']);
  expect(rendered.html).toContain('<a href="to-y.md">x</a> <img src="at-p.png" alt="i">');
  expect(rendered.html).toContain('<td class="right">2</td>');
  expect(rendered.sections.map(({ title }) => title)).toEqual(['A', 'B c', 'B c']);
});
