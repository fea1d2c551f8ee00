import fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { makeProgram } from './index.ts';
import { PENDULUM, put, run, temporaryFolder } from './testing/run.ts';

const folder = temporaryFolder();
const model = put(folder, { 'pendulum.xml': PENDULUM });
const recording = path.join(folder, 'run.npz');
const missing = path.join(folder, 'missing.xml');
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** How each command is called: one that ends by itself gives its result, one that goes on what is wrong with its arguments. */
const calls: Readonly<Record<string, readonly string[]>> = {
  new: [path.join(folder, 'project')],
  sim: [model, '-d', '0.05', '-r', recording],
  rollout: [missing],
  info: [model],
  check: [model],
  view: [missing],
  render: [missing],
  plot: [path.join(folder, 'missing.npz')],
  replay: [recording, '--model', missing],
  convert: [model, path.join(folder, 'model.qposb')],
  bench: [missing],
  envs: [],
  train: ['NoSuchTask-v0'],
  eval: ['--policy', path.join(folder, 'missing')],
  play: [], // an option that is needed
  plan: ['no-such-task'],
  'serve-env': ['one argument too many'],
  lsp: ['--no-such-option'],
  worker: ['--queue', 'nonsense://'],
  sweep: [path.join(folder, 'missing.yaml')],
  cluster: ['status', '--queue', 'nonsense://'],
  completion: ['bash'],
  doctor: [],
};

describe('--json', () => {
  const io = {
    stdout: { write: () => {} },
    stderr: { write: () => {} },
    signal: new AbortController().signal,
    exitCode: 0,
  };
  const names = makeProgram(io).commands.map((c) => c.name());

  test('every command is looked at', () => expect(Object.keys(calls).sort()).toEqual([...names].sort()));

  test.each(names)('%s', async (name) => {
    const { code, out } = await run([name, ...(calls[name] ?? []), '--json']);
    const result = JSON.parse(out) as { error?: { message: string; code: string } };
    if (code === 0) expect(result.error).toBeUndefined();
    else
      expect(result.error).toMatchObject({ message: expect.stringMatching(/\w/), code: expect.stringMatching(/\w/) });
  });
});
