import { makeData, step } from '@qpos/core';
import { loadModel } from '@qpos/spec';
import { describe, expect, test } from 'vitest';
import { stageScenes } from './scenes.ts';

describe('scenes of the benchmark', () => {
  test.each(stageScenes().map((s) => [s.name, s] as const))('%s compiles and moves', (_name, { xml }) => {
    const model = loadModel(xml);
    const data = makeData(model);
    step(model, data, 5);
    expect(model.nv).toBeGreaterThan(0);
    expect(data.qpos.every(Number.isFinite)).toBe(true);
    expect(data.qvel.some((v) => v !== 0)).toBe(true);
  });

  test('have names of their own', () => {
    const names = stageScenes().map((s) => s.name);
    expect(new Set(names).size).toBe(names.length);
  });
});
