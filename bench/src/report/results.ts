import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Row } from '../rows.ts';

/** One run of a suite. */
export interface SuiteResult {
  readonly date: string;
  readonly rows: readonly Row[];
}

/** A file of results. */
export interface Results {
  readonly machine: { readonly cpu: string; readonly cores: number; readonly node: string };
  readonly suites: Readonly<Record<string, SuiteResult>>;
}

/** The machine, by what matters for speed only. */
const machine = (): Results['machine'] => ({
  cpu: os.cpus()[0]?.model.replace(/\((R|TM)\)/g, '') ?? 'unknown',
  cores: os.cpus().length,
  node: process.version,
});

export const readResults = (file: string): Results => JSON.parse(fs.readFileSync(file, 'utf8')) as Results;

/** Five digits are more than a benchmark knows; NaN becomes null in JSON. */
const rounded = (_key: string, value: unknown): unknown =>
  typeof value === 'number' ? Number(value.toPrecision(5)) : value;

/** Adds the rows of suites to a file: rows of the same name are replaced, and all of them if the run was `whole`. */
export function saveResults(file: string, found: Readonly<Record<string, readonly Row[]>>, whole: boolean): void {
  const before = fs.existsSync(file) ? readResults(file).suites : {};
  const date = new Date().toISOString().slice(0, 10);
  const suites: Record<string, SuiteResult> = { ...before };
  for (const [suite, rows] of Object.entries(found)) {
    const names = new Set(rows.map((r) => r.name));
    const kept = whole ? [] : (before[suite]?.rows ?? []).filter((r) => !names.has(r.name));
    suites[suite] = { date, rows: [...kept, ...rows] };
  }
  fs.mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
  fs.writeFileSync(file, `${JSON.stringify({ machine: machine(), suites }, rounded, 1)}\n`);
}
