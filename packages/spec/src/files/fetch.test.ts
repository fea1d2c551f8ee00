import { describe, expect, test } from 'vitest';
import { fetchModel } from './fetch.ts';

const FILES: Record<string, string> = {
  'robot/scene.xml':
    '<mujoco><compiler meshdir="meshes"/><include file="parts/arm.xml"/><asset><mesh file="base.stl"/><model file="tool.xml" name="t"/></asset></mujoco>',
  'robot/parts/arm.xml':
    '<x><include file="hand.xml"/><asset><texture name="t" type="2d" file="wood.png"/></asset></x>',
  'robot/parts/hand.xml': '<x><asset><mesh file="hand.stl"/></asset></x>',
  'robot/tool.xml': '<mujoco><asset><mesh file="tool.stl"/></asset></mujoco>',
  'robot/meshes/base.stl': 'b',
  'robot/parts/hand.stl': 'h',
  'robot/parts/wood.png': 'w',
  'robot/tool.stl': 't',
};

function server(): { fetch: (url: string) => Promise<never>; urls: string[]; most: number } {
  const state = { urls: [] as string[], most: 0, fetch: undefined as never };
  let open = 0;
  const fetch = async (url: string) => {
    state.urls.push(url);
    state.most = Math.max(state.most, ++open);
    await new Promise((resolve) => setTimeout(resolve, 1));
    open--;
    const text = FILES[url.replace('https://example.org/', '')];
    return {
      ok: text !== undefined,
      status: text === undefined ? 404 : 200,
      arrayBuffer: async () => new TextEncoder().encode(text).buffer,
    };
  };
  return Object.assign(state, { fetch }) as never;
}

describe('fetchModel', () => {
  test('finds includes, models and assets, in parallel, with progress', async () => {
    const s = server();
    const progress: number[] = [];
    const { files, file } = await fetchModel('https://example.org', 'robot/scene.xml', {
      fetch: s.fetch,
      onProgress: (p) => progress.push(p.loaded),
    });
    expect(file).toBe('robot/scene.xml');
    expect(Object.keys(files).sort()).toEqual(Object.keys(FILES).sort());
    expect(s.most).toBeGreaterThan(1);
    expect(progress.at(-1)).toBe(s.urls.length);
    expect(new Set(s.urls).size).toBe(s.urls.length);
  });

  test('a missing model', async () => {
    await expect(fetchModel('https://example.org', 'no.xml', { fetch: server().fetch })).rejects.toMatchObject({
      code: 'missing-file',
    });
  });

  test('a server that answers with its start page for want of a file', async () => {
    const page = async () =>
      new Response('<!doctype html>', { headers: { 'content-type': 'text/html;charset=utf-8' } });
    await expect(fetchModel('https://example.org', 'no.xml', { fetch: page })).rejects.toMatchObject({
      code: 'missing-file',
    });
    const broken = async () => new Response('<html>', { status: 500, headers: { 'content-type': 'text/html' } });
    await expect(fetchModel('https://example.org', 'no.xml', { fetch: broken })).rejects.toThrow('status 500');
  });

  test('a server that cannot be asked', async () => {
    const refused = async () => {
      throw new TypeError('Failed to fetch');
    };
    await expect(fetchModel('https://example.org', 'a b.xml', { fetch: refused })).rejects.toMatchObject({
      code: 'missing-file',
      message: expect.stringContaining("'https://example.org/a%20b.xml': Failed to fetch"),
      hint: expect.stringContaining('CORS'),
    });
  });

  test('never leaves the root', async () => {
    await expect(fetchModel('https://example.org', '../x.xml', { fetch: server().fetch })).rejects.toMatchObject({
      code: 'path-escape',
    });
    const s = server();
    FILES['evil.xml'] =
      '<mujoco><include file="../../secret.xml"/><asset><mesh file="https://evil.org/a.stl"/><mesh file="/etc/passwd"/></asset></mujoco>';
    await fetchModel('https://example.org', 'evil.xml', { fetch: s.fetch });
    expect(s.urls).toEqual(['https://example.org/evil.xml']);
  });
});
