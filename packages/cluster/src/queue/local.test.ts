import { afterAll, expect, test } from 'vitest';
import { memoryStore } from '../store/memory-store.ts';
import { resultsOf } from './client.ts';
import { local } from './local.ts';

const jobs = [new URL('../testing/jobs.js', import.meta.url)];
const queue = local({ workers: 2, jobs, tries: 2, stalls: 1, backOffSeconds: 0.01 });
afterAll(() => queue.close());

test('jobs run on threads: this one goes on meanwhile', async () => {
  let ticks = 0;
  const timer = setInterval(() => ticks++, 5);
  const results = await resultsOf(queue, [
    { kind: 'spin', args: 150 },
    { kind: 'square', args: 12 },
  ]);
  clearInterval(timer);
  expect(results.map(({ value }) => value)).toEqual([150, 144]);
  expect(ticks).toBeGreaterThan(5);
});

test('bytes come from the store and go back, many and few', async () => {
  for (const size of [10, 100_000]) {
    const data = await queue.store.put(new Uint8Array(size).fill(7));
    const [result] = await resultsOf(queue, [{ kind: 'increment', args: size, blobs: { data } }]);
    expect(result?.bytes).toEqual(new Uint8Array(size).fill(8));
  }
});

test('what throws, what kills its thread, what is unknown and what is missing are parked; the rest goes on', async () => {
  const outcomes: string[] = [];
  const list = [
    { kind: 'fail', args: 0 },
    { kind: 'die', args: 0 },
    { kind: 'no such job', args: 0 },
    { kind: 'increment', args: 1, blobs: { data: '0'.repeat(64) } },
    { kind: 'square', args: 5 },
  ];
  for await (const outcome of queue.submit(list))
    outcomes[outcome.index] = outcome.error === undefined ? String(outcome.value) : outcome.error.message;
  expect(outcomes[0]).toContain('failed 2 times: this job always fails');
  expect(outcomes[1]).toContain('failed 2 times: its thread ended with code 3');
  expect(outcomes[2]).toContain("knows no job 'no such job'");
  expect(outcomes[3]).toContain('the store does not have');
  expect(outcomes[4]).toBe('25');
  expect((await queue.failed()).length).toBe(4);
});

test('a job that takes longer than it may is broken off and parked; the rest goes on', async () => {
  const hasty = local({ workers: 2, jobs, tries: 1, limitSeconds: 2 }); // time for a thread to start on a busy machine
  const outcomes: string[] = [];
  for await (const outcome of hasty.submit([
    { kind: 'spin', args: 1e6 },
    { kind: 'square', args: 6 },
  ] as const))
    outcomes[outcome.index] = outcome.error === undefined ? String(outcome.value) : outcome.error.message;
  expect(outcomes[0]).toContain('failed 1 times: it took longer than 2 s');
  expect(outcomes[1]).toBe('36');
  expect(() => local({ limitSeconds: 0 })).toThrow('limitSeconds must be a number above 0');
  await hasty.close();
});

test('bytes that are not what their hash says are refused', async () => {
  const store = memoryStore();
  const hash = await store.put(new Uint8Array(4));
  const broken = local({ workers: 1, jobs, tries: 1, store: { ...store, get: async () => new Uint8Array(5) } });
  await expect(resultsOf(broken, [{ kind: 'increment', args: 0, blobs: { data: hash } }])).rejects.toThrow(
    'is something else',
  );
  await broken.close();
});
