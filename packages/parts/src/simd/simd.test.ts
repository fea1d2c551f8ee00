import { describe, expect, test } from 'vitest';
import { random } from '../testing/random.ts';
import { batchAxpy, batchDot, batchDotPairs, batchDotSum, batchFrictionForces, batchMulMatVec3, batchNormalForces, findMaxDot, findMinDot, integratePositions, integrateVelocities, overlappingBoxes, SimdBoxes, SimdNumbers, SimdVectors, Vec3x4, Vec3x8 } from './index.ts'; // biome-ignore format: one list

const { numbers, number } = random(51);
const N = 101;

describe('batches', () => {
  test('the farthest and the nearest of random points along random directions', () => {
    for (let k = 0; k < 50; k++) {
      const [cloud, d] = [numbers(3 * N), numbers(3)];
      const points = SimdVectors.from(cloud);
      const dots = Array.from(
        { length: N },
        (_, i) => cloud[3 * i] * d[0] + cloud[3 * i + 1] * d[1] + cloud[3 * i + 2] * d[2],
      );
      expect(findMaxDot(points, d)).toBe(dots.indexOf(Math.max(...dots)));
      expect(findMinDot(points, d)).toBe(dots.indexOf(Math.min(...dots)));
      const out = new SimdNumbers(N);
      batchDot(out, points, d);
      expect([...out.values]).toEqual(dots);
    }
  });

  test('products of pairs, sums of products and multiples', () => {
    const [a, b] = [numbers(3 * N), numbers(3 * N)];
    const out = new SimdNumbers(N);
    batchDotPairs(out, SimdVectors.from(a), SimdVectors.from(b));
    for (let i = 0; i < N; i++)
      expect(out.values[i]).toBe(a[3 * i] * b[3 * i] + a[3 * i + 1] * b[3 * i + 1] + a[3 * i + 2] * b[3 * i + 2]);
    expect(batchDotSum(SimdNumbers.from(a), SimdNumbers.from(b))).toBeCloseTo(
      a.reduce((sum, x, i) => sum + x * b[i], 0),
      12,
    );
    const y = SimdNumbers.from(a);
    batchAxpy(y, SimdNumbers.from(b), 0.25);
    expect([...y.values]).toEqual([...a.map((x, i) => x + b[i] * 0.25)]);
  });

  test('boxes overlap if and only if no axis parts them', () => {
    const boxes = new SimdBoxes(N);
    const corners = Array.from({ length: N }, (_, i) => {
      const least = numbers(3);
      const greatest = least.map((x) => x + number(0, 0.5));
      boxes.set(i, least, greatest);
      return { least, greatest };
    });
    const { count, overlaps } = overlappingBoxes(boxes, [-0.3, -0.3, -0.3], [0.3, 0.3, 0.3]);
    const wanted = corners.map(({ least, greatest }) =>
      least.every((x) => x <= 0.3) && greatest.every((x) => x >= -0.3) ? 1 : 0,
    );
    expect([...overlaps]).toEqual(wanted);
    expect(count).toBe(wanted.reduce<number>((a, b) => a + b, 0));
    expect(count).toBeGreaterThan(0);
  });

  test('a falling cloud: integration of velocities and positions', () => {
    const [positions, velocities, forces] = [new SimdVectors(N), new SimdVectors(N), new SimdVectors(N)];
    const mass = SimdNumbers.from(numbers(N).map((x) => 2 + x));
    const inverse = SimdNumbers.from(mass.values.map((m) => 1 / m));
    inverse.values[0] = 0; // does not move
    forces.z.set(mass.values.map((m) => -9.81 * m));
    for (let k = 0; k < 100; k++) {
      integrateVelocities(velocities, forces, inverse, 0.01);
      integratePositions(positions, velocities, 0.01);
    }
    expect([...positions.get(0)]).toEqual([0, 0, 0]);
    for (let i = 1; i < N; i++) expect(positions.z[i]).toBeCloseTo((-9.81 * 100 * 101) / 2 / 1e4, 10); // semi-implicit Euler, summed
  });

  test('a rotation keeps products, its transpose undoes it', () => {
    const [c, s] = [Math.cos(0.7), Math.sin(0.7)];
    const cloud = numbers(3 * N);
    const points = SimdVectors.from(cloud);
    batchMulMatVec3(points, [c, -s, 0, s, c, 0, 0, 0, 1], points);
    batchMulMatVec3(points, [c, s, 0, -s, c, 0, 0, 0, 1], points);
    for (let i = 0; i < N; i++) expect(points.y[i]).toBeCloseTo(cloud[3 * i + 1], 14);
  });

  test('penalty contacts: k·dᵖ + c·v, never below 0', () => {
    const [depths, approaches] = [numbers(N), numbers(N)];
    const out = new SimdNumbers(N);
    for (const exponent of [1, 1.5, 2] as const) {
      batchNormalForces(out, SimdNumbers.from(depths), SimdNumbers.from(approaches), {
        stiffness: 100,
        damping: 30,
        exponent,
      });
      for (let i = 0; i < N; i++)
        expect(out.values[i]).toBeCloseTo(
          depths[i] > 0 ? Math.max(0, 100 * depths[i] ** exponent + 30 * approaches[i]) : 0,
          12,
        );
    }
  });

  test('friction opposes sliding with μ·N', () => {
    const [normals, slips] = [numbers(N).map(Math.abs), SimdVectors.from(numbers(3 * N))];
    const out = new SimdVectors(N);
    batchFrictionForces(out, SimdNumbers.from(normals), slips, 0.6);
    for (let i = 0; i < N; i++) {
      const [f, v] = [out.get(i), slips.get(i)];
      expect(Math.hypot(...f)).toBeCloseTo(0.6 * normals[i], 12);
      expect(f[0] * v[0] + f[1] * v[1] + f[2] * v[2]).toBeCloseTo(-0.6 * normals[i] * Math.hypot(...v), 12);
    }
  });

  test('random numbers never give NaN', () => {
    const out = new SimdNumbers(N);
    for (let k = 0; k < 50; k++) {
      batchDot(out, SimdVectors.from(numbers(3 * N)), numbers(3));
      expect(out.values.every(Number.isFinite)).toBe(true);
    }
  });

  test.each([
    ['a plain array for vectors', () => findMaxDot([1, 2, 3] as never, [1, 0, 0])],
    ['a direction of two', () => findMaxDot(new SimdVectors(2), [1, 0])],
    ['sizes that do not fit', () => batchAxpy(new SimdNumbers(2), new SimdNumbers(3), 1)],
    ['a number of points that is none', () => new SimdVectors(-1)],
    ['two thirds of a vector', () => SimdVectors.from([1, 2])],
    ['an element that is not there', () => new SimdVectors(2).get(2)],
    ['NaN', () => batchAxpy(new SimdNumbers(2), new SimdNumbers(2), Number.NaN)],
    [
      'an unknown exponent',
      () =>
        batchNormalForces(new SimdNumbers(1), new SimdNumbers(1), new SimdNumbers(1), {
          stiffness: 1,
          damping: 0,
          exponent: 3 as never,
        }),
    ],
    ['more than there is room for', () => new SimdVectors(2 ** 24)],
  ])('%s is refused', (_, make) => {
    expect(make).toThrow(expect.objectContaining({ name: 'PartsError', code: 'bad-argument' }));
  });
});

describe.each([4, 8])('vectors in %d lanes', (lanes) => {
  const make = (vectors: ArrayLike<number>): Vec3x4 =>
    lanes === 4 ? Vec3x4.from(vectors) : (Vec3x8.from(vectors) as never);
  const [p, q] = [numbers(3 * lanes), numbers(3 * lanes)];
  const [a, b] = [make(p), make(q)];
  const each = (check: (k: number, x: Float64Array, y: Float64Array) => void): void => {
    for (let k = 0; k < lanes; k++) check(k, p.subarray(3 * k, 3 * k + 3), q.subarray(3 * k, 3 * k + 3));
  };

  test('sums, differences, multiples and opposites', () => {
    each((k, x, y) => {
      expect([...a.add(b).get(k)]).toEqual([...x.map((c, i) => c + y[i])]);
      expect([...a.sub(b).get(k)]).toEqual([...x.map((c, i) => c - y[i])]);
      expect([...a.scale(2).get(k)]).toEqual([...x.map((c) => 2 * c)]);
      expect([...a.neg().get(k)]).toEqual([...x.map((c) => -c)]);
      expect([...a.mulAdd(b, 0.5).get(k)]).toEqual([...x.map((c, i) => c + y[i] * 0.5)]);
    });
  });

  test('products, lengths and directions', () => {
    const across = a.cross(b);
    for (const zero of [...across.dot(a), ...across.dot(b)]) expect(zero).toBeCloseTo(0, 14);
    for (const [k, length] of a.normalize().norm().entries())
      expect([k, Math.abs(length - 1) < 1e-15]).toEqual([k, true]);
    // Lagrange: |a × b|² + (a·b)² = |a|²·|b|²
    const [dots, la, lb, lc] = [a.dot(b), a.norm(), b.norm(), across.norm()];
    for (let k = 0; k < lanes; k++) expect(lc[k] ** 2 + dots[k] ** 2).toBeCloseTo(la[k] ** 2 * lb[k] ** 2, 14);
    expect([
      ...make(new Float64Array(3 * lanes))
        .normalize()
        .get(0),
    ]).toEqual([1, 0, 0]);
  });

  test('bounds and the farthest lane', () => {
    const inside = a.clampToBox([-0.1, -0.2, -0.3], [0.1, 0.2, 0.3]);
    each((k, x) =>
      expect([...inside.get(k)]).toEqual(
        [...x.map((c, i) => Math.max(-0.1 * (i + 1), Math.min(0.1 * (i + 1), c)))].map((c) => expect.closeTo(c, 15)),
      ),
    );
    expect([...a.clamp(-0.5, 0.5).x].every((x) => Math.abs(x) <= 0.5)).toBe(true);
    const heights = Array.from({ length: lanes }, (_, k) => p[3 * k + 2]);
    expect(a.argmaxDot([0, 0, 1])).toBe(heights.indexOf(Math.max(...heights)));
    expect(a.argminDot([0, 0, 1])).toBe(heights.indexOf(Math.min(...heights)));
  });

  test('a lane that is not there, and a vector of two, are refused', () => {
    for (const wrong of [() => a.get(lanes), () => a.set(0, [1, 2]), () => make([1, 2, 3]), () => a.scale(Number.NaN)])
      expect(wrong).toThrow(expect.objectContaining({ name: 'PartsError' }));
  });
});

test('one vector fills all lanes', () => {
  expect([...Vec3x4.splat([1, 2, 3]).y]).toEqual([2, 2, 2, 2]);
  expect([...Vec3x8.splat([1, 2, 3]).z]).toEqual(new Array(8).fill(3));
});
