import os from 'node:os';
import { expect } from 'vitest';
import { firstPictureTime, heapOf, LIMITS, longestTask } from '../../../scripts/testing/studio-numbers.mjs';
import { test as base, windows } from './studio.ts';

const TRIES = 3; // a core that is shared with other programs takes longer for the same work
/** How much more processor time the same work takes while other programs share caches and cores: up to a half was measured. */
const crowding = (): number => Math.min(1.5, Math.max(1, (os.loadavg()[0] ?? 1) / os.cpus().length));
const HEAP_SLACK = 1.05; // of a page that is still young; `scripts/testing/studio-numbers.mjs --minutes 5` watches for longer
const test = base.override('address', '?quality=low&fps=8&model=humanoid');

windows('the first picture takes at most a second and a half of processor time', async ({ browser, served }) => {
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k < TRIES && least > LIMITS.firstPictureSeconds; k++) {
    const { page, drawing } = await firstPictureTime(browser, served.url);
    least = Math.min(least, (page + drawing) / crowding());
  }
  expect(least).toBeLessThanOrEqual(LIMITS.firstPictureSeconds);
});

test('physics does not hold up the main thread', async ({ visit }) => {
  const longest = await longestTask(visit.page, () => visit.page.waitForTimeout(1000));
  expect(longest).toBeGreaterThan(0);
  expect(longest).toBeLessThan(LIMITS.taskMs);
});

test('the heap of the page stays as it is while physics runs', async ({ visit }) => {
  const after = async (seconds: number): Promise<number> => {
    const start = await visit.time();
    await visit.until(async () => (await visit.time()) > start + seconds, 'time to pass');
    return heapOf(visit.page);
  };
  const before = await after(2); // compiled, and all caches filled
  expect(await after(2)).toBeLessThan(HEAP_SLACK * before);
});
