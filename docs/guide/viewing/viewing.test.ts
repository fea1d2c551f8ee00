import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { build } from 'esbuild';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CHROMIUM_ARGS } from '../../../scripts/testing/chromium.mjs';

const here = import.meta.dirname;
const root = path.resolve(here, '../../..');
const read = (file: string): string => fs.readFileSync(path.join(here, file), 'utf8');

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

test('the guide shows viewer.ts as it is', () => {
  expect(read('viewer.md')).toContain(`\`\`\`ts\n${read('viewer.ts')}\`\`\``);
});

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
