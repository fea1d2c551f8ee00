import { enums, type Model, makeData, setState, step } from '@qpos/core';
import { describe, expect, test } from 'vitest';
import { boxes } from '../testing/scenes.ts';
import { Clock, type SimulationFrame } from './clock.ts';

/** A clock that is set by hand. */
function make(model: Model) {
  const frames: SimulationFrame[] = [];
  let now = 0;
  const clock = new Clock(
    model,
    (frame) => frames.push(frame),
    () => now,
  );
  const timeOf = (frame: SimulationFrame | undefined): number => frame?.state[0] ?? Number.NaN;
  return {
    clock,
    frames,
    last: () => timeOf(frames.at(-1)),
    /** Lets milliseconds pass in ticks of 4, and draws what is shown. */
    pass(ms: number, draw = true): void {
      for (let k = 0; k < ms; k += 4) {
        now += 4;
        clock.tick();
        if (draw) clock.command({ kind: 'seen' });
      }
    },
    jump: (ms: number) => {
      now += ms;
    },
  };
}

describe('Clock', () => {
  test('shows the initial state, and stays there until it is to play', () => {
    const { pass, frames } = make(boxes());
    pass(40);
    expect(frames.length).toBe(1);
    expect(frames[0]?.state[0]).toBe(0);
  });

  test('keeps up with the clock, at any speed, and stops', () => {
    const { clock, pass, last } = make(boxes());
    clock.command({ kind: 'play' });
    pass(200);
    expect(last()).toBeCloseTo(0.2, 9);
    clock.command({ kind: 'speed', speed: 0.5 });
    pass(200);
    expect(last()).toBeCloseTo(0.3, 9);
    clock.command({ kind: 'pause' });
    pass(100);
    expect(last()).toBeCloseTo(0.3, 9);
  });

  test('gives the bits of `step`', () => {
    const model = boxes();
    const { clock, pass, frames } = make(model);
    clock.command({ kind: 'data', values: { ctrl: [0.2, 0.1] } });
    clock.command({ kind: 'play' });
    pass(100);
    const data = makeData(model);
    data.ctrl.set([0.2, 0.1]);
    step(model, data, 50);
    const shown = makeData(model);
    setState(model, shown, frames.at(-1)?.state as Float64Array, enums.StateBit.INTEGRATION);
    expect([...shown.qpos, ...shown.qvel]).toEqual([...data.qpos, ...data.qvel]);
  });

  test('does not catch up with a long pause', () => {
    const { clock, pass, jump, last } = make(boxes());
    clock.command({ kind: 'play' });
    jump(60_000);
    pass(4);
    expect(last()).toBeLessThan(0.2);
  });

  test('shows nothing more until the page has drawn', () => {
    const { clock, pass, frames } = make(boxes());
    clock.command({ kind: 'play' });
    pass(40, false);
    expect(frames.length).toBe(1);
    clock.command({ kind: 'seen' });
    pass(4);
    expect(frames.length).toBe(2);
  });

  test('steps, resets, keyframes and fields of the model', () => {
    const model = boxes();
    const { clock, pass, last, frames } = make(model);
    clock.command({ kind: 'step', steps: 5 });
    pass(4);
    expect(last()).toBeCloseTo(0.01, 12);
    clock.command({ kind: 'model', values: { 'opt.timestep': [0.01] } });
    clock.command({ kind: 'step', steps: 1 });
    pass(4);
    expect(last()).toBeCloseTo(0.02, 12);
    clock.command({ kind: 'reset', keyframe: 0 });
    pass(4);
    expect(last()).toBe(0);
    expect(frames.at(-1)?.state[3]).toBe(0.1);
    clock.command({ kind: 'reset', keyframe: -1 });
    pass(4);
    expect(frames.at(-1)?.state[3]).toBe(0.4);
  });
});
