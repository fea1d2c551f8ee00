import { makeCases } from './cases.ts';
import type { Format } from './format.ts';
import { LimitedProcess } from './limited-process.ts';
import { minimise } from './minimise.ts';
import { type Failure, isFailure, type Outcome, signatureOf } from './outcome.ts';
import { Replayer } from './replayer.ts';

/** An input that a reader fails on. */
export interface Finding {
  readonly format: string;
  readonly seed: number;
  readonly index: number;
  readonly failure: Failure;
  readonly bytes: Uint8Array;
}

export interface FormatReport {
  readonly format: string;
  cases: number;
  /** Cases that were accepted. */
  read: number;
  readonly findings: Finding[];
  /** Failures that were like one before. */
  repeated: number;
  /** Failures that a process of their own did not show. */
  unconfirmed: number;
}

export interface FuzzOptions {
  /** The bundle of `fuzz-worker.ts`. */
  readonly worker: string;
  readonly seed: number;
  readonly milliseconds: number;
  /** Milliseconds for making one finding smaller. */
  readonly minimising?: number;
  /** Seconds of processor time after which a case is ended. */
  readonly hanging?: number;
  /** Different failures after which there is enough to do. */
  readonly mostFindings?: number;
}

const MINIMISING = 20_000;
const MOST_FINDINGS = 8;
const MOST_FAILURES = 60;

/** Confirms a failure in a process of its own and makes its input smaller; nothing if it does not fail there. */
async function examine(
  format: Format,
  index: number,
  { worker, seed, minimising = MINIMISING, hanging }: FuzzOptions,
): Promise<Finding | undefined> {
  const found = makeCases(format, seed)(index);
  const replayer = new Replayer(worker, format.name, hanging);
  try {
    const failure = await replayer.run(found.bytes);
    if (!isFailure(failure)) return undefined;
    const signature = signatureOf(failure);
    const { seal = (bytes) => bytes } = format;
    const fails = async (bytes: Uint8Array): Promise<boolean> => {
      const outcome = await replayer.run(seal(bytes));
      return isFailure(outcome) && signatureOf(outcome) === signature;
    };
    const isSealed = Buffer.compare(seal(found.bytes), found.bytes) === 0;
    const bytes = isSealed ? seal(await minimise(found, fails, minimising)) : found.bytes;
    return { format: format.name, seed, index, failure, bytes };
  } finally {
    await replayer.close();
  }
}

/** Tries mutants of a format for some time, in processes with limits. */
export async function fuzzFormat(format: Format, options: FuzzOptions): Promise<FormatReport> {
  const { worker, seed, milliseconds, hanging, mostFindings = MOST_FINDINGS } = options;
  const report: FormatReport = { format: format.name, cases: 0, read: 0, findings: [], repeated: 0, unconfirmed: 0 };
  const known = new Set<string>();
  const end = Date.now() + milliseconds;
  let next = 0;
  for (let failures = 0; Date.now() < end && failures < MOST_FAILURES && known.size < mostFindings; ) {
    const child = new LimitedProcess(worker, ['run', format.name, `${seed}`, `${next}`, `${end}`], hanging);
    const before = next;
    let failed: Outcome | undefined;
    child.onDone = (index, outcome) => {
      next = index + 1;
      report.cases++;
      if (outcome.kind === 'read') report.read++;
      if (isFailure(outcome)) failed = outcome;
    };
    await child.ended;
    if (next === before && failed === undefined && Date.now() < end)
      throw new Error(`the worker of ${format.name} does not start`);
    if (failed === undefined) continue;
    failures++;
    const signature = signatureOf(failed as Failure);
    if (known.has(signature)) {
      report.repeated++;
      continue;
    }
    const finding = await examine(format, next - 1, options);
    if (finding === undefined) report.unconfirmed++;
    else {
      known.add(signature);
      report.findings.push(finding);
    }
  }
  return report;
}
