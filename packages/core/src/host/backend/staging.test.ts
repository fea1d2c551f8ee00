import { describe, expect, test } from 'vitest';
import { currentBackend } from './select.ts';
import { withArrays } from './staging.ts';

const backend = currentBackend();

/** Sets the first `n` numbers to zero, in the numeric core. */
function clear(array: Float64Array, n: number): void {
  withArrays(backend, (kernels, use) => kernels.zero(use.result(array), 0, n));
}

describe('withArrays', () => {
  test('brings results back, of arrays of any size', () => {
    for (const size of [1, 100, 100_000]) {
      const array = new Float64Array(size).fill(2);
      clear(array, size - 1);
      expect(array.lastIndexOf(0)).toBe(size - 2);
      expect(array[size - 1]).toBe(2);
    }
  });

  test('a call inside a call leaves the arguments of the outer one alone', () => {
    const outer = Float64Array.of(1, 2, 3);
    const inner = Float64Array.of(4, 5, 6);
    withArrays(backend, (kernels, use) => {
      const staged = use.result(outer);
      clear(inner, 3);
      kernels.zero(staged, 0, 2);
    });
    expect([...outer, ...inner]).toEqual([0, 0, 3, 0, 0, 0]);
  });

  test('a call that fails leaves nothing behind', () => {
    const array = Float64Array.of(1, 2);
    const fail = (): void =>
      withArrays(backend, (_, use) => {
        use.result(array);
        throw new Error('no');
      });
    for (let k = 0; k < 10; k++) expect(fail).toThrow('no');
    clear(array, 1);
    expect([...array]).toEqual([0, 2]);
  });

  test('refuses results of another kind', () => {
    const wrong = new Float32Array(3) as unknown as Float64Array;
    expect(() => clear(wrong, 3)).toThrow('results must be a Float64Array');
  });

  test('inputs stay whole when the result overlaps them', () => {
    const room = Float64Array.of(1, 2, 3, 4);
    const input = room.subarray(0, 3);
    const result = room.subarray(1, 4);
    withArrays(backend, (_, use) => {
      expect(use.inputApart(input, result)).not.toBe(use.input(input));
      expect(use.inputApart(input, result)).not.toBe(use.result(result));
      const far = Float64Array.of(5);
      if (backend.heap === undefined) expect(use.inputApart(far, result)).toBe(far);
    });
  });
});
