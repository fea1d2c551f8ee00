import { saveModel } from '@qpos/core';
import { ArgumentError } from '@qpos/core/errors';
import { afterEach, describe, expect, test } from 'vitest';
import { loadModel } from '../compile/load.ts';
import { keep, setAssetCache } from './asset-cache.ts';

const MEGABYTE = 2 ** 20;
afterEach(() => {
  setAssetCache(0);
  setAssetCache(128 * MEGABYTE);
});

/** Makes an array of `size` bytes from `content`; `made` counts how often. */
function maker(size = 8): { take: (content: Uint8Array, how?: unknown) => Uint8Array; made: () => number } {
  let count = 0;
  const make = (): { array: Uint8Array } => {
    count++;
    return { array: new Uint8Array(size) };
  };
  return { take: (content, how = {}) => keep(content, how, make).array, made: () => count };
}

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

describe('what was made of a file', () => {
  test('is used again for the same content, wherever it lies in memory', () => {
    const { take, made } = maker();
    const content = bytes(1, 2, 3, 4, 5, 6, 7);
    const first = take(content);
    expect(take(bytes(0, 1, 2, 3, 4, 5, 6, 7).subarray(1))).toBe(first);
    expect(made()).toBe(1);
  });

  test('is not used for another content, length or purpose', () => {
    const { take, made } = maker();
    const contents = [
      [],
      [0],
      [0, 0],
      [0, 0, 0, 0],
      [1, 2, 3, 4, 5],
      [1, 2, 3, 4, 6],
      [2, 1, 3, 4, 5],
      [4, 3, 2, 1, 5],
    ];
    for (const c of contents) take(bytes(...c));
    expect(made()).toBe(contents.length);
    take(bytes(0), { scale: [1, 1, 2] });
    take(bytes(0), { scale: [1, 1, 3] });
    expect(made()).toBe(contents.length + 2);
    for (const x of [0, -0, Number.NaN, 1 / 0, -1 / 0]) take(bytes(0), { refpos: [x] });
    expect(made()).toBe(contents.length + 7);
  });

  test('is made anew when the content changed in place', () => {
    const { take, made } = maker();
    const content = bytes(1, 2, 3);
    take(content);
    content[2] = 9;
    take(content);
    expect(made()).toBe(2);
  });

  test('is kept up to the limit, and what was used last longest', () => {
    setAssetCache(3 * MEGABYTE);
    const { take, made } = maker(MEGABYTE);
    for (const k of [1, 2, 3, 1, 4]) take(bytes(k)); // the second one goes
    expect(made()).toBe(4);
    for (const k of [1, 3, 4]) take(bytes(k));
    expect(made()).toBe(4);
    take(bytes(2));
    expect(made()).toBe(5);
    expect(maker(4 * MEGABYTE).take(bytes(5)).length).toBe(4 * MEGABYTE);
  });

  test('is not kept without a limit above 0', () => {
    setAssetCache(0);
    const { take, made } = maker();
    take(bytes(1));
    take(bytes(1));
    expect(made()).toBe(2);
    expect(() => setAssetCache(Number.NaN)).toThrow(ArgumentError);
  });
});

describe('a model that is compiled again', () => {
  const xml = `<mujoco><asset><mesh name="m" file="m.obj" scale="1 2 3"/><mesh name="n" file="m.obj" inertia="shell"/></asset>
    <worldbody><body><freejoint/><geom type="mesh" mesh="m"/><geom type="mesh" mesh="n" pos="1 0 0"/>
    <geom type="box" mesh="m"/></body></worldbody></mujoco>`;
  const object = (height: number): string =>
    `v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 ${height}\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n`;
  const compiled = (height: number): Uint8Array => saveModel(loadModel(xml, { files: { 'm.obj': object(height) } }));

  test('is the same to the byte', () => {
    setAssetCache(0);
    const fresh = compiled(1);
    setAssetCache(MEGABYTE);
    for (let k = 0; k < 3; k++) expect(Buffer.compare(compiled(1), fresh)).toBe(0);
  });

  test('takes up a changed file', () => {
    expect(Buffer.compare(compiled(1), compiled(1.5))).not.toBe(0);
  });
});
