import { describe, expect, test } from 'vitest';
import { processorTime } from '../testing.ts';
import { numberHint, parseInts, parseReals } from './numbers.ts';

const reals = (text: string, single = false) => {
  const out: number[] = [];
  return { problem: parseReals(text, single, out)?.problem, out };
};

describe('parseReals: what MuJoCo 3.14 takes and refuses', () => {
  test.each([
    ['1 2.5\t-3e2\n+.5 4.', [1, 2.5, -300, 0.5, 4]],
    ['0x10 0x1p3', [16, 8]],
    ['  ', []],
    ['0 -0 0e0', [0, -0, 0]],
  ])('%j', (text, wanted) => {
    expect(reals(text)).toEqual({ problem: undefined, out: wanted });
  });

  test.each(['0,1', '1;2', '1e', '1d3', '1f', 'abc', '1_0', '1\u00a02', '--1', '0x'])('format: %j', (text) => {
    expect(reals(text).problem).toBe('format');
  });

  test.each(['1e400', '-1e309', '1e-400', '1e-310', '1e-308'])('range: %j', (text) => {
    expect(reals(text).problem).toBe('range');
  });

  test('numbers of 32 bits have their own range, and are rounded', () => {
    expect(reals('1e40', true).problem).toBe('range');
    expect(reals('1e-40', true).problem).toBe('range');
    expect(reals('1e40').problem).toBeUndefined();
    expect(reals('0.1', true).out).toEqual([Math.fround(0.1)]);
  });

  test('NaN and infinity are read and reported', () => {
    expect(reals('1 nan 2')).toEqual({ problem: 'nan', out: [1, Number.NaN, 2] });
    expect(reals('NaN(1)').problem).toBe('nan');
    expect(reals('-inf Infinity')).toEqual({ problem: 'infinite', out: [-Infinity, Infinity] });
  });
});

describe('parseInts', () => {
  test('decimal, 32 bits', () => {
    const out: number[] = [];
    expect(parseInts('1 -2 +3 010', out)).toBeUndefined();
    expect(out).toEqual([1, -2, 3, 10]);
  });
  test.each(['1.5', '1e3', '0x10', 'abc'])('format: %s', (t) => expect(parseInts(t, [])?.problem).toBe('format'));
  test.each(['2147483648', '99999999999'])('range: %s', (t) => expect(parseInts(t, [])?.problem).toBe('range'));
});

test('hints', () => {
  expect(numberHint('0,1')).toMatch(/spaces/);
  expect(numberHint('5cm')).toMatch(/unit/);
  expect(numberHint('abc')).toBeUndefined();
});

describe('long tokens', () => {
  const digits = '1'.repeat(100_000);
  test.each([`${digits}x`, `0x${digits}x`, `.${digits}.`, `${digits}e`, `nan(${digits}`])(
    'that are no numbers are refused in linear time, %#',
    (token) => {
      const start = processorTime();
      expect(reals(token).problem).toBe('format');
      numberHint(token);
      parseInts(token, []);
      expect(processorTime() - start).toBeLessThan(1000); // more than 40 s when digits can be split in every way
    },
  );
});
