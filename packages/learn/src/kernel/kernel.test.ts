import { RandomGenerator } from '@qpos/env';
import { describe, expect, test } from 'vitest';
import type { Kernel } from './kernel.ts';
import { plainKernel } from './plain.ts';
import { simdKernel } from './simd.ts';

const simd = simdKernel();
const plain = plainKernel();

/** The same random numbers in memory of both kernels. */
function pair(random: RandomGenerator, count: number): [Float32Array, Float32Array] {
  const made: [Float32Array, Float32Array] = [simd.allocate(count), plain.allocate(count)];
  for (let k = 0; k < count; k++) made[0][k] = made[1][k] = random.normal();
  return made;
}

/** Runs a function in both kernels, with the arrays of each, and expects the same bits in the first. */
function expectEqual(arrays: [Float32Array, Float32Array][], run: (kernel: Kernel, own: Float32Array[]) => void): void {
  [simd, plain].forEach((kernel, side) => {
    run(
      kernel,
      arrays.map((both) => both[side] as Float32Array),
    );
  });
  for (const [a, b] of arrays) expect(new Uint32Array(a.slice().buffer)).toEqual(new Uint32Array(b.slice().buffer));
}

describe('both kernels give the same bits', () => {
  test.each([
    [1, 1, 1],
    [3, 5, 7],
    [4, 17, 64],
    [33, 64, 6],
    [7, 13, 12],
    [64, 31, 65],
  ])('%d rows, %d inputs, %d outputs', (rows, inputs, outputs) => {
    const random = new RandomGenerator(rows);
    const make = (count: number): [Float32Array, Float32Array] => pair(random, count);
    const [x, w, bias, y] = [make(rows * inputs), make(inputs * outputs), make(outputs), make(rows * outputs)];
    const [g, d, sums, turned] = [make(inputs * outputs), make(rows * outputs), make(outputs), make(inputs * outputs)];
    expectEqual([y, x, w, bias], (k, [a, b, c, e]) => k.affine(...four(a, b, c, e), rows, inputs, outputs));
    expectEqual([g, x, d], (k, [a, b, c]) => k.addTransposedProduct(...three(a, b, c), rows, inputs, outputs));
    expectEqual([sums, d], (k, [a, b]) => k.addColumnSums(...two(a, b), rows, outputs));
    expectEqual([turned, w], (k, [a, b]) => k.transpose(...two(a, b), inputs, outputs));
  });

  test.each([1, 4, 1003])('element by element, %d of them', (count) => {
    const random = new RandomGenerator(count);
    const [a, b, c, e] = [0, 1, 2, 3].map(() => pair(random, count)) as [Pair, Pair, Pair, Pair];
    for (const side of e) side.set(side.map((v) => v * v));
    expectEqual([a], (k, [x]) => k.tanhInPlace(one(x), count));
    expectEqual([b, a], (k, [x, y]) => k.tanhBackward(...two(x, y), count));
    expectEqual([b], (k, [x]) => k.reluInPlace(one(x), count));
    expectEqual([c, b], (k, [x, y]) => k.reluBackward(...two(x, y), count));
    expectEqual([a, b, c, e], (k, [w, g, m, v]) => k.adam(...four(w, g, m, v), count, 3e-4, 0.9, 0.999, 1e-8));
    expectEqual([a, b], (k, [x, y]) => k.blend(...two(x, y), count, 0.005));
  });
});

type Pair = [Float32Array, Float32Array];
const one = (a?: Float32Array): Float32Array => a as Float32Array;
const two = (a?: Float32Array, b?: Float32Array): [Float32Array, Float32Array] => [one(a), one(b)];
const three = (a?: Float32Array, b?: Float32Array, c?: Float32Array): [Float32Array, Float32Array, Float32Array] => [
  ...two(a, b),
  one(c),
];
const four = (
  a?: Float32Array,
  b?: Float32Array,
  c?: Float32Array,
  d?: Float32Array,
): [Float32Array, Float32Array, Float32Array, Float32Array] => [...two(a, b), ...two(c, d)];

test('tanh is within three units of the last place, also of tiny numbers', () => {
  const x = Float32Array.from({ length: 20_001 }, (_, k) => (k - 10_000) / 1000);
  const tiny = Float32Array.from({ length: 80 }, (_, k) => 2 ** -k);
  for (const values of [x, tiny]) {
    const computed = values.slice();
    plain.tanhInPlace(computed, computed.length);
    values.forEach((v, k) => {
      const exact = Math.tanh(v);
      expect(Math.abs((computed[k] as number) - exact)).toBeLessThanOrEqual(3 * 2 ** -24 * Math.abs(exact));
    });
  }
});

test('memory that grows leaves the arrays that were there attached', () => {
  const kernel = simdKernel();
  const early = kernel.allocate(4);
  early[0] = 7;
  kernel.allocate(10_000_000).fill(1);
  expect([...early]).toEqual([7, 0, 0, 0]);
});
