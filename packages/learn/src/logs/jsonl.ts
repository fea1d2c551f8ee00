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
 * await trainer.learn(1e6, { logs: [jsonlLog((line) => fs.appendFileSync('log.jsonl', line))] });
 */
export function jsonlLog(write: TextSink): TrainingLog {
  return { write: (progress) => write(`${JSON.stringify(recordOf(progress))}\n`) };
}

/**
 * A log in CSV: a line of names, unless `append` says that it is there already, then a line for each update.
 *
 * @param write Takes each line.
 * @param options Whether the names were written before.
 * @returns The log.
 * @example
 * await trainer.learn(1e6, { logs: [csvLog((line) => fs.appendFileSync('log.csv', line))] });
 */
export function csvLog(write: TextSink, { append = false }: { readonly append?: boolean } = {}): TrainingLog {
  let isFirst = !append;
  return {
    write(progress) {
      const record = recordOf(progress);
      if (isFirst) write(`${Object.keys(record).join(',')}\n`);
      isFirst = false;
      write(`${Object.values(record).join(',')}\n`);
    },
  };
}
