import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { expect, test, vi } from 'vitest';

const here = path.resolve(import.meta.dirname, '..');
const root = path.resolve(here, '../..');
const page = fs.readFileSync(path.join(here, 'quick-start.md'), 'utf8');
const snippet = (name: string): string => fs.readFileSync(path.join(here, 'quick-start', `${name}.ts`), 'utf8');

test.each(['node', 'browser'])('the page shows %s.ts as it is', (name) => {
  expect(page).toContain(`\`\`\`ts\n${snippet(name)}\`\`\``);
});

test('Node: a controller in the loop', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  const before = process.cwd();
  process.chdir(root);
  await import('./node.ts');
  process.chdir(before);
  const [[time, com, contacts]] = log.mock.calls as [[number, Float64Array, number]];
  log.mockRestore();
  expect(time).toBeCloseTo(2, 9);
  expect(com[2]).toBeGreaterThan(0.05);
  expect(com[2]).toBeLessThan(0.8);
  expect(contacts).toBeGreaterThan(0);
});

/** The page of the guide with the snippet as its script, bundled as the guide says. */
async function servePage(): Promise<{ address: string; close: () => void }> {
  const { outputFiles } = await build({
    entryPoints: [path.join(here, 'quick-start/browser.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    logLevel: 'silent',
  });
  const script = outputFiles[0]?.text ?? '';
  const html = (/```html\n([\s\S]*?)```/.exec(page)?.[1] ?? '').replace('main.ts', '/main.js');
  const server = http.createServer((request, response) => {
    const url = request.url ?? '/';
    const model = /^\/models\/([\w-]+\.xml)$/.exec(url)?.[1];
    if (model !== undefined) response.end(fs.readFileSync(path.join(root, 'models', model)));
    else if (url === '/main.js') response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(script);
    else if (url === '/')
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(`<link rel="icon" href="data:,">${html}`);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() };
}

test('browser: the page runs and draws', async () => {
  const { address, close } = await servePage();
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  try {
    const tab = await browser.newPage({ viewport: { width: 320, height: 240 } });
    const problems: string[] = [];
    tab.on('pageerror', (error) => problems.push(error.message));
    tab.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    await tab.goto(address);
    await tab.waitForFunction(() => Number.parseFloat(document.querySelector('output')?.value ?? '') > 0.3, undefined, {
      timeout: 90_000,
    });
    expect(problems).toEqual([]);
    expect((await tab.locator('canvas').screenshot()).length).toBeGreaterThan(5000); // an empty one has a tenth
    const columns = (): Promise<number> => tab.evaluate(() => document.querySelector('canvas')?.width ?? 0);
    const before = await columns();
    await tab.setViewportSize({ width: 200, height: 240 });
    await tab.waitForFunction((width) => document.querySelector('canvas')?.width === width, before - 120);
  } finally {
    await browser.close();
    close();
  }
});
