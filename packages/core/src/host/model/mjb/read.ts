import { checkSettings } from '../../arguments.ts';
import { ArgumentError } from '../../errors/argument-error.ts';
import type { PluginDefinition } from '../../plugins/plugin.ts';
import { BinaryError } from '../binary.ts';
import { Model, type ModelSizes } from '../model.ts';
import type { ModelLimits } from '../validate/limits.ts';
import { validateModel } from '../validate/validate.ts';
import {
  arrayBytes,
  arrays,
  flagNames,
  HEADER_BYTES,
  lengthOf,
  MARK,
  moveSettings,
  NUMBER_BYTES,
  SETTING_BYTES,
  SIZE_COUNT,
  sizeNames,
  VERSION,
} from './layout.ts';

const SIZES_END = HEADER_BYTES + 8 * SIZE_COUNT;
const ARRAYS_START = SIZES_END + SETTING_BYTES + flagNames.length;
const LARGEST_SIZE = 2 ** 31 - 1;
const HINT = 'save it again with MuJoCo 3.14, or load the model from its source';

/**
 * Reads an MJB file of MuJoCo 3.14. Version, length and sizes are checked before anything is made, then every index, count, address and
 * enumeration value (`validateModel`), so that the file may come from a stranger.
 *
 * @param bytes The content of the file.
 * @param plugins The plugins of the model, in the order in which the compiler had them.
 * @param limits What its numbers may ask for, where that is not `DEFAULT_MODEL_LIMITS`.
 * @returns The model.
 * @throws BinaryError The bytes are not an MJB file of this version.
 * @throws FieldError They are, but a value cannot be: which one, and why.
 * @see mj_loadModel
 * @example
 * const copy = readMjb(writeMjb(model));
 * step(copy, makeData(copy));
 */
export function readMjb(
  bytes: Uint8Array,
  plugins: readonly PluginDefinition[] = [],
  limits: Partial<ModelLimits> = {},
): Model {
  checkSettings('limits', limits);
  if (!Array.isArray(plugins)) throw new ArgumentError('plugins must be an array of plugins');
  if (!(bytes instanceof Uint8Array)) throw new ArgumentError('an MJB file is given as a Uint8Array');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  checkHeader(view);
  const model = new Model(readSizes(view));
  try {
    fill(model, bytes, view);
    validateModel(model, limits);
    if (model.nplugin > 0) model.plugins = plugins;
  } catch (error) {
    model[Symbol.dispose]();
    throw error;
  }
  return model;
}

/** The version that a number stands for: 3.14.0 of 3014000. */
const versionText = (n: number): string =>
  `${Math.floor(n / 1_000_000)}.${Math.floor(n / 1000) % 1000}.${((n % 1000) + 1000) % 1000}`;

function checkHeader(view: DataView): void {
  const word = (k: number): number => (view.byteLength < 4 * k + 4 ? -1 : view.getInt32(4 * k, true));
  if (word(0) !== MARK) throw new BinaryError('not-a-model', 'this is not an MJB file');
  if (view.byteLength < ARRAYS_START)
    throw new BinaryError('truncated', `an MJB file has more than ${view.byteLength} bytes`);
  if (word(1) !== NUMBER_BYTES)
    throw new BinaryError('version', `the MJB file has numbers of ${word(1)} bytes, not ${NUMBER_BYTES}`, {
      hint: HINT,
    });
  if (word(3) !== VERSION) {
    const message = `the MJB file is of MuJoCo ${versionText(word(3))}, not ${versionText(VERSION)}`;
    throw new BinaryError('version', message, { hint: HINT });
  }
  if (word(2) !== SIZE_COUNT || word(4) !== arrays.length) {
    const message = `the MJB file has ${word(2)} sizes and ${word(4)} arrays, not ${SIZE_COUNT} and ${arrays.length}`;
    throw new BinaryError('version', message, { hint: HINT });
  }
}

/** The sizes of the file, checked: whole, not negative, and of just the length that is there. */
function readSizes(view: DataView): ModelSizes {
  const size = (k: number): number => Number(view.getBigInt64(HEADER_BYTES + 8 * k, true));
  const sizes: Record<string, number> = {};
  sizeNames.forEach((name, k) => {
    const n = size(k);
    const least = name === 'njmax' || name === 'nconmax' ? -LARGEST_SIZE : 0;
    if (n < least || n > LARGEST_SIZE) throw new BinaryError('sizes', `the MJB file has ${name} = ${n}`);
    sizes[name] = n;
  });
  flagNames.forEach((name, k) => {
    sizes[name] = view.getUint8(SIZES_END + SETTING_BYTES + k);
  });
  const { memory, file } = arrayBytes(sizes);
  const present = view.byteLength - ARRAYS_START;
  if (file > present)
    throw new BinaryError('truncated', `the MJB file should have ${file} bytes of arrays, but has ${present}`);
  if (file < present) throw new BinaryError('sizes', `the MJB file has ${present - file} bytes after its arrays`);
  if (size(sizeNames.length + 1) !== memory)
    throw new BinaryError('sizes', 'the sizes in the MJB file contradict its nbuffer');
  if (size(sizeNames.length) < 0) throw new BinaryError('sizes', 'the MJB file has a negative narena');
  return sizes;
}

function fill(model: Model, bytes: Uint8Array, view: DataView): void {
  model.narena = Number(view.getBigInt64(HEADER_BYTES + 8 * sizeNames.length, true));
  moveSettings(model, SIZES_END, (at, type) => {
    if (type === 'f64') return view.getFloat64(at, true);
    return type === 'f32' ? view.getFloat32(at, true) : view.getInt32(at, true);
  });
  let at = ARRAYS_START;
  for (const array of arrays) {
    const values = model.view(array.field);
    const end = at + lengthOf(array, model as unknown as Record<string, number>) * array.bytes;
    if (array.type === 'i32' && array.bytes === 8)
      for (let k = 0; k < values.length; k++) values[k] = wholeNumber(array.name, view.getBigInt64(at + 8 * k, true));
    else new Uint8Array(values.buffer, values.byteOffset, values.byteLength).set(bytes.subarray(at, end));
    at = end;
  }
  const isAdhesive = (values: ArrayLike<number>): boolean => Array.prototype.some.call(values, (x) => x !== 0);
  model.flg_adhesion = isAdhesive(model.geom_adhesion) || isAdhesive(model.pair_adhesion) ? 1 : 0;
}

function wholeNumber(name: string, x: bigint): number {
  if (x < -LARGEST_SIZE || x > LARGEST_SIZE) throw new BinaryError('sizes', `the MJB file has ${name} = ${x}`);
  return Number(x);
}
