// The built site as a reader meets it, served from a folder below another address.
import fs from 'node:fs';
import path from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readDocumentation } from '../../../packages/qpos/src/documentation.testing.ts';
import { CHROMIUM_ARGS } from '../../../scripts/testing/chromium.mjs';
import { brokenLinks } from '../builder/links.ts';
import { dist, serve } from './page.ts';

const MAIN = [
  'index.html',
  'guide/quick-start.html',
  'guide/learning/training.html',
  'api/index.html',
  'api/qpos/index.html',
  'api/qpos/loadmodel.html',
  'api/qpos/data.html',
  'examples/index.html',
  'benchmarks.html',
  'parity.html',
  'changelog.html',
  'versions.html',
];
/** Bytes that a page may load before anything moves, not compressed. */
const BUDGET = 420_000;
/** The same with a live simulation: three.js, the viewer, and the engine for the page and its worker. */
const LIVE_BUDGET = 7_000_000;
const GALLERY_BUDGET = 1_500_000; // pictures

const files = fs
  .readdirSync(dist, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => fs.statSync(path.join(dist, file)).isFile());
const read = (file: string): string => fs.readFileSync(path.join(dist, file), 'utf8');
const examples = files.filter((file) => /^examples\/[\w-]+\/\d\d-/.test(file));

let browser: Browser;
let site: Awaited<ReturnType<typeof serve>>;
beforeAll(async () => {
  site = await serve();
  browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: CHROMIUM_ARGS,
  });
});
afterAll(async () => {
  await browser?.close();
  site?.close();
});

/** Opens a page; what it complains about and how much it loads are kept. */
async function open(file: string, options: Parameters<Browser['newPage']>[0] = {}) {
  const page = await browser.newPage({ reducedMotion: 'no-preference', ...options });
  const complaints: string[] = [];
  const loaded: Promise<number>[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('response', (response) =>
    loaded.push(
      response.body().then(
        ({ length }) => length,
        () => 0,
      ),
    ),
  );
  await page.goto(site.url + file, { waitUntil: 'load' });
  const bytes = async (): Promise<number> => (await Promise.all(loaded)).reduce((sum, n) => sum + n, 0);
  return { page, complaints, bytes };
}

/** Elements that one can act on and that have no name. */
const nameless = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('a[href], button, input, canvas, [role="region"], nav, dialog')]
      .filter(
        (e) => `${e.getAttribute('aria-label') ?? ''}${e.matches('nav, canvas') ? '' : e.textContent}`.trim() === '',
      )
      .map((e) => e.outerHTML.slice(0, 120)),
  );

test('every link and anchor of every page leads somewhere', () => {
  const pages = new Map(files.filter((file) => file.endsWith('.html')).map((file) => [file, read(file)]));
  expect(pages.size).toBeGreaterThan(500);
  expect(brokenLinks(pages, (file) => files.includes(file))).toEqual([]);
});

test('the reference lists every export, with a description', () => {
  const missing: string[] = [];
  for (const [entry, { exports }] of readDocumentation()) {
    const text = read(`api/${entry.replace(/^@/, '').replaceAll('/', '-')}/index.html`);
    for (const name of exports) {
      const row = new RegExp(`<li><a href="[^"]+"><code>${name}</code></a><span>(.*?)</span></li>`).exec(text);
      if (row === null || row[1] === '') missing.push(`${entry}: ${name}`);
    }
  }
  expect(missing).toEqual([]);
});

describe.each(MAIN)('%s', (file) => {
  test('opens without complaints, has names for everything, and is small', async () => {
    const { page, complaints, bytes } = await open(file);
    await page.waitForTimeout(300);
    expect(complaints).toEqual([]);
    expect(await nameless(page)).toEqual([]);
    const budget = file === 'index.html' ? LIVE_BUDGET : file === 'examples/index.html' ? GALLERY_BUDGET : BUDGET;
    expect(await bytes()).toBeLessThan(budget);
    await page.close();
  });

  test('fits a phone, in the dark', async () => {
    const { page, complaints } = await open(file, { viewport: { width: 360, height: 720 }, colorScheme: 'dark' });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(paper).toBe('rgb(16, 21, 28)');
    expect(complaints).toEqual([]);
    await page.close();
  });
});

test.each(examples)('%s is alive', async (file) => {
  const { page, complaints, bytes } = await open(file, { viewport: { width: 640, height: 480 } });
  const time = (): number =>
    Number(/time \(s\) ([\d.]+)/.exec(document.querySelector<HTMLOutputElement>('.readout')?.value ?? '')?.[1] ?? 0);
  await page.waitForFunction(time, undefined, { timeout: 60_000 });
  expect(await page.locator('.live').getAttribute('data-state')).toBe('live');
  expect(complaints).toEqual([]);
  expect(await bytes()).toBeLessThan(LIVE_BUDGET);
  await page.close();
});

test('a live example is paused and goes on', async () => {
  const { page } = await open('examples/first-steps/01-pendulum.html');
  const time = async (): Promise<number> =>
    Number(/([\d.]+)/.exec((await page.locator('.readout').textContent()) ?? '')?.[1] ?? 0);
  await page.waitForFunction(() => (document.querySelector('output')?.value ?? '') !== '');
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.waitForTimeout(200);
  const before = await time();
  await page.waitForTimeout(300);
  expect(await time()).toBe(before);
  await page.getByRole('button', { name: 'Play' }).click();
  await page.waitForTimeout(400);
  expect(await time()).toBeGreaterThan(before);
  await page.close();
});

test('the search finds an export by its name, by keys alone', async () => {
  const { page, complaints } = await open('guide/models.html');
  await page.keyboard.press('/');
  await page.keyboard.type('loadmod');
  await page.waitForSelector('.results a');
  await page.keyboard.press('Enter');
  await page.waitForURL(/api\/.*loadmodel.*\.html$/);
  expect(complaints).toEqual([]);
  await page.close();
});

test('the theme is switched and remembered', async () => {
  const { page } = await open('guide/models.html', { colorScheme: 'light' });
  const paper = (): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(await paper()).toBe('rgb(255, 255, 255)');
  await page.getByRole('button', { name: 'Switch between light and dark' }).click();
  expect(await paper()).toBe('rgb(16, 21, 28)');
  await page.goto(`${site.url}versions.html`);
  expect(await paper()).toBe('rgb(16, 21, 28)');
  await page.close();
});

test('the menu of a phone opens and closes', async () => {
  const { page } = await open('guide/models.html', { viewport: { width: 360, height: 720 } });
  const link = page.getByRole('link', { name: 'Sensors', exact: true }).first();
  expect(await link.isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Menu' }).click();
  await link.waitFor({ state: 'visible' });
  await page.keyboard.press('Escape');
  await link.waitFor({ state: 'hidden' });
  await page.close();
});

test('the list of names is filtered', async () => {
  const { page } = await open('api/qpos/index.html');
  await page.getByRole('searchbox', { name: 'Filter the names' }).fill('keyframe');
  const shown = await page.locator('ul.names li:not([hidden]) code').allInnerTexts();
  expect(shown).toContain('resetDataKeyframe');
  expect(shown.length).toBeLessThan(40);
  await page.close();
});
