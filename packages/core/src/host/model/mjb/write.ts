import { checkModel } from '../handle.ts';
import type { Sizes } from '../layout.ts';
import type { Model } from '../model.ts';
import {
  arrayBytes,
  arrays,
  flagNames,
  HEADER_BYTES,
  MARK,
  moveSettings,
  NUMBER_BYTES,
  SETTING_BYTES,
  SIZE_COUNT,
  sizeNames,
  VERSION,
} from './layout.ts';

/**
 * A model as the bytes of an MJB file of MuJoCo 3.14, which its programs load. What MuJoCo does not have (callbacks, extensions) is left out.
 *
 * @param model The model.
 * @returns The content of the file.
 * @see mj_saveModel
 * @example
 * const file = writeMjb(model);
 * console.log(readMjb(file).nbody === model.nbody);
 */
export function writeMjb(model: Model): Uint8Array<ArrayBuffer> {
  checkModel(model);
  const sizes = model as unknown as Sizes;
  const { memory, file } = arrayBytes(sizes);
  const start = HEADER_BYTES + 8 * SIZE_COUNT;
  const out = new Uint8Array(start + SETTING_BYTES + flagNames.length + file);
  const view = new DataView(out.buffer);
  [MARK, NUMBER_BYTES, SIZE_COUNT, VERSION, arrays.length].forEach((word, k) => {
    view.setInt32(4 * k, word, true);
  });
  [...sizeNames.map((name) => sizes[name]), model.narena, memory].forEach((size, k) => {
    view.setBigInt64(HEADER_BYTES + 8 * k, BigInt(size), true);
  });
  moveSettings(model, start, (at, type, x) => {
    if (type === 'f64') view.setFloat64(at, x, true);
    else if (type === 'f32') view.setFloat32(at, x, true);
    else view.setInt32(at, x, true);
    return x;
  });
  let at = start + SETTING_BYTES;
  for (const name of flagNames) out[at++] = model[name];
  for (const { field, type, bytes } of arrays) {
    const values = model.view(field);
    if (type === 'i32' && bytes === 8)
      values.forEach((x, k) => {
        view.setBigInt64(at + 8 * k, BigInt(x), true);
      });
    else out.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), at);
    at += values.length * bytes;
  }
  return out;
}
