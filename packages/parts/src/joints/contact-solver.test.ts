import { forward, makeData, projectConstraint, step } from '@qpos/core';
import { loadModel } from '@qpos/spec';
import { describe, expect, test } from 'vitest';
import { random } from '../testing/random.ts';
import { solveContacts } from './index.ts';

/** Scenes with contacts of three rows and one coefficient each, after some steps. */
const SCENES: Record<string, { bodies: string; steps: number; push?: number[] }> = {
  'a box at rest': { bodies: '<body pos="0 0 .1"><freejoint/><geom type="box" size=".1 .2 .1"/></body>', steps: 50 },
  'a box that slides': {
    bodies: '<body pos="0 0 .0999"><freejoint/><geom type="box" size=".1 .2 .1" friction=".2" priority="1"/></body>',
    steps: 25,
    push: [1, 0.5, 0],
  },
  'a box that tips over': {
    bodies: '<body pos="0 0 .25" euler="20 0 0"><freejoint/><geom type="box" size=".1 .1 .2"/></body>',
    steps: 60,
  },
  'a pile of spheres': {
    bodies: [0.1, 0.29, 0.48]
      .map((z, k) => `<body pos="${0.02 * k} 0 ${z}"><freejoint/><geom size=".1"/></body>`)
      .join(''),
    steps: 40,
  },
  'boxes on each other': {
    bodies: [0.1, 0.3, 0.5]
      .map(
        (z, k) =>
          `<body pos="${0.03 * k} 0 ${z}"><freejoint/><geom type="box" size=".1 .1 .1" mass="${k + 1}"/></body>`,
      )
      .join(''),
    steps: 30,
  },
  'a capsule that rolls': {
    bodies: '<body pos="0 0 .1" euler="90 0 0"><freejoint/><geom type="capsule" size=".1 .2"/></body>',
    steps: 30,
    push: [1, 0, 0],
  },
};

describe('contact forces', () => {
  test.each(Object.entries(SCENES))(
    '%s: those that the engine finds with elliptic cones',
    (_, { bodies, steps, push }) => {
      const model =
        loadModel(`<mujoco><option cone="elliptic" jacobian="dense" solver="PGS" iterations="2000" tolerance="1e-14"/>
      <worldbody><geom type="plane" size="5 5 1"/>${bodies}</worldbody></mujoco>`);
      const data = makeData(model);
      if (push) data.qvel.set(push);
      step(model, data, steps);
      forward(model, data);
      projectConstraint(model, data);
      const n = data.nefc;
      expect(n).toBeGreaterThan(0);
      expect(n % 3).toBe(0);
      expect(Math.max(...data.efc_force)).toBeGreaterThan(1);
      const friction = Array.from({ length: n / 3 }, (__, c) => data.contact.friction[5 * c] as number);
      // efc_AR is J M⁻¹ Jᵀ with the engine's regularisation on its diagonal
      const { forces, converged } = solveContacts(data.efc_AR.slice(0, n * n), data.efc_b.slice(0, n), friction, {
        maxIterations: 20_000,
        tolerance: 1e-10,
        regularisation: 0,
      });
      expect(converged).toBe(true);
      const scale = Math.max(...data.efc_force.slice(0, n).map(Math.abs));
      for (let i = 0; i < n; i++) expect(Math.abs(forces[i] - data.efc_force[i]) / scale).toBeLessThan(1e-4);
    },
  );

  test('forces are in their cones, velocities in the dual cones, and neither does work', () => {
    const { numbers, number } = random(31);
    for (let k = 0; k < 30; k++) {
      const contacts = 1 + (k % 5);
      const n = 3 * contacts;
      const B = numbers(n * (n + 2));
      const W = new Float64Array(n * n).map((_, at) => {
        const [i, j] = [Math.floor(at / n), at % n];
        let sum = i === j ? 0.1 : 0;
        for (let c = 0; c < n + 2; c++) sum += B[(n + 2) * i + c] * B[(n + 2) * j + c];
        return sum;
      });
      const [b, mu] = [numbers(n), new Float64Array(contacts).map(() => number(0, 1.5))];
      const { forces, converged } = solveContacts(W, b, mu, {
        maxIterations: 20_000,
        tolerance: 1e-9,
        regularisation: 0,
      });
      expect(converged).toBe(true);
      const u = b.map((bi, i) => bi + forces.reduce((sum, f, j) => sum + W[n * i + j] * f, 0));
      for (let c = 0; c < contacts; c++) {
        const [f, v] = [forces.subarray(3 * c, 3 * c + 3), u.subarray(3 * c, 3 * c + 3)];
        expect(Math.hypot(f[1], f[2])).toBeLessThanOrEqual(mu[c] * f[0] + 1e-12);
        expect(mu[c] * Math.hypot(v[1], v[2])).toBeLessThanOrEqual(v[0] + 1e-6);
        expect(f[0] * v[0] + f[1] * v[1] + f[2] * v[2]).toBeCloseTo(0, 6);
      }
    }
  });

  test('without friction a pushed contact has the force of its mass, a pulled one none', () => {
    expect([...solveContacts([0.5, 0, 0, 0, 1, 0, 0, 0, 1], [-9.81, 3, 0], [0]).forces][0]).toBeCloseTo(19.62, 4);
    expect([...solveContacts([0.5, 0, 0, 0, 1, 0, 0, 0, 1], [9.81, 0, 0], [0.5]).forces]).toEqual([0, 0, 0]);
  });

  test('what does not converge is told', () => {
    const W = [1, 0.9, 0, 0.9, 1, 0, 0, 0, 1];
    expect(solveContacts(W, [-1, 3, 1], [0.3], { maxIterations: 1, minIterations: 0 }).converged).toBe(false);
  });

  test.each([
    ['sizes that do not fit', () => solveContacts([1], [1, 2, 3], [0.5])],
    ['negative friction', () => solveContacts([1, 0, 0, 0, 1, 0, 0, 0, 1], [1, 2, 3], [-1])],
    ['no contacts', () => solveContacts([], [], [])],
  ])('%s is refused', (_, make) => {
    expect(make).toThrow(expect.objectContaining({ name: 'PartsError', code: 'bad-argument' }));
  });
});
