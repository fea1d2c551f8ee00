import { loadOracle, makeTwin, type Oracle } from '@qpos/conformance';
import { beforeAll, describe, expect, test } from 'vitest';
import { enums, forward, inverse, resetData, step } from '../../index.ts';

const { Timer } = enums;
const xml = (integrator: string): string => `<mujoco><option integrator="${integrator}"/><worldbody>
  <geom type="plane" size="1 1 .1"/><body pos="0 0 .09"><freejoint/><geom size=".1"/></body></worldbody></mujoco>`;

let oracle: Oracle;
beforeAll(async () => {
  oracle = await loadOracle();
});

/** A clock that goes on by one whenever it is read. */
const counter = (): (() => number) => {
  let now = 0;
  return () => now++;
};

describe('timers', () => {
  test('without a clock none runs', () => {
    const { model, data } = makeTwin(oracle, xml('Euler'));
    step(model, data, 3);
    expect(data.timers.number.every((n) => n === 0)).toBe(true);
  });

  test('with one, every part of a step is timed once, and inverse dynamics by itself', () => {
    const { model, data } = makeTwin(oracle, xml('Euler'));
    model.callbacks = { time: counter() };
    step(model, data, 3);
    for (const [name, timer] of Object.entries(Timer))
      expect(data.timers.number[timer], name).toBe(timer === Timer.INVERSE ? 0 : 3);
    inverse(model, data);
    expect(data.timers.number[Timer.INVERSE]).toBe(1);
    resetData(model, data);
    expect(data.timers.number.every((n) => n === 0) && data.timers.duration.every((t) => t === 0)).toBe(true);
  });

  test('parts lie in each other', () => {
    const { model, data } = makeTwin(oracle, xml('Euler'));
    model.callbacks = { time: counter() };
    step(model, data);
    const time = (name: keyof typeof Timer): number => data.timers.duration[Timer[name]];
    expect(time('POS_COLLISION')).toBeGreaterThan(time('COL_BROAD') + time('COL_NARROW'));
    expect(time('POSITION')).toBeGreaterThan(time('POS_KINEMATICS') + time('POS_COLLISION') + time('POS_MAKE'));
    expect(time('FORWARD')).toBeGreaterThan(time('POSITION') + time('VELOCITY') + time('CONSTRAINT'));
    expect(time('STEP')).toBeGreaterThan(time('FORWARD') + time('ADVANCE'));
  });

  test('a clock changes no bit', () => {
    const [free, timed] = [makeTwin(oracle, xml('RK4')), makeTwin(oracle, xml('RK4'))];
    timed.model.callbacks = { time: counter() };
    for (const { model, data } of [free, timed]) step(model, data, 20);
    forward(timed.model, timed.data);
    forward(free.model, free.data);
    expect(timed.data.qacc).toEqual(free.data.qacc);
    expect(timed.data.qpos).toEqual(free.data.qpos);
  });
});
