import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { build } from 'esbuild';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPng } from '../../../packages/spec/src/assets/formats/png.ts';
import { defaultAssetLimits } from '../../../packages/spec/src/assets/types.ts';
import { CHROMIUM_ARGS } from '../../../scripts/testing/chromium.mjs';

const here = import.meta.dirname;
const root = path.resolve(here, '../../..');
const read = (file: string): string => fs.readFileSync(path.join(here, file), 'utf8');

/** Another version of three.js than the newest, in the long tests. */
const three = process.env['QPOS_THREE'];

let browser: Browser;
let server: http.Server;
const scripts = new Map<string, string>();

/** The HTML of a guide, with its script bundled as a reader would. */
const pageOf = (guide: string, script: string): string =>
  `<link rel="icon" href="data:,">${(/```html\n([\s\S]*?)```/.exec(read(guide))?.[1] ?? '').replace(/main\.tsx?/, `/${script}.js`)}`;

beforeAll(async () => {
  server = http.createServer(({ url = '/' }, response) => {
    const [, folder, name] = /^\/(models|policies)\/([\w./-]+)$/.exec(url) ?? [];
    const script = scripts.get(url);
    if (folder !== undefined && name !== undefined) response.end(fs.readFileSync(path.join(root, folder, name)));
    else if (script !== undefined) response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(script);
    else response.writeHead(200, { 'Content-Type': 'text/html' }).end(pageOf(`${url.slice(1)}.md`, url.slice(1)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: CHROMIUM_ARGS,
  });
});
afterAll(async () => {
  await browser?.close();
  server?.closeAllConnections();
  server?.close();
});

/** Opens the page of a guide; what it complains about is kept. */
async function open(guide: string, source: string): Promise<{ page: Page; complaints: string[] }> {
  const { outputFiles } = await build({
    entryPoints: [path.join(here, source)],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    logLevel: 'silent',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    ...(three !== undefined && { alias: { three } }),
  });
  scripts.set(`/${guide}.js`, outputFiles[0]?.text ?? '');
  const page = await browser.newPage({ viewport: { width: 400, height: 300 } });
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${guide}`);
  return { page, complaints };
}

test.each(['viewer', 'element'])('the guide shows %s.ts as it is', (name) => {
  expect(read(`${name}.md`)).toContain(`\`\`\`ts\n${read(`${name}.ts`)}\`\`\``);
});

test('the guide shows react.tsx as it is', () => {
  expect(read('react.md')).toContain(`\`\`\`tsx\n${read('react.tsx')}\`\`\``);
});

test('components of react-three-fiber show a model that moves, and what goes with its bodies', async () => {
  const { page, complaints } = await open('react', 'react.tsx');
  await page.waitForFunction(() => Number.parseFloat(document.querySelector('output')?.value ?? '') > 0.2, undefined, {
    timeout: 90_000,
  });
  const { width, height, data } = readPng(await page.locator('canvas').screenshot(), 4, defaultAssetLimits);
  let pink = 0;
  for (let i = 0; i < data.length; i += 4) {
    const [r = 0, g = 0, b = 0] = data.subarray(i, i + 3);
    if (r - g > 60 && b - g > 20) pink++;
  }
  expect(pink / (width * height)).toBeGreaterThan(0.003); // the ball that goes with a body
  expect(complaints).toEqual([]);
  await page.close();
}, 120_000);

test('the viewer draws, follows and picks', async () => {
  const { page, complaints } = await open('viewer', 'viewer.ts');
  await page.waitForFunction(() => Number.parseFloat(document.querySelector('output')?.value ?? '') > 0.3, undefined, {
    timeout: 90_000,
  });
  await page.mouse.move(200, 135); // over the robot
  const picture = await page.locator('canvas').screenshot();
  expect(picture.length).toBeGreaterThan(5000);
  expect(complaints).toEqual([]);
  await page.close();
});

test('elements show a model and a policy at work, and say what is wrong', async () => {
  const { page, complaints } = await open('element', 'element.ts');
  await page.waitForFunction(
    () => {
      const [time = 0, way = 0] = (document.querySelector('output')?.value ?? '').match(/-?[\d.]+/g)?.map(Number) ?? [];
      return time > 0.3 && way > 0.5;
    },
    undefined,
    { timeout: 90_000 },
  );
  const cradle = page.locator('qpos-viewer').first();
  expect(await page.getByRole('img', { name: "Newton's cradle" }).count()).toBe(1);
  expect((await cradle.screenshot()).length).toBeGreaterThan(4000);
  expect(complaints).toEqual([]);

  const time = (): Promise<number> => cradle.evaluate((e) => (e as HTMLElement & { data: { time: number } }).data.time);
  await cradle.evaluate((e) => e.setAttribute('paused', ''));
  const paused = await time();
  await page.waitForTimeout(200);
  expect(await time()).toBe(paused);

  const message = await cradle.evaluate(
    (e) =>
      new Promise<string>((resolve) => {
        e.addEventListener('error', (event) => resolve((event as CustomEvent).detail.code));
        e.setAttribute('policy', '/policies/Hopper-v5.safetensors'); // with the model of a cradle
      }),
  );
  expect(message).toBe('wrong-model');
  expect(await page.getByRole('alert').first().textContent()).toContain('positions');
  await page.close();
}, 120_000);
