import { ArgumentError } from '@qpos/core';
import { describe, expect, test } from 'vitest';
import { checkQuality, type Effort, FrameBudget } from './quality.ts';

/** Frames of a machine on which the time depends on the effort; returns how often that changed. */
function run(budget: FrameBudget, frames: number, milliseconds: (effort: Effort) => number): number {
  let changes = 0;
  for (let k = 0; k < frames; k++) if (budget.frame(milliseconds(budget.effort))) changes++;
  return changes;
}

describe('the budget of a frame', () => {
  test('a fast machine keeps the best quality', () => {
    const budget = new FrameBudget('high');
    expect(run(budget, 1000, () => 16)).toBe(0);
    expect(budget.effort).toEqual({ quality: 'high', scale: 1 });
  });

  test('a slow machine comes down to the least, and stays there', () => {
    const budget = new FrameBudget('high');
    run(budget, 500, () => 200);
    expect(budget.effort).toEqual({ quality: 'low', scale: 0.5 });
  });

  test('it settles where frames are fast enough, and does not go to and fro', () => {
    const budget = new FrameBudget('high');
    const machine = ({ quality }: Effort): number => (quality === 'high' ? 60 : 16);
    run(budget, 3000, machine);
    expect(budget.effort).toEqual({ quality: 'medium', scale: 1 });
    expect(run(budget, 5000, machine)).toBe(0);
  });

  test('a software renderer starts low and with few pixels, and gets more of them when there is time', () => {
    const budget = new FrameBudget('low');
    expect(budget.effort).toEqual({ quality: 'low', scale: 0.6 });
    run(budget, 2000, () => 10);
    expect(budget.effort).toEqual({ quality: 'low', scale: 1 });
  });

  test('one long frame, as after a pause, changes nothing', () => {
    const budget = new FrameBudget('high');
    run(budget, 100, () => 16);
    expect(run(budget, 1, () => 150)).toBe(0);
    expect(run(budget, 100, () => 16)).toBe(0);
  });
});

test('a quality is one of the known words', () => {
  expect(checkQuality('auto')).toBe('auto');
  expect(checkQuality('medium')).toBe('medium');
  expect(() => checkQuality('best')).toThrow(ArgumentError);
});
