import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { Box, Dict, Discrete, MultiDiscrete, type Space } from '../index.ts';

interface Vectors {
  readonly seed: number;
  readonly float32: number[][];
  readonly float64: number[][];
  readonly mixed: number[][];
  readonly oneSided: number[][];
  readonly int32: number[][];
  readonly discrete: number[];
  readonly masked: number[];
  readonly multi: number[][];
  readonly dict: { readonly a: number; readonly b: number[] };
}
const vectors = JSON.parse(fs.readFileSync(path.join(import.meta.dirname, 'space-vectors.json'), 'utf8')) as Vectors;

describe("draws what Gymnasium's spaces draw", () => {
  const draw = (space: Space<unknown>, count: number): unknown[] => {
    space.seed(vectors.seed);
    return Array.from({ length: count }, () => {
      const sample: unknown = space.sample();
      return typeof sample === 'object' ? Array.from(sample as ArrayLike<number>) : sample;
    });
  };
  test('Box of each type', () => {
    const bounds = [
      [-1, -1, -2],
      [1, 1, 2],
    ] as const;
    expect(draw(new Box(...bounds), 2)).toEqual(vectors.float32);
    expect(draw(new Box(...bounds, [3], 'float64'), 2)).toEqual(vectors.float64);
    expect(draw(new Box([0, -5], [3, 5], [2], 'int32'), 2)).toEqual(vectors.int32);
  });
  test('Box with and without bounds', () => {
    const box = new Box([-2, -Infinity, 0, -Infinity], [2, Infinity, 1, Infinity], [4], 'float64');
    expect(draw(box, 2)).toEqual(vectors.mixed);
    const half = new Box([3, -Infinity, -Infinity], [Infinity, 2, -1], [3], 'float64');
    expect(draw(half, 2)).toEqual(vectors.oneSided);
  });
  test('Discrete, MultiDiscrete, Dict', () => {
    expect(draw(new Discrete(10), 12)).toEqual(vectors.discrete);
    const masked = new Discrete(6);
    masked.seed(vectors.seed);
    expect(Array.from({ length: 8 }, () => masked.sampleMasked([0, 1, 0, 0, 1, 1]))).toEqual(vectors.masked);
    expect(draw(new MultiDiscrete([5, 2, 9]), 2)).toEqual(vectors.multi);
    const dict = new Dict({ b: new Box(-1, 1, [2], 'float64'), a: new Discrete(100) });
    dict.seed(vectors.seed);
    expect(dict.sample()).toEqual({ a: vectors.dict.a, b: Float64Array.from(vectors.dict.b) });
  });
});

test('equal seeds draw equal samples, and others others', () => {
  const box = new Box(-1, 1, [3], 'float64');
  const first = (seed: number): unknown => {
    box.seed(seed);
    return box.sample();
  };
  expect(first(1)).toEqual(first(1));
  expect(first(2)).not.toEqual(first(1));
  expect(box.seed()).toBeGreaterThanOrEqual(0);
});

describe('Box', () => {
  test('contains what lies within its bounds', () => {
    const box = new Box([-1, 0], [1, Infinity], [2], 'float64');
    expect(box.contains([0, 5])).toBe(true);
    expect(box.contains(Float32Array.of(1, 0))).toBe(true);
    for (const bad of [[2, 0], [0, -1], [0], [0, 0, 0], [0, Number.NaN], ['0', 0], 0, undefined, null, {}])
      expect(box.contains(bad), String(bad)).toBe(false);
    expect(new Box(0, 9, [1], 'uint8').contains([1.5])).toBe(false);
  });

  test('samples lie within the bounds, one-sided ones too', () => {
    const box = new Box([-Infinity, 3, -1, -Infinity], [Infinity, Infinity, 1, 2], [4], 'float64');
    box.seed(1);
    const into = new Float64Array(4);
    for (let k = 0; k < 1000; k++) {
      expect(box.sample(into)).toBe(into);
      expect(box.contains(into)).toBe(true);
    }
  });

  test('knows its bounds and prints like Gymnasium', () => {
    expect(new Box(-1, 1, [6]).isBounded()).toBe(true);
    const half = new Box(0, Infinity, [2, 3]);
    expect([half.isBounded(), half.isBounded('below'), half.isBounded('above')]).toEqual([false, true, false]);
    expect(String(half)).toBe('Box(0, Infinity, (2, 3), float32)');
    expect(String(new Box([0, 1], [2, 2]))).toBe('Box([0 1], 2, (2), float32)');
    expect(new Box(-Infinity, Infinity, [1], 'int32').low[0]).toBe(-(2 ** 31));
  });

  test.each<[string, () => unknown]>([
    ['low[0] = 1 of a Box is above high[0] = 0', () => new Box(1, 0)],
    ['low[1] of a Box is NaN', () => new Box([0, Number.NaN], [1, 1])],
    ['needs 3 bounds, not 2', () => new Box([0, 0], 1, [3])],
    ['cannot have the shape (-1)', () => new Box(0, 1, [-1])],
    ["no elements of type 'f16'", () => new Box(0, 1, [1], 'f16' as never)],
    ['high[0] = 300 of a Box is no uint8', () => new Box(0, 300, [1], 'uint8')],
  ])('refuses: %s', (message, make) => {
    expect(make).toThrow(expect.objectContaining({ code: 'bad-space', message: expect.stringContaining(message) }));
  });
});

describe('discrete spaces', () => {
  test('contain whole numbers of their range', () => {
    const dice = new Discrete(6, 1);
    expect([1, 6, 0, 7, 1.5, '1'].map((x) => dice.contains(x))).toEqual([true, true, false, false, false, false]);
    expect([String(dice), String(new Discrete(2))]).toEqual(['Discrete(6, start=1)', 'Discrete(2)']);
    expect(dice.sampleMasked([0, 0, 0, 0, 0, 0])).toBe(1);
    expect(() => dice.sampleMasked([1])).toThrow('the mask has 1 entries, not 6');
    const pad = new MultiDiscrete([3, 2], [10, 0]);
    expect(pad.contains(pad.sample())).toBe(true);
    expect([pad.contains([12, 1]), pad.contains([13, 1]), pad.contains([12]), pad.contains([10.5, 0])]).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(String(pad)).toBe('MultiDiscrete([3 2])');
  });

  test.each<[string, () => unknown]>([
    ['1 to 2^32 numbers, not 0', () => new Discrete(0)],
    ['cannot start at 0.5', () => new Discrete(2, 0.5)],
    ['nvec[1] of a MultiDiscrete space is 0', () => new MultiDiscrete([1, 0])],
    ['start has 1 elements and nvec 2', () => new MultiDiscrete([1, 2], [0])],
    ["'a' of a Dict is not a space", () => new Dict({ a: 1 as never })],
  ])('refuse: %s', (message, make) => {
    expect(make).toThrow(expect.objectContaining({ code: 'bad-space', message: expect.stringContaining(message) }));
  });
  test.each([-1, 0.5, Number.NaN])('refuse the seed %d', (seed) => {
    expect(() => new Discrete(2).seed(seed)).toThrow(expect.objectContaining({ code: 'bad-argument' }));
  });
});

test('Dict contains what has all its names and no other', () => {
  const dict = new Dict({ b: new Discrete(2), a: new Box(0, 1, [1]) });
  expect(Object.keys(dict.spaces)).toEqual(['a', 'b']);
  expect(dict.contains(dict.sample())).toBe(true);
  for (const bad of [{ a: [0] }, { a: [0], b: 0, c: 0 }, { a: [2], b: 0 }, 1, null])
    expect(dict.contains(bad)).toBe(false);
  expect(String(dict)).toBe("Dict('a': Box(0, 1, (1), float32), 'b': Discrete(2))");
});
