import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { build, type Plugin } from 'esbuild';
import { root } from '../../root.ts';

export interface GuardedFailure {
  /** Number of the mutant; -1, -2, ... for the seeds as they are. */
  readonly index: number;
  readonly error: string;
}

export interface GuardedReport {
  readonly seeds: number;
  readonly accepted: number;
  readonly failures: readonly GuardedFailure[];
}

const folder = path.join(root, 'conformance/src/fuzz/saved-models');

/** Guards working memory too: the two functions of the dialect that make it. */
const guardScratch: Plugin = {
  name: 'guard-scratch',
  setup(bundle) {
    bundle.onLoad({ filter: /kernel[\\/]dialect\.ts$/ }, ({ path: file }) => {
      const text = fs.readFileSync(file, 'utf8');
      const contents = text.replace(/return (new (?:Float64|Int32)Array\(n\));/g, "return guarded($1, 'scratch');");
      if (contents === text) throw new Error('the dialect does not make working memory as it did');
      const guards = path.join(folder, 'guarded-arrays.ts');
      return { contents: `import { guarded } from ${JSON.stringify(guards)};\n${contents}`, loader: 'ts' };
    });
  },
};

/**
 * Runs mutants of saved models on the js back end with arrays that throw where an index is not theirs: reads, too, and within one block of
 * memory, which neither back end notices otherwise.
 */
export async function runGuarded(first: number, count: number, steps: number): Promise<GuardedReport> {
  const outfile = path.join(root, `build/guarded-mutants-${process.pid}.mjs`);
  await build({
    entryPoints: [path.join(folder, 'guarded-worker.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    sourcemap: 'inline',
    tsconfig: path.join(root, 'tsconfig.check.json'),
    logLevel: 'error',
    plugins: [guardScratch],
  });
  try {
    const args = ['--enable-source-maps', outfile, String(first), String(count), String(steps)];
    const env = { ...process.env, QPOS_BACKEND: 'js' };
    const { stdout } = await promisify(execFile)(process.execPath, args, { env, maxBuffer: 2 ** 26 });
    return JSON.parse(stdout) as GuardedReport;
  } finally {
    fs.rmSync(outfile, { force: true });
  }
}
