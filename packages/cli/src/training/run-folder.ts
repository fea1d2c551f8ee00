import fs from 'node:fs';
import path from 'node:path';
import { csvLog, jsonlLog, type TrainingLog, tensorboardLog } from '@qpos/learn';
import { UsageError } from '../io.ts';

/** What a training was started with; what resumes it must be the same. */
export interface RunFacts {
  readonly task: string;
  readonly algorithm: string;
  readonly n: number;
  readonly steps: number;
  readonly seed: number;
  readonly settings: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, unknown>>;
  /** Groups of environments of a training on a cluster. */
  readonly actors?: number;
}

const FACTS = 'run.json';
const EVENTS = 'events.out.tfevents.qpos';

/** The files of one training: facts, logs, checkpoint, policy. */
export class RunFolder {
  readonly dir: string;

  constructor(dir: string) {
    this.dir = dir;
    fs.mkdirSync(dir, { recursive: true });
  }

  get checkpoint(): string {
    return path.join(this.dir, 'checkpoint.safetensors');
  }

  get policy(): string {
    return path.join(this.dir, 'policy.safetensors');
  }

  writeFacts(facts: RunFacts): void {
    replace(path.join(this.dir, FACTS), `${JSON.stringify(facts, null, 2)}\n`);
  }

  /** Writes a checkpoint, so that a kill at any time leaves this one or the last. */
  writeCheckpoint(bytes: Uint8Array): void {
    replace(this.checkpoint, bytes);
  }

  /** Logs that begin, or go on after `steps`: what was written later belongs to work that was lost. */
  logs(steps: number): TrainingLog[] {
    const [json, csv, events] = ['progress.jsonl', 'progress.csv', EVENTS].map((name) => path.join(this.dir, name)) as [
      string,
      string,
      string,
    ];
    const append = steps > 0 && fs.existsSync(csv);
    for (const [file, trim] of [
      [json, trimJsonl],
      [csv, trimCsv],
      [events, trimEvents],
    ] as const) {
      if (append && fs.existsSync(file)) trim(file, steps);
      else fs.rmSync(file, { force: true });
    }
    const writer = (file: string) => (data: string | Uint8Array) => fs.appendFileSync(file, data);
    let isVersion = append; // the file has one already
    return [
      jsonlLog(writer(json)),
      csvLog(writer(csv), { append }),
      tensorboardLog((bytes) => {
        if (!isVersion) fs.appendFileSync(events, bytes);
        isVersion = false;
      }),
    ];
  }
}

/** The facts beside a checkpoint, if they are there. */
export function factsBeside(checkpoint: string): RunFacts | undefined {
  const file = path.join(path.dirname(checkpoint), FACTS);
  if (!fs.existsSync(file)) return undefined;
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')) as RunFacts;
  } catch {
    throw new UsageError(`'${file}' is damaged`, 'remove it, and give the options of the training again');
  }
}

function replace(file: string, content: string | Uint8Array): void {
  fs.writeFileSync(`${file}.part`, content);
  fs.renameSync(`${file}.part`, file);
}

function keepLines(file: string, keep: (line: string, index: number) => boolean): void {
  const lines = fs.readFileSync(file, 'utf8').split('\n').slice(0, -1); // one without an end was cut off
  replace(
    file,
    lines
      .filter(keep)
      .map((line) => `${line}\n`)
      .join(''),
  );
}

function trimJsonl(file: string, steps: number): void {
  keepLines(file, (line) => JSON.parse(line).steps <= steps);
}

function trimCsv(file: string, steps: number): void {
  keepLines(file, (line, k) => k === 0 || Number(line.slice(0, line.indexOf(','))) <= steps);
}

/** Cuts an event file before the first record of a later step. */
function trimEvents(file: string, steps: number): void {
  const bytes = fs.readFileSync(file);
  let at = 0;
  while (at + 16 <= bytes.length) {
    const length = bytes.readUInt32LE(at);
    if (at + 16 + length > bytes.length || stepOf(bytes.subarray(at + 12, at + 12 + length)) > steps) break;
    at += 16 + length;
  }
  fs.truncateSync(file, at);
}

const STEP_AT = 9; // after the key and the number of the time
const STEP_KEY = 0x10;

/** The step of an event, a varint; 0 for one that has none. */
function stepOf(event: Uint8Array): number {
  if (event[STEP_AT] !== STEP_KEY) return 0;
  let [step, unit] = [0, 1];
  for (let k = STEP_AT + 1; k < event.length; k++, unit *= 0x80) {
    step += ((event[k] as number) & 0x7f) * unit;
    if ((event[k] as number) < 0x80) break;
  }
  return step;
}
