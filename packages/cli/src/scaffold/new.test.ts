import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { put, run, temporaryFolder } from '../testing/run.ts';

const folder = temporaryFolder();
const root = path.resolve(import.meta.dirname, '../../../..');
const project = path.join(folder, 'my-robot');
afterAll(() => fs.rmSync(folder, { recursive: true }));

describe('qpos new', () => {
  test('makes a project whose model is without problems', async () => {
    const { code, out } = await run(['new', project]);
    expect(code).toBe(0);
    expect(out).toContain('npm start');
    expect(JSON.parse(fs.readFileSync(path.join(project, 'package.json'), 'utf8')).name).toBe('my-robot');
    expect((await run(['check', path.join(project, 'model.xml')])).code).toBe(0);
  });

  test('its versions of three and vite are those that the packages are tested with', () => {
    const manifest = JSON.parse(fs.readFileSync(path.join(project, 'package.json'), 'utf8'));
    const versionOf = (name: string) =>
      JSON.parse(fs.readFileSync(path.join(root, 'node_modules', name, 'package.json'), 'utf8')).version;
    expect(manifest.dependencies.three).toBe(versionOf('three'));
    expect(manifest.devDependencies.vite).toBe(versionOf('vite'));
  });

  test('its task runs and its page builds', () => {
    fs.symlinkSync(path.join(root, 'node_modules'), path.join(project, 'node_modules'));
    const node = (...args: string[]) => execFileSync(process.execPath, args, { cwd: project, encoding: 'utf8' });
    expect(node('run.js')).toMatch(/^500 steps, return \d+\.\d\n$/);
    node(path.join(root, 'node_modules/vite/bin/vite.js'), 'build', '--base', './', '--logLevel', 'warn');
    expect(fs.readFileSync(path.join(project, 'dist/index.html'), 'utf8')).toContain('<script type="module"');
  });

  test('leaves a folder with files alone, and refuses odd names', async () => {
    const { code, err } = await run(['new', project]);
    expect(code).toBe(1);
    expect(err).toContain('not empty');
    expect((await run(['new', path.join(folder, 'a b')])).err).toContain('cannot be the name');
    expect((await run(['new', put(folder, { file: '' })])).err).toContain('is a file');
    const { out } = await run(['new', path.join(folder, 'other'), '--json']);
    expect(JSON.parse(out).files).toContain('model.xml');
  });
});
