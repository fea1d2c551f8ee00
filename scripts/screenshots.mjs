// Pictures of the studio in headless Chromium: every bundled model to build/screenshots, the window to docs/images/studio.png,
// a task that is planned to docs/images/plan.jpg.
//   node scripts/screenshots.mjs [--window | --plan | --thumbnails | model ...]
// --thumbnails makes the small ones of the gallery, in apps/studio/public. Needs a built studio (npm run build) and Chromium
// ($CHROMIUM or /usr/bin/chromium).
import fs from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { preview } from 'vite';
import { root } from './packages.mjs';
import { CHROMIUM_ARGS } from './testing/chromium.mjs';
import { advanceTo } from './testing/studio-page.mjs';

const studio = path.join(root, 'apps/studio');
const out = path.join(root, 'build/screenshots');
const thumbnails = process.argv.includes('--thumbnails');
const small = path.join(studio, 'public/thumbnails');
const windowOnly = process.argv.includes('--window');
const planOnly = process.argv.includes('--plan');
const wanted = process.argv.slice(2).filter((a) => !a.startsWith('--'));
const bundled = JSON.parse(fs.readFileSync(path.join(root, 'models/index.json'), 'utf8')).map((m) =>
  m.file.replace(/\.xml$/, ''),
);
const models = windowOnly || planOnly ? [] : wanted.length > 0 ? wanted : bundled;
const SECONDS = 0.7; // of simulation before the picture

if (!fs.existsSync(path.join(studio, 'dist/index.html'))) {
  console.error('screenshots: the studio is not built; run npm run build');
  process.exit(1);
}
fs.mkdirSync(out, { recursive: true });
fs.mkdirSync(path.join(root, 'docs/images'), { recursive: true });
fs.mkdirSync(small, { recursive: true });

const server = await preview({ root: studio, preview: { port: 0, host: '127.0.0.1' }, logLevel: 'error' });
const url = server.resolvedUrls.local[0];
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: CHROMIUM_ARGS,
});
let failed = 0;

async function open(model, viewport) {
  const page = await browser.newPage({ viewport, colorScheme: 'dark' });
  page.setDefaultTimeout(300_000); // drawing without a graphics card is slow
  page.on('pageerror', (error) => console.error(`${model}: ${error}`));
  await page.goto(`${url}?model=${model}&quality=high&paused`);
  await page.waitForFunction(() => document.documentElement.dataset.state !== undefined);
  return page;
}

for (const model of models) {
  const page = await open(model, thumbnails ? { width: 400, height: 250 } : { width: 960, height: 640 });
  try {
    await page.evaluate(() => {
      globalThis.studio.left.open = false;
      globalThis.studio.right.open = false;
    });
    if (thumbnails)
      await page.evaluate(() => {
        for (const id of ['topbar', 'transport']) document.getElementById(id).style.display = 'none';
        document.getElementById('app').style.gridTemplateRows = '1fr';
      });
    await advanceTo(page, SECONDS);
    await page.evaluate(() => globalThis.studio.stage.settled());
    const file = thumbnails ? path.join(small, `${model}.jpg`) : path.join(out, `${model}.png`);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    const as = thumbnails ? { type: 'jpeg', quality: 82 } : {};
    await page.locator('#stage').screenshot({ path: file, ...as });
    console.log(path.relative(root, file));
  } catch (error) {
    failed++;
    console.error(`${model}: ${error.message}`);
  }
  await page.close();
}

/** A task that is planned, with the ways of its candidates. */
async function photographPlan() {
  const page = await open('cartpole', { width: 1100, height: 320 });
  await page.evaluate(() => globalThis.studio.openPlan('quadruped-stand', 'sampling'));
  await page.click('#tab-plan');
  await page.waitForFunction(() => globalThis.studio.traces.count > 0 && globalThis.studio.sim.head.time > 0.9, null, {
    timeout: 240_000,
  });
  await page.evaluate(() => globalThis.studio.sim.run(false));
  await page.setViewportSize({ width: 1280, height: 760 });
  await page.evaluate(() => globalThis.studio.stage.settled());
  await page.screenshot({ path: path.join(root, 'docs/images/plan.jpg'), type: 'jpeg', quality: 82 });
  console.log('docs/images/plan.jpg');
  await page.close();
}

if (wanted.length === 0 && !thumbnails && !windowOnly) await photographPlan();
if (wanted.length === 0 && !thumbnails && !planOnly) {
  const page = await open('humanoid', { width: 1100, height: 320 }); // quickly drawn while it runs
  await page.evaluate(() => {
    const { options } = globalThis.studio.stage;
    options.contactPoint = true;
    options.contactForce = true;
  });
  await page.click('#tab-plots');
  for (let k = 1; k <= 60; k++) await advanceTo(page, 0.01 * k);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.evaluate(() => globalThis.studio.stage.settled());
  await page.screenshot({ path: path.join(root, 'docs/images/studio.png') });
  console.log('docs/images/studio.png');
}
await browser.close();
await server.close();
process.exit(failed > 0 ? 1 : 0);
