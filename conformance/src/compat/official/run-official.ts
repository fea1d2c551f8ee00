/**
 * Runs the official tests of the JavaScript package against `qpos/compat`: `npm run compat -- FOLDER`. The folder has `bindings_test.ts` and
 * `enums_test.ts` as the source of MuJoCo has them in `wasm/tests`; nothing of them is part of this repository.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { transformSync } from 'esbuild';
import { collectSuite, type Failure, runSuite } from './suite.ts';

const FILES = ['bindings_test.ts', 'enums_test.ts'];
const USAGE = `npm run compat -- FOLDER
Runs the official tests (${FILES.join(', ')}) against qpos/compat.`;

/** The program of a test file: without types, and with our module in place of the official one. */
function programOf(file: string): string {
  const { code } = transformSync(fs.readFileSync(file, 'utf8'), { loader: 'ts', format: 'esm' });
  const module = import.meta.resolve('qpos/compat');
  return code
    .replace(/^import ["']jasmine["'];$/m, '')
    .replace(/["'][^"']*dist\/mujoco\.js["']/g, JSON.stringify(module));
}

async function run(file: string): Promise<readonly Failure[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'qpos-compat-'));
  const program = path.join(folder, 'test.mjs');
  fs.writeFileSync(program, programOf(file));
  try {
    const suite = await collectSuite(() => import(pathToFileURL(program).href));
    const { passed, failures } = await runSuite(suite);
    console.log(`${path.basename(file)}: ${passed} of ${passed + failures.length} pass`);
    for (const { name, message } of failures) console.log(`  ${name}\n    ${message.split('\n')[0]}`);
    return failures;
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

const [folder] = process.argv.slice(2);
if (folder === undefined || folder.startsWith('--')) {
  console.log(USAGE);
  process.exitCode = folder === '--help' ? 0 : 2;
} else {
  const files = FILES.map((name) => path.join(folder, name)).filter((file) => fs.existsSync(file));
  if (files.length === 0) console.log(`there are no tests in '${folder}'`);
  let failed = files.length === 0 ? 1 : 0;
  for (const file of files) failed += (await run(file)).length;
  process.exitCode = failed > 0 ? 1 : 0;
}
