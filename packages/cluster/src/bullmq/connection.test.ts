import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ClusterError } from '../errors.ts';
import { bundleId, checkVersion } from '../queue/bundle.ts';
import { VERSION } from '../version.ts';
import { bullmq } from './bullmq.ts';
import { parseAddress, publicAddress, redisError } from './connection.ts';
import { startWorker } from './worker.ts';

describe('an address', () => {
  test.each([
    ['redis://127.0.0.1:6379', { host: '127.0.0.1', port: 6379, db: 0 }],
    ['redis://example.org', { host: 'example.org', port: 6379, db: 0 }],
    ['redis://ann:s%40crt@h:1/3', { host: 'h', port: 1, db: 3, username: 'ann', password: 's@crt' }],
    ['redis://:pw@[::1]:7', { host: '::1', port: 7, db: 0, password: 'pw' }],
    ['rediss://cloud:6380', { host: 'cloud', port: 6380, db: 0, tls: { servername: 'cloud' } }],
  ])('%s', (text, expected) => {
    expect(parseAddress(text)).toEqual(expected);
  });

  test.each(['', 'localhost:6379', 'http://localhost', 'redis://h/x', 'redis://h:1/-1'])('%j is refused', (text) => {
    expect(() => parseAddress(text)).toThrow(ClusterError);
  });

  test('is shown without user and password', () => {
    expect(publicAddress(parseAddress('rediss://ann:secret@h:1/3'))).toBe('rediss://h:1/3');
    expect(publicAddress(parseAddress('redis://:secret@[::1]:7'))).toBe('redis://[::1]:7/0');
  });
});

test.each([
  ['WRONGPASS invalid username-password pair or user is disabled.', 'wrong-password'],
  ['NOAUTH Authentication required.', 'wrong-password'],
  ["OOM command not allowed when used memory > 'maxmemory'.", 'store-full'],
  ['MISCONF Errors writing to the AOF file: No space left on device', 'store-full'],
  ['connect ECONNREFUSED 127.0.0.1:1', 'unreachable'],
])('%s is %s', (message, code) => {
  const error = redisError(new Error(message), parseAddress('redis://ann:secret@127.0.0.1:1'));
  expect(error.code).toBe(code);
  expect(`${error.message} ${error.hint}`).not.toContain('secret');
});

test('without the packages of Redis it is said in one line what to install', async () => {
  const queue = bullmq({ connection: 'redis://127.0.0.1:1' });
  await expect(queue.stats()).rejects.toMatchObject({ code: 'missing-peer', hint: 'npm install bullmq ioredis' });
  await expect(startWorker({ connection: 'redis://127.0.0.1:1' })).rejects.toMatchObject({ code: 'missing-peer' });
  await queue.close();
});

test('jobs of another version are refused', () => {
  const bundle = { id: bundleId(['a']), version: '9.9.9', jobs: [] };
  expect(() => checkVersion(bundle, VERSION)).toThrow(`this worker has version ${VERSION}`);
  checkVersion({ ...bundle, version: VERSION }, VERSION);
});

test('the version is that of the package', () => {
  const file = path.resolve(import.meta.dirname, '../../package.json');
  expect(JSON.parse(fs.readFileSync(file, 'utf8')).version).toBe(VERSION);
});

test.each([
  { connection: 'redis://h', name: 'a b' },
  { connection: 'redis://h', tries: 0 },
  { connection: 'redis://h', stallSeconds: -1 },
  { connection: 7 },
])('%j is refused', (options) => {
  expect(() => bullmq(options as never)).toThrow(ClusterError);
});
