// Runs a program of a private package from its build: node scripts/run.mjs conformance parity [arguments]
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ensureBuilt, ensureInstalled, root } from './ensure.mjs';

const [, , folder, program, ...args] = process.argv;
ensureInstalled();
ensureBuilt();
const { status } = spawnSync(
  process.execPath,
  ['--expose-gc', path.join(root, folder, 'dist', `${program}.js`), ...args],
  { cwd: process.cwd(), stdio: 'inherit' },
);
process.exit(status ?? 1);
