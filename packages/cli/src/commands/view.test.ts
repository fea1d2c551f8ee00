import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { BROKEN, PENDULUM, put, run, temporaryFolder } from '../testing/run.ts';

const folder = temporaryFolder();
const OBJ = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n';
const ASSETS = `<mujoco>
  <asset>
    <mesh name="up" file="../shared/up part.obj"/>
    <mesh name="linked" file="inside.obj"/>
    <mesh name="out" file="out.obj"/>
  </asset>
  <include file="parts/arm.xml"/>
</mujoco>`;
const model = put(folder, {
  'models/my robot.xml': PENDULUM,
  'models/assets.xml': ASSETS,
  'models/parts/arm.xml': '<mujoco><worldbody><geom type="mesh" mesh="up"/></worldbody></mujoco>',
  'models/meshes/a.obj': OBJ,
  'models/neighbour.xml': PENDULUM,
  'shared/up part.obj': OBJ,
  'shared/not named.obj': OBJ,
  'secret.txt': 'secret',
  'studio/index.html': '<title>studio</title>',
  'studio/assets/app.js': 'export {};',
});
fs.symlinkSync(path.join(folder, 'models/meshes/a.obj'), path.join(folder, 'models/inside.obj'));
const elsewhere = temporaryFolder();
fs.writeFileSync(path.join(elsewhere, 'out.obj'), OBJ);
fs.symlinkSync(path.join(elsewhere, 'out.obj'), path.join(folder, 'models/out.obj'));
const studio = path.join(folder, 'studio');
afterAll(() => {
  for (const used of [folder, elsewhere]) fs.rmSync(used, { recursive: true });
});

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
async function whileViewing(
  file: string | undefined,
  use: (port: number, address: string) => Promise<void>,
  options: readonly string[] = ['--port', '0'],
) {
  const stop = new AbortController();
  let used: Promise<void> | undefined;
  const outcome = await run(['view', ...(file === undefined ? [] : [file]), ...options, '--studio', studio, '--json'], {
    signal: stop.signal,
    onOut: (text) => {
      const { port, address } = JSON.parse(text);
      used = use(port, address).finally(() => stop.abort());
    },
  });
  await used;
  return outcome;
}

async function expectNotFound(port: number, target: string): Promise<void> {
  const { status, body } = await get(port, target);
  expect([status, body], target).toEqual([404, 'not found\n']);
}

describe('view', () => {
  test('serves the studio and the model, and ends on an interrupt', async () => {
    const outcome = await whileViewing(model, async (port, address) => {
      const given = new URL(address).searchParams.get('model') ?? '';
      expect(decodeURIComponent(given)).toBe('/model/my robot.xml');
      const page = await get(port, '/');
      expect(page).toMatchObject({ status: 200, body: '<title>studio</title>' });
      expect(page.headers['cross-origin-opener-policy']).toBe('same-origin');
      expect((await get(port, '/assets/app.js')).headers['content-type']).toMatch(/javascript/);
      expect(await get(port, given)).toMatchObject({ status: 200, body: PENDULUM });
      expect(await get(port, given, { method: 'HEAD' })).toMatchObject({ status: 200, body: '' });
    });
    expect(outcome.code).toBe(0);
    expect(outcome.err).toBe('');
  });

  test('without a model serves the studio alone', async () => {
    const outcome = await whileViewing(undefined, async (port, address) => {
      expect(new URL(address).search).toBe('');
      expect((await get(port, '/')).body).toBe('<title>studio</title>');
      await expectNotFound(port, '/model/models/assets.xml');
    });
    expect([outcome.code, outcome.err]).toEqual([0, '']);
  });

  test('serves what the model names below its own folder, and says what it does not serve', async () => {
    const outcome = await whileViewing(path.join(folder, 'models/assets.xml'), async (port, address) => {
      expect(new URL(address).searchParams.get('model')).toBe('/model/assets.xml');
      expect((await get(port, '/model/assets.xml')).body).toBe(ASSETS);
      expect((await get(port, '/model/parts/arm.xml')).status).toBe(200);
      expect((await get(port, '/model/inside.obj')).body).toBe(OBJ);
      for (const target of ['/model/shared/up%20part.obj', '/model/out.obj', '/model/models/assets.xml'])
        expect((await get(port, target)).status, target).toBe(404);
    });
    expect(outcome.err).toMatch(
      /names a file outside its own folder, such as 'up part.obj'; not served\nhint: --allow /,
    );
  });

  test('--allow serves what the model names in another folder, and nothing else', async () => {
    const allow = ['--port', '0', '--allow', path.join(folder, 'shared')];
    await whileViewing(
      path.join(folder, 'models/assets.xml'),
      async (port, address) => {
        const given = new URL(address).searchParams.get('model') ?? '';
        expect(given).toBe('/model/models%2Fassets.xml');
        expect((await get(port, given)).body).toBe(ASSETS);
        expect((await get(port, '/model/shared/up%20part.obj')).body).toBe(OBJ);
        expect((await get(port, '/model/models/parts/arm.xml')).status).toBe(200);
        expect((await get(port, '/model/models/inside.obj')).body).toBe(OBJ);
        for (const target of [
          '/model/models/out.obj', // a link out of the root
          '/model/models/meshes/a.obj', // the file behind a link has no name in the model
          '/model/models/neighbour.xml',
          '/model/shared/not%20named.obj',
          '/model/secret.txt',
          '/model/shared',
        ])
          await expectNotFound(port, target);
      },
      allow,
    );
    const none = await run(['view', model, '--studio', studio, '--allow', path.join(folder, 'nowhere')]);
    expect(none).toMatchObject({ code: 1, err: expect.stringContaining("--allow: there is no folder '") });
  });

  test('a model file is data: no type that runs, no page, no other site', async () => {
    await whileViewing(model, async (port) => {
      const target = '/model/my%20robot.xml';
      const { headers } = await get(port, target);
      expect(headers['content-type']).toBe('application/octet-stream');
      expect(headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['cross-origin-resource-policy']).toBe('same-origin');
      const asked = async (site: string, mode: string, dest: string, path = target): Promise<number> =>
        (
          await get(port, path, {
            headers: { 'Sec-Fetch-Site': site, 'Sec-Fetch-Mode': mode, 'Sec-Fetch-Dest': dest },
          })
        ).status;
      expect(await asked('same-origin', 'cors', 'empty')).toBe(200);
      expect(await asked('same-origin', 'navigate', 'document')).toBe(403);
      expect(await asked('same-origin', 'no-cors', 'script')).toBe(403);
      expect(await asked('none', 'navigate', 'document')).toBe(403);
      for (const site of ['same-site', 'cross-site']) {
        expect(await asked(site, 'cors', 'empty')).toBe(403);
        expect(await asked(site, 'navigate', 'document')).toBe(403);
        expect(await asked(site, 'navigate', 'iframe', '/')).toBe(403);
        expect(await asked(site, 'no-cors', 'script', '/assets/app.js')).toBe(403);
        expect(await asked(site, 'navigate', 'document', '/')).toBe(200);
      }
      const page = await get(port, '/');
      expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(page.headers['x-frame-options']).toBe('DENY');
    });
  });

  test('a model that is edited meanwhile brings its new files along', async () => {
    const edited = put(folder, { 'models/edited.xml': '<mujoco/>' });
    const target = '/model/meshes/a.obj';
    await whileViewing(edited, async (port) => {
      expect((await get(port, target)).status).toBe(404);
      put(folder, { 'models/edited.xml': '<mujoco><asset><mesh name="a" file="meshes/a.obj"/></asset></mujoco>' });
      expect((await get(port, '/model/edited.xml')).body).toContain('a.obj');
      expect((await get(port, target)).body).toBe(OBJ);
    });
  });

  test('a compiled model is shown as MJCF', async () => {
    const compiled = path.join(folder, 'models/p.qposb');
    await run(['convert', model, compiled]);
    await whileViewing(compiled, async (port) => {
      expect((await get(port, '/model/p.xml')).body).toContain('<mujoco model="pendulum">');
      expect((await get(port, '/model/p.qposb')).status).toBe(404);
    });
  });

  test('refuses everything outside: parents, absolute paths, folders, other hosts and methods', async () => {
    await whileViewing(model, async (port) => {
      for (const target of [
        '/model/../secret.txt',
        '/model/..%2fsecret.txt',
        '/model/%2e%2e/secret.txt',
        '/model/%2e%2e%2fsecret.txt',
        '/model/%252e%252e%252fsecret.txt',
        '/model/meshes/../../secret.txt',
        '/model/./my%20robot.xml/../../secret.txt',
        `/model/${path.join(folder, 'secret.txt')}`,
        `/model/${encodeURIComponent(path.join(folder, 'secret.txt'))}`,
        '/model/..%5csecret.txt',
        '/model/neighbour.xml',
        '/model/meshes',
        '/model/',
        '/model/%00',
        '/model/my%20robot.xml%00.obj',
        '/model/%',
        '/../secret.txt',
        '/%2e%2e/secret.txt',
        '/assets/..%2f..%2fsecret.txt',
        '/nothing.js',
      ])
        await expectNotFound(port, target);
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

  test('without a wish for a port two can be open', async () => {
    const view = (use: (port: number) => Promise<void>) => whileViewing(model, use, []);
    await view(async (first) => {
      await view(async (second) => {
        expect(second).not.toBe(first);
        expect((await get(second, '/')).status).toBe(200);
      });
    });
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
