import { describe, expect, test } from 'vitest';
import { random } from '../testing/random.ts';
import { CG_PRESETS, CgSolver, type Preconditioner } from './index.ts';

const { numbers, number } = random(21);

/** A symmetric positive definite matrix of badly scaled 3×3 blocks with weak ties between them. */
function blockMatrix(blocks: number): Float64Array {
  const n = 3 * blocks;
  const A = new Float64Array(n * n);
  for (let k = 0; k < blocks; k++) {
    const [B, scale] = [numbers(9), 10 ** number(-3, 3)];
    for (let i = 0; i < 3; i++)
      for (let j = 0; j < 3; j++) {
        let sum = i === j ? 0.05 : 0;
        for (let c = 0; c < 3; c++) sum += B[3 * i + c] * B[3 * j + c];
        A[n * (3 * k + i) + 3 * k + j] = scale * sum;
      }
  }
  for (let i = 3; i < n; i++) {
    const tie = 0.01 * Math.sqrt(A[(n + 1) * i] * A[(n + 1) * (i - 3)]) * number(-1, 1);
    A[n * i + i - 3] += tie;
    A[n * (i - 3) + i] += tie;
  }
  return A;
}

const product = (A: Float64Array, x: Float64Array): Float64Array =>
  x.map((_, i) => x.reduce((sum, xj, j) => sum + A[x.length * i + j] * xj, 0));

describe('conjugate gradients', () => {
  test.each<Preconditioner>(['none', 'jacobi', 'block-jacobi'])(
    '%s: solutions solve random systems',
    (preconditioner) => {
      for (let k = 0; k < 10; k++) {
        const n = 12;
        const B = numbers(n * n);
        const A = new Float64Array(n * n).map((_, at) => {
          const [i, j] = [Math.floor(at / n), at % n];
          return (i === j ? 1 : 0) + B.subarray(n * i, n * i + n).reduce((sum, x, c) => sum + x * B[n * j + c], 0);
        });
        const b = numbers(n);
        const solver = new CgSolver({ ...CG_PRESETS.highAccuracy, preconditioner, regularisation: 0 });
        const { x, converged, residual, ratio } = solver.solve(A, b, [3, 3, 3, 3]);
        expect(converged).toBe(true);
        expect(ratio).toBeLessThan(1e-9);
        const left = product(A, x).map((y, i) => y - b[i]);
        expect(Math.hypot(...left)).toBeCloseTo(residual, 9);
        expect(Math.hypot(...left)).toBeLessThan(1e-9);
      }
    },
  );

  test('in exact arithmetic as many iterations as unknowns are enough', () => {
    const { iterations, residual } = new CgSolver({
      preconditioner: 'none',
      tolerance: 1e-12,
      regularisation: 0,
    }).solve([4, 1, 0, 1, 3, 1, 0, 1, 2], [1, 2, 3]);
    expect(iterations).toBeLessThanOrEqual(4);
    expect(residual).toBeLessThan(1e-12);
  });

  test('blocks need far fewer iterations than a diagonal, and that fewer than nothing', () => {
    const A = blockMatrix(20);
    const b = numbers(60);
    const iterations = (preconditioner: Preconditioner): number =>
      new CgSolver({ preconditioner, maxIterations: 2000, tolerance: 1e-8 }).solve(A, b, new Array(20).fill(3))
        .iterations;
    const [none, diagonal, blocks] = [iterations('none'), iterations('jacobi'), iterations('block-jacobi')];
    expect(diagonal).toBeLessThan(none / 2);
    expect(blocks).toBeLessThan(diagonal / 2);
  });

  test('a warm start takes a system that hardly changes with fewer iterations', () => {
    const A = blockMatrix(10);
    const b = numbers(30);
    const solver = new CgSolver({ warmStart: 1, minIterations: 0, preconditioner: 'jacobi' });
    const first = solver.solve(A, b).iterations;
    const again = solver.solve(A, b.map((x) => 1.0001 * x)).iterations; // biome-ignore format: one call
    expect(again).toBeLessThan(0.75 * first); // two digits to go instead of six
    solver.reset();
    expect(solver.solve(A, b).iterations).toBe(first);
    expect(solver.statistics).toEqual({ solves: 3, iterations: 2 * first + again, failures: 0 });
  });

  test('presets are those of the reference', () => {
    expect(CG_PRESETS.default).toMatchObject({
      maxIterations: 50,
      tolerance: 1e-6,
      baumgarte: 0.2,
      regularisation: 1e-9,
      warmStart: 0.9,
      minIterations: 3,
    });
    expect(CG_PRESETS.highAccuracy).toMatchObject({
      maxIterations: 200,
      tolerance: 1e-10,
      baumgarte: 0.1,
      regularisation: 1e-12,
      warmStart: 0.95,
      minIterations: 5,
    });
    expect(CG_PRESETS.realtime).toMatchObject({
      maxIterations: 20,
      tolerance: 1e-4,
      baumgarte: 0.3,
      regularisation: 1e-8,
      warmStart: 0.85,
      minIterations: 2,
    });
    expect(CG_PRESETS.largeSystem).toMatchObject({
      maxIterations: 100,
      tolerance: 1e-6,
      baumgarte: 0.2,
      regularisation: 1e-9,
      warmStart: 0.9,
      minIterations: 5,
    });
  });

  test('what does not converge is told, and counted', () => {
    const solver = new CgSolver({ maxIterations: 1, minIterations: 0, preconditioner: 'none' });
    expect(solver.solve(blockMatrix(5), numbers(15)).converged).toBe(false);
    expect(solver.statistics.failures).toBe(1);
  });

  test('a right-hand side of zeros has the solution zero', () => {
    expect([...new CgSolver().solve([2, 0, 0, 2], [0, 0]).x]).toEqual([0, 0]);
  });

  test.each([
    ['a matrix of another size', () => new CgSolver().solve([1, 2, 3], [1, 2]), 'bad-argument'],
    [
      'a matrix that is not positive definite',
      () => new CgSolver({ preconditioner: 'none' }).solve([1, 2, 2, 1], [1, -1]),
      'not-positive',
    ],
    ['a block that is not', () => new CgSolver().solve([0, 0, 0, -1], [1, 1]), 'not-positive'],
    ['blocks of another size', () => new CgSolver().solve([1, 0, 0, 1], [1, 1], [3]), 'bad-argument'],
    ['NaN', () => new CgSolver().solve([Number.NaN], [1]), 'bad-argument'],
  ])('%s is refused', (_, make, code) => {
    expect(make).toThrow(expect.objectContaining({ name: 'PartsError', code }));
  });
});
