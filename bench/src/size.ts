import { spawnSync } from 'node:child_process';
import path from 'node:path';
import type { Row, SuiteOptions } from './rows.ts';

/** What `scripts/size.mjs --json` says of one bundle. */
interface Size {
  readonly name: string;
  readonly gzip: number;
  readonly limit?: number;
}

const script = path.resolve(import.meta.dirname, '../../scripts/size.mjs');

/** Bytes that a browser loads, compressed. */
export async function* sizeSuite({ scene, progress }: SuiteOptions): AsyncIterable<Row> {
  progress('bundles');
  const { stdout, stderr } = spawnSync(process.execPath, [script, '--json', '--oracle'], { encoding: 'utf8' });
  if (stdout === '') throw new Error(`the size script failed: ${stderr}`);
  const sizes = JSON.parse(stdout) as Size[];
  const oracle = (sizes.find((s) => s.name === 'oracle')?.gzip ?? Number.NaN) / 1000;
  for (const { name, gzip, limit } of sizes.filter((s) => s.name !== 'oracle' && scene.test(s.name)))
    yield {
      name: `${name}, minified, gzip`,
      unit: 'kB',
      oracle,
      ours: gzip / 1000,
      ratio: gzip / 1000 / oracle,
      spread: 0,
      ...(limit === undefined ? {} : { limits: [{ of: 'ours', most: limit / 1000 }] }),
    };
}
