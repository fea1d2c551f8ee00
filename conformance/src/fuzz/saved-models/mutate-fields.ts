import {
  modelArrays,
  modelScalars,
  modelSizeNames,
} from '../../../../packages/core/src/host/model/generated/layout.ts';
import { place } from '../../../../packages/core/src/host/model/layout.ts';
import type { Random } from '../../models/random-tree.ts';
import { pick } from '../formats/byte-mutations.ts';

const HEADER_BYTES = 24; // magic, version, fingerprint, checksum, length (2 words)
const floatCount = modelScalars.filter(({ type }) => type === 'f64').length;
const intOffset = HEADER_BYTES + 8 * floatCount;
const arrayOffset = intOffset + 4 * (modelScalars.length - floatCount);
const EXTREMES = [0, 1, -1, -2, 2, 7, -28088, 1e5, 0x7fffffff, -0x80000000];
const FLOATS = [0, 1, -1, 1e-300, 1e10, 1e300, Number.NaN, Infinity, -Infinity, 0.5, 1e5];

/** A field of a saved model: where its values are. */
interface Place {
  readonly name: string;
  readonly type: string;
  readonly offset: number;
  readonly length: number;
}

const scalarSlot = new Map(modelScalars.map(({ name }, k) => [name, k - floatCount]));

/** The sizes that a saved model says it has. */
function sizesOf(view: DataView): Record<string, number> {
  return Object.fromEntries(
    modelSizeNames.map((name) => [name, view.getInt32(intOffset + 4 * (scalarSlot.get(name) as number), true)]),
  );
}

/** Where the fields of a saved model are; nothing if its sizes contradict its length. */
function placesOf(view: DataView): readonly Place[] {
  const sizes = sizesOf(view);
  if (Object.entries(sizes).some(([name, n]) => (n < 0 && name !== 'njmax' && name !== 'nconmax') || n > 1e6))
    return [];
  const { offset, length } = place(modelArrays, sizes, new Set());
  const places = modelArrays.map(({ name, type }, k) => ({
    name,
    type,
    offset: arrayOffset + (offset[k] as number),
    length: length[k] as number,
  }));
  return places.filter((p) => p.length > 0 && p.offset + 8 * p.length < view.byteLength);
}

const isInteger = ({ type }: Place): boolean => type === 'i32' || type === 'u8';
const bytesOf = ({ type }: Place): number => ({ f64: 8, i32: 4, u8: 1 })[type] ?? 4;

/** An integer that could be one: a size, a neighbour of the value, another value of the field, an extreme. */
function otherInteger(random: Random, view: DataView, { type, offset, length }: Place, value: number): number {
  switch (random.below(4)) {
    case 0:
      return pick(random, Object.values(sizesOf(view))) - random.below(2);
    case 1:
      return value + 1 - 2 * random.below(2);
    case 2:
      return type === 'u8'
        ? view.getUint8(offset + random.below(length))
        : view.getInt32(offset + 4 * random.below(length), true);
    default:
      return pick(random, EXTREMES);
  }
}

/** Changes one number of a saved model: mostly an index, count, address or enumeration value. */
export function mutateField(random: Random, bytes: Uint8Array, only?: string): Uint8Array {
  const out = bytes.slice();
  const view = new DataView(out.buffer);
  if (out.length < arrayOffset) return out; // an earlier change has cut it off
  if (random.chance(0.03) && only === undefined) {
    const at = intOffset + 4 * random.below(modelScalars.length - floatCount);
    const value = view.getInt32(at, true);
    view.setInt32(at, pick(random, [value + 1, value - 1, ...EXTREMES]), true);
    return out;
  }
  const places = placesOf(view).filter((p) =>
    only === undefined ? isInteger(p) || random.chance(0.1) : p.name === only,
  );
  if (places.length === 0) return out;
  const chosen = pick(random, places);
  const at = chosen.offset + bytesOf(chosen) * random.below(chosen.length);
  if (chosen.type === 'f64') view.setFloat64(at, pick(random, FLOATS), true);
  else if (chosen.type === 'f32') view.setFloat32(at, pick(random, FLOATS), true);
  else if (chosen.type === 'u8') view.setUint8(at, otherInteger(random, view, chosen, view.getUint8(at)) & 0xff);
  else view.setInt32(at, otherInteger(random, view, chosen, view.getInt32(at, true)), true);
  return out;
}
