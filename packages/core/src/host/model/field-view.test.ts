import { loadOracle, modelFromXml } from '@qpos/conformance';
import { describe, expect, test } from 'vitest';
import { makeData } from './data.ts';
import { fieldView } from './field-view.ts';

const model = modelFromXml(
  await loadOracle(),
  '<mujoco><worldbody><body><joint/><geom size=".1"/></body><camera name="c" pos="0 0 1"/></worldbody></mujoco>',
);
const data = makeData(model);

describe('fieldView', () => {
  test('an array is the one that the object has', () => {
    expect(fieldView(model, 'geom_friction')).toBe(model.geom_friction);
    expect(fieldView(data, 'xpos')).toBe(data.xpos);
  });

  test('a scalar can be read and written, by either spelling', () => {
    fieldView(model, 'opt.timestep')[0] = 0.01;
    expect(model.opt.timestep).toBe(0.01);
    expect(fieldView(model, 'opt_timestep')[0]).toBe(0.01);
    fieldView(data, 'time')[0] = 7;
    expect(data.time).toBe(7);
    expect(fieldView(model, 'opt.gravity')).toBe(model.opt.gravity);
    expect(fieldView(data, 'ncon').constructor).toBe(Int32Array);
  });

  test.each([
    [model, 'nq'],
    [data, 'ncon'],
    [data, 'nefc'],
    [data, 'nisland'],
  ] as const)('%s %s is a copy: only the engine sets it', (object, name) => {
    const value = (object as unknown as Record<string, number>)[name];
    const view = fieldView(object, name);
    expect(view[0]).toBe(value);
    view[0] = 1_000_000;
    expect((object as unknown as Record<string, number>)[name]).toBe(value);
  });

  test.each([
    [data, 'efc_force', 'unsupported'],
    [data, 'contact.dist', 'unsupported'],
    [data, 'rneAcc', 'unknown-name'],
    [data, 'geom_friction', 'unknown-name'],
    [model, 'xpos', 'unknown-name'],
    [model, 'callbackMask', 'unknown-name'],
  ] as const)('%s %s: %s', (object, name, code) => {
    expect(() => fieldView(object, name)).toThrow(expect.objectContaining({ code }));
  });
});
