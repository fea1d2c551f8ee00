import path from 'node:path';
import { McapWriter } from '@mcap/core';
import { UsageError } from '../io.ts';
import { VERSION } from '../version.ts';
import { csvCell } from './csv.ts';
import { FileInProgress } from './file.ts';
import { encodeNpz, type NpyArray } from './npz.ts';
import type { Column, Origin } from './recording.ts';

/** Writes rows (all columns side by side) to a file; the file appears with `finish`. */
export interface RecordingWriter {
  add(rows: Float64Array, count: number): Promise<void>;
  finish(): Promise<void>;
  discard(): void;
}

const formats: Readonly<Record<string, (file: string, columns: readonly Column[], origin: Origin) => RecordingWriter>> =
  {
    '.npz': npzWriter,
    '.csv': csvWriter,
    '.mcap': mcapWriter,
  };

/** Formats that a recording can be written in, by suffix. */
export const RECORDING_FORMATS = Object.keys(formats);

/** A writer for a recording, in the format of the file's suffix. */
export function openRecording(file: string, columns: readonly Column[], origin: Origin): RecordingWriter {
  const make = formats[path.extname(file).toLowerCase()];
  if (make === undefined) {
    throw new UsageError(`cannot record to '${file}'`, `the name must end in ${RECORDING_FORMATS.join(', ')}`);
  }
  return make(file, columns, origin);
}

const widthOf = (columns: readonly Column[]): number => columns.reduce((n, c) => n + c.width, 0);

function npzWriter(file: string, columns: readonly Column[], origin: Origin): RecordingWriter {
  const out = new FileInProgress(file);
  const width = widthOf(columns);
  const chunks: Float64Array[] = [];
  let rows = 0;
  return {
    add: async (block, count) => {
      chunks.push(block.slice(0, count * width));
      rows += count;
    },
    finish: async () => {
      const arrays: Record<string, NpyArray> = {};
      let first = 0;
      for (const { name, width: w } of columns) {
        arrays[name] = { shape: name === 'time' ? [rows] : [rows, w], data: gather(chunks, rows, width, first, w) };
        first += w;
      }
      const labels = Object.fromEntries(columns.map((c) => [c.name, c.labels]));
      arrays['meta'] = { shape: [], data: JSON.stringify({ qpos: VERSION, ...origin, labels }) };
      out.write(encodeNpz(arrays));
      out.finish();
    },
    discard: () => out.discard(),
  };
}

/** Columns `first` to `first + w` of all rows. */
function gather(chunks: readonly Float64Array[], rows: number, width: number, first: number, w: number): Float64Array {
  const out = new Float64Array(rows * w);
  let at = 0;
  for (const chunk of chunks) {
    for (let row = first; row < chunk.length; row += width) {
      out.set(chunk.subarray(row, row + w), at);
      at += w;
    }
  }
  return out;
}

function csvWriter(file: string, columns: readonly Column[]): RecordingWriter {
  const out = new FileInProgress(file);
  const width = widthOf(columns);
  try {
    out.write(`${columns.flatMap((c) => c.labels.map(csvCell)).join(',')}\n`);
  } catch (error) {
    out.discard();
    throw error;
  }
  return {
    add: async (block, count) => {
      let text = '';
      for (let r = 0; r < count; r++) text += `${block.subarray(r * width, (r + 1) * width).join(',')}\n`;
      out.write(text);
    },
    finish: async () => out.finish(),
    discard: () => out.discard(),
  };
}

/** One topic for each quantity, with JSON messages `{"values": [...]}`; the labels are in the channel's metadata. */
function mcapWriter(file: string, columns: readonly Column[], origin: Origin): RecordingWriter {
  const out = new FileInProgress(file);
  const width = widthOf(columns);
  const mcap = new McapWriter({
    writable: { write: async (bytes) => out.write(bytes), position: () => BigInt(out.position) },
  });
  const encoder = new TextEncoder();
  const schema = { type: 'object', properties: { values: { type: 'array', items: { type: 'number' } } } };
  const channels: { id: number; column: Column; first: number }[] = [];
  let sequence = 0;

  const start = async (): Promise<void> => {
    await mcap.start({ profile: '', library: `qpos ${VERSION}` });
    const metadata = new Map(Object.entries({ qpos: VERSION, ...origin }).map(([k, v]) => [k, String(v)]));
    await mcap.addMetadata({ name: 'qpos', metadata });
    const data = encoder.encode(JSON.stringify(schema));
    const schemaId = await mcap.registerSchema({ name: 'qpos.Values', encoding: 'jsonschema', data });
    let first = 0;
    for (const column of columns) {
      if (column.name !== 'time') {
        const id = await mcap.registerChannel({
          schemaId,
          topic: `/${column.name}`,
          messageEncoding: 'json',
          metadata: new Map([['labels', JSON.stringify(column.labels)]]),
        });
        channels.push({ id, column, first });
      }
      first += column.width;
    }
  };
  const started = start();

  return {
    add: async (block, count) => {
      await started;
      for (let r = 0; r < count; r++) {
        const row = block.subarray(r * width, (r + 1) * width);
        const time = BigInt(Math.round((row[0] as number) * 1e9));
        for (const { id, column, first } of channels) {
          const values = Array.from(row.subarray(first, first + column.width), mcapNumber);
          const data = encoder.encode(JSON.stringify({ values }));
          await mcap.addMessage({ channelId: id, sequence, logTime: time, publishTime: time, data });
        }
        sequence++;
      }
    },
    finish: async () => {
      await started;
      await mcap.end();
      out.finish();
    },
    discard: () => out.discard(),
  };
}

/** JSON has no words for numbers that are not finite. */
function mcapNumber(x: number): number | null {
  return Number.isFinite(x) ? x : null;
}
