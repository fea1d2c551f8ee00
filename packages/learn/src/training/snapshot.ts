import { ArgumentError } from '@qpos/core/errors';
import { readTensors, type Tensor, writeTensors } from '../policy/safetensors.ts';

/** A trainer's state: arrays by name, and everything else as JSON. */
export interface Snapshot {
  /** Which algorithm it is of. */
  readonly algorithm: string;
  /** Weights and all other arrays. */
  readonly arrays: Readonly<Record<string, Tensor>>;
  /** Counters, random numbers, settings. */
  readonly rest: unknown;
}

/** Numbers that JSON does not have, as objects. */
const encode = (_: string, value: unknown): unknown =>
  typeof value === 'number' && !Number.isFinite(value) ? { number: String(value) } : value;
const decode = (_: string, value: unknown): unknown => {
  const text = (value as { number?: unknown } | null)?.number;
  return typeof text === 'string' ? Number(text) : value;
};

const FORMAT = 'qpos-checkpoint';
const VERSION = '1';

/** A snapshot as bytes. */
export function writeSnapshot({ algorithm, arrays, rest }: Snapshot): Uint8Array {
  const tensors = new Map(Object.entries(arrays).map(([name, data]) => [name, { data, shape: [data.length] }]));
  return writeTensors({
    tensors,
    metadata: { format: FORMAT, version: VERSION, algorithm, rest: JSON.stringify(rest, encode) },
  });
}

/** Reads what `writeSnapshot` wrote. */
export function readSnapshot(bytes: Uint8Array): Snapshot {
  const { tensors, metadata } = readTensors(bytes);
  if (metadata['format'] !== FORMAT) throw new ArgumentError('this is not a checkpoint of a training');
  if (metadata['version'] !== VERSION)
    throw new ArgumentError(
      `the checkpoint is of version ${metadata['version']}; this is version ${VERSION}`,
      'unsupported',
    );
  return {
    algorithm: metadata['algorithm'] ?? '',
    arrays: Object.fromEntries([...tensors].map(([name, { data }]) => [name, data])),
    rest: JSON.parse(metadata['rest'] ?? 'null', decode),
  };
}

/** Copies an array of a snapshot into one that has its type and length. */
export function restoreArray(target: Tensor, snapshot: Snapshot, name: string): void {
  const found = snapshot.arrays[name];
  if (found?.constructor !== target.constructor || found.length !== target.length)
    throw new ArgumentError(
      `the checkpoint does not fit: '${name}' has ${found?.length ?? 'no'} elements, here ${target.length}`,
      'bad-argument',
      'resume with the task and the settings it was saved with',
    );
  target.set(found as Float64Array);
}
