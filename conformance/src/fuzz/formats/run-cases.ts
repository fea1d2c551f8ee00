import fs from 'node:fs';
import { createInterface } from 'node:readline';
import { makeCases } from './cases.ts';
import type { Format } from './format.ts';
import { isFailure, MAX_BYTES, runCaseAlone } from './outcome.ts';

declare const gc: () => void;

/** Memory from which on it is collected between cases, and from which on a new process is better. */
const COLLECT = 0.4 * MAX_BYTES;
const RENEW = 0.6 * MAX_BYTES;

const write = (message: object): void => void fs.writeSync(1, `${JSON.stringify(message)}\n`);

async function run(format: Format, seed: number, from: number, end: number): Promise<void> {
  const caseOf = makeCases(format, seed);
  for (let index = from; Date.now() < end; index++) {
    const { bytes } = caseOf(index);
    write({ at: index });
    const outcome = await runCaseAlone(format, bytes);
    write({ done: index, outcome });
    if (isFailure(outcome)) return; // what it left behind must not disturb other cases
    if (process.memoryUsage.rss() > COLLECT) gc();
    if (process.memoryUsage.rss() > RENEW) return;
  }
}

async function replay(format: Format): Promise<void> {
  for await (const file of createInterface({ input: process.stdin })) {
    const bytes = new Uint8Array(fs.readFileSync(file));
    write({ at: 0 });
    const outcome = await runCaseAlone(format, bytes);
    write({ done: 0, outcome });
    if (isFailure(outcome)) return;
  }
}

/**
 * The work of a process in which cases run, as its command line says. It writes a line before and after each, at once, so that whoever started
 * it knows which one was on when it ends or is ended.
 *
 *     run FORMAT SEED FROM END    cases from a number on, until a time (ms since 1970)
 *     replay FORMAT               a path per line of the input: runs what is in the file
 */
export async function runCases(formats: readonly Format[]): Promise<void> {
  const [, , mode, name, ...numbers] = process.argv;
  const format = formats.find((f) => f.name === name);
  if (format === undefined) throw new Error(`no format '${name}'`);
  const [seed = 0, from = 0, end = 0] = numbers.map(Number);
  await (mode === 'replay' ? replay(format) : run(format, seed, from, end));
}
