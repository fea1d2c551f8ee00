import fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { PENDULUM, put, run, temporaryFolder } from '../testing/run.ts';

const folder = temporaryFolder();
const model = put(folder, { 'pendulum.xml': PENDULUM });
afterAll(() => fs.rmSync(folder, { recursive: true }));

describe('bench', () => {
  test('time of a step, of its stages, and the ratio to MuJoCo', async () => {
    const { code, out } = await run(['bench', model, '--rounds', '2', '--seconds', '0.1']);
    expect(code).toBe(0);
    expect(out).toMatch(/qpos +[\d.]+ µs a step/);
    expect(out).toMatch(/MuJoCo +[\d.]+ µs a step/);
    expect(out).toMatch(/ratio +[\d.]+/);
    expect(out).toMatch(/kinematics +[\d.]+ µs/);
  });

  test('JSON, other back end, no comparison', async () => {
    const { out } = await run(['bench', model, '--rounds', '1', '--backend', 'js', '--no-mujoco', '--json']);
    const result = JSON.parse(out);
    expect(result).toMatchObject({ backend: 'js', nv: 1, mujoco: null });
    expect(result.step.best).toBeGreaterThan(0);
    expect(result.stages.length).toBeGreaterThan(10);
    await run(['bench', model, '--rounds', '1', '--backend', 'wasm', '--no-mujoco']); // the choice outlives the command
  });

  test('bad input', async () => {
    expect(await run(['bench', model, '--backend', 'gpu'])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/auto, wasm or js/),
    });
    expect((await run(['bench', 'nope.xml'])).code).toBe(1);
  });
});

describe('doctor', () => {
  test('what this machine can do', async () => {
    const { code, out } = await run(['doctor', '--no-browser']);
    expect(code).toBe(0);
    expect(out).toContain(process.version);
    expect(out).toMatch(/✓ +engine +back end wasm/);
    expect(out).toMatch(/WebAssembly SIMD +yes/);
    expect(out).toMatch(/WebGPU +(not in Node|no adapter|.*in one piece)/);
  });

  test('JSON, and a browser that is not there', async () => {
    const before = process.env['QPOS_BROWSER'];
    process.env['QPOS_BROWSER'] = path.join(folder, 'no-browser');
    const { code, out } = await run(['doctor', '--json']);
    if (before === undefined) Reflect.deleteProperty(process.env, 'QPOS_BROWSER');
    else process.env['QPOS_BROWSER'] = before;
    expect(code).toBe(0);
    const { ok, abilities } = JSON.parse(out);
    expect(ok).toBe(true);
    expect(abilities.find((a: { name: string }) => a.name === 'browser')).toMatchObject({ state: 'optional' });
  });
});
