import { execFile, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { makeProgram } from './index.ts';
import { readRecording } from './recording/read.ts';
import { BROKEN, PENDULUM, put, run, temporaryFolder } from './testing/run.ts';

const folder = temporaryFolder();
const model = put(folder, { 'pendulum.xml': PENDULUM });
const program = path.resolve(import.meta.dirname, '../dist/qpos.js');
afterAll(() => fs.rmSync(folder, { recursive: true }));

const io = {
  stdout: { write: () => {} },
  stderr: { write: () => {} },
  signal: new AbortController().signal,
  exitCode: 0,
};
const names = makeProgram(io).commands.map((c) => c.name());

describe('help', () => {
  test('lists every command', async () => {
    const { code, out } = await run(['--help']);
    expect(code).toBe(0);
    for (const name of names) expect(out).toContain(`  ${name} `);
    expect(names).toEqual([
      'new',
      'sim',
      'rollout',
      'info',
      'check',
      'view',
      'render',
      'plot',
      'replay',
      'convert',
      'bench',
      'envs',
      'train',
      'eval',
      'play',
      'plan',
      'serve-env',
      'lsp',
      'worker',
      'sweep',
      'cluster',
      'completion',
      'doctor',
    ]);
  });

  test.each(names)('%s: what it does, --json, and examples that start with its name', async (name) => {
    const { code, out } = await run([name, '--help']);
    expect(code).toBe(0);
    expect(out).toContain('--json');
    expect(out).toContain('Examples:');
    expect(out).toContain(`\n  qpos ${name}`);
  });

  test('an unknown command is told what was probably meant', async () => {
    const { code, err } = await run(['siim']);
    expect(code).toBe(1);
    expect(err).toMatch(/unknown command 'siim'/);
    expect(err).toMatch(/Did you mean sim/);
  });

  test('the version', async () => {
    expect((await run(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe('the program', () => {
  const execute = promisify(execFile);
  const qpos = (...args: string[]) => execute(process.execPath, [program, ...args]);

  test('simulates: output on stdout, nothing on stderr', async () => {
    const { stdout, stderr } = await qpos('sim', model, '-d', '0.1');
    expect(stdout).toContain('50 steps');
    expect(stderr).toBe('');
  });

  test('ends with 1 and tells on stderr', async () => {
    const broken = put(folder, { 'broken.xml': BROKEN });
    await expect(qpos('sim', broken)).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('broken.xml:3:38: error'),
    });
    await expect(qpos('check', broken)).rejects.toMatchObject({ code: 1, stdout: expect.stringContaining('3 errors') });
    await expect(qpos('nope')).rejects.toMatchObject({ code: 1 });
  });

  test('Ctrl+C leaves a complete recording', async () => {
    const output = path.join(folder, 'stopped.csv');
    const child = spawn(process.execPath, [program, 'sim', model, '-d', '1e6', '-r', output]);
    const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
    const partial = (): string | undefined => fs.readdirSync(folder).find((f) => f.startsWith('stopped.csv.'));
    while (partial() === undefined || fs.statSync(path.join(folder, partial() as string)).size < 1e6) {
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    const recording = readRecording(output);
    expect(recording.rows).toBeGreaterThan(1000);
    expect(fs.readdirSync(folder).filter((f) => f.endsWith('.part'))).toEqual([]);
  });

  test('a model comes from the standard input', () => {
    const piped =
      (...args: string[]) =>
      (input: string) =>
        spawnSync(process.execPath, [program, ...args], { input, encoding: 'utf8' });
    expect(piped('info', '-')(PENDULUM)).toMatchObject({ status: 0, stdout: expect.stringContaining('swing') });
    const { status, stderr } = piped('sim', '-')(BROKEN);
    expect(status).toBe(1);
    expect(stderr).toContain('<stdin>:3:38: error');
    expect(stderr).toContain('frction="1"/>');
    expect(piped('view', '-')(PENDULUM)).toMatchObject({ status: 1, stderr: expect.stringContaining('as a file') });
  });

  test('a reader that stops early is no error', async () => {
    const { stdout } = await promisify(execFile)('sh', [
      '-c',
      `"${process.execPath}" "${program}" info "${model}" --json | head -n 1`,
    ]);
    expect(stdout).toBe('{\n');
  });
});
