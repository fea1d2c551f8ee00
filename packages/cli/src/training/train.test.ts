import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { visibleLength } from '../output/wrap.ts';
import { run, temporaryFolder } from '../testing/run.ts';
import { trainingLines } from './live-view.ts';

const folder = temporaryFolder();
const root = path.resolve(import.meta.dirname, '../../../..');
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const QUICK = ['--set', 'horizon=64', '--set', 'hidden=16,16', '--n', '4', '--workers', '0'];
const at = (name: string): string => path.join(folder, name);
const lines = (file: string): string[] => fs.readFileSync(file, 'utf8').trim().split('\n');
const stepsOf = (dir: string): number[] =>
  lines(path.join(dir, 'progress.jsonl')).map((line) => JSON.parse(line).steps);

/** The steps of an event file's records. */
function eventCount(dir: string): number {
  const bytes = fs.readFileSync(path.join(dir, 'events.out.tfevents.qpos'));
  let count = 0;
  for (let k = 0; k < bytes.length; k += 16 + bytes.readUInt32LE(k)) count++;
  return count;
}

test('a newcomer trains a cart to balance its pole, with one command, in less than a minute', async () => {
  const { code, out } = await run([
    ...['train', 'InvertedPendulum-v5', '--steps', '150000', '--eval-every', '8192', '--stop-at', '950'],
    ...['--workers', '0', '--log', at('newcomer'), '--json'],
  ]);
  expect(code).toBe(0);
  const { evaluationReturn, seconds, policy, reason } = JSON.parse(out);
  expect(reason).toBe('return');
  expect(evaluationReturn).toBeGreaterThanOrEqual(950);
  expect(seconds).toBeLessThan(60);
  const judged = JSON.parse(
    (await run(['eval', 'InvertedPendulum-v5', '--policy', policy, '--episodes', '5', '--json'])).out,
  );
  expect(judged.returns).toHaveLength(5);
  expect(judged.meanReturn).toBeGreaterThanOrEqual(900); // other episodes
});

describe('a training that is broken off goes on as if it had not been', () => {
  const TRAIN = [
    'train',
    'Hopper-v5',
    '--option',
    'frame_skip=2',
    '--steps',
    '6144',
    '--checkpoint-every',
    '256',
    ...QUICK,
  ];
  const policyOf = (dir: string): Buffer => fs.readFileSync(path.join(dir, 'policy.safetensors'));
  beforeAll(async () => {
    expect((await run([...TRAIN, '--log', at('whole')])).code).toBe(0);
  });

  /** What a resumed training leaves is what the whole one left. */
  async function resumesAsWhole(dir: string): Promise<void> {
    const checkpoint = path.join(dir, 'checkpoint.safetensors');
    expect((await run(['train', 'Hopper-v5', '--resume', checkpoint, '--workers', '0'])).code).toBe(0);
    expect(policyOf(dir)).toEqual(policyOf(at('whole')));
    expect(stepsOf(dir)).toEqual(stepsOf(at('whole')));
    expect(lines(path.join(dir, 'progress.csv'))).toHaveLength(1 + stepsOf(dir).length);
    expect(eventCount(dir)).toBe(eventCount(at('whole')));
  }

  test('Ctrl+C saves, says how to go on and ends with 130', async () => {
    const controller = new AbortController();
    const dir = at('interrupted');
    const { code, out } = await run([...TRAIN, '--log', dir], {
      signal: controller.signal,
      terminal: true,
      onOut: (text) => {
        if (text.includes('steps')) controller.abort();
      },
    });
    expect(code).toBe(130);
    expect(out).toContain(`to go on: qpos train Hopper-v5 --resume ${path.join(dir, 'checkpoint.safetensors')}`);
    expect(stepsOf(dir).at(-1)).toBeLessThan(6144);
    await resumesAsWhole(dir);
  });

  test('SIGKILL loses what came after the last checkpoint, and no more', async () => {
    const dir = at('killed');
    const program = path.join(root, 'packages/cli/dist/qpos.js');
    const env = { ...process.env, QPOS_BACKEND: 'wasm' };
    const child = spawn(process.execPath, [program, ...TRAIN, '--log', dir], {
      env,
      stdio: 'ignore',
    });
    const progress = path.join(dir, 'progress.jsonl');
    while (!(fs.existsSync(progress) && lines(progress).length > 3)) {
      expect(child.exitCode).toBe(null);
      await pause(10);
    }
    child.kill('SIGKILL');
    await once(child, 'exit');
    const reached = stepsOf(dir).at(-1) as number;
    const { out } = await run([
      ...['train', 'Hopper-v5', '--resume', path.join(dir, 'checkpoint.safetensors'), '--stop-at', '-1e9', '--json'],
      ...['--workers', '0', '--log', at('probe')],
    ]);
    expect(JSON.parse(out).steps).toBeGreaterThanOrEqual(reached - 256);
    await resumesAsWhole(dir);
  });
});

describe('mistakes are told', () => {
  test.each<[string, string[], string]>([
    ['a task that is not there', ['train', 'Hoper-v5'], "did you mean 'Hopper-v5'?"],
    ['an algorithm that is not there', ['train', 'Hopper-v5', '--algo', 'pop', '--workers', '0'], 'there are ppo'],
    ['a setting that is not there', ['train', 'Hopper-v5', '--set', 'horizn=3', '--workers', '0'], 'horizn'],
    ['a setting without value', ['train', 'Hopper-v5', '--set', 'horizon'], '--set takes name=value'],
    ['an option without value', ['train', 'Hopper-v5', '--option', 'frame_skip'], '--option takes name=value'],
    [
      'an option that the task does not have',
      ['train', 'Hopper-v5', '--option', 'frame_skp=3', '--workers', '0'],
      'frame_skp',
    ],
    ['steps that are no number', ['train', 'Hopper-v5', '--steps', 'many'], '--steps must be'],
    ['a checkpoint that is not there', ['train', 'Hopper-v5', '--resume', at('none')], 'cannot be read'],
    [
      'a file that is no checkpoint',
      ['train', 'Hopper-v5', '--resume', import.meta.filename, '--workers', '0'],
      'error',
    ],
    ['a policy that is none', ['eval', 'Hopper-v5', '--policy', import.meta.filename], 'is no policy'],
    ['no policy', ['eval', 'Hopper-v5'], '--policy'],
  ])('%s', async (_, args, message) => {
    const { code, err } = await run([...args, ...(args[0] === 'train' ? ['--log', at('mistakes')] : [])]);
    expect(code).not.toBe(0);
    expect(err).toContain(message);
  });

  test('a policy for another task', async () => {
    await run(['train', 'InvertedPendulum-v5', '--steps', '256', ...QUICK, '--log', at('small')]);
    const { err } = await run(['eval', 'Hopper-v5', '--policy', path.join(at('small'), 'policy.safetensors')]);
    expect(err).toContain('takes 4 observations and gives 1 actions; Hopper-v5 has 11 and 3');
    expect(err).toContain('it was trained for InvertedPendulum-v5');
  });
});

test.each([39, 79])('the live view fits into %i columns', (columns) => {
  const history = Array.from({ length: 30 }, (_, k) => ({
    ...{ steps: 2048 * (k + 1), total: 1e6, updates: k + 1, stepsPerSecond: 12_345, episodes: k, meanLength: 9 },
    ...{ meanReturn: 10 * k, evaluationReturn: Number.NaN },
    report: { policyLoss: -0.0123456, valueLoss: 12.3456, entropy: 1.2, divergence: 0.01, learningRate: 3e-4 },
  }));
  const plain = {
    bold: String,
    dim: String,
    cyan: String,
    yellow: String,
    magenta: String,
    green: String,
    red: String,
    blue: String,
  };
  const shown = trainingLines('HalfCheetah-v5  ppo  8 environments, 2 workers', history, columns, plain as never);
  expect(shown.length).toBeGreaterThan(12);
  for (const line of shown) expect(visibleLength(line), line).toBeLessThanOrEqual(columns);
});

test('play serves task and policy to the studio', async () => {
  const studio = at('studio');
  fs.mkdirSync(studio, { recursive: true });
  fs.writeFileSync(path.join(studio, 'index.html'), '<title>studio</title>');
  await run(['train', 'InvertedPendulum-v5', '--steps', '256', ...QUICK, '--log', at('small')]);
  const controller = new AbortController();
  let answered: Promise<unknown> | undefined;
  const policy = path.join(at('small'), 'policy.safetensors');
  await run(['play', 'InvertedPendulum-v5', '--policy', policy, '--port', '0', '--studio', studio, '--json'], {
    signal: controller.signal,
    onOut: (text) => {
      const { address } = JSON.parse(text);
      const url = new URL(address);
      expect(url.searchParams.get('task')).toBe('InvertedPendulum-v5');
      answered = fetch(new URL(url.searchParams.get('policy') ?? '', url))
        .then((response) => response.arrayBuffer())
        .then((bytes) => expect(Buffer.from(bytes)).toEqual(fs.readFileSync(policy)))
        .finally(() => controller.abort());
    },
  });
  await answered;
  expect(answered).toBeDefined();
});
