/** Links of the studio that were cut off, changed, or made to hurt. */
import zlib from 'node:zlib';
import { QposError } from 'qpos';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LinkError, pack, unpack } from '../../../apps/studio/src/link-packing.ts';
import { readAddress } from '../../../apps/studio/src/share.ts';
import { damage } from './reference.ts';

const packed = (bytes: Uint8Array | string): string => zlib.deflateRawSync(bytes).toString('base64url');
const MODEL = packed('<mujoco/>');

const before = { location: globalThis.location, document: globalThis.document };
beforeAll(() => Object.assign(globalThis, { document: { baseURI: 'https://example.org/studio/' } }));
afterAll(() => Object.assign(globalThis, before));

/** Reads an address as the page does its own. */
function read(search: string, hash: string): ReturnType<typeof readAddress> {
  Object.assign(globalThis, { location: { search, hash } });
  return readAddress('https://example.org/models/');
}

describe('a broken link is a LinkError', () => {
  test.each<[string, string, string, string]>([
    ['a model that is cut off', '', `#mjcf=${packed('<mujoco/>'.repeat(99)).slice(0, 20)}`, 'damaged'],
    ['a model that is not base64', '', '#mjcf=%00%ff', 'damaged'],
    ['a model that is not text', '', `#mjcf=${packed(Uint8Array.of(0xff, 0xfe, 0x80))}`, 'damaged'],
    ['a state that is cut off', '', `#state=${packed(new Uint8Array(12))}`, 'damaged'],
    ['a camera of five numbers', '', `#mjcf=${MODEL}&camera=1,2,3,4,5`, 'bad-value'],
    ['a camera that is not numbers', '', '#camera=1,2,3,4,5,x', 'bad-value'],
    ['a camera with a gap', '', '#camera=1,2,,4,5,6', 'bad-value'],
    ['a speed below zero', '?speed=-1', '', 'bad-value'],
    ['a speed that is no number', '?speed=fast', '', 'bad-value'],
    ['an address that is none', '?model=http://[', '', 'bad-value'],
    ['an address that cannot be decoded', '?model=https://example.org/%25ff%25', '', 'bad-value'],
  ])('%s', async (_, search, hash, code) => {
    const error = await read(search, hash).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(LinkError);
    expect(error).toBeInstanceOf(QposError);
    expect((error as LinkError).code).toBe(code);
  });

  test('a bomb is not inflated: 256 MB in 256 kB', async () => {
    const bomb = packed(new Uint8Array(2 ** 28));
    const rss = process.memoryUsage().rss;
    const error = await read('', `#mjcf=${bomb}`).catch((e: unknown) => e);
    expect((error as LinkError).code).toBe('too-large');
    expect(process.memoryUsage().rss - rss).toBeLessThan(150e6);
    expect(damage()).toEqual([]);
  });
});

test('a good link says what it said', async () => {
  const state = packed(new Uint8Array(Float64Array.of(1, 2, 3).buffer));
  const shared = await read('?speed=0.5&paused', `#mjcf=${MODEL}&camera=1,2,3,4,5,6&state=${state}`);
  expect(shared).toMatchObject({ camera: [1, 2, 3, 4, 5, 6], speed: 0.5, paused: true });
  expect([...(shared.state ?? [])]).toEqual([1, 2, 3]);
  expect(shared.source).toMatchObject({ kind: 'text', text: '<mujoco/>' });
});

test('what is packed is unpacked, up to the limit and not beyond', async () => {
  const bytes = Uint8Array.from({ length: 1000 }, (_, k) => k % 251);
  const text = await pack(bytes);
  expect(await unpack(text, 1000)).toEqual(bytes);
  await expect(unpack(text, 999)).rejects.toMatchObject({ code: 'too-large' });
});
