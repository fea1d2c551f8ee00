import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { digests } from './bits.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const project = path.join(root, 'build/environments-page');
const COUNTS = [0, 1, 2];
const ISOLATION = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };

beforeAll(async () => {
  fs.rmSync(project, { recursive: true, force: true });
  fs.mkdirSync(project, { recursive: true });
  fs.copyFileSync(path.join(import.meta.dirname, 'bits.ts'), path.join(project, 'bits.ts'));
  fs.writeFileSync(path.join(project, 'package.json'), '{ "type": "module" }');
  fs.writeFileSync(
    path.join(project, 'main.ts'),
    `import { digests } from './bits.ts';\nwindow.digests = () => digests(${JSON.stringify(COUNTS)});`,
  );
  fs.writeFileSync(
    path.join(project, 'index.html'),
    '<!doctype html><link rel="icon" href="data:,"><script type="module" src="/main.ts"></script>',
  );
  const { build } = await import('vite');
  await build({ root: project, configFile: false, logLevel: 'error' });
}, 240_000);
afterAll(() => fs.rmSync(project, { recursive: true, force: true }));

/** Serves what Vite built. */
async function serve(isolated: boolean): Promise<http.Server> {
  const server = http.createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://x').pathname;
    const file = path.join(project, 'dist', url === '/' ? 'index.html' : url);
    if (!fs.existsSync(file)) return response.writeHead(404).end();
    const type = file.endsWith('.html') ? 'text/html' : 'text/javascript';
    return response.writeHead(200, { 'Content-Type': type, ...(isolated && ISOLATION) }).end(fs.readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

test("environments in Chromium, under Vite's defaults: the bytes of Node for any number of workers, with and without shared memory", async () => {
  const [expected] = await digests([0]);
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  try {
    for (const isolated of [true, false]) {
      const server = await serve(isolated);
      const tab = await browser.newPage();
      const problems: string[] = [];
      tab.on('pageerror', (error) => problems.push(error.message));
      await tab.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
      await tab.waitForFunction(() => 'digests' in window, undefined, { timeout: 90_000 });
      const found = await tab.evaluate(() => (window as unknown as { digests(): Promise<string[]> }).digests());
      expect(await tab.evaluate(() => crossOriginIsolated)).toBe(isolated);
      expect(found).toEqual(COUNTS.map(() => expected));
      expect(problems).toEqual([]);
      await tab.close();
      server.close();
    }
  } finally {
    await browser.close();
  }
}, 240_000);
