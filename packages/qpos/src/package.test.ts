import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

/** Runs a program against the built packages, as a user would. */
function run(script: string): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });
}

test('an error that nobody catches says what is wrong, without pages of the bundle around it', () => {
  const { status, stderr } = run(
    `import { loadModel } from 'qpos'; loadModel('<mujoco><worldbody><geom size="x"/></worldbody></mujoco>');`,
  );
  expect(status).toBe(1);
  expect(stderr).toContain('\nModelError: model.xml:1:26: geom:');
  expect(Math.max(...stderr.split('\n').map((line) => line.length))).toBeLessThan(1000);
});

test.each(['core', 'spec'])('the bundles of %s are ASCII, which V8 takes as they are', (name) => {
  const dist = path.resolve(import.meta.dirname, '../..', name, 'dist');
  const bundles = fs.readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'));
  const others = bundles.filter((file) => /[^\0-\x7f]/.test(fs.readFileSync(path.join(dist, file), 'latin1')));
  expect(bundles).toContain('index.js');
  expect(others).toEqual([]);
});

test('classes keep their names in the bundle', () => {
  const { stdout } = run(`
    import * as qpos from 'qpos';
    for (const [name, value] of Object.entries(qpos))
      if (/^[A-Z]/.test(name) && typeof value === 'function') console.log(name, value.name);
    try { qpos.restoreModel(new Uint8Array(3)); } catch (error) { console.log(error.name, error.stack.split(':')[0]); }`);
  const lines = stdout.trim().split('\n');
  expect(lines).toContain('ModelError ModelError');
  expect(lines).toContain('BinaryError BinaryError');
  for (const line of lines) expect(line).toMatch(/^(\w+) \1$/);
});

test('errors of every package extend QposError and keep their names in the bundle', () => {
  const { stdout } = run(`
    import * as qpos from 'qpos';
    import { loadModelFile } from 'qpos/node';
    const model = qpos.loadModel('<mujoco><worldbody><body><joint/><geom size="1"/></body></worldbody></mujoco>');
    const data = qpos.makeData(model);
    const refused = () => { throw new Error('no'); };
    for (const use of [
      () => qpos.step(model, data, -1),
      () => qpos.step(model, undefined),
      () => qpos.loadModel(5),
      () => qpos.loadModel('<mujoco><body/></mujoco>'),
      () => loadModelFile('nowhere.xml'),
      () => qpos.restoreModel(new Uint8Array(3)),
      () => { model.callbacks = { control: refused }; qpos.step(model, data); },
      () => { model.callbacks = {}; data.qvel[0] = NaN; qpos.stepStrict(model, data); },
      () => { data[Symbol.dispose](); data.qpos; },
    ])
      try { use(); console.log('nothing was thrown'); } catch (error) {
        console.log(error instanceof qpos.QposError, error.constructor.name, error.stack.split(':')[0], error.code);
      }`);
  expect(stdout.trim().split('\n')).toEqual([
    'true ArgumentError ArgumentError bad-argument',
    'true ArgumentError ArgumentError bad-argument',
    'true ArgumentError ArgumentError bad-argument',
    'true ModelError ModelError unknown-element',
    'true ModelError ModelError missing-file',
    'true BinaryError BinaryError truncated',
    'true CallbackError CallbackError callback',
    'true StepError StepError bad-velocity',
    'true ArgumentError ArgumentError disposed',
  ]);
});

describe('the module of the numeric core', () => {
  const program = (before: string): string =>
    run(`
      import fs from 'node:fs';
      const { readFileSync } = fs;
      fs.readFileSync = (file, ...rest) => {
        if (String(file).endsWith('.wasm.gz')) {
          console.log('read');
          if (globalThis.missing) throw new Error('no such file');
        }
        return readFileSync(file, ...rest);
      };
      ${before}
      const { backendName, loadModel, makeData, step } = await import('qpos');
      const model = loadModel('<mujoco><worldbody><body><joint axis="0 1 0"/><geom size=".1 .3" type="capsule" pos=".5 0 0"/></body></worldbody></mujoco>');
      const data = makeData(model);
      step(model, data, 100);
      console.log(backendName(), data.qpos[0]);`).stdout;

  test('is a file in Node, and a text where there is no such file', () => {
    const ofFile = program('');
    expect(ofFile).toMatch(/^read\nwasm 0\.\d+\n$/);
    expect(program('globalThis.missing = true;')).toBe(ofFile);
  });

  test('is not even read where the back end is JavaScript', () => {
    expect(program(`process.env.QPOS_BACKEND = 'js'; await import('qpos/js');`)).toMatch(/^js 0\.\d+\n$/);
  });
});

describe('what a console and JSON show', () => {
  const shown = (expression: string): string =>
    run(`
      import { loadModel, makeData } from 'qpos';
      import { inspect } from 'node:util';
      const model = loadModel('<mujoco><worldbody><geom name="g" size="1"/></worldbody><worldbody><body><joint/><geom size="1"/></body></worldbody></mujoco>');
      const data = makeData(model);
      console.log(${expression});`).stdout.trim();

  test.each([
    ['model', 'Model { nq: 1, nv: 1, nbody: 2, njnt: 1, ngeom: 2 }'],
    [
      'inspect(data, { breakLength: Infinity })',
      'Data { time: 0, qpos: [ 0 ], qvel: [ 0 ], act: [], ctrl: [], ncon: 0, nefc: 0 }',
    ],
    ['JSON.stringify(data)', '{"time":0,"qpos":[0],"qvel":[0],"act":[],"ctrl":[],"ncon":0,"nefc":0}'],
    ['inspect(model.stat).split("\\n")[1].trim()', 'meaninertia: 1675.5160819145563,'],
    ['JSON.parse(JSON.stringify(model.opt)).gravity', '[ 0, 0, -9.81 ]'],
    ['inspect(model.geom("g")).includes("[Getter")', 'false'],
    ['JSON.parse(JSON.stringify(model.geom("g"))).friction', '[ 1, 0.005, 0.0001 ]'],
  ])('%s', (expression, text) => {
    expect(shown(expression)).toBe(text);
  });
});

describe('the packages', () => {
  const packages = path.resolve(import.meta.dirname, '../..');
  const read = (name: string, file: string): string => fs.readFileSync(path.join(packages, name, file), 'utf8');
  const names = fs.readdirSync(packages);

  test.each(names)('%s has all that its entries name', (name) => {
    const { exports, bin = {} } = JSON.parse(read(name, 'package.json')) as {
      exports: Record<string, { types: string; default: string }>;
      bin?: Record<string, string>;
    };
    const entries = [...Object.values(exports).flatMap((entry) => Object.values(entry)), ...Object.values(bin)];
    expect(entries.filter((entry) => !fs.existsSync(path.join(packages, name, entry)))).toEqual([]);
  });

  test.each(names)('%s is packed with its licence and a README', (name) => {
    const { scripts } = JSON.parse(read(name, 'package.json')) as { scripts: Record<string, string> };
    expect(scripts['prepack']).toContain('prepack.mjs');
    expect(read(name, 'README.md')).toContain('Apache-2.0');
  });

  test.each(['qpos', 'spec'])('the example in the README of %s runs', (name) => {
    const [, script = ''] = /```ts\n([\s\S]*?)```/.exec(read(name, 'README.md')) ?? [];
    const { status, stdout } = run(script);
    expect(status).toBe(0);
    expect(stdout).toMatch(name === 'qpos' ? /^1\.0/ : /^2 <mujoco/);
  });
});
