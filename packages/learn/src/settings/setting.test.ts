import { ArgumentError } from '@qpos/core/errors';
import { expect, test } from 'vitest';
import { valueAt } from './schedule.ts';
import { amount, derived, onOff, parseSettings, real, schedule, settle, sizes, whole, word } from './setting.ts';

const table = {
  horizon: derived(whole(8, 'steps')),
  batch: whole(64, 'samples'),
  gamma: amount(0.99, 'discount'),
  start: real(-1, 'a start'),
  rate: schedule({ from: 1, to: 0 }, 'rate'),
  scaled: onOff(true, 'whether'),
  hidden: sizes([64], 'layers'),
  activation: word('tanh', ['tanh', 'relu'], 'what follows'),
};

test('what is given replaces defaults', () => {
  expect(settle(table, { batch: 3, rate: 0.5, hidden: [] })).toEqual({
    horizon: undefined,
    batch: 3,
    gamma: 0.99,
    start: -1,
    rate: 0.5,
    scaled: true,
    hidden: [],
    activation: 'tanh',
  });
});

test('what is typed becomes values of the right kind', () => {
  const texts = {
    horizon: '5',
    gamma: '1e-1',
    start: '-2',
    rate: '3e-4..1e-5',
    scaled: 'false',
    hidden: '32,16',
    activation: 'relu',
  };
  expect(parseSettings(table, texts)).toEqual({
    horizon: 5,
    gamma: 0.1,
    start: -2,
    rate: { from: 3e-4, to: 1e-5 },
    scaled: false,
    hidden: [32, 16],
    activation: 'relu',
  });
  expect(parseSettings(table, { rate: '0.1', hidden: '' })).toEqual({ rate: 0.1, hidden: [] });
});

test.each([
  ['batch', '1.5'],
  ['batch', ''],
  ['gamma', '-1'],
  ['start', 'Infinity'],
  ['rate', '1..'],
  ['rate', '1..2..3'],
  ['rate', '-1..0'],
  ['scaled', 'yes'],
  ['hidden', '64,x'],
  ['hidden', '64,0'],
  ['activation', 'sine'],
  ['speed', '1'],
])('%s=%s is a typed error with a hint', (name, text) => {
  let caught: unknown;
  try {
    parseSettings(table, { [name]: text });
  } catch (error) {
    caught = error;
  }
  expect(caught).toBeInstanceOf(ArgumentError);
  expect((caught as ArgumentError).hint).toBeTruthy();
});

test('a schedule is a straight line that ends at its end', () => {
  expect(valueAt(0.3, 5, 10)).toBe(0.3);
  expect([0, 5, 10, 20].map((steps) => valueAt({ from: 4, to: 2 }, steps, 10))).toEqual([4, 3, 2, 2]);
});
