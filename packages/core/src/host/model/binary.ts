import { checkSettings } from '../arguments.ts';
import { ArgumentError } from '../errors/argument-error.ts';
import { QposError } from '../errors/qpos-error.ts';
import type { PluginDefinition } from '../plugins/plugin.ts';
import * as table from './generated/layout.ts';
import { checkModel } from './handle.ts';
import { elementBytes, widthOf } from './layout.ts';
import { Model } from './model.ts';
import type { ModelLimits } from './validate/limits.ts';
import { validateModel } from './validate/validate.ts';

const MAGIC = 0x534f5051; // "QPOS"
const VERSION = 1;
const HEADER_WORDS = 6; // magic, version, table fingerprint, checksum, length (2 words)

/**
 * Why bytes are not a model:
 *
 * - `not-a-model`: they were never one;
 * - `version`: saved by a version of qpos with other fields;
 * - `truncated`: of another length than stated;
 * - `checksum`: damaged;
 * - `sizes`: the sizes of the arrays contradict each other.
 */
export type BinaryErrorCode = 'not-a-model' | 'version' | 'truncated' | 'checksum' | 'sizes';

/**
 * The bytes given to `restoreModel` are not a model that this version can load.
 *
 * @example
 * try {
 *   restoreModel(new Uint8Array(3));
 * } catch (error) {
 *   if (error instanceof BinaryError) console.log(error.code); // truncated
 * }
 */
export class BinaryError extends QposError<BinaryErrorCode> {
  static override readonly name: string = 'BinaryError';
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

/**
 * A model as bytes, from which `restoreModel` makes it again in a fraction of the time that compiling takes. The format is that of this
 * version of qpos: keep the source of the model too.
 *
 * @param model The model.
 * @returns The bytes: a header with a checksum, then every array.
 * @example
 * const bytes = saveModel(model);
 * console.log(restoreModel(bytes).nbody === model.nbody);
 */
export function saveModel(model: Model): Uint8Array {
  checkModel(model);
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
  if (bytes !== arrayBytes) throw new BinaryError('sizes', 'the sizes in the saved model contradict its length');
  return sizes;
}

/**
 * The model that `saveModel` stored. Length, version, checksum and sizes are checked before anything is made; a `BinaryError` says what is
 * wrong. Then every index, count, address and enumeration value is checked (`validateModel`), so that bytes may come from a stranger.
 *
 * @param bytes What `saveModel` returned.
 * @param plugins The plugins of the model, in the order in which the compiler had them.
 * @param limits What its numbers may ask for, where that is not `DEFAULT_MODEL_LIMITS`.
 * @returns The model.
 * @throws BinaryError The bytes are not a model of this version.
 * @throws FieldError They are, but a value cannot be: which one, and why.
 * @example
 * const copy = restoreModel(saveModel(model));
 * step(copy, makeData(copy));
 */
export function restoreModel(
  bytes: Uint8Array,
  plugins: readonly PluginDefinition[] = [],
  limits: Partial<ModelLimits> = {},
): Model {
  checkSettings('limits', limits);
  if (!Array.isArray(plugins)) throw new ArgumentError('plugins must be an array of plugins');
  if (!(bytes instanceof Uint8Array)) throw new ArgumentError('a saved model is given as a Uint8Array');
  if (bytes.length < 4 * HEADER_WORDS)
    throw new BinaryError('truncated', `a saved model has more than ${bytes.length} bytes`);
  const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const word = (k: number): number => header.getUint32(4 * k, true);
  if (word(0) !== MAGIC) throw new BinaryError('not-a-model', 'this is not a saved qpos model');
  if (word(1) !== VERSION || word(2) !== fingerprint())
    throw new BinaryError('version', 'the model was saved by another version of qpos', {
      hint: 'compile it again from its source',
    });
  const body = bytes.subarray(4 * HEADER_WORDS);
  if (word(4) + word(5) * 2 ** 32 !== body.length)
    throw new BinaryError(
      'truncated',
      `the saved model should have ${word(4)} bytes after its header, but has ${body.length}`,
    );
  if (word(3) !== checksum(body))
    throw new BinaryError('checksum', 'the saved model is damaged: its checksum is wrong');
  const nfloat = table.modelScalars.filter((s) => s.type === 'f64').length;
  const nint = table.modelScalars.length - nfloat;
  if (body.length < 8 * nfloat + 4 * nint)
    throw new BinaryError(
      'truncated',
      `the saved model has ${body.length} bytes after its header, too few for its sizes`,
    );
  const copy = new Uint8Array(body); // aligned; `slice` of a Node Buffer would not copy
  const floats = new Float64Array(copy.buffer, 0, nfloat);
  const ints = new Int32Array(copy.buffer, 8 * nfloat, nint);
  const arrays = copy.subarray(8 * nfloat + 4 * nint);
  const model = new Model(checkedSizes(ints, nfloat, arrays.length));
  model.floats.set(floats);
  model.ints.set(ints);
  model.callbacks = {};
  model.bytes.set(arrays);
  try {
    validateModel(model, limits);
    if (model.nplugin > 0) model.plugins = plugins;
  } catch (error) {
    model[Symbol.dispose]();
    throw error;
  }
  return model;
}
