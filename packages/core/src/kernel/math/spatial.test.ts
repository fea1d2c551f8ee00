import { describe, expect, test } from 'vitest';
import { call } from './oracle/testing.ts';
import { quat2Mat } from './quat.ts';
import * as spatial from './spatial.ts';
import { distance, generator, rotation, vector } from './testing.ts';

const random = generator(7);
const SAMPLES = 100;
const EPS = 1e-14;

describe('spatial', () => {
  test('transformSpatial equals the oracle to the bit', () => {
    for (let n = 0; n < SAMPLES; n++) {
      const v = vector(random, 6),
        a = vector(random, 3),
        b = vector(random, 3),
        m = new Float64Array(9);
      const res = new Float64Array(6),
        expected = new Float64Array(6);
      quat2Mat(m, 0, rotation(random), 0);
      for (const force of [false, true]) {
        spatial.transformSpatial(res, 0, v, 0, force, a, 0, b, 0, m, 0);
        call('mju_transformSpatial', 1, expected, v, force ? 1 : 0, a, b, m);
        expect(res).toEqual(expected);
        const w = v.slice();
        spatial.transformSpatial(w, 0, w, 0, force, a, 0, b, 0, m, 0);
        expect(w).toEqual(expected);
      }
    }
  });

  test('power does not depend on the point of reference', () => {
    for (let n = 0; n < SAMPLES; n++) {
      const v = vector(random, 6),
        f = vector(random, 6),
        a = vector(random, 3),
        b = vector(random, 3);
      const power = spatial.dot6(v, 0, f, 0);
      spatial.translateSpatial(v, 0, v, 0, false, a, 0, b, 0);
      spatial.translateSpatial(f, 0, f, 0, true, a, 0, b, 0);
      expect(Math.abs(spatial.dot6(v, 0, f, 0) - power)).toBeLessThan(EPS);
    }
  });

  test('crossForce is minus the transpose of crossMotion', () => {
    for (let n = 0; n < SAMPLES; n++) {
      const v = vector(random, 6),
        a = vector(random, 6),
        f = vector(random, 6);
      const m = a.slice(),
        c = f.slice();
      spatial.crossMotion(m, 0, v, 0, m, 0);
      spatial.crossForce(c, 0, v, 0, c, 0);
      expect(Math.abs(spatial.dot6(m, 0, f, 0) + spatial.dot6(a, 0, c, 0))).toBeLessThan(EPS);
    }
  });

  test('the energy of a body is that of its particles', () => {
    for (let n = 0; n < SAMPLES; n++) {
      const inert = vector(random, 3).map(Math.abs),
        m = new Float64Array(9),
        dif = vector(random, 3),
        mass = random();
      const I = new Float64Array(10),
        v = vector(random, 6),
        p = new Float64Array(6);
      quat2Mat(m, 0, rotation(random), 0);
      spatial.inertCom(I, 0, inert, 0, m, 0, dif, 0, mass);
      spatial.mulInertVec(p, 0, I, 0, v, 0);
      const [wx, wy, wz] = v as unknown as [number, number, number];
      const linear = [
        v[3] + wy * dif[2] - wz * dif[1],
        v[4] + wz * dif[0] - wx * dif[2],
        v[5] + wx * dif[1] - wy * dif[0],
      ];
      let energy = mass * linear.reduce((s, x) => s + x * x, 0);
      for (let k = 0; k < 3; k++) energy += inert[k] * (m[k] * wx + m[3 + k] * wy + m[6 + k] * wz) ** 2;
      expect(Math.abs(spatial.dot6(v, 0, p, 0) - energy)).toBeLessThan(EPS);
    }
  });

  test('dofs', () => {
    const axis = vector(random, 3),
      offset = vector(random, 3),
      hinge = new Float64Array(6),
      slide = new Float64Array(6);
    spatial.dofCom(hinge, 0, axis, 0, offset, 0);
    const cross = new Float64Array(3);
    call('mju_cross', 1, cross, axis, offset);
    expect([...hinge]).toEqual([...axis, ...cross]);
    spatial.dofComSlide(slide, 0, axis, 0);
    expect([...slide]).toEqual([0, 0, 0, ...axis]);
    for (const n of [0, 1, 2, 5]) {
      const dof = vector(random, 6 * n),
        v = vector(random, n),
        res = vector(random, 6),
        expected = new Float64Array(6);
      spatial.mulDofVec(res, 0, dof, 0, v, 0, n);
      if (n > 0) call('mju_mulMatTVec', 1, expected, dof, v, n, 6);
      expect(res).toEqual(expected);
    }
  });

  test('six numbers', () => {
    const a = vector(random, 6),
      b = vector(random, 6),
      c = new Float64Array(6);
    expect(spatial.dot6(a, 0, b, 0)).toBe(call('mju_dot', 0, a, b));
    spatial.copy6(c, 0, a, 0);
    spatial.addTo6(c, 0, b, 0);
    expect(
      distance(
        c,
        a.map((x, i) => x + b[i]),
      ),
    ).toBe(0);
    spatial.zero6(c, 0);
    expect([...c]).toEqual([0, 0, 0, 0, 0, 0]);
  });
});
