import { describe, expect, test } from 'vitest';
import { attributeNumber, sixDigits } from './numbers.ts';

describe('six digits, as C prints them', () => {
  test.each([
    [1 / 3, '0.333333'],
    [1e-5 / 3, '3.33333e-06'],
    [0.0001, '0.0001'],
    [123456, '123456'],
    [1234567, '1.23457e+06'],
    [999999.5, '1e+06'],
    [1e100, '1e+100'],
    [-2.5e-7, '-2.5e-07'],
    [-0, '-0'],
    [Number.POSITIVE_INFINITY, 'inf'],
    [Math.fround(0.1), '0.1'],
  ])('%d is %s', (x, text) => {
    expect(sixDigits(x)).toBe(text);
  });

  test('a number halfway between two goes to the even one', () => {
    expect(sixDigits(0.009765625)).toBe('0.00976562');
    expect(sixDigits(1000.5 + 2 ** -7)).toBe('1000.51');
    expect(sixDigits(100000.5)).toBe('100000');
    expect(sixDigits(100001.5)).toBe('100002');
    expect(sixDigits(-100000.5)).toBe('-100000');
  });
});

test('attributes have whole numbers in full', () => {
  expect(attributeNumber(1234567)).toBe('1234567');
  expect(attributeNumber(-1e-17)).toBe('0');
  expect(attributeNumber(2 - 1e-14)).toBe('2');
  expect(attributeNumber(3e9)).toBe('3e+09');
  expect(attributeNumber(0.5)).toBe('0.5');
});
