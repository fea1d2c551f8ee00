import { makeData, maxRelativeError, step, transition } from '@qpos/core';
import { loadModel } from '@qpos/spec';
import { describe, expect, test } from 'vitest';
import { parallelTransition } from '../index.ts';
import { bundledModel } from '../models.testing.ts';

describe('parallelTransition', () => {
  test('equals central differences, with the same bits for any number of workers', async () => {
    const model = bundledModel('humanoid');
    model.opt.tolerance = 1e-14;
    const data = makeData(model);
    step(model, data, 40);
    data.ctrl.fill(0.2).set([1, -1]); // at the bounds of their ranges
    const before = [...data.qpos, ...data.qvel, ...data.ctrl];
    const one = await parallelTransition(model, data, { workers: 0 });
    const { A, B } = transition(model, data, { method: 'fd', centred: true, C: null, D: null });
    expect(maxRelativeError(one.A, A)).toBeLessThan(1e-6);
    expect(maxRelativeError(one.B, B)).toBeLessThan(1e-6);
    expect(await parallelTransition(model, data, { workers: 2 })).toEqual(one);
    expect([...data.qpos, ...data.qvel, ...data.ctrl]).toEqual(before);
  }, 60_000);

  test('nonsense is refused', async () => {
    const model = loadModel('<mujoco><worldbody><body><joint/><geom size=".1"/></body></worldbody></mujoco>');
    await expect(parallelTransition(model, makeData(model), { eps: -1 })).rejects.toThrow(/eps must be/);
  });
});
