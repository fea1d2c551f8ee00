import { UsageError } from '../io.ts';
import { column, quantity, type Recording, type Series } from './recording.ts';

/**
 * Columns of a recording by pattern: a quantity (`qpos`), one column by number (`qpos[3]`) or range (`qpos[0:3]`), one by
 * label (`qpos:knee`), or all columns of one object (`sensordata:gyro`); without its quantity where that is clear (`knee`).
 */
export function selectSeries(recording: Recording, pattern: string): Series[] {
  const found = byQuantity(recording, pattern) ?? byLabel(recording, pattern);
  if (found.length > 0) return found;
  const near = recording.quantities
    .flatMap((q) => q.labels)
    .filter((label) => label.toLowerCase().includes(pattern.replace(/^\w+:/, '').toLowerCase()));
  const hint = near.length > 0 ? `did you mean ${near.slice(0, 5).join(', ')}?` : contentsOf(recording);
  throw new UsageError(`the recording has no '${pattern}'`, hint);
}

/** What a recording has, in words. */
export function contentsOf(recording: Recording): string {
  return `it has ${recording.quantities.map((q) => (q.width === 1 ? q.name : `${q.name} (${q.width})`)).join(', ')}`;
}

function byQuantity(recording: Recording, pattern: string): Series[] | undefined {
  const [, name = '', first, last] = /^(\w+)(?:\[(\d+)(?::(\d+))?\])?$/.exec(pattern) ?? [];
  const q = quantity(recording, name);
  if (q === undefined) return undefined;
  const start = first === undefined ? 0 : Number(first);
  const end = last !== undefined ? Number(last) : first === undefined ? q.width : start + 1;
  if (start >= q.width || end > q.width) {
    throw new UsageError(`'${pattern}' is out of range`, `${name} has the columns 0 to ${q.width - 1}`);
  }
  return Array.from({ length: end - start }, (_, k) => column(q, start + k));
}

function byLabel(recording: Recording, pattern: string): Series[] {
  const object = (label: string): string => label.replace(/\[\d+\]$/, '');
  const bare = (label: string): string => label.replace(/^\w+:/, '');
  const forms = [
    (label: string) => label === pattern,
    (label: string) => object(label) === pattern,
    (label: string) => bare(label) === pattern || bare(object(label)) === pattern,
  ];
  for (const matches of forms) {
    const found = recording.quantities.flatMap((q) =>
      q.labels.flatMap((label, k) => (matches(label) ? [column(q, k)] : [])),
    );
    if (found.length > 0) return found;
  }
  return [];
}
