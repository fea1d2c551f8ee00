import { describe, expect, test } from 'vitest';
import { random } from '../../testing/random.ts';
import { measureBend, solveBends } from './bends.ts';
import { makeConstraints, slope } from './constraint-set.ts';
import { solveDistances } from './distances.ts';
import { hingeAngle, hingeTerms, solveHinges } from './hinges.ts';
import { measureCorner, solveShears } from './shears.ts';
import { solveVolumes, tetVolume } from './volumes.ts';

const EXACT = 1e-12;
const STEP = 1e-6;
const DIFFERENCE = 1e-4; // of the largest slope, by curvature near degenerate shapes
const r = random(1);
const ones = (n: number): Float64Array => new Float64Array(n).fill(1);
const run = (n: number, vertices: number, rest: number, compliance = 0) => ({
  set: makeConstraints(
    Int32Array.from({ length: vertices }, (_, k) => k),
    Float64Array.of(rest),
    Float64Array.of(compliance),
  ),
  x: r.numbers(3 * vertices),
  w: Float64Array.from({ length: n }, () => r.number(0.5, 2)),
});
const centre = (x: Float64Array, w: Float64Array): number[] =>
  [0, 1, 2].map((a) => w.reduce((sum, wi, i) => sum + x[3 * i + a] / wi, 0));

describe('constraints', () => {
  test('distance: satisfied after one projection, and the centre of mass stays', () => {
    const { set, x, w } = run(2, 2, 0.7);
    const before = centre(x, w);
    solveDistances(set, x, w, 1);
    expect(Math.hypot(x[0] - x[3], x[1] - x[4], x[2] - x[5])).toBeCloseTo(0.7, 12);
    centre(x, w).forEach((c, k) => void expect(c).toBeCloseTo(before[k] ?? 0, 12));
  });

  test('distance: with compliance, repeated projections give C + α̃·λ = 0', () => {
    const { set, x, w } = run(2, 2, 0.7, 0.01);
    for (let k = 0; k < 50; k++) solveDistances(set, x, w, 100);
    const error = Math.hypot(x[0] - x[3], x[1] - x[4], x[2] - x[5]) - 0.7;
    expect(error + 0.01 * 100 * set.lambda[0]).toBeCloseTo(0, 12);
    expect(Math.abs(error)).toBeGreaterThan(0.01);
  });

  test('bending of chains: straightens three vertices in a row', () => {
    const { set, x, w } = run(3, 3, 0);
    for (let k = 0; k < 5; k++) solveBends(set, Float64Array.of(0.5), x, w, 1);
    for (let a = 0; a < 3; a++) expect(x[a] - 2 * x[3 + a] + x[6 + a]).toBeCloseTo(0, 10);
  });

  test.each([
    ['bend', 3, measureBend, slope],
    ['corner', 3, measureCorner, slope],
    ['dihedral angle', 4, hingeAngle, hingeTerms],
  ] as const)('%s: the gradient equals differences', (_, width, given, terms) => {
    const measure = given as (x: Float64Array, ...corners: number[]) => number;
    for (let n = 0; n < 50; n++) {
      const x = r.numbers(3 * width);
      const corners = [0, 3, 6, 9].slice(0, width);
      measure(x, ...corners);
      const gradient = terms.slice(0, 3 * width);
      const size = Math.max(...gradient.map(Math.abs));
      for (let k = 0; k < 3 * width; k++) {
        const at = x[k];
        x[k] = at + STEP;
        const above = measure(x, ...corners);
        x[k] = at - STEP;
        let difference = above - measure(x, ...corners);
        x[k] = at;
        if (Math.abs(difference) > 3) difference -= 2 * Math.PI * Math.sign(difference); // an angle that passed π
        expect(Math.abs(difference / (2 * STEP) - gradient[k])).toBeLessThan(DIFFERENCE * size);
      }
    }
  });

  test('dihedral angle: is signed', () => {
    const flat = Float64Array.of(0, 0, 0, 1, 0, 0, 0.5, 1, 0, 0.5, -1, 0);
    expect(Math.abs(hingeAngle(flat, 0, 3, 6, 9))).toBeLessThan(EXACT);
    flat[8] = 0.5;
    const up = hingeAngle(flat, 0, 3, 6, 9);
    flat[8] = -0.5;
    expect(hingeAngle(flat, 0, 3, 6, 9)).toBeCloseTo(-up, 12);
    expect(Math.abs(up)).toBeCloseTo(Math.atan(0.5), 12);
  });

  test('dihedral angle: projections reach the angle at rest by the shorter way', () => {
    for (const rest of [0, 0.8, -2.5]) {
      const { set, x, w } = run(4, 4, rest);
      const turns = Float64Array.of(Math.cos(rest), Math.sin(rest));
      for (let k = 0; k < 300; k++) solveHinges(set, turns, x, w, 1);
      expect(hingeAngle(x, 0, 3, 6, 9)).toBeCloseTo(rest, 6);
    }
  });

  test('shear: projections reach the angle at rest, and with compliance C + α̃·λ = 0', () => {
    const { set, x, w } = run(3, 3, 1.2);
    for (let k = 0; k < 100; k++) solveShears(set, x, w, 1);
    expect(measureCorner(x, 0, 3, 6)).toBeCloseTo(1.2, 12);
    const soft = run(3, 3, 1.2, 0.01);
    for (let k = 0; k < 200; k++) solveShears(soft.set, soft.x, soft.w, 100);
    const error = measureCorner(soft.x, 0, 3, 6) - 1.2;
    expect(error + 0.01 * 100 * soft.set.lambda[0]).toBeCloseTo(0, 12);
    expect(Math.abs(error)).toBeGreaterThan(0.01);
  });

  test('volume: projections reach the volume at rest, also from the inside out', () => {
    for (let n = 0; n < 20; n++) {
      const { set, x, w } = run(4, 4, 0.1);
      for (let k = 0; k < 300; k++) solveVolumes(set, x, w, 1);
      expect(tetVolume(x, 0, 3, 6, 9)).toBeCloseTo(0.1, 6);
    }
  });

  test('nothing moves what is pinned, and points at one place give no NaN', () => {
    const x = new Float64Array(12);
    const w = ones(4);
    const vertices = Int32Array.of(0, 1, 2, 3);
    const set = (): ReturnType<typeof makeConstraints> =>
      makeConstraints(vertices, Float64Array.of(0.5), Float64Array.of(0));
    solveDistances(set(), x, w, 1);
    solveBends(set(), Float64Array.of(1), x, w, 1);
    solveShears(set(), x, w, 1);
    solveHinges(set(), Float64Array.of(1, 0), x, w, 1);
    solveVolumes(set(), x, w, 1);
    expect(x.every(Number.isFinite)).toBe(true);
    const still = r.numbers(12);
    const before = still.slice();
    solveDistances(set(), still, new Float64Array(4), 1);
    solveHinges(set(), Float64Array.of(1, 0), still, new Float64Array(4), 1);
    solveVolumes(set(), still, new Float64Array(4), 1);
    expect(still).toEqual(before);
  });
});
