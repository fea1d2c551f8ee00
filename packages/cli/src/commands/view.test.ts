import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { BROKEN, PENDULUM, put, run, temporaryFolder } from '../testing/run.ts';

const folder = temporaryFolder();
const model = put(folder, {
  'models/my robot.xml': PENDULUM,
  'models/meshes/a.stl': 'solid',
  'secret.txt': 'secret',
  'studio/index.html': '<title>studio</title>',
  'studio/assets/app.js': 'export {};',
});
fs.symlinkSync(path.join(folder, 'secret.txt'), path.join(folder, 'models/link.txt'));
fs.symlinkSync(path.join(folder, 'models/meshes/a.stl'), path.join(folder, 'models/inside.stl'));
const studio = path.join(folder, 'studio');
afterAll(() => fs.rmSync(folder, { recursive: true }));

interface Answer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

/** A request with the path as it is: `fetch` would fold `..` away. */
function get(port: number, target: string, options: http.RequestOptions = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = http.request({ host: '127.0.0.1', port, path: target, ...options }, (response) => {
      let body = '';
      response.on('data', (part) => {
        body += part;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
    });
    request.on('error', reject);
    request.end();
  });
}

/** Runs `qpos view` until `use` is done with it. */
async function whileViewing(file: string, use: (port: number, address: string) => Promise<void>) {
  const stop = new AbortController();
  let used: Promise<void> | undefined;
  const outcome = await run(['view', file, '--port', '0', '--studio', studio, '--json'], {
    signal: stop.signal,
    onOut: (text) => {
      const { port, address } = JSON.parse(text);
      used = use(port, address).finally(() => stop.abort());
    },
  });
  await used;
  return outcome;
}

describe('view', () => {
  test('serves the studio and the files beside the model, and ends on an interrupt', async () => {
    const outcome = await whileViewing(model, async (port, address) => {
      const given = new URL(address).searchParams.get('model') ?? '';
      expect(decodeURIComponent(given)).toBe('/model/my robot.xml');
      const page = await get(port, '/');
      expect(page).toMatchObject({ status: 200, body: '<title>studio</title>' });
      expect(page.headers['cross-origin-opener-policy']).toBe('same-origin');
      expect((await get(port, '/assets/app.js')).headers['content-type']).toMatch(/javascript/);
      expect(await get(port, given)).toMatchObject({ status: 200, body: PENDULUM });
      expect((await get(port, '/model/meshes/a.stl')).body).toBe('solid');
      expect((await get(port, '/model/inside.stl')).status).toBe(200);
      expect(await get(port, '/model/meshes/a.stl', { method: 'HEAD' })).toMatchObject({ status: 200, body: '' });
    });
    expect(outcome.code).toBe(0);
    expect(outcome.err).toBe('');
  });

  test('refuses everything outside: parents, absolute paths, links out, folders, other hosts and methods', async () => {
    await whileViewing(model, async (port) => {
      for (const target of [
        '/model/../secret.txt',
        '/model/..%2fsecret.txt',
        '/model/%2e%2e/secret.txt',
        '/model/meshes/../../secret.txt',
        `/model/${path.join(folder, 'secret.txt')}`,
        `/model/${encodeURIComponent(path.join(folder, 'secret.txt'))}`,
        '/model/..%5csecret.txt',
        '/model/link.txt',
        '/model/meshes',
        '/model/',
        '/model/%00',
        '/model/%',
        '/../secret.txt',
        '/%2e%2e/secret.txt',
        '/nothing.js',
      ]) {
        const { status, body } = await get(port, target);
        expect([status, body], target).toEqual([404, 'not found\n']);
      }
      expect((await get(port, '/', { headers: { host: 'evil.example' } })).status).toBe(403);
      expect((await get(port, '/', { method: 'POST' })).status).toBe(405);
    });
  });

  test('a broken model is told about, and shown all the same', async () => {
    const broken = put(path.join(folder, 'models'), { 'broken.xml': BROKEN });
    const outcome = await whileViewing(broken, async (port) => {
      expect((await get(port, '/model/broken.xml')).status).toBe(200);
    });
    expect(outcome.code).toBe(0);
    expect(outcome.err).toContain('broken.xml:3:38: error');
  });

  test('a port in use, one that is none, a missing model, no studio', async () => {
    await whileViewing(model, async (port) => {
      const second = await run(['view', model, '--port', String(port), '--studio', studio]);
      expect(second).toMatchObject({
        code: 1,
        err: expect.stringMatching(/port \d+ is in use\nhint: give another one/),
      });
    });
    expect((await run(['view', model, '--port', '99999', '--studio', studio])).err).toMatch(/at most 65535/);
    expect((await run(['view', 'nope.xml', '--studio', studio])).err).toMatch(/cannot find/);
    expect((await run(['view', model, '--studio', path.join(folder, 'models')])).err).toMatch(/no studio in/);
  });
});
