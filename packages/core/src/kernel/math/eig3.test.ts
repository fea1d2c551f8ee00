import { describe, expect, test } from 'vitest';
import { eig3 } from './eig3.ts';
import { call } from './oracle/testing.ts';
import { definite, distance, generator, product, vector } from './testing.ts';

const random = generator(13);

function matrices(): Float64Array[] {
  const list = Array.from({ length: 200 }, () => definite(random, 3));
  for (let k = 0; k < 50; k++) {
    const [a, b, c] = vector(random, 3) as unknown as [number, number, number];
    list.push(Float64Array.of(a, 0, 0, 0, b, 0, 0, 0, c), Float64Array.of(a, b, 0, b, a, 0, 0, 0, c));
  }
  list.push(
    new Float64Array(9),
    Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1),
    Float64Array.of(2, 1, 1, 1, 2, 1, 1, 1, 2),
  );
  return list;
}

describe('eig3', () => {
  test('equals the oracle to the bit', () => {
    for (const m of matrices()) {
      const val = new Float64Array(3),
        vec = new Float64Array(9),
        quat = new Float64Array(4);
      const eVal = new Float64Array(3),
        eVec = new Float64Array(9),
        eQuat = new Float64Array(4);
      expect(eig3(val, 0, vec, 0, quat, 0, m, 0)).toBe(call('mju_eig3', 3, eVal, eVec, eQuat, m));
      expect([...val, ...vec, ...quat].map((x) => x + 0)).toEqual([...eVal, ...eVec, ...eQuat].map((x) => x + 0));
    }
  });

  test('V·diag·Vᵀ is the matrix, eigenvalues decrease', () => {
    for (const m of matrices()) {
      const val = new Float64Array(3),
        vec = new Float64Array(9),
        quat = new Float64Array(4);
      eig3(val, 0, vec, 0, quat, 0, m, 0);
      const scaled = vec.map((x, k) => x * val[k % 3]),
        transposed = vec.map((_, k) => vec[3 * (k % 3) + Math.floor(k / 3)]);
      expect(distance(product(scaled, transposed, 3), m)).toBeLessThan(1e-11);
      expect(val[0] + 1e-11 > val[1] && val[1] + 1e-11 > val[2]).toBe(true);
    }
  });
});
