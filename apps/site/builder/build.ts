// Builds the site into apps/site/dist: the scripts by Vite, then every page. Links are relative, so the folder works under any address.
import fs from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { layout, type Shell } from './layout.ts';
import { sitePages } from './pages/index.ts';
import { readEntries } from './reference/read.ts';
import { root, version } from './repository.ts';
import { searchIndex } from './search-index.ts';

const site = path.join(root, 'apps/site');
const dist = path.join(site, 'dist');

/** Bundles the scripts; returns what every page loads. */
async function buildScripts(): Promise<Shell> {
  await build({ root: site, configFile: path.join(site, 'vite.config.ts'), logLevel: 'warn' });
  const manifest = JSON.parse(fs.readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    { file: string; css?: string[] }
  >;
  fs.rmSync(path.join(dist, '.vite'), { recursive: true });
  const main = manifest['src/main.ts'];
  if (main === undefined) throw new Error('Vite has not built src/main.ts');
  return { version, script: main.file, styles: main.css ?? [] };
}

function write(file: string, content: string): void {
  const full = path.join(dist, file);
  fs.mkdirSync(path.dirname(full), { recursive: true });
  fs.writeFileSync(full, content);
}

function copy(from: string, to: string): void {
  fs.mkdirSync(path.dirname(path.join(dist, to)), { recursive: true });
  fs.cpSync(path.join(root, from), path.join(dist, to), { recursive: true });
}

const start = Date.now();
const shell = await buildScripts();
const { pages, images } = sitePages(readEntries());
for (const page of pages) write(page.path, layout(page, shell));
write('search.json', searchIndex(pages));
for (const [to, from] of images) copy(from, to);
for (const folder of ['models', 'policies']) copy(folder, folder);
const seconds = ((Date.now() - start) / 1000).toFixed(1);
console.log(`site: ${pages.length} pages in ${path.relative(root, dist)}, ${seconds} s`);
