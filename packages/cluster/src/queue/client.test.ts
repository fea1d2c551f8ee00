import { describe, expect, test } from 'vitest';
import { ClusterError } from '../errors.ts';
import { resultsOf } from './client.ts';
import { type Fault, faulty } from './faulty.ts';
import { type Job, jobId } from './job.ts';

const functions = { square: (x: unknown) => ({ value: (x as number) ** 2 }) };
const squares = (n: number): Job[] => Array.from({ length: n }, (_, k) => ({ kind: 'square', args: k }));
const quick = { stallSeconds: 0.04, backOffSeconds: 0.002, stalls: 50, tries: 50 };

const FAULTS: Fault[] = ['lost', 'killed', 'delayed', 'duplicated', 'thrown'];

describe('every result arrives once and is right', () => {
  test.each([...FAULTS, 'all'])('with jobs that are %s', async (fault) => {
    const faults = fault === 'all' ? Object.fromEntries(FAULTS.map((f) => [f, 0.12])) : { [fault]: 0.4 };
    const queue = faulty({ functions, faults, seed: 5, ...quick });
    const seen: number[] = [];
    for await (const outcome of queue.submit(squares(60))) {
      if (outcome.error !== undefined) throw outcome.error;
      expect(outcome.value).toBe(outcome.index ** 2);
      seen.push(outcome.index);
    }
    expect(seen.toSorted((a, b) => a - b)).toEqual(squares(60).map((_, k) => k));
    for (const name of fault === 'all' ? FAULTS : [fault as Fault]) expect(queue.injected[name]).toBeGreaterThan(0);
    await queue.close();
  });
});

test('a poisoned job is parked with its error, the others go on, and it can be tried again', async () => {
  let isPoisoned = true;
  const poisoned = ({ args }: Job): boolean => isPoisoned && args === 7;
  const queue = faulty({ functions, poisoned, tries: 3, backOffSeconds: 0.001 });
  const errors: [number, ClusterError][] = [];
  let good = 0;
  for await (const { index, error } of queue.submit(squares(20)))
    if (error === undefined) good++;
    else errors.push([index, error]);
  expect(good).toBe(19);
  expect(errors).toHaveLength(1);
  const [index, error] = errors[0] as [number, ClusterError];
  expect(index).toBe(7);
  expect(error).toMatchObject({
    code: 'job-failed',
    message: expect.stringContaining('failed 3 times: a poisoned job'),
  });
  const [parked] = await queue.failed();
  expect(parked).toMatchObject({ kind: 'square', error: 'a poisoned job', tries: 3 });
  expect((await queue.stats()).failed).toBe(1);
  isPoisoned = false;
  expect(await queue.retry(['no such id'])).toBe(0);
  expect(await queue.retry()).toBe(1);
  expect(await queue.failed()).toEqual([]);
  expect((await resultsOf(queue, squares(20)))[7]?.value).toBe(49);
  await queue.close();
});

test('a job whose workers die again and again is parked, also if it travels in a bundle', async () => {
  let isWarm = false;
  const deadly = {
    square: (x: unknown) => {
      if (isWarm && x === 30) return new Promise<never>(() => {}); // silent for ever
      return { value: (x as number) ** 2 };
    },
  };
  const queue = faulty({ functions: deadly, stalls: 2, stallSeconds: 0.03 });
  await resultsOf(queue, squares(20)); // now it is known how quick they are, and they travel together
  isWarm = true;
  const failed: number[] = [];
  for await (const { index, error } of queue.submit(squares(60))) if (error !== undefined) failed.push(index);
  expect(failed).toEqual([30]);
  await queue.close();
});

test('equal jobs are done once, and both get the result', async () => {
  let calls = 0;
  const counted = { square: (x: unknown) => ({ value: (x as number) ** 2, calls: calls++ }) };
  const queue = faulty({ functions: counted });
  const results = await resultsOf(queue, [...squares(5), ...squares(5)]);
  expect(results.map(({ value }) => value)).toEqual([0, 1, 4, 9, 16, 0, 1, 4, 9, 16]);
  expect(calls).toBe(5);
  await queue.close();
});

test('the name of a job depends on what it says, and not on the order in which it says it', () => {
  const id = (args: Job['args'], version = '1') => jobId({ kind: 'k', args }, version);
  expect(id({ a: 1, b: [2, { c: 3, d: 4 }] })).toBe(id({ b: [2, { d: 4, c: 3 }], a: 1 }));
  expect(id({ a: 1 })).not.toBe(id({ a: 2 }));
  expect(id({ a: 1 })).not.toBe(id({ a: 1 }, '2'));
  expect(() => id({ a: Number.NaN })).toThrow(ClusterError);
});

test('small jobs travel in bundles, and no more are on their way than is good', async () => {
  let most = 0;
  let bundles = 0;
  const queue = faulty({ functions, stallSeconds: 10 }); // a bundle that stalls on a busy machine would count twice
  const before = (await queue.stats()).completed;
  for await (const _ of queue.submit(squares(3000))) {
    const { waiting, active, completed } = await queue.stats();
    most = Math.max(most, waiting + active);
    bundles = completed - before;
  }
  expect(bundles).toBeLessThan(300);
  expect(most).toBeLessThanOrEqual(128);
  await queue.close();
});

test('nothing more is sent while nobody takes what is done', async () => {
  let calls = 0;
  const queue = faulty({ functions: { square: () => ({ value: calls++ }) } });
  const outcomes = queue.submit(squares(20_000))[Symbol.asyncIterator]();
  await outcomes.next();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(calls).toBeLessThan(20_000);
  await outcomes.return?.();
  await queue.close();
});

test('a signal ends the wait, and so does closing the queue', async () => {
  const never = { square: () => new Promise<never>(() => {}) };
  const controller = new AbortController();
  const queue = faulty({ functions: never, stallSeconds: 10 });
  const waiting = resultsOf(queue, squares(3), { signal: controller.signal });
  setTimeout(() => controller.abort(), 20);
  await expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
  expect((await queue.stats()).waiting).toBe(0);
  const other = resultsOf(queue, squares(3));
  setTimeout(() => void queue.close(), 20);
  await expect(other).rejects.toMatchObject({ code: 'closed' });
  await expect(queue.stats()).rejects.toMatchObject({ code: 'closed' });
});

test('progress counts each job', async () => {
  const progress: number[] = [];
  const queue = faulty({ functions, faults: { duplicated: 0.5 } });
  await resultsOf(queue, squares(10), { onProgress: ({ done, total }) => progress.push(done / total) });
  expect(progress).toEqual(squares(10).map((_, k) => (k + 1) / 10));
  await queue.close();
});
