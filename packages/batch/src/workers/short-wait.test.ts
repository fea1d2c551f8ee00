import { expect, test } from 'vitest';
import { ShortWait } from './short-wait.ts';

test('a short wait sees a change, and is left out ever more often while there is none', () => {
  const words = new Int32Array(new SharedArrayBuffer(4));
  const wait = new ShortWait();
  const [changed, same] = [1, 0]; // what the word was before
  const sees = (...before: number[]): boolean[] => before.map((value) => wait.sees(words, 0, value));
  expect(sees(changed, changed)).toEqual([true, true]);
  expect(sees(same, changed, changed)).toEqual([false, false, true]);
  expect(sees(same, changed, same, changed, changed, changed)).toEqual([false, false, false, false, false, true]);
  expect(sees(same, changed, changed)).toEqual([false, false, true]); // it has paid since
});
