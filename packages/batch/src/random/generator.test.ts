import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { RandomGenerator, streamOf } from './generator.ts';

const draw = <T>(n: number, f: () => T): T[] => Array.from({ length: n }, f);

describe('numpy draws the same numbers', () => {
  test.each([
    [0, [0.6369616873214543, 0.2697867137638703, 0.04097352393619469]],
    [1, [0.5118216247002567, 0.9504636963259353, 0.14415961271963373]],
    [2 ** 40 + 5, [0.004739459374490829, 0.3725845824112115, 0.5872294266977701]],
    [123456789012345678901234567890n, [0.34543790416273246, 0.33578336166567657, 0.15099490459335874]],
  ])('default_rng(%s).random()', (seed, expected) => {
    const random = new RandomGenerator(seed);
    expect(draw(3, () => random.random())).toEqual(expected);
  });

  test.each([
    [3, 0, [0.84588954125817, 0.2628253084801292, 0.15217623430012361]],
    [0, 3, [0.9432168673415459, 0.6754350615861108]],
    [70000, 2, [0.6827290923702638, 0.35701934255682355]],
  ])('SeedSequence(7, spawn_key=(%i, %i))', (environment, episode, expected) => {
    const random = streamOf(7, environment, episode);
    expect(draw(expected.length, () => random.random())).toEqual(expected);
  });

  test('standard_normal', () => {
    const random = new RandomGenerator(5);
    expect(draw(6, () => random.normal())).toEqual([
      -0.8019314252534474, -1.324358995628145, -0.24836162209524854, 0.4204452380655215, 1.1360465324896427,
      0.10970639932180819,
    ]);
  });

  test('200,000 of standard_normal, tails included, to the bit', () => {
    const random = new RandomGenerator(5);
    const values = Float64Array.from({ length: 200_000 }, () => random.normal());
    expect(values.reduce((most, x) => Math.max(most, Math.abs(x)), 0)).toBeGreaterThan(3.7); // beyond the last layer
    expect(createHash('sha256').update(new Uint8Array(values.buffer)).digest('hex')).toBe(
      '86c2c90ab16d8fecccc33dd2234f9992a3cdfff38e984370509d4a855ce93857',
    );
  });

  test('integers', () => {
    const dice = new RandomGenerator(9);
    expect(draw(12, () => dice.integers(6))).toEqual([2, 5, 5, 1, 0, 3, 4, 4, 3, 4, 5, 5]);
    const wide = new RandomGenerator(9);
    expect(draw(5, () => wide.integers(-5, 1000003))).toEqual([421545, 870251, 961047, 286814, 114355]);
    const words = new RandomGenerator(9);
    expect(draw(3, () => words.integers(2 ** 32))).toEqual([1810532129, 3737691870, 4127654944]);
  });

  test('integers keep half of 64 bits for later', () => {
    const random = new RandomGenerator(9);
    expect(draw(3, () => random.integers(10))).toEqual([4, 8, 9]);
    expect(random.random()).toBe(0.6031481500515619);
    expect(random.integers(10)).toBe(2);
  });

  test('permutation', () => {
    expect([...new RandomGenerator(11).permutation(12)]).toEqual([2, 10, 8, 1, 6, 9, 4, 5, 11, 3, 7, 0]);
  });

  test('standard_exponential', () => {
    const random = new RandomGenerator(5);
    expect(draw(6, () => random.exponential())).toEqual([
      1.9866699760124444, 0.7501914319969902, 1.301353901598428, 0.5294280553689422, 0.03015268727863278,
      0.4339252376749431,
    ]);
  });

  test('200,000 of standard_exponential: to the bit, but for the logarithm in the tail, which numpy takes from the machine', () => {
    const random = new RandomGenerator(5);
    const values = Float64Array.from({ length: 200_000 }, () => random.exponential());
    const layers = values.filter((x) => x < 7.69711747013105);
    expect(values.length - layers.length).toBe(101);
    expect(createHash('sha256').update(new Uint8Array(layers.buffer)).digest('hex')).toBe(
      '8380ca1ac1c9cd5878f8d918d51c486aeb3351a9ee95f30267dd52d5c0ce5a69',
    );
    expect(values[193_375]).toBeCloseTo(9.311583769685999, 13);
  });

  test('choice', () => {
    const sample = (...args: Parameters<RandomGenerator['choice']>): number[] => [
      ...new RandomGenerator(4).choice(...args),
    ];
    expect(sample(10, 8)).toEqual([7, 9, 8, 5, 9, 9, 9, 0]);
    expect(sample(10, 8, { replace: false })).toEqual([2, 8, 0, 4, 7, 3, 6, 5]);
    expect(sample(5, 10, { p: [0.1, 0.2, 0.3, 0.15, 0.25] })).toEqual([4, 2, 4, 0, 3, 2, 4, 1, 4, 2]);
    expect(sample(20_000, 600, { replace: false }).slice(0, 6)).toEqual([1398, 981, 4683, 7208, 18492, 16592]);
    expect(sample(20_000, 5, { replace: false })).toEqual([18858, 17626, 14525, 10226, 18808]);
  });

  test('uniform and normal with parameters', () => {
    const uniform = new RandomGenerator(3);
    expect(draw(3, () => uniform.uniform(-2, 5))).toEqual([
      -1.4004558299946295, -0.3423264538273021, 3.608921256444778,
    ]);
    const normal = new RandomGenerator(3);
    expect(draw(3, () => normal.normal(10, 0.5))).toEqual([11.020459560692592, 8.72216748434291, 10.20904942336289]);
  });
});

describe('RandomGenerator', () => {
  test('goes on from a saved state, also between the halves of 64 bits', () => {
    const random = new RandomGenerator(2);
    random.integers(10);
    const copy = RandomGenerator.restore(JSON.parse(JSON.stringify(random.save())));
    expect(draw(5, () => copy.integers(1000))).toEqual(draw(5, () => random.integers(1000)));
    expect(copy.normal()).toBe(random.normal());
  });

  test.each([-1, 0.5, Number.NaN, 2 ** 60])('refuses the seed %d', (seed) => {
    expect(() => new RandomGenerator(seed)).toThrow(expect.objectContaining({ code: 'bad-argument' }));
  });

  test('refuses ranges without numbers and states that are none', () => {
    const random = new RandomGenerator(1);
    expect(() => random.integers(0)).toThrow('no whole numbers');
    expect(() => random.integers(5, 2)).toThrow('no whole numbers');
    expect(() => RandomGenerator.restore({ words: [1], spare: -1 })).toThrow('not the state');
    expect(() => random.choice(0, 1)).toThrow('cannot draw from 0 numbers');
    expect(() => random.choice(3, -1)).toThrow('cannot draw -1 numbers');
    expect(() => random.choice(3, 4, { replace: false })).toThrow('cannot draw 4 of 3 numbers');
    expect(() => random.choice(2, 1, { p: [0.5, 0.6] })).toThrow('add up to 1.1');
    expect(() => random.choice(2, 1, { p: [1] })).toThrow('1 probabilities for 2 numbers');
    expect(() => random.choice(2, 1, { p: [2, -1] })).toThrow('probability 1 is -1');
    expect(() => random.choice(2, 1, { p: [0.5, 0.5], replace: false })).toThrow('only with replace');
  });
});
