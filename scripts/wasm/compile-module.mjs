// Compiles and optimises one module in a process of its own, so that two can be made at once.
//   node scripts/wasm/compile-module.mjs '{ "entry": ..., "wasm": ..., "options": [...], "noInline": [...] }'
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { compile } from './compile.mjs';
import { optimise } from './optimise-wasm.mjs';

/**
 * Does so.
 *
 * @param {{ entry: string, wasm: string, options: string[], noInline: string[] }} module
 */
export async function compileModule(module) {
  const program = fileURLToPath(import.meta.url);
  await promisify(execFile)(process.execPath, [program, JSON.stringify(module)], { maxBuffer: 2 ** 26 }).catch(
    ({ stderr }) => {
      throw new Error(`the numeric core does not compile\n${stderr}`);
    },
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { entry, wasm, options, noInline } = JSON.parse(process.argv[2]);
  compile(entry, wasm, options);
  await optimise(wasm, noInline);
}
