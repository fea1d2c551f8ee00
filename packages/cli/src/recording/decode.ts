import { McapStreamReader } from '@mcap/core';
import { UsageError } from '../io.ts';
import { readCsv } from './csv.ts';
import { decodeNpz } from './npz.ts';
import type { Origin, Quantity, Recording } from './recording.ts';

export type { Origin, Quantity, Recording } from './recording.ts';

/** The ending of a file's name, in small letters. */
const endingOf = (file: string): string => /\.\w+$/.exec(file)?.[0].toLowerCase() ?? '';

/**
 * Decodes a recording (.npz, .csv or .mcap), or any table of numbers over time in one of these formats.
 *
 * @param bytes Content of the file.
 * @param file Its name, whose ending tells the format.
 * @returns The recording.
 * @example
 * const { rows, quantities } = decodeRecording(bytes, 'run.npz');
 */
export function decodeRecording(bytes: Uint8Array, file: string): Recording {
  switch (endingOf(file)) {
    case '.npz':
      return fromNpz(bytes, file);
    case '.csv':
      return fromCsv(new TextDecoder().decode(bytes), file);
    case '.mcap':
      return fromMcap(bytes, file);
    default:
      throw new UsageError(`cannot read '${file}' as a recording`, 'it must be an .npz, .csv or .mcap file');
  }
}

const numbered = (name: string, width: number): string[] =>
  name === 'time' ? ['time'] : Array.from({ length: width }, (_, k) => `${name}[${k}]`);

function fromNpz(bytes: Uint8Array, file: string): Recording {
  const arrays = decodeNpz(bytes, file);
  const meta = arrays['meta'];
  const { labels = {}, ...origin } = typeof meta?.data === 'string' ? parseMeta(meta.data) : {};
  const quantities: Quantity[] = [];
  let rows = -1;
  for (const [name, { shape, data }] of Object.entries(arrays)) {
    if (typeof data === 'string' || shape.length === 0 || shape.length > 2) continue;
    if (rows < 0) rows = shape[0] as number;
    if (shape[0] !== rows) throw new UsageError(`'${file}': '${name}' has ${shape[0]} rows and others have ${rows}`);
    const width = shape[1] ?? 1;
    const own = labels[name];
    const named = own?.length === width ? own : numbered(name, width);
    if (width > 0) quantities.push({ name, width, labels: named, values: data });
  }
  if (quantities.length === 0) throw new UsageError(`'${file}' has no array of numbers over time`);
  return { rows, quantities, origin };
}

interface Meta extends Origin {
  readonly labels?: Readonly<Record<string, readonly string[]>>;
}

/** What is written beside the arrays; anything of the wrong kind is left out. */
function parseMeta(text: string): Meta {
  let value: Record<string, unknown>;
  try {
    value = JSON.parse(text);
  } catch {
    return {};
  }
  if (typeof value !== 'object' || value === null) return {};
  const labels = Object.entries((value['labels'] ?? {}) as Record<string, unknown>).filter(
    (entry): entry is [string, string[]] => Array.isArray(entry[1]) && entry[1].every((x) => typeof x === 'string'),
  );
  return { ...originOf(value), labels: Object.fromEntries(labels) };
}

function originOf(value: Readonly<Record<string, unknown>>): Origin {
  const text = (key: string): object => (typeof value[key] === 'string' ? { [key]: value[key] } : {});
  const number = (key: string): object => (Number(value[key]) > 0 ? { [key]: Number(value[key]) } : {});
  return { ...text('model'), ...text('keyframe'), ...number('timestep'), ...number('every') };
}

/** Columns `name:label` and `name[k]` of one name are one quantity; any other column is one by itself. */
function fromCsv(text: string, file: string): Recording {
  const { header, rows } = readCsv(text, file);
  const groups = new Map<string, number[]>();
  header.forEach((label, k) => {
    const name = /^(\w+)(?=[:[])/.exec(label)?.[1] ?? label;
    groups.set(name, [...(groups.get(name) ?? []), k]);
  });
  const quantities = [...groups].map(([name, columns]): Quantity => {
    const values = new Float64Array(rows.length * columns.length);
    rows.forEach((row, r) => {
      values.set(
        columns.map((c) => row[c] as number),
        r * columns.length,
      );
    });
    return { name, width: columns.length, labels: columns.map((c) => header[c] as string), values };
  });
  return { rows: rows.length, quantities, origin: {} };
}

function fromMcap(bytes: Uint8Array, file: string): Recording {
  const decoder = new TextDecoder();
  const topics = new Map<number, { name: string; labels: string[] | undefined; rows: number[][]; times: bigint[] }>();
  let origin: Origin = {};
  const reader = new McapStreamReader();
  try {
    reader.append(bytes);
    for (let record = reader.nextRecord(); record !== undefined; record = reader.nextRecord()) {
      if (record.type === 'Metadata' && record.name === 'qpos') origin = originOf(Object.fromEntries(record.metadata));
      if (record.type === 'Channel' && record.messageEncoding === 'json' && !topics.has(record.id)) {
        const labels = record.metadata.get('labels');
        const name = record.topic.replace(/^\//, '');
        topics.set(record.id, {
          name,
          labels: labels === undefined ? undefined : JSON.parse(labels),
          rows: [],
          times: [],
        });
      }
      const topic = record.type === 'Message' ? topics.get(record.channelId) : undefined;
      if (record.type !== 'Message' || topic === undefined) continue;
      const { values } = JSON.parse(decoder.decode(record.data)) as { values?: (number | null)[] };
      if (!Array.isArray(values)) continue;
      topic.rows.push(values.map((x) => x ?? Number.NaN));
      topic.times.push(record.logTime);
    }
  } catch (error) {
    throw new UsageError(`'${file}' cannot be read as MCAP: ${(error as Error).message}`);
  }
  const used = [...topics.values()].filter((t) => t.rows.length > 0);
  const times = used[0]?.times ?? [];
  if (times.length === 0) throw new UsageError(`'${file}' has no messages of qpos`);
  const quantities: Quantity[] = [
    { name: 'time', width: 1, labels: ['time'], values: Float64Array.from(times, (t) => Number(t) / 1e9) },
  ];
  for (const { name, labels, rows } of used) {
    const width = rows[0]?.length ?? 0;
    if (rows.length !== times.length || rows.some((row) => row.length !== width)) continue;
    const values = Float64Array.from(rows.flat());
    quantities.push({ name, width, labels: labels?.length === width ? labels : numbered(name, width), values });
  }
  return { rows: times.length, quantities, origin };
}
