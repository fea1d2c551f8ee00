import { enums, makeData, step } from '@qpos/core';
import { describe, expect, test } from 'vitest';
import { loadModel } from './load.ts';

const { EqualityType, Extension, Integrator } = enums;
const xml = `<mujoco><option integrator="implicitspringdamper" frictionmodel="tanh" friction_smoothing="50" limitmodel="penalty"/><worldbody>
  <geom name="hook" size=".1" pos="0 0 2"/><body pos="0 0 1"><freejoint/><geom name="ball" size=".1"/></body></worldbody>
  <equality><distance geom1="hook" geom2="ball" distance=".8"/></equality></mujoco>`;

describe('extensions of the language', () => {
  test('become options and equalities', () => {
    const m = loadModel(xml, { extensions: true });
    expect(m.opt.integrator).toBe(Integrator.SPRINGDAMPER);
    expect(m.extensionFlags).toBe(Extension.TANH_FRICTION | Extension.PENALTY_LIMITS | Extension.DISTANCE);
    expect(m.frictionSmoothing).toBe(50);
    expect([m.eq_type[0], m.eq_obj1id[0], m.eq_obj2id[0], m.eq_data[0]]).toEqual([EqualityType.DISTANCE, 0, 1, 0.8]);
    const d = makeData(m);
    step(m, d, 2000);
    expect(2 - (d.geom_xpos[5] as number)).toBeCloseTo(0.8, 2);
  });

  test('are errors otherwise', () => {
    let messages: string[] = [];
    try {
      loadModel(xml);
    } catch (error) {
      messages = (error as { diagnostics: { message: string }[] }).diagnostics.map((x) => x.message);
    }
    for (const word of ['implicitspringdamper', 'frictionmodel', 'friction_smoothing', 'limitmodel', 'distance'])
      expect(messages.some((x) => x.includes(`'${word}'`))).toBe(true);
  });
});
