import { describe, expect, test } from 'vitest';
import { random } from '../../testing/random.ts';
import type { Kernel } from './kernel.ts';
import { plainKernel } from './plain.ts';
import { simdKernel } from './simd.ts';

const [simd, plain] = [simdKernel(), plainKernel()];
const { numbers, number } = random(41);
const SIZES = [1, 2, 3, 4, 5, 31, 32, 33, 64, 100, 257];

/** Runs a function in both kernels on the same numbers; expects the same bits in all arrays and the same result. */
function expectEqual(sizes: readonly number[], run: (kernel: Kernel, arrays: Float64Array[]) => unknown): void {
  const given = sizes.map((n) => numbers(n));
  const [a, b] = [simd, plain].map((kernel) => {
    const owner = {};
    const arrays = given.map((values) => {
      const array = kernel.allocate(owner, values.length);
      array.set(values);
      return array;
    });
    return { result: run(kernel, arrays), bits: arrays.map((x) => [...new BigUint64Array(x.slice().buffer)]) };
  });
  expect(a?.bits).toEqual(b?.bits);
  expect(a?.result).toEqual(b?.result);
}

describe.each(SIZES)('%d elements: both kernels give the same bits', (n) => {
  const [dx, dy, dz] = numbers(3) as unknown as [number, number, number];

  test('the largest product', () => expectEqual([3 * n], (k, [p]) => k.maxDot(p as Float64Array, n, dx, dy, dz)));
  test('products with a direction', () =>
    expectEqual([n, 3 * n], (k, [out, p]) => k.dots(out as Float64Array, p as Float64Array, n, dx, dy, dz)));
  test('products of pairs', () =>
    expectEqual([n, 3 * n, 3 * n], (k, [out, a, b]) =>
      k.pairDots(out as Float64Array, a as Float64Array, b as Float64Array, n),
    ));
  test('overlaps', () =>
    expectEqual([6 * n], (k, [boxes]) => {
      const out = k.allocate({}, n);
      const flags = new Uint8Array(out.buffer, out.byteOffset, n);
      return [k.overlaps(flags, boxes as Float64Array, n, -0.5, -0.5, -0.5, 0.5, 0.5, 0.5), ...flags];
    }));
  test('multiples added', () =>
    expectEqual([n, n], (k, [y, x]) => k.axpy(y as Float64Array, x as Float64Array, n, dx)));
  test('sums of products', () => expectEqual([n, n], (k, [a, b]) => k.dotSum(a as Float64Array, b as Float64Array, n)));
  test('velocities', () =>
    expectEqual([3 * n, 3 * n, n], (k, [v, f, w]) =>
      k.kick(v as Float64Array, f as Float64Array, w as Float64Array, n, 0.01),
    ));
  test('matrices', () =>
    expectEqual([3 * n, 9], (k, [p, m]) => k.matVec(p as Float64Array, p as Float64Array, n, m as Float64Array)));
  test.each([1, 1.5, 2])('normal forces of exponent %d', (p) =>
    expectEqual([n, n, n], (k, [out, d, v]) =>
      k.normalForces(out as Float64Array, d as Float64Array, v as Float64Array, n, 100, 3, p),
    ),
  );
  test('friction forces', () =>
    expectEqual([3 * n, n, 3 * n], (k, [out, N, v]) =>
      k.frictionForces(out as Float64Array, N as Float64Array, v as Float64Array, n, 0.7, 0.3),
    ));
});

test('of equal products the first is found, wherever it is', () => {
  for (let k = 0; k < 200; k++) {
    const n = 1 + Math.floor(number(0, 150));
    const [p, q] = [simd.allocate({}, 3 * n), plain.allocate({}, 3 * n)];
    for (let i = 0; i < 3 * n; i++) p[i] = q[i] = Math.floor(number(0, 3));
    expect(simd.maxDot(p, n, 1, 1, 1)).toBe(plain.maxDot(q, n, 1, 1, 1));
  }
});
