import { RandomGenerator } from '@qpos/batch';
import { describe, expect, test } from 'vitest';
import { ControlError, dlqr, finiteHorizonLqr } from '../index.ts';
import { BoxQp } from './box-qp.ts';
import { identity, largest, multiply, multiplyByTransposed, multiplyTransposed } from './dense.ts';
import { factorCholesky, solveCholesky, solveGeneral } from './factor.ts';

const normals = (random: RandomGenerator, n: number): Float64Array =>
  Float64Array.from({ length: n }, () => random.normal());

/** A random symmetric matrix, positive definite. */
function positive(random: RandomGenerator, n: number, least = 0.1): Float64Array {
  const a = normals(random, n * n);
  const res = new Float64Array(n * n);
  multiplyByTransposed(res, a, a, n, n, n);
  for (let i = 0; i < n; i++) res[i * (n + 1)] += least;
  return res;
}

const difference = (a: Float64Array, b: Float64Array): number => largest(a.map((x, i) => x - b[i]));

describe('factors', () => {
  test.each([1, 2, 5, 12])('solutions give back the right-hand side, n = %d', (n) => {
    const random = new RandomGenerator(n);
    const [a, b] = [positive(random, n), normals(random, 3 * n)];
    const [l, x, product] = [new Float64Array(n * n), b.slice(), new Float64Array(3 * n)];
    expect(factorCholesky(l, a, n)).toBe(true);
    solveCholesky(x, l, n, 3);
    multiply(product, a, x, n, n, 3);
    expect(difference(product, b)).toBeLessThan(1e-10);
    const general = normals(random, n * n);
    x.set(b);
    expect(solveGeneral(x, general.slice(), n, 3)).toBe(true);
    multiply(product, general, x, n, n, 3);
    expect(difference(product, b)).toBeLessThan(1e-10);
  });

  test('what has no factor is told', () => {
    expect(factorCholesky(new Float64Array(4), Float64Array.of(1, 2, 2, 1), 2)).toBe(false);
    expect(solveGeneral(new Float64Array(2), Float64Array.of(1, 2, 2, 4), 2, 1)).toBe(false);
  });
});

describe('dlqr', () => {
  test('one number: the positive root of the quadratic equation', () => {
    // p = q + a²p - a²p²b²/(r + b²p)
    const [a, b, q, r] = [1.2, 0.5, 2, 0.3];
    const { K, P } = dlqr([a], [b], [q], [r]);
    const half = (r * (1 - a * a) - q * b * b) / (2 * b * b);
    const p = -half + Math.sqrt(half * half + (q * r) / (b * b));
    expect(P[0]).toBeCloseTo(p, 12);
    expect(K[0]).toBeCloseTo((a * b * p) / (r + b * b * p), 12);
  });

  test.each([2, 5, 10, 30])(
    'P solves the Riccati equation of random systems, and the closed loop is stable, n = %d',
    (n) => {
      const random = new RandomGenerator(n);
      const nu = Math.max(1, n >> 2);
      const A = normals(random, n * n).map((x) => x / Math.sqrt(n));
      const B = normals(random, n * nu);
      const [Q, R] = [positive(random, n), positive(random, nu)];
      const { K, P } = dlqr(A, B, Q, R);
      const closed = new Float64Array(n * n);
      multiply(closed, B, K, n, nu, n);
      for (let i = 0; i < n * n; i++) closed[i] = A[i] - closed[i];
      // P = Q + KᵀRK + (A - BK)ᵀP(A - BK)
      const [RK, KRK, PC, CPC] = [nu * n, n * n, n * n, n * n].map((size) => new Float64Array(size)) as Float64Array[];
      multiply(RK as Float64Array, R, K, nu, nu, n);
      multiplyTransposed(KRK as Float64Array, K, RK as Float64Array, n, nu, n);
      multiply(PC as Float64Array, P, closed, n, n, n);
      multiplyTransposed(CPC as Float64Array, closed, PC as Float64Array, n, n, n);
      const right = Q.map((x, i) => x + (KRK as Float64Array)[i] + (CPC as Float64Array)[i]);
      expect(difference(P, right) / largest(P)).toBeLessThan(1e-10);
      let power: Float64Array = closed;
      for (let k = 0; k < 12; k++) {
        const squared = new Float64Array(n * n);
        multiply(squared, power, power, n, n, n);
        power = squared;
      }
      expect(largest(power)).toBeLessThan(1e-3);
    },
  );

  test('far from its end, a finite horizon has the gains of the endless one', () => {
    const [A, B] = [Float64Array.of(1, 0.1, 0, 1), Float64Array.of(0, 0.1)];
    const endless = dlqr(A, B, [1, 0.1], 0.05);
    const plan = finiteHorizonLqr(Array(400).fill({ A, B }), [1, 0.1], 0.05, 0);
    expect(difference(plan[0].K, endless.K)).toBeLessThan(1e-10);
    expect(difference(plan[0].P, endless.P)).toBeLessThan(1e-9);
    expect(difference(plan[399].K, endless.K)).toBeGreaterThan(0.1);
  });

  test('what no feedback can hold is refused, and so is nonsense', () => {
    const code = (run: () => unknown): unknown => {
      try {
        run();
      } catch (error) {
        return error instanceof ControlError ? error.code : error;
      }
      return undefined;
    };
    expect(code(() => dlqr([2], [0], [1], [1]))).toBe('not-stabilisable');
    expect(code(() => dlqr([1, 0, 0, 2], [1, 0], 1, 1))).toBe('not-stabilisable');
    expect(code(() => dlqr([1], [1], [1], [-1]))).toBe('not-positive');
    expect(code(() => dlqr([1, 2], [1], 1, 1))).toBe('bad-argument');
    expect(code(() => dlqr([1], [1], [1, 2, 3], 1))).toBe('bad-argument');
    expect(code(() => finiteHorizonLqr([], 1, 1))).toBe('bad-argument');
  });
});

describe('BoxQp', () => {
  test('the solutions of 200 random problems satisfy the conditions of Karush, Kuhn and Tucker', () => {
    const random = new RandomGenerator(7);
    for (let trial = 0; trial < 200; trial++) {
      const n = 1 + random.integers(8);
      const [H, g, x] = [positive(random, n), normals(random, n).map((v) => 3 * v), normals(random, n)];
      const lower = Float64Array.from({ length: n }, () =>
        random.random() < 0.2 ? Number.NEGATIVE_INFINITY : -random.random(),
      );
      const upper = Float64Array.from({ length: n }, () =>
        random.random() < 0.2 ? Number.POSITIVE_INFINITY : random.random(),
      );
      const qp = new BoxQp(n);
      expect(qp.solve(x, H, g, lower, upper)).toBe(true);
      const gradient = new Float64Array(n);
      multiply(gradient, H, x, n, n, 1);
      for (let i = 0; i < n; i++) {
        const slope = gradient[i] + g[i];
        expect(x[i]).toBeGreaterThanOrEqual(lower[i]);
        expect(x[i]).toBeLessThanOrEqual(upper[i]);
        if (x[i] > lower[i]) expect(slope).toBeLessThan(1e-8);
        if (x[i] < upper[i]) expect(slope).toBeGreaterThan(-1e-8);
      }
    }
  });

  test('a matrix that is not positive definite is told', () => {
    const infinite = Float64Array.of(Number.POSITIVE_INFINITY);
    expect(
      new BoxQp(1).solve(
        new Float64Array(1),
        Float64Array.of(-1),
        identity(1),
        infinite.map((x) => -x),
        infinite,
      ),
    ).toBe(false);
  });
});
