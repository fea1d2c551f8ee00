// AssemblyScript's compiler.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { root } from '../packages.mjs';

/** Compiles with AssemblyScript, without optimising. */
export function compile(entry, wasm, options) {
  const bin = path.join(root, 'node_modules/assemblyscript/bin/asc.js');
  const args = [bin, entry, '--runtime', 'stub', '--noAssert', '-o', wasm, ...options];
  const run = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  if (run.status !== 0) {
    process.stderr.write(run.stdout + run.stderr);
    throw new Error('AssemblyScript rejects the numeric core');
  }
}
