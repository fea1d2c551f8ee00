// Runs a program of a private package from its build: node scripts/run.mjs conformance parity/parity [arguments]
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ensureBuilt, ensureInstalled } from './ensure.mjs';
import { packages, root } from './packages.mjs';
import { programFile } from './workspace/entries.mjs';

const [, , folder, program, ...args] = process.argv;
ensureInstalled();
ensureBuilt();
const file = path.join(root, programFile(folder, program, packages));
const { status } = spawnSync(process.execPath, ['--expose-gc', file, ...args], { stdio: 'inherit' });
process.exit(status ?? 1);
