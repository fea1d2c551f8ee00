import { describe, expect, test } from 'vitest';
import { takeOffsets, withOffsetMethods } from './offsets.mjs';

describe('takeOffsets', () => {
  test.each([
    ['a read', 'x = a[i + 3];', 'x = a.at3(i);'],
    ['an assignment', 'a[i + 1] = x;', 'a.put1(i, x);'],
    ['a sum in place', 'a[i + 2] += x;', 'a.put2(i, a.at2(i) + ( x));'],
    ['an index of its own', 'x = a[b[i + 1] + 2];', 'x = a.at2(b.at1(i));'],
    ['both sides', 'a[i + 1] = b[j + 2] * c;', 'a.put1(i, b.at2(j) * c);'],
  ])('%s', (_, text, expected) => {
    expect(takeOffsets(text)).toBe(expected);
  });

  test.each([
    ['no offset', 'x = a[i];'],
    ['an offset without a method', 'x = a[i + 32];'],
    ['a negative one', 'x = a[i - 1];'],
    ['a name', 'x = a[i + k];'],
    ['a step', 'a[i + 1]++;'],
    ['an index that changes, in place', 'a[next() + 1] += x;'],
    ['the value of an assignment', 'y = a[i + 1] = x;'],
  ])('%s stays', (_, text) => {
    expect(takeOffsets(text)).toBe(text);
  });
});

test('array classes get a pair of methods for each offset', () => {
  const text = `@inline @operator("[]") get(i: i32): f64 { return load<f64>(this.p + (i << 3)); }
  @inline @operator("[]=") set(i: i32, x: f64): void { store<f64>(this.p + (i << 3), x); }`;
  const lines = withOffsetMethods(text).split('\n');
  expect(lines).toHaveLength(2 + 2 * 31);
  expect(lines).toContain('  @inline at2(i: i32): f64 { return load<f64>(this.p + (i << 3), 16); }');
  expect(lines).toContain('  @inline put31(i: i32, x: f64): void { store<f64>(this.p + (i << 3), x, 248); }');
});
