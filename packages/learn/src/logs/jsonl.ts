import { checkFunction, checkSettings } from '../training/arguments.ts';
import type { Progress, TrainingLog } from '../training/trainer.ts';

/** Takes text as it comes: a file, a stream, an array. */
export type TextSink = (text: string) => void;

/** A record of an update as names and numbers. */
export function recordOf({ report, ...progress }: Progress): Record<string, number> {
  return { ...progress, ...report };
}

/**
 * A log of one JSON object per line. Numbers that JSON does not have, such as NaN, are null.
 *
 * @param write Takes each line.
 * @returns The log.
 * @example
 * const trainer = ppo(await makeVec('InvertedPendulum-v5', { n: 4, autoreset: 'same-step' }), { horizon: 64 });
 * const lines: string[] = []; // or append each to a file
 * await trainer.learn(512, { logs: [jsonlLog((line) => lines.push(line))] });
 * console.log(JSON.parse(lines[0] as string).steps); // 256
 */
export function jsonlLog(write: TextSink): TrainingLog {
  checkFunction('write', write);
  return { write: (progress) => write(`${JSON.stringify(recordOf(progress))}\n`) };
}

/**
 * A log in CSV: a line of names, unless `append` says that it is there already, then a line for each update.
 *
 * @param write Takes each line.
 * @param options Whether the names were written before.
 * @returns The log.
 * @example
 * const trainer = ppo(await makeVec('InvertedPendulum-v5', { n: 4, autoreset: 'same-step' }), { horizon: 64 });
 * await trainer.learn(512, { logs: [csvLog((line) => console.log(line))] });
 */
export function csvLog(write: TextSink, options: { readonly append?: boolean } = {}): TrainingLog {
  checkFunction('write', write);
  checkSettings('options', options);
  let isFirst = options.append !== true;
  return {
    write(progress) {
      const record = recordOf(progress);
      if (isFirst) write(`${Object.keys(record).join(',')}\n`);
      isFirst = false;
      write(`${Object.values(record).join(',')}\n`);
    },
  };
}
