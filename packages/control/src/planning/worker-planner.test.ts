import { makeData, step } from '@qpos/core';
import { describe, expect, test } from 'vitest';
import { Cost, Planner, WorkerPlanner } from '../index.ts';
import { bundledModel } from '../models.testing.ts';

const model = bundledModel('cartpole');
const cost = (): Cost =>
  new Cost([{ name: 'place', weight: 2 }, { name: 'angle' }, { name: 'effort', weight: 0.1 }], (_, d, residual) => {
    residual[0] = (d.qpos[0] as number) - 0.5;
    residual[1] = d.qpos[1] as number;
    residual[2] = d.ctrl[0] as number;
  });
const options = { method: 'cem', samples: 12, horizon: 0.2, seed: 5 } as const;

describe('WorkerPlanner', () => {
  test('plans are those of a Planner to the bit, for any number of workers', async () => {
    const reference = new Planner(model, cost(), options);
    const data = makeData(model);
    data.qpos[1] = 0.2;
    const expected: number[] = [];
    for (let k = 0; k < 3; k++) {
      expected.push(reference.update(data).cost, ...reference.spline.knots);
      reference.control(data, data.ctrl);
      expected.push(...data.ctrl);
      step(model, data, 5);
    }
    for (const workers of [0, 1, 2]) {
      const planner = await WorkerPlanner.create(model, cost(), { ...options, workers });
      const other = makeData(model);
      other.qpos[1] = 0.2;
      const found: number[] = [];
      for (let k = 0; k < 3; k++) {
        found.push((await planner.update(other)).cost);
        planner.control(other, other.ctrl);
        found.push(...planner.knots, ...other.ctrl);
        step(model, other, 5);
      }
      expect(found).toEqual(expected);
      expect(planner.workers).toBe(workers);
      await planner.close();
    }
  }, 30_000);

  test('with a residual of poses, plans are those of one that may read all, to the bit, and begin with controls that are held', async () => {
    const reach = (reads: 'poses' | 'all'): Cost =>
      new Cost(
        [
          { name: 'pole', dim: 3 },
          { name: 'mass', dim: 3 },
        ],
        (_, { xpos, subtree_com }, residual) => {
          for (let i = 0; i < 3; i++) residual[i] = xpos[3 * pole + i] - 0.2;
          for (let i = 0; i < 3; i++) residual[3 + i] = subtree_com[i];
        },
        { reads },
      );
    const pole = model.body('pole').id;
    const plans: number[][] = [];
    for (const reads of ['poses', 'all'] as const) {
      const planner = await WorkerPlanner.create(model, reach(reads), { ...options, workers: 1 });
      planner.hold([0.7]);
      expect([...planner.knots]).toEqual(Array(6).fill(0.7));
      const data = makeData(model);
      data.qpos[1] = 0.2;
      const found: number[] = [];
      for (let k = 0; k < 2; k++) {
        found.push((await planner.update(data)).cost, ...planner.knots);
        planner.control(data, data.ctrl);
        step(model, data, 5);
      }
      await planner.close();
      plans.push(found);
    }
    const single = new Planner(model, reach('poses'), options);
    single.hold([0.7]);
    const data = makeData(model);
    data.qpos[1] = 0.2;
    expect(plans[0]).toEqual(plans[1]);
    expect(single.update(data).cost).toBe(plans[0]?.[0]);
  }, 30_000);

  test('requests while a plan is being made: the newest is next, the others are dropped', async () => {
    const planner = await WorkerPlanner.create(model, cost(), { ...options, workers: 1 });
    const data = makeData(model);
    data.ctrl[0] = 0.25;
    planner.control(data, data.ctrl);
    expect(data.ctrl[0]).toBe(0.25); // there is no plan yet
    for (let k = 0; k < 5; k++) {
      planner.request(data);
      step(model, data);
    }
    await planner.update(data);
    await planner.close();
    expect(planner.plans).toBeGreaterThanOrEqual(2);
    expect(planner.plans).toBeLessThanOrEqual(3);
  }, 30_000);

  test('iLQG: plans are those of a Planner to the bit, and the latest is followed while the next is made', async () => {
    const settings = { method: 'ilqg', horizon: 0.2, iterations: 2 } as const;
    const reference = new Planner(model, cost(), settings);
    const data = makeData(model);
    data.qpos[1] = 0.2;
    const expected: number[] = [];
    for (let k = 0; k < 3; k++) {
      expected.push(reference.update(data).cost);
      reference.control(data, data.ctrl);
      expected.push(...data.ctrl);
      step(model, data, 3);
    }
    for (const workers of [0, 1]) {
      const planner = await WorkerPlanner.create(model, cost(), { ...settings, workers });
      const other = makeData(model);
      other.qpos[1] = 0.2;
      const found: number[] = [];
      for (let k = 0; k < 3; k++) {
        found.push((await planner.update(other)).cost);
        planner.control(other, other.ctrl);
        found.push(...other.ctrl);
        step(model, other, 3);
      }
      expect(found).toEqual(expected);
      const knots = planner.knots.slice();
      const next = planner.update(other);
      expect(planner.knots).toEqual(knots);
      await next;
      expect(planner.plans).toBe(4);
      await planner.close();
    }
  }, 30_000);

  test('iLQG traces its trajectory', () => {
    const planner = new Planner(model, cost(), { method: 'ilqg', horizon: 0.1, trace: 'cart' });
    const data = makeData(model);
    data.qpos[0] = 0.3;
    planner.update(data);
    expect(planner.traces).toHaveLength(3 * planner.steps);
    expect(planner.traces[0]).toBeCloseTo(0.3, 2);
  });

  test('a residual that throws is told at the next request', async () => {
    const bad = new Cost([{ name: 'bad' }], () => {
      throw new Error('no residual');
    });
    const planner = await WorkerPlanner.create(model, bad, { ...options, workers: 0 });
    const data = makeData(model);
    await expect(planner.update(data)).rejects.toThrow(/no residual/);
    planner.request(data);
    await planner.close();
    expect(() => planner.request(data)).toThrow(/no residual/);
  });
});
