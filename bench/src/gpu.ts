import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { timing } from './measure.ts';
import type { Row, SuiteOptions } from './rows.ts';

/** Environments of a batch. */
const SIZES = [64, 256, 1024, 4096, 8192];

const root = path.join(import.meta.dirname, '../..');
const models = path.join(root, 'models');
const program = path.join(root, 'scripts/testing/gpu/throughput.mjs');

/** A line that the program prints. */
interface Found {
  readonly adapter: string;
  readonly n: number;
  readonly rounds: readonly (readonly [processor: number, gpu: number])[];
}

/** Batches on the GPU of this machine against batches on all cores; nothing where there is no adapter. */
export async function* gpuSuite({ rounds, scene, slow, progress }: SuiteOptions): AsyncIterable<Row> {
  // a software renderer takes minutes for the larger model
  for (const file of slow ? ['cartpole.xml', 'humanoid.xml'] : ['cartpole.xml']) {
    if (!scene.test(file)) continue;
    progress(`${file} on the GPU`);
    const args = [program, path.join(models, file), String(rounds), ...SIZES.map(String)];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    for await (const text of createInterface({ input: child.stdout })) {
      if (!text.startsWith('{')) continue;
      const found = JSON.parse(text) as Found;
      yield {
        name: `${found.n} ${file}`,
        ...timing(found.rounds),
        note: `${found.adapter}, against a batch on all cores`,
      };
    }
  }
}
