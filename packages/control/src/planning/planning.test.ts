import { makeData, step } from '@qpos/core';
import { sin } from '@qpos/core/math';
import { describe, expect, test } from 'vitest';
import { ControlSpline, Cost, dlqr, Ilqg, Planner, type PlanningMethod } from '../index.ts';
import { acrobot, bundledModel, massOnRails } from '../models.testing.ts';

describe('ControlSpline', () => {
  test.each(['linear', 'cubic'] as const)(
    '%s goes through its knots, and a straight line stays one',
    (interpolation) => {
      const spline = new ControlSpline(2, 5, interpolation);
      spline.place(1, 0.25);
      for (let k = 0; k < 5; k++) spline.knots.set([k, 3 - 2 * k], 2 * k);
      const ctrl = new Float64Array(2);
      for (const t of [1, 1.1, 1.25, 1.6, 1.99, 2]) {
        spline.sample(t, ctrl);
        expect(ctrl[0]).toBeCloseTo(4 * (t - 1), 12);
        expect(ctrl[1]).toBeCloseTo(3 - 8 * (t - 1), 12);
      }
      expect([...spline.sample(0, ctrl)]).toEqual([0, 3]);
      expect([...spline.sample(9, ctrl)]).toEqual([4, -5]);
    },
  );

  test('zero holds each knot until the next', () => {
    const spline = new ControlSpline(1, 3, 'zero');
    spline.knots.set([1, 2, 3]);
    expect([0, 0.9, 1, 1.9, 2, 7].map((t) => spline.sample(t, new Float64Array(1))[0])).toEqual([1, 1, 2, 2, 3, 3]);
  });

  test('cubic is smooth: its slope has no jump at a knot', () => {
    const spline = new ControlSpline(1, 6, 'cubic');
    spline.knots.set([0, 1, -1, 2, 0, 1]);
    const at = (t: number): number => spline.sample(t, new Float64Array(1))[0] as number;
    const h = 1e-6;
    for (const t of [1, 2, 3, 4]) expect((at(t + h) - at(t)) / h).toBeCloseTo((at(t) - at(t - h)) / h, 4);
  });
});

/** Costs of being away from a place, of speed and of effort. */
const toPlace = (place: number): Cost =>
  new Cost(
    [
      { name: 'place', weight: 2 },
      { name: 'speed', weight: 0.2 },
      { name: 'effort', weight: 0.02 },
    ],
    (_, data, residual) => {
      residual[0] = (data.qpos[0] as number) - place;
      residual[1] = data.qvel[0] as number;
      residual[2] = data.ctrl[0] as number;
    },
  );

describe('iLQG', () => {
  test('a linear system with a quadratic cost: one iteration, with the gains of the Riccati equation', () => {
    const model = massOnRails();
    const data = makeData(model);
    data.qpos[0] = 0.05;
    const h = model.opt.timestep;
    const trajectory = new Ilqg(model, data, toPlace(0), { steps: 1200 });
    const first = trajectory.iterate();
    expect(first.stepLength).toBe(1);
    const second = trajectory.iterate();
    expect(first.cost - second.cost).toBeLessThan(1e-7 * first.cost);
    // c(x', u) with x' = Ax + Bu is a cost of x and u with Q = AᵀCA, N = AᵀCB, R = BᵀCB + r; deep inside, all are the same as with the cost
    // on x alone, but for the step in time: u = -K·x with the K of Q = C
    const known = dlqr([1, h, 0, 1], [(h * h) / 2, h / 2], [2, 0.2], [0.02]);
    expect(-(trajectory.gains[0] as number)).toBeCloseTo(known.K[0] as number, 4);
    expect(-(trajectory.gains[1] as number)).toBeCloseTo(known.K[1] as number, 4);
  });

  test('controls stay within their ranges, and costs never rise', () => {
    const model = massOnRails();
    const trajectory = new Ilqg(model, makeData(model), toPlace(8), { steps: 150, iterations: 30 });
    const before = trajectory.cost;
    const costs = [before, ...trajectory.solve().map(({ cost }) => cost)];
    for (let k = 1; k < costs.length; k++) expect(costs[k]).toBeLessThanOrEqual(costs[k - 1] as number);
    expect(trajectory.cost).toBeLessThan(0.8 * before);
    expect(Math.max(...trajectory.ctrl.map(Math.abs))).toBe(5); // it hurries
  });

  test('swings the bundled cart-pole up', () => {
    const model = bundledModel('cartpole');
    const data = makeData(model);
    data.qpos[1] = Math.PI;
    const cost = new Cost(
      [
        { name: 'upright', weight: 4 },
        { name: 'centre', weight: 0.5 },
        { name: 'still', dim: 2, weight: 0.05 },
        { name: 'effort', weight: 0.02 },
      ],
      (_, d, residual) => {
        residual[0] = 2 * sin(0.5 * (d.qpos[1] as number));
        residual[1] = d.qpos[0] as number;
        residual[2] = d.qvel[0] as number;
        residual[3] = d.qvel[1] as number;
        residual[4] = d.ctrl[0] as number;
      },
    );
    const steps = 500;
    const ctrl = Float64Array.from({ length: steps }, (_, k) => 0.3 * Math.cos(0.02 * k));
    const trajectory = new Ilqg(model, data, cost, { steps, ctrl, iterations: 150 });
    const costs = trajectory.solve().map((p) => p.cost);
    for (let k = 1; k < costs.length; k++) expect(costs[k]).toBeLessThanOrEqual(costs[k - 1] as number);
    // what was planned is what happens
    for (let k = 0; k < steps; k++) {
      data.ctrl[0] = trajectory.ctrl[k] as number;
      step(model, data);
    }
    expect(Math.cos(data.qpos[1] as number)).toBeGreaterThan(0.99);
    expect(Math.abs(data.qvel[1] as number)).toBeLessThan(0.5);
  });

  test('swings the acrobot up', () => {
    const model = acrobot();
    const data = makeData(model);
    const cost = new Cost(
      [
        { name: 'upright', dim: 2, weight: 20 },
        { name: 'still', dim: 2, weight: 0.05 },
        { name: 'effort', weight: 0.02 },
      ],
      (_, d, residual) => {
        residual[0] = 2 * sin(0.5 * ((d.qpos[0] as number) - Math.PI));
        residual[1] = 2 * sin(0.5 * (d.qpos[1] as number));
        residual[2] = d.qvel[0] as number;
        residual[3] = d.qvel[1] as number;
        residual[4] = d.ctrl[0] as number;
      },
    );
    const steps = 250;
    const ctrl = Float64Array.from({ length: steps }, (_, k) => (k < 75 ? Math.sin(0.07 * k) : 0));
    const trajectory = new Ilqg(model, data, cost, { steps, ctrl, iterations: 300 });
    trajectory.solve();
    expect(Math.cos(trajectory.states[steps]?.qpos[0] as number)).toBeLessThan(-0.97);
    expect(Math.cos(trajectory.states[steps]?.qpos[1] as number)).toBeGreaterThan(0.97);
  });
});

describe('Planner', () => {
  const methods: PlanningMethod[] = ['sampling', 'cem', 'mppi', 'ilqg'];

  /** Where the mass is after 3 s, and what it cost to get there. */
  function drive(method: PlanningMethod, seed = 0): { place: number; plans: number; ctrl: number[] } {
    const model = massOnRails();
    const data = makeData(model);
    const planner = new Planner(model, toPlace(1), { method, horizon: 0.6, samples: 24, noise: 0.3, seed });
    const ctrl: number[] = [];
    for (let k = 0; k < 300; k++) {
      if (k % 5 === 0) planner.update(data);
      planner.control(data, data.ctrl);
      ctrl.push(data.ctrl[0] as number);
      step(model, data);
    }
    return { place: data.qpos[0] as number, plans: planner.plans, ctrl };
  }

  test.each(methods)('%s leads a mass on rails to its place and keeps it there', (method) => {
    const { place, plans } = drive(method);
    expect(plans).toBe(60);
    expect(place).toBeGreaterThan(0.85);
    expect(place).toBeLessThan(1.15);
  });

  test('equal seeds give equal plans, others do not', () => {
    expect(drive('sampling', 3).ctrl).toEqual(drive('sampling', 3).ctrl);
    expect(drive('sampling', 3).ctrl).not.toEqual(drive('sampling', 4).ctrl);
  });

  test('the plan is never worse than going on with the old one', () => {
    const model = bundledModel('cartpole');
    const data = makeData(model);
    const planner = new Planner(model, toPlace(0.5), { samples: 16 });
    for (let k = 0; k < 20; k++) {
      const { before, cost, costs } = planner.update(data);
      expect(cost).toBeLessThanOrEqual(before);
      expect(costs).toHaveLength(16);
      planner.control(data, data.ctrl);
      step(model, data, 4);
    }
  });

  test('traces show where a body goes in each candidate', () => {
    const model = bundledModel('cartpole');
    const data = makeData(model);
    const planner = new Planner(model, toPlace(0.5), { samples: 4, horizon: 0.1, trace: 'cart' });
    planner.update(data);
    expect(planner.traces).toHaveLength(4 * planner.steps * 3);
    const ends = [0, 1, 2, 3].map((c) => planner.traces[3 * ((c + 1) * planner.steps - 1)]);
    expect(new Set(ends).size).toBe(4);
    expect(planner.traces[2]).toBeCloseTo(0.5, 9); // the rail's height
  });

  test('refuses nonsense', () => {
    const model = massOnRails();
    expect(() => new Planner(model, toPlace(0), { method: 'magic' as PlanningMethod })).toThrow(/no way to plan/);
    expect(() => new Planner(model, toPlace(0), { horizon: -1 })).toThrow(/horizon/);
    expect(() => new Planner(model, toPlace(0), { samples: 0 })).toThrow(/samples/);
    expect(() => new Ilqg(model, makeData(model), toPlace(0), { steps: 2.5 })).toThrow(/steps/);
  });
});
