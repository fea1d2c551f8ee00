import { describe, expect, test } from 'vitest';
import { makeRandom } from '../../assets/testing.ts';
import { edgeBending } from './bending.ts';
import { cellStiffness, quadStiffness } from './finite-element.ts';
import { elementStiffness } from './stiffness.ts';
import { strainModes } from './strain.ts';
import { findEdges, findFlaps, SIMPLEX_EDGES } from './topology.ts';

const random = makeRandom(3);
const MATERIAL = { young: 1000, poisson: 0.3 };
const SHEAR = MATERIAL.young / (2 * (1 + MATERIAL.poisson));
const LAME = (MATERIAL.young * MATERIAL.poisson) / ((1 + MATERIAL.poisson) * (1 - 2 * MATERIAL.poisson));

type Vec = number[];
const at = (x: Float64Array, v: number): Vec => [...x.subarray(3 * v, 3 * v + 3)];
const apply = (f: readonly Vec[], x: Vec): Vec => f.map((row) => row.reduce((s, a, k) => s + a * (x[k] ?? 0), 0));
const deformed = (x: Float64Array, f: readonly Vec[]): Float64Array =>
  Float64Array.from(Array.from({ length: x.length / 3 }, (_, v) => apply(f, at(x, v))).flat());
const squareLength = (x: Float64Array, i: number, j: number): number =>
  at(x, i).reduce((s, a, k) => s + (a - (at(x, j)[k] ?? 0)) ** 2, 0);

/** ΔᵀKΔ of the changes of squared edge lengths of one element. */
function energy(stiffness: Float64Array, dim: number, x: Float64Array, y: Float64Array): number {
  const change = (SIMPLEX_EDGES[dim] ?? []).map(([i, j]) => squareLength(y, i, j) - squareLength(x, i, j));
  let sum = 0;
  let k = 0;
  for (let a = 0; a < change.length; a++)
    for (let b = a; b < change.length; b++) sum += (a === b ? 1 : 2) * stiffness[k++] * change[a] * change[b];
  return sum;
}

const CORNERS = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
/** The corners of a tetrahedron, moved a little. */
const points = (n: number): Float64Array => Float64Array.from({ length: 3 * n }, (_, k) => CORNERS[k] + 0.4 * random());
const TURN = [
  [0.36, 0.48, -0.8],
  [-0.8, 0.6, 0],
  [0.48, 0.64, 0.6],
];

describe('elementStiffness', () => {
  test('ΔᵀKΔ = 4V (μ tr E² + λ tr² E) of the Green strain, for any linear map of a tetrahedron', () => {
    for (let trial = 0; trial < 20; trial++) {
      const x = points(4);
      const f = [0, 1, 2].map((i) => [0, 1, 2].map((j) => (i === j ? 1 : 0) + 0.3 * random()));
      const strain = [0, 1, 2].map((i) =>
        [0, 1, 2].map((j) => (f.reduce((s, row) => s + row[i] * row[j], 0) - (i === j ? 1 : 0)) / 2),
      );
      const trace = strain[0][0] + strain[1][1] + strain[2][2];
      const square = strain.flat().reduce((s, e) => s + e * e, 0);
      const [a, b, c] = [1, 2, 3].map((v) => at(x, v).map((p, k) => p - x[k])) as [Vec, Vec, Vec];
      const volume =
        Math.abs(
          (a[1] * b[2] - a[2] * b[1]) * c[0] + (a[2] * b[0] - a[0] * b[2]) * c[1] + (a[0] * b[1] - a[1] * b[0]) * c[2],
        ) / 6;
      const k = elementStiffness(x, [0, 1, 2, 3], 3, MATERIAL, 0);
      const wanted = 4 * volume * (SHEAR * square + LAME * trace * trace);
      expect(energy(k, 3, x, deformed(x, f)) / wanted).toBeCloseTo(1, 9);
    }
  });

  test('a rigid motion costs nothing, and turning the rest shape changes nothing', () => {
    const x = points(4);
    const k = elementStiffness(x, [0, 1, 2, 3], 3, MATERIAL, 0);
    expect(energy(k, 3, x, deformed(x, TURN))).toBeCloseTo(0, 12);
    const turned = elementStiffness(deformed(x, TURN), [0, 1, 2, 3], 3, MATERIAL, 0);
    for (const [n, value] of turned.entries()) expect(value / k[n]).toBeCloseTo(1, 8);
  });

  test('a triangle that grows in its plane: closed form, linear in the thickness', () => {
    const x = Float64Array.of(0, 0, 0, 2, 0, 0, 0, 1, 0);
    const k = elementStiffness(x, [0, 1, 2], 2, MATERIAL, 0.01);
    const e = (1.1 * 1.1 - 1) / 2;
    const wanted = 1 * 0.01 * (SHEAR * 2 * e * e + LAME * 4 * e * e); // the area is 1; a quarter of 4V
    const grown = deformed(x, [
      [1.1, 0, 0],
      [0, 1.1, 0],
      [0, 0, 1.1],
    ]);
    expect(energy(k, 2, x, grown) / wanted).toBeCloseTo(1, 10);
  });
});

describe('edgeBending', () => {
  const element = [0, 1, 2, 0, 2, 3];
  const flaps = (x: Float64Array): Int32Array => findFlaps(element, findEdges(element, 2, x.length / 3)).vertex;

  test('a flat patch that moves by an affine map of its plane does not bend', () => {
    const x = Float64Array.of(0, 0, 0, 1, 0.1, 0, 1.2, 1, 0, 0.1, 0.9, 0);
    const bending = edgeBending(x, flaps(x), 100, 0.1);
    const inner = [...flaps(x)].findIndex((v, k) => k % 4 === 3 && v >= 0) >> 2;
    const q = bending.subarray(17 * inner, 17 * inner + 16);
    const order = flaps(x).subarray(4 * inner, 4 * inner + 4);
    const height = (f: (x: number, y: number) => number): number => {
      const h = Array.from(order, (v) => f(x[3 * v], x[3 * v + 1]));
      return h.reduce((s, a, i) => s + h.reduce((t, b, j) => t + a * b * q[4 * i + j], 0), 0);
    };
    expect(height(() => 1)).toBeCloseTo(0, 12);
    expect(height((a, b) => 2 * a - 3 * b + 1)).toBeCloseTo(0, 10);
    expect(height((a, b) => a * b)).toBeGreaterThan(1e-4);
    expect(bending[17 * inner + 16]).toBeCloseTo(0, 12); // flat at rest
  });

  test('edges at the border have no stencil', () => {
    const x = points(4);
    const bending = edgeBending(x, flaps(x), 100, 0.1);
    expect(flaps(x).filter((v, k) => k % 4 === 3 && v >= 0).length).toBe(1);
    expect(bending.filter((b) => b !== 0).length).toBe(17);
  });
});

/** Nodes of a cell in the order of the grid. */
const cell = (order: number): Float64Array =>
  Float64Array.from(
    Array.from({ length: (order + 1) ** 3 }, (_, n) => [
      (0.4 * Math.floor(n / (order + 1) ** 2)) / order,
      (0.3 * (Math.floor(n / (order + 1)) % (order + 1))) / order,
      (0.2 * (n % (order + 1))) / order,
    ]).flat(),
  );

describe('cellStiffness', () => {
  test.each([1, 2])('order %d: symmetric, negative, no force of a translation or an infinitesimal turn', (order) => {
    const x = cell(order);
    const n = x.length;
    const k = cellStiffness(x, order, MATERIAL);
    const force = (u: (p: Vec) => Vec): number => {
      const v = Array.from({ length: n / 3 }, (_, i) => u(at(x, i))).flat();
      return Math.max(...v.map((_, i) => Math.abs(v.reduce((s, b, j) => s + k[i * n + j] * b, 0))));
    };
    for (let i = 0; i < n; i++) {
      expect(k[i * n + i]).toBeLessThan(0);
      for (let j = 0; j < i; j++) expect(k[i * n + j]).toBeCloseTo(k[j * n + i], 9);
    }
    expect(force(() => [1, -2, 3])).toBeLessThan(1e-9);
    expect(force(([, y, z]) => [0, -z, y])).toBeLessThan(1e-9);
  });

  test('the modes of a cell are all but the rigid motions, and make up its stiffness', () => {
    const x = cell(1);
    const k = cellStiffness(x, 1, MATERIAL);
    const { count, data } = strainModes(k.slice(), 24);
    expect([count, data[0]]).toEqual([18, 18]);
    for (let i = 0; i < 24; i++) {
      for (let j = 0; j < 24; j++) {
        let sum = 0;
        for (let m = 0; m < count; m++) sum += data[1 + 24 * m + i] * data[1 + 24 * m + j];
        expect(-sum).toBeCloseTo(k[24 * i + j], 7);
      }
    }
  });

  test('a quad resists within its plane only', () => {
    const x = Float64Array.of(0, 0, 0, 0, 1, 0, 1, 0, 0, 1, 1, 0);
    const k = quadStiffness(x, 1, [0, 1], MATERIAL, 0.1);
    for (let i = 2; i < 12; i += 3) for (let j = 0; j < 12; j++) expect(k[12 * i + j]).toBe(0);
    expect(strainModes(k, 12).count).toBe(5);
  });
});
