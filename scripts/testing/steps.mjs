// The steps of a test run: checks of the whole repository, tests by vitest, programs. Each prints how long it took.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from '../ensure.mjs';
import { tally, tallyReport } from './tally.mjs';

const bin = (file) => path.join(root, 'node_modules', file);
const tsc = bin('typescript-native/bin/tsc'); // TypeScript 7; the tools that read programs need the interface of 6

/** What is checked without running anything of ours, by label. */
export const CHECKS = {
  biome: [bin('@biomejs/biome/bin/biome'), 'check', '.', '--error-on-warnings'],
  types: [tsc, '-b'],
  'types of tests and tools': [tsc, '-p', 'tsconfig.check.json'],
  'types of the studio': [tsc, '-p', 'apps/studio'],
  'types of the site': [tsc, '-p', 'apps/site'],
  layers: [
    bin('dependency-cruiser/bin/dependency-cruise.mjs'),
    ...['packages', 'apps', 'conformance', 'bench', 'docs'],
    ...['--config', '.dependency-cruiser.mjs', '--output-type', 'err'],
  ],
  'dead code': [bin('knip/bin/knip.js'), '--no-gitignore'],
  size: [path.join(root, 'scripts/size.mjs'), '--check'],
};

const seconds = (start) => `${((Date.now() - start) / 1000).toFixed(1)} s`;

/** Runs one check and prints what it says when it has ended. */
function check(label, args) {
  const start = Date.now();
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        text += chunk;
      });
    child.on('close', (status) => {
      const ok = status === 0;
      console.log(`${ok ? 'ok' : `${text}\nFAILED`}: ${label} (${seconds(start)})`);
      resolve(tally(ok ? 1 : 0, ok ? 0 : 1));
    });
  });
}

/** Runs the checks of these labels, as many at a time as there are cores. */
export async function runChecks(labels) {
  console.log('\n== checks');
  const waiting = [...labels];
  const results = [];
  const worker = async () => {
    for (let label = waiting.shift(); label !== undefined; label = waiting.shift())
      results.push(await check(label, CHECKS[label]));
  };
  await Promise.all(Array.from({ length: os.availableParallelism() }, worker));
  return results;
}

/** Runs vitest; its tally, and its report for a closer look. */
export function runTests(label, args, env = {}) {
  const start = Date.now();
  console.log(`\n== ${label}`);
  const file = path.join(root, 'build/test-report.json');
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.rmSync(file, { force: true });
  const { status } = spawnSync(
    process.execPath,
    [bin('vitest/vitest.mjs'), 'run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } },
  );
  const report = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : undefined;
  console.log(`${label}: ${seconds(start)}`);
  return { tally: tallyReport(report, status), report };
}

/** Runs a program that ends with a status; it counts as one test. */
export function runProgram(label, args) {
  const start = Date.now();
  console.log(`\n== ${label}`);
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  const ok = status === 0;
  console.log(`${ok ? 'ok' : 'FAILED'}: ${label} (${seconds(start)})`);
  return tally(ok ? 1 : 0, ok ? 0 : 1);
}
