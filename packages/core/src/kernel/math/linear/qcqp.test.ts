import { describe, expect, test } from 'vitest';
import { definite, distance, generator, vector } from '../testing.ts';
import { qcqp, qcqp2, qcqp3 } from './qcqp.ts';

const random = generator(15);

type Solve = (res: Float64Array, A: Float64Array, b: Float64Array, d: Float64Array, r: number, n: number) => boolean;
const general: Solve = (res, A, b, d, r, n) => qcqp(res, 0, A, 0, b, 0, d, 0, r, n);
const special: Solve = (res, A, b, d, r, n) => (n === 2 ? qcqp2 : qcqp3)(res, 0, A, 0, b, 0, d, 0, r);

describe('qcqp', () => {
  test.each([2, 3, 4, 5])('n = %d: on or inside the ellipsoid, and no feasible direction descends', (n) => {
    let active = 0;
    for (let k = 0; k < 100; k++) {
      const A = definite(random, n),
        b = vector(random, n),
        d = vector(random, n).map((x) => 0.5 + Math.abs(x)),
        r = 0.3 + 3 * random(),
        x = new Float64Array(n);
      const constrained = general(x, A, b, d, r, n);
      if (n <= 3) {
        const y = new Float64Array(n);
        expect(special(y, A, b, d, r, n)).toBe(constrained);
        expect(distance(x, y)).toBeLessThan(1e-9);
      }
      // gradient = -λ·x/d², with λ ≥ 0, and λ = 0 inside
      const gradient = x.map((_, i) => b[i] + x.reduce((s, v, j) => s + A[i * n + j] * v, 0));
      const normal = x.map((v, i) => v / d[i] ** 2);
      const size = x.reduce((s, v, i) => s + (v / d[i]) ** 2, 0);
      if (constrained) {
        active++;
        expect(Math.abs(size - r * r)).toBeLessThan(1e-8);
        const lambda = -gradient.reduce((s, v, i) => s + v * normal[i], 0) / normal.reduce((s, v) => s + v * v, 0);
        expect(lambda).toBeGreaterThan(0);
        expect(
          distance(
            gradient,
            normal.map((v) => -lambda * v),
          ),
        ).toBeLessThan(1e-6);
      } else {
        expect(size).toBeLessThan(r * r + 1e-9);
        expect(distance(gradient, new Float64Array(n))).toBeLessThan(1e-9);
      }
    }
    expect(active).toBeGreaterThan(10);
    expect(active).toBeLessThan(100);
  });

  test('a singular matrix gives zero', () => {
    const one = Float64Array.of(1, 1, 1);
    for (const n of [2, 3]) {
      const x = Float64Array.of(1, 1, 1);
      expect(special(x, new Float64Array(9), one, one, 1, n)).toBe(false);
      expect(x.slice(0, n)).toEqual(new Float64Array(n));
      expect(general(x, new Float64Array(9), one, one, 1, n)).toBe(false);
    }
  });
});
