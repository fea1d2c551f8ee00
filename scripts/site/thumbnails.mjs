// Pictures of the live examples for the gallery of the site, in apps/site/public/thumbnails.
//   node scripts/site/thumbnails.mjs [number ...]
// Needs a built site (npm run site) and Chromium ($CHROMIUM or /usr/bin/chromium).
import fs from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { preview } from 'vite';
import { root } from '../packages.mjs';
import { CHROMIUM_ARGS } from '../testing/chromium.mjs';

const SECONDS = 1.2; // of simulation before the picture, unless the example wants another
const MOMENTS = { '05': 0.5, 10: 2, 12: 2, 16: 1.9, 17: 2.5, 18: 2.5, 21: 2.2, 24: 2, 29: 1, 35: 3 };
const site = path.join(root, 'apps/site');
const folder = path.join(site, 'public/thumbnails');
const wanted = process.argv.slice(2);
const examples = fs
  .readdirSync(path.join(root, 'examples'), { recursive: true })
  .filter((file) => /[\\/]\d\d-[\w-]+\.ts$/.test(file))
  .map((file) => file.replace(/\.ts$/, '').replaceAll('\\', '/'));

const server = await preview({ root: site, preview: { port: 0, host: '127.0.0.1' }, logLevel: 'error' });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: CHROMIUM_ARGS,
});
for (const id of examples) {
  const number = path.posix.basename(id).slice(0, 2);
  if (wanted.length > 0 && !wanted.includes(number)) continue;
  const page = await browser.newPage({ viewport: { width: 522, height: 900 } });
  await page.goto(`${server.resolvedUrls.local[0]}examples/${id}.html?still=${MOMENTS[number] ?? SECONDS}`);
  await page.locator('figure[data-state=live]').waitFor({ timeout: 120_000 });
  await page.waitForTimeout(200); // until it is on the screen
  const file = path.join(folder, `${id}.jpg`);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  await page.locator('.stage canvas').screenshot({ path: file, type: 'jpeg', quality: 80 });
  console.log(path.relative(root, file));
  await page.close();
}
await browser.close();
await server.close();
