import fs from 'node:fs';
import path from 'node:path';
import { faulty, type JobQueue } from '@qpos/cluster';
import { afterAll, expect, test } from 'vitest';
import { put, run, temporaryFolder } from '../testing/run.ts';
import { serveStatus } from './status-page.ts';

const folder = temporaryFolder();
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const PLAN = `
task: InvertedPendulum-v5
n: 2
steps: 128
trials: 3
episodes: 2
settings:
  horizon: 32
  hidden: { values: [[4], [8]] }
  learningRate: { from: 1.0e-4, to: 1.0e-2, scale: log }
rule: { method: halving, rounds: 2, keep: 0.5 }
`;

test('sweep trains what a file says, and keeps the best policy', async () => {
  const plan = put(folder, { 'sweep.yaml': PLAN });
  const out = path.join(folder, 'best.safetensors');
  const { code, out: text } = await run(['sweep', plan, '--out', out, '--json']);
  expect(code).toBe(0);
  const { trials, policy } = JSON.parse(text);
  expect(policy).toBe(out);
  expect(trials.map(({ rounds }: { rounds: number }) => rounds)).toEqual([2, 2, 1]);
  const judged = await run(['eval', 'InvertedPendulum-v5', '--policy', out, '--episodes', '2', '--json']);
  expect(JSON.parse(judged.out).returns).toHaveLength(2);
  const table = await run(['sweep', plan, '--out', out]);
  expect(table.out).toMatch(/trial +rounds +steps +return/);
  expect(table.out).toContain('learningRate=');
});

test.each([
  ['steps: [', 'is not YAML'],
  ['task: InvertedPendulum-v5\nsteps: 10\ntrials: 1\nsettings: { nothing: 1 }', "no setting 'nothing'"],
])('a plan that is wrong is refused: %j', async (text, message) => {
  const { code, err } = await run(['sweep', put(folder, { 'wrong.yaml': text })]);
  expect(code).toBe(1);
  expect(err).toContain(message);
});

const REDIS = 'redis://ann:secret@127.0.0.1:1';

test.each([
  [['train', 'Hopper-v5', '--redis', REDIS]],
  [['worker', '--redis', REDIS]],
  [['cluster', 'status', '--redis', REDIS]],
  [['sweep', put(folder, { 'other.yaml': PLAN }), '--redis', REDIS]],
])('without the packages for Redis, %j says in one line what to install, and no password', async (args) => {
  const { code, out, err } = await run([...args, '--json']);
  expect(code).toBe(1);
  expect(err).toContain('npm install bullmq ioredis');
  expect(JSON.parse(out).error.code).toBe('missing-peer');
  expect(out + err).not.toContain('secret');
});

test('which Redis is asked for, and whatever else is shown', async () => {
  expect((await run(['worker'])).err).toContain('--redis redis://127.0.0.1:6379');
  expect((await run(['cluster', 'everything', '--redis', REDIS])).err).toContain('status or ui');
  expect((await run(['worker', '--redis', 'http://x'])).err).toContain('redis://');
});

test('the status page shows the queue to this machine alone, and tries jobs again', async () => {
  let isBroken = true;
  const functions = {
    job: () => {
      if (isBroken) throw new Error('a <b>bad</b> day');
      return {};
    },
  };
  const queue: JobQueue = faulty({ functions, tries: 1 });
  for await (const _ of queue.submit([{ kind: 'job', args: 1 }]));
  const served = await serveStatus(queue, 0);
  const get = (target: string, init: RequestInit = {}): Promise<Response> => fetch(served.address + target, init);
  expect(served.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  expect(await (await get('')).text()).toContain('<title>qpos cluster</title>');
  expect((await get('')).headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(await (await get('page.js')).text()).toContain('textContent');
  const status = await (await get('status')).json();
  expect(status).toMatchObject({ waiting: 0, failed: 1, failures: [{ kind: 'job', error: 'a <b>bad</b> day' }] });
  expect((await get('status', { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403);
  expect((await get('retry', { method: 'POST' })).status).toBe(403);
  expect((await get('nowhere')).status).toBe(404);
  isBroken = false;
  expect(await (await get('retry', { method: 'POST', headers: { 'x-qpos': 'retry' } })).json()).toEqual({ retried: 1 });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect((await (await get('status')).json()).failed).toBe(0);
  await queue.close();
  expect((await get('status')).status).toBe(503);
  await served.close();
});
