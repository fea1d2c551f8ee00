import path from 'node:path';
import { type Model, readMjb, writeMjb } from 'qpos';
import { loadModelFile } from 'qpos/node';
import { type CorpusEntry, entryFiles } from '../models/corpus.ts';
import { guarded, loadInOracle, type Oracle, type OracleStruct } from '../oracle/oracle.ts';

const FILE = '/model.mjb';

/** The MJB file of a model of the oracle. */
export function oracleMjb(oracle: Oracle, model: OracleStruct): Uint8Array {
  const save = oracle.mj['mj_saveModel'] as (model: OracleStruct, file: string, buffer: null) => void;
  const files = oracle.mj.FS as unknown as { readFile(p: string): Uint8Array; unlink(p: string): void };
  guarded(oracle, () => save(model, FILE, null));
  const bytes = new Uint8Array(files.readFile(FILE));
  files.unlink(FILE);
  return bytes;
}

/** Loads a file in the oracle; null if it refuses. */
export function loadOracleMjb(oracle: Oracle, bytes: Uint8Array): OracleStruct | null {
  const { mj_loadModel: load } = oracle.mj.MjModel as unknown as {
    mj_loadModel(file: string, vfs: OracleStruct): OracleStruct | null;
  };
  const files = new (oracle.mj['MjVFS'] as new () => OracleStruct)();
  oracle.mj.FS.writeFile(FILE, bytes);
  try {
    return guarded(oracle, () => load(FILE, files));
  } finally {
    oracle.mj.FS.unlink(FILE);
    files.delete();
  }
}

/**
 * The fields in which two files differ, read as models, and by how much: the largest difference as a part of the largest number; of whole
 * numbers, the share of those that differ. Fields of other lengths and settings differ by infinity.
 */
function differingFields(ours: Uint8Array, theirs: Uint8Array): ReadonlyMap<string, number> {
  const a = readMjb(ours);
  const b = readMjb(theirs);
  const found = new Map<string, number>();
  for (const name of fieldNames(a)) {
    const [x, y] = [field(a, name), field(b, name)];
    if (!sameBits(x, y)) found.set(name, relativeDifference(x, y));
  }
  for (const part of ['opt', 'stat', 'vis'] as const)
    if (JSON.stringify(plain(a[part])) !== JSON.stringify(plain(b[part]))) found.set(part, Number.POSITIVE_INFINITY);
  a[Symbol.dispose]();
  b[Symbol.dispose]();
  return found;
}

const isReal = (x: unknown): boolean => x instanceof Float64Array || x instanceof Float32Array;

function relativeDifference(ours: unknown, theirs: unknown): number {
  const [a, b] = [ours as Float64Array, theirs as Float64Array];
  if (!ArrayBuffer.isView(ours) || a.length !== b.length) return Number.POSITIVE_INFINITY;
  if (!isReal(ours)) return a.reduce((count, x, k) => count + Number(x !== b[k]), 0) / a.length;
  let [most, largest] = [0, 0];
  for (let k = 0; k < a.length; k++) {
    most = Math.max(most, Math.abs((a[k] as number) - (b[k] as number)));
    largest = Math.max(largest, Math.abs(b[k] as number));
  }
  return most / (largest || 1);
}

const NO_FIELDS = new Set(['bytes', 'callbackMask', 'opt', 'stat', 'vis', 'callbacks', 'plugins', 'backendName']);

function fieldNames(model: Model): string[] {
  const names: string[] = [];
  for (let p: object = Object.getPrototypeOf(model); p !== Object.prototype; p = Object.getPrototypeOf(p))
    for (const [name, { get }] of Object.entries(Object.getOwnPropertyDescriptors(p)))
      if (get !== undefined && !NO_FIELDS.has(name)) names.push(name);
  return names;
}

const field = (model: Model, name: string): unknown => (model as unknown as Record<string, unknown>)[name];

function sameBits(a: unknown, b: unknown): boolean {
  if (!ArrayBuffer.isView(a) || !ArrayBuffer.isView(b)) return Object.is(a, b);
  const bytes = (x: ArrayBufferView): Buffer => Buffer.from(x.buffer as ArrayBuffer, x.byteOffset, x.byteLength);
  return bytes(a).equals(bytes(b));
}

/** A part of a model as plain objects and lists. */
function plain(part: object): unknown {
  const out: Record<string, unknown> = {};
  for (const name in part) {
    const value = (part as Record<string, unknown>)[name];
    if (ArrayBuffer.isView(value)) out[name] = Array.from(value as Float64Array);
    else out[name] = typeof value === 'object' && value !== null ? plain(value) : value;
  }
  return out;
}

/** What the files of one model in both engines have in common. */
export interface MjbFindings {
  /** Fields that differ between our file and the oracle's, and by how much. */
  readonly fields: ReadonlyMap<string, number>;
  readonly nflex: number;
  readonly equal: boolean;
  /** Whether the oracle's file, read here and written again, is the same. */
  readonly rewritten: boolean;
}

/** Writes a model in both engines, reads the oracle's file, and writes it again. */
export function compareMjb(oracle: Oracle, entry: CorpusEntry): MjbFindings {
  const ours = loadModelFile(path.join(entry.folder, entry.path), { onWarning() {} });
  const { model, data } = loadInOracle(oracle, entryFiles(entry));
  try {
    const a = writeMjb(ours);
    const b = oracleMjb(oracle, model);
    const read = readMjb(b);
    const rewritten = Buffer.from(writeMjb(read)).equals(b);
    read[Symbol.dispose]();
    const equal = Buffer.from(a).equals(b);
    return { equal, rewritten, nflex: ours.nflex, fields: equal ? new Map() : differingFields(a, b) };
  } finally {
    data.delete();
    model.delete();
    ours[Symbol.dispose]();
  }
}
