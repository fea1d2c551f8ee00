import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const patch = path.join(import.meta.dirname, 'contributing-a-sensor.patch');
const text = fs.readFileSync(patch, 'utf8');
const page = fs.readFileSync(patch.replace(/patch$/, 'md'), 'utf8');
const files = [...text.matchAll(/^\+\+\+ b\/(.*)$/gm)].map(([, file]) => file as string);

/** What is said if a file of the patch is missing. */
const complaints: Readonly<Record<string, string>> = {
  'sensors.ts': "element 'jointpower' is not known in 'sensor'",
  'joint-power.ts': "Cannot find module '../readings/joint-power.ts'",
  'joint-power.xml': "'JOINTPOWER'", // among the sensors that no model has
};

const MODULE = 'packages/core/src/host/backend/wasm-bytes.ts'; // as it was built: only the js back end runs the copy

/** The repository in a temporary folder, without what is generated or installed. */
const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'qpos-sensor-'));
afterAll(() => fs.rmSync(copy, { recursive: true, force: true }), 60_000);

beforeAll(() => {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const list = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\0');
  for (const file of [...list, MODULE]) {
    if (file === '' || !fs.existsSync(path.join(root, file))) continue;
    fs.mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
    fs.copyFileSync(path.join(root, file), path.join(copy, file));
  }
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'), 'junction');
  apply();
}, 60_000);

/** Applies the patch, or a part of it; `-R` takes it back. */
function apply(...args: string[]): void {
  execFileSync('git', ['apply', ...args, patch], { cwd: copy });
}

/** Runs a script in the copy; returns its exit code and what it said. */
function run(script: string, ...args: string[]): { status: number | null; said: string } {
  const own = Object.entries(process.env).filter(([key]) => !/^VITEST|^NODE_ENV$|COLOR$/.test(key));
  const env = { ...Object.fromEntries(own), NO_COLOR: '1' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    cwd: copy,
    env,
    encoding: 'utf8',
  });
  return { status, said: stdout + stderr };
}

/** Generates, and runs the models of extensions and the coverage of sensors. */
function tryOut(): { status: number | null; said: string } {
  const generated = run('scripts/generate.mjs');
  if (generated.status !== 0) return generated;
  const tests = ['extensions', 'coverage'].map((name) => `conformance/src/models/${name}.test.ts`);
  return run('node_modules/vitest/vitest.mjs', 'run', '--project', 'js', '--reporter', 'verbose', ...tests);
}

test('the page shows the patch, and says how many files it has', () => {
  const words = ['no', 'one', 'two', 'three', 'four'];
  expect(page).toContain(`It takes ${words[files.length]} files`);
  for (const file of files) expect(page).toContain(path.basename(file));
  for (const part of text.split(/^diff /m).slice(1)) {
    if (part.includes('.xml')) continue;
    const added = [...part.matchAll(/^\+(?!\+\+ )(.*)$/gm)].map(([, line]) => line);
    expect(page).toContain(added.join('\n'));
  }
});

test('the patch adds a sensor that can be read', () => {
  const { status, said } = tryOut();
  expect(said).toMatch(/✓.*joint-power\.xml > gives the numbers that it states/);
  expect(status, said).toBe(0);
  const dialect = run('scripts/asc.mjs', '--check');
  expect(dialect.status, dialect.said).toBe(0);
});

test.each(files)('it takes %s', (file) => {
  apply('-R', `--include=${file}`);
  const { status, said } = tryOut();
  apply(`--include=${file}`);
  expect(said).toContain(complaints[path.basename(file)]);
  expect(status).not.toBe(0);
});
