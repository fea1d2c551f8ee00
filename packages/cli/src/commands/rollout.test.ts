import fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { decodeNpz } from '../recording/npz.ts';
import { PENDULUM, put, run, temporaryFolder } from '../testing/run.ts';

const folder = temporaryFolder();
const model = put(folder, { 'pendulum.xml': PENDULUM });
const file = (name: string): string => path.join(folder, name);
afterAll(() => fs.rmSync(folder, { recursive: true }));

const small = ['--n', '5', '--steps', '40'];

describe('rollout', () => {
  test('a table of what it came to', async () => {
    const { code, out, err } = await run(['rollout', model, ...small, '--workers', '2']);
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('5, on 2 workers');
    expect(out).toContain('200 steps');
    expect(out).toMatch(/k steps\/s, [\d.e]+x real time/);
    expect(out).toMatch(/memory +[\d.]+ [MG]B/);
  });

  test('JSON, and progress in a terminal', async () => {
    const args = ['rollout', model, '--n', '200', '--steps', '2000', '--workers', '0', '--json'];
    const { out, err } = await run(args, { terminal: true });
    expect(JSON.parse(out)).toMatchObject({
      environments: 200,
      workers: 0,
      steps: 400_000,
      failures: 0,
      interrupted: false,
    });
    expect(err).toMatch(/rolling out.*━.*\d+%.*steps\/s, [\d.]+ [MG]B/);
  });

  test('records are the same for any number of workers', async () => {
    const contents = [];
    for (const workers of ['0', '1', '3']) {
      const output = file(`runs-${workers}.npz`);
      const { code, out } = await run(['rollout', model, ...small, '--every', '4', '--workers', workers, '-o', output]);
      expect(code).toBe(0);
      expect(out).toContain('10 records');
      contents.push(fs.readFileSync(output));
    }
    expect(contents[1]?.equals(contents[0] as Buffer)).toBe(true);
    expect(contents[2]?.equals(contents[0] as Buffer)).toBe(true);
    const arrays = decodeNpz(contents[0] as Buffer, 'runs');
    expect(Object.fromEntries(Object.entries(arrays).map(([name, a]) => [name, a.shape]))).toEqual({
      time: [10, 5],
      states: [10, 5, 2],
      ctrl: [10, 5, 1],
      sensordata: [10, 5, 4],
      rewards: [10, 5],
      terminated: [10, 5],
      meta: [],
    });
    const times = arrays['time']?.data as Float64Array;
    expect(times[49]).toBeCloseTo(0.08, 12);
    const states = arrays['states']?.data as Float64Array;
    expect(new Set([0, 1, 2, 3, 4].map((e) => states[90 + 2 * e])).size).toBe(5);
    expect(JSON.parse(arrays['meta']?.data as string)).toMatchObject({ n: 5, steps: 40, every: 4, seed: 0 });
    expect(fs.readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  test('keyframes, noise, zero controls, seeds and reward modules', async () => {
    const reward = put(folder, { 'reward.mjs': 'export const reward = (_m, data) => data.time;\n' });
    const output = file('calm.npz');
    const args = [
      'rollout',
      model,
      '--n',
      '2',
      '--steps',
      '3',
      '--workers',
      '1',
      '--controls',
      'zero',
      '--noise',
      '0',
      '-o',
      output,
    ];
    const { out } = await run([...args, '--keyframe', '0', '--reward', reward, '--json']);
    expect(JSON.parse(out).meanReward).toBeCloseTo(0.004, 9);
    const { states, ctrl } = decodeNpz(fs.readFileSync(output), 'calm');
    const values = states?.data as Float64Array;
    expect(values[0]).toBe(values[2]);
    expect(Math.abs(values[0] as number)).toBeGreaterThan(0.1);
    expect(ctrl?.shape).toEqual([3, 2, 1]);
  });

  test('an interrupt keeps what there is', async () => {
    const abort = new AbortController();
    const output = file('broken-off.npz');
    const args = [
      'rollout',
      model,
      '--n',
      '4',
      '--steps',
      '1000000',
      '--workers',
      '1',
      '--every',
      '1000',
      '-o',
      output,
    ];
    setTimeout(() => abort.abort(), 300);
    const { code, out } = await run(args, { signal: abort.signal });
    expect(code).toBe(130);
    expect(out).toContain('interrupted');
    const { states } = decodeNpz(fs.readFileSync(output), 'broken-off');
    expect(states?.shape[1]).toBe(4);
  });

  test.each([
    [['--n', '0'], '--n must be a whole number'],
    [['--workers', 'many'], '--workers must be a whole number'],
    [['--controls', 'wild'], 'random or zero'],
    [['--out', 'runs.csv'], 'must end in .npz'],
    [['--n', '100000', '--steps', '100000', '--out', 'runs.npz'], 'use --every'],
    [['--reward', 'nowhere.mjs'], 'cannot be loaded'],
    [['--keyframe', 'nothing'], 'nothing'],
  ])('%j: %s', async (args, text) => {
    const { code, err } = await run(['rollout', model, '--n', '2', '--steps', '2', ...args]);
    expect(code).toBe(1);
    expect(err).toContain(text);
  });
});
