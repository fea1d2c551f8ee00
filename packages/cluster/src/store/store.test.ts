import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ClusterError } from '../errors.ts';
import { BlobCache } from './blob-cache.ts';
import { type BlobStore, hashOf, readBlob } from './blob-store.ts';
import { folderStore, storeError } from './folder-store.ts';
import { memoryStore } from './memory-store.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'qpos-blobs-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const made: [string, () => BlobStore][] = [
  ['memory', memoryStore],
  ['a folder', () => folderStore(path.join(folder, 'shared'))],
];

describe.each(made)('a store in %s', (_, make) => {
  test('gives back what was put, under its hash', async () => {
    const store = make();
    const bytes = Uint8Array.of(1, 2, 3);
    const hash = await store.put(bytes);
    expect(hash).toBe('039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb81'); // sha256sum of 01 02 03
    bytes[0] = 9;
    expect(await readBlob(store, hash)).toEqual(Uint8Array.of(1, 2, 3));
    expect(await store.put(Uint8Array.of(1, 2, 3))).toBe(hash);
    await store.release(hash);
    expect(await store.get(hash)).toBeDefined(); // put twice
    expect(await store.get('f'.repeat(64))).toBeUndefined();
    await expect(readBlob(store, 'f'.repeat(64))).rejects.toMatchObject({ code: 'missing-blob' });
    await expect(readBlob(store, '../../etc/passwd')).rejects.toMatchObject({ code: 'bad-argument' });
    await expect(store.put('text' as never)).rejects.toThrow(ClusterError);
  });
});

test('a file that was changed is found out', async () => {
  const store = folderStore(path.join(folder, 'changed'));
  const hash = await store.put(Uint8Array.of(5));
  fs.writeFileSync(path.join(folder, 'changed', hash.slice(0, 2), hash), 'x');
  await expect(readBlob(store, hash)).rejects.toMatchObject({ code: 'corrupt-blob' });
});

test('old files are removed, those that are put again are not', async () => {
  const where = path.join(folder, 'old');
  const [a, b] = [Uint8Array.of(1), Uint8Array.of(2)];
  const first = folderStore(where, { hours: 1 });
  for (const bytes of [a, b]) await first.put(bytes);
  const yesterday = new Date(Date.now() - 86_400_000);
  for (const bytes of [a, b])
    fs.utimesSync(path.join(where, hashOf(bytes).slice(0, 2), hashOf(bytes)), yesterday, yesterday);
  await first.put(a);
  const second = folderStore(where, { hours: 1 });
  await second.put(Uint8Array.of(3)); // a store looks at its first put
  expect(await second.get(hashOf(a))).toBeDefined();
  expect(await second.get(hashOf(b))).toBeUndefined();
});

test('a full disk is a typed error, and leaves no half of a file', async () => {
  expect(storeError(Object.assign(new Error(''), { code: 'ENOSPC' }), '/mnt')).toMatchObject({ code: 'store-full' });
  fs.writeFileSync(path.join(folder, 'file'), '');
  await expect(folderStore(path.join(folder, 'file')).put(a())).rejects.toMatchObject({ code: 'unreachable' });
});

const a = (): Uint8Array => Uint8Array.of(1);

test('a cache reads a store once, and forgets what was not used for longest', async () => {
  const store = memoryStore();
  const hashes = await Promise.all([1, 2, 3].map((k) => store.put(new Uint8Array(100).fill(k))));
  let reads = 0;
  const get: BlobStore['get'] = (hash) => {
    reads++;
    return store.get(hash);
  };
  const counted: BlobStore = { ...store, get };
  const cache = new BlobCache(counted, 250);
  const [first = '', second = '', third = ''] = hashes;
  await cache.read(first);
  await cache.read(second);
  await cache.read(first);
  expect(reads).toBe(2);
  await cache.read(third); // the second goes
  await cache.read(first);
  expect(reads).toBe(3);
  expect((await cache.read(second))[0]).toBe(2);
  expect(reads).toBe(4);
});
