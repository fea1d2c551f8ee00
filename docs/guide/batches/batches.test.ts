import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { inFull } from '@qpos/conformance';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { digests, type Teams } from './bits.ts';

const here = path.resolve(import.meta.dirname, '..');
const root = path.resolve(here, '../..');
const project = path.join(root, 'build/batches-page');
const WORKERS = inFull ? [1, 2, 3, 5] : [2];
const teams = (...memories: ('auto' | 'shared' | 'separate')[]): Teams => [
  { workers: 0 },
  ...WORKERS.flatMap((workers) => memories.map((memory) => ({ workers, memory }))),
];
const XML = `<mujoco><worldbody>
  <geom type="plane" size="5 5 .1"/>
  <body pos="0 0 .5"><freejoint/><geom type="box" size=".15 .15 .1"/></body>
  <body pos=".05 .02 .8"><freejoint/><geom type="box" size=".15 .15 .1"/></body>
  <body name="arm" pos="1 0 1"><joint name="hinge" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .5 0 0" size=".03"/></body>
</worldbody>
<actuator><motor joint="hinge"/><intvelocity joint="hinge" kp="2"/></actuator>
<sensor><jointvel joint="hinge"/></sensor></mujoco>`;

/** A project as \`npm create vite\` would have it, without a configuration. */
function writeProject(): void {
  fs.rmSync(project, { recursive: true, force: true });
  fs.mkdirSync(project, { recursive: true });
  for (const file of ['bits.ts', 'reward.js', 'simulation.ts'])
    fs.copyFileSync(path.join(here, 'batches', file), path.join(project, file));
  fs.writeFileSync(path.join(project, 'package.json'), '{ "type": "module" }');
  const main = `import { digests } from './bits.ts';
const reward = new URL('./reward.js', import.meta.url);
window.digests = (teams) => digests(reward, ${JSON.stringify(XML)}, teams);`;
  fs.writeFileSync(path.join(project, 'main.ts'), main);
  const html = (script: string, body: string): string =>
    `<!doctype html><link rel="icon" href="data:,">${body}<script type="module" src="/${script}.ts"></script>`;
  fs.writeFileSync(path.join(project, 'index.html'), html('main', ''));
  fs.writeFileSync(
    path.join(project, 'simulation.html'),
    html('simulation', '<canvas style="width:300px;height:200px"></canvas><output></output>'),
  );
}

const ISOLATION = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };

/** Serves what Vite built. */
async function serve(folder: string, isolated: boolean): Promise<{ address: string; close: () => void }> {
  const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' };
  const server = http.createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://x').pathname;
    const file = url.startsWith('/models/')
      ? path.join(root, url)
      : path.join(folder, url === '/' ? 'index.html' : url);
    if (!fs.existsSync(file)) return response.writeHead(404).end();
    const type = types[path.extname(file)] ?? 'application/octet-stream';
    return response.writeHead(200, { 'Content-Type': type, ...(isolated && ISOLATION) }).end(fs.readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

let browser: Browser;
let expected: string[];

beforeAll(async () => {
  writeProject();
  expected = await digests(new URL('./reward.js', import.meta.url), XML, [{ workers: 0 }]);
  const { build } = await import('vite');
  const input = ['index.html', 'simulation.html'].map((file) => path.join(project, file));
  await build({ root: project, configFile: false, logLevel: 'error', build: { rolldownOptions: { input } } });
  browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
}, 240_000);

afterAll(async () => {
  await browser?.close();
  fs.rmSync(project, { recursive: true, force: true });
});

/** A tab, and what went wrong in it. */
async function open(address: string): Promise<{ tab: Page; problems: string[] }> {
  const tab = await browser.newPage();
  const problems: string[] = [];
  tab.on('pageerror', (error) => problems.push(error.message));
  tab.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  await tab.goto(address);
  return { tab, problems };
}

/** Runs the batches of the page. */
async function bitsOf(address: string, wanted: Teams): Promise<{ found: string[]; isolated: boolean }> {
  const { tab, problems } = await open(address);
  await tab.waitForFunction(() => 'digests' in window, undefined, { timeout: 90_000 });
  const found = await tab.evaluate(
    (all) => (window as unknown as { digests(teams: Teams): Promise<string[]> }).digests(all),
    wanted,
  );
  const isolated = await tab.evaluate(() => crossOriginIsolated);
  await tab.close();
  expect(problems).toEqual([]);
  return { found, isolated };
}

describe("batches in Chromium, under Vite's defaults", () => {
  test.each([true, false])(
    'built: the bits of Node for any number of workers (isolated: %s)',
    async (wanted) => {
      const { address, close } = await serve(path.join(project, 'dist'), wanted);
      const all = wanted ? teams('shared', 'separate') : teams('auto');
      const { found, isolated } = await bitsOf(address, all);
      close();
      expect(isolated).toBe(wanted);
      expect(found).toEqual(all.map(() => expected[0]));
    },
    240_000,
  );

  test('served while it is being written', async () => {
    const { createServer } = await import('vite');
    const server = await createServer({ root: project, configFile: false, logLevel: 'error', server: { port: 0 } });
    await server.listen();
    try {
      const { found } = await bitsOf(server.resolvedUrls?.local[0] ?? '', teams('auto').slice(0, 2));
      expect(found).toEqual([expected[0], expected[0]]);
    } finally {
      await server.close();
    }
  }, 240_000);

  test('a simulation in a worker, drawn by a viewer', async () => {
    const { address, close } = await serve(path.join(project, 'dist'), false);
    const { tab, problems } = await open(`${address}/simulation.html`);
    await tab.waitForFunction(() => Number.parseFloat(document.querySelector('output')?.value ?? '') > 0.3, undefined, {
      timeout: 90_000,
    });
    expect((await tab.locator('canvas').screenshot()).length).toBeGreaterThan(2000);
    expect(problems).toEqual([]);
    await tab.close();
    close();
  }, 240_000);
});

test('the guide shows the simulation as it is', () => {
  const page = fs.readFileSync(path.join(here, 'batches.md'), 'utf8');
  expect(page).toContain(`\`\`\`ts\n${fs.readFileSync(path.join(here, 'batches/simulation.ts'), 'utf8')}\`\`\``);
});
