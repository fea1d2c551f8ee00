import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isStale, newestSource } from './ensure.mjs';

describe('what is old', () => {
  let folder = '';
  /** Writes a file that was changed so many seconds after the epoch. */
  const write = (name, time) => {
    const file = path.join(folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, '');
    fs.utimesSync(file, time, time);
    return file;
  };
  beforeAll(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'qpos-ensure-'));
  });
  afterAll(() => fs.rmSync(folder, { recursive: true }));

  test('the newest source counts, wherever it is', () => {
    write('src/a.ts', 1000);
    write('src/deep/er/b.ts', 3000);
    write('package.json', 2000);
    expect(newestSource(folder)).toBe(3000e3);
  });

  test('what is made from sources does not count, and tests do not', () => {
    for (const made of [
      'dist/a.js',
      'node_modules/x/a.js',
      'src/generated/a.ts',
      'build/a',
      'src/a.test.ts',
      'a.test.mjs',
    ])
      write(made, 9000);
    expect(newestSource(folder)).toBe(3000e3);
  });

  test('a folder whose name only begins like that does count', () => {
    write('src/building/a.ts', 4000);
    expect(newestSource(folder)).toBe(4000e3);
  });

  test('a build is old if it is missing, older, or of the same moment', () => {
    const marker = write('stamp', 5000);
    expect(isStale(path.join(folder, 'none'), 0)).toBe(true);
    expect(isStale(marker, 4000e3, 4999e3)).toBe(false);
    expect(isStale(marker, 5000e3)).toBe(true);
    expect(isStale(marker, 4000e3, 6000e3)).toBe(true);
  });
});
