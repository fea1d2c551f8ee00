import * as table from './generated/layout.ts';
import { elementBytes, widthOf } from './layout.ts';
import { Model } from './model.ts';
import type { PluginDefinition } from './plugin.ts';

const MAGIC = 0x534f5051; // "QPOS"
const VERSION = 1;
const HEADER_WORDS = 6; // magic, version, table fingerprint, checksum, length (2 words)

/** The bytes are not a model that this version can load. */
export class BinaryError extends Error {
  static override readonly name = 'BinaryError';
  readonly code: 'not-a-model' | 'version' | 'truncated' | 'checksum' | 'sizes';

  override get name(): string {
    return BinaryError.name;
  }

  constructor(code: BinaryError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** FNV-1a over bytes. */
function checksum(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < bytes.length; i++) hash = Math.imul(hash ^ bytes[i], 0x01000193);
  return hash >>> 0;
}

/** A number that changes with the table: names, types and shapes of everything that is stored. */
function fingerprint(): number {
  const text = [...table.modelScalars, ...table.modelArrays].map((row) => Object.values(row).join()).join(';');
  return checksum(Uint8Array.from(text, (c) => c.charCodeAt(0) & 0xff));
}

/** A model as bytes: header, numbers, then every array. */
export function saveModel(model: Model): Uint8Array {
  const { floats, ints, bytes } = model;
  const bodyBytes = floats.byteLength + ints.byteLength + bytes.length;
  const out = new Uint8Array(4 * HEADER_WORDS + bodyBytes);
  let at = 4 * HEADER_WORDS;
  for (const part of [floats, ints, bytes]) {
    out.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at);
    at += part.byteLength;
  }
  const header = new DataView(out.buffer);
  const words = [
    MAGIC,
    VERSION,
    fingerprint(),
    checksum(out.subarray(4 * HEADER_WORDS)),
    bodyBytes >>> 0,
    Math.floor(bodyBytes / 2 ** 32),
  ];
  words.forEach((w, k) => {
    header.setUint32(4 * k, w, true);
  });
  return out;
}

/** The sizes in a saved model, checked: whole, not negative, and of just the length that is there. */
function checkedSizes(ints: Int32Array, nfloat: number, arrayBytes: number): Record<string, number> {
  const sizes: Record<string, number> = {};
  for (const name of table.modelSizeNames) {
    const slot = table.modelScalars.findIndex((s) => s.name === name) - nfloat;
    const n = ints[slot];
    if (n < 0 && name !== 'njmax' && name !== 'nconmax')
      throw new BinaryError('sizes', `the saved model has ${name} = ${n}`);
    sizes[name] = n;
  }
  let bytes = 0;
  for (const { type, rows, width } of table.modelArrays) {
    bytes = Math.ceil((bytes + (sizes[rows] ?? Number(rows)) * widthOf(width, sizes) * elementBytes[type]) / 16) * 16;
    if (bytes > arrayBytes) break;
  }
  if (bytes !== arrayBytes) throw new BinaryError('sizes', 'the sizes in the saved model do not fit its length');
  return sizes;
}

/**
 * The model that `saveModel` stored; length, version, checksum and sizes are tested before anything is made. One with plugins is given them
 * again, in the order in which the compiler had them.
 */
export function restoreModel(bytes: Uint8Array, plugins: readonly PluginDefinition[] = []): Model {
  if (bytes.length < 4 * HEADER_WORDS)
    throw new BinaryError('truncated', `${bytes.length} bytes are too few for a saved model`);
  const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const word = (k: number): number => header.getUint32(4 * k, true);
  if (word(0) !== MAGIC) throw new BinaryError('not-a-model', 'this is not a saved qpos model');
  if (word(1) !== VERSION || word(2) !== fingerprint())
    throw new BinaryError(
      'version',
      'the model was saved by another version of qpos; compile it again from its source',
    );
  const body = bytes.subarray(4 * HEADER_WORDS);
  if (word(4) + word(5) * 2 ** 32 !== body.length)
    throw new BinaryError(
      'truncated',
      `the saved model should have ${word(4)} bytes after its header and has ${body.length}`,
    );
  if (word(3) !== checksum(body))
    throw new BinaryError('checksum', 'the saved model is damaged: its checksum does not fit');
  const nfloat = table.modelScalars.filter((s) => s.type === 'f64').length;
  const nint = table.modelScalars.length - nfloat;
  const copy = new Uint8Array(body); // aligned; `slice` of a Node Buffer would not copy
  const floats = new Float64Array(copy.buffer, 0, nfloat);
  const ints = new Int32Array(copy.buffer, 8 * nfloat, nint);
  const arrays = copy.subarray(8 * nfloat + 4 * nint);
  const model = new Model(checkedSizes(ints, nfloat, arrays.length));
  model.floats.set(floats);
  model.ints.set(ints);
  model.callbacks = {};
  model.bytes.set(arrays);
  if (model.nplugin > 0) model.plugins = plugins;
  return model;
}
