import { expect } from 'vitest';
import { heapOf, LIMITS, longestTask } from '../../../../scripts/testing/studio-numbers.mjs';
import { test as base } from '../studio.ts';

const HEAP_SLACK = 1.01; // `scripts/testing/studio-numbers.mjs --heap` watches for longer
const test = base.override('address', '?quality=low&fps=8&model=humanoid');

test('physics does not hold up the main thread', async ({ visit }) => {
  const longest = await longestTask(visit.page, () => visit.page.waitForTimeout(1000));
  expect(longest).toBeGreaterThan(0);
  expect(longest).toBeLessThan(LIMITS.taskMs);
});

test('the heap of the page stays as it is while physics runs', async ({ visit }) => {
  const after = async (seconds: number): Promise<number> => {
    const start = await visit.time();
    await visit.until(async () => (await visit.time()) > start + seconds, 'time to pass');
    return (await heapOf(visit.page)).held;
  };
  const before = await after(2); // all caches filled
  expect(await after(2)).toBeLessThan(HEAP_SLACK * before);
});
