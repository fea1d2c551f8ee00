import { forward, makeData, step } from '@qpos/core';
import { loadModel } from '@qpos/spec';
import { describe, expect, test } from 'vitest';
import { type ControlTask, controlTasks, TaskRun, WorkerPlanner } from '../index.ts';

/** The long form runs every task to its end; the short one sees that a few plans make sense. */
const everything = process.env['QPOS_PLANS'] === 'all';
const all: readonly ControlTask[] = Object.values(controlTasks);

describe.each(all.map((task) => [task.name, task] as const))('%s', (_, task) => {
  const model = loadModel(task.xml);

  test('states and goals cost finite amounts, and plans are never worse than going on', () => {
    const run = new TaskRun(model, task, { planner: { samples: 3, horizon: 0.05 } });
    const before = run.distance;
    expect(before).toBeGreaterThan(task.name === 'humanoid-stand' ? 0 : 1); // which starts where it should be
    const { cost, before: kept } = run.advance();
    expect(cost).toBeLessThanOrEqual(kept);
    expect(cost).toBeGreaterThan(0);
    expect(run.planner.traces).toHaveLength(3 * 3 * run.planner.steps);
    const moved = run.goal.map((x) => x + 0.3);
    const weight = run.planner.cost.weights;
    run.goal.set(moved);
    for (const name of Object.keys(weight)) run.planner.cost.setWeight(name, 1);
    expect(run.advance().before).not.toBe(kept);
  });
});

/** Steps of 4 ms that a plan takes: 83 plans a second, each of which is followed only when the next is begun. */
const LATE = 3;

test.each(everything ? [0, 1] : [])(
  'in real time: the quadruped stands up from its back within 3 s with 83 plans a second that come late by the time that they take (seed %d)',
  async (seed) => {
    const task = controlTasks['quadruped-stand'];
    const model = loadModel(task.xml);
    const data = makeData(model);
    const goal = Float64Array.from(task.goal);
    task.start(model, data);
    forward(model, data);
    const planner = await WorkerPlanner.create(model, task.cost(model, goal), { ...task.planner, seed, workers: 2 });
    planner.hold(data.ctrl);
    await planner.update(data);
    while (data.time < 3 - 1e-9) {
      const next = planner.update(data); // from the present state
      for (let k = 0; k < LATE; k++) {
        planner.control(data, data.ctrl); // of the plan before
        step(model, data);
      }
      await next;
    }
    await planner.close();
    expect(task.distance(model, data, goal)).toBeLessThan(1);
  },
  300_000,
);

describe('tasks to their end', () => {
  const short = all.filter(({ name }) => everything || name === 'cartpole');

  test.each(short.map((task) => [task.name, task] as const))(
    '%s',
    (_, task) => {
      const run = new TaskRun(loadModel(task.xml), task);
      while (run.data.time < task.duration - 1e-9) run.advance();
      expect(run.distance).toBeLessThan(1);
    },
    300_000,
  );
});
