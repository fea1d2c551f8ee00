import { loadModel, readMjb, step, writeMjb } from 'qpos';
import { arrays, HEADER_BYTES, lengthOf, sizeNames } from '../../../../packages/core/src/host/model/mjb/layout.ts';
import type { Random } from '../../models/random-tree.ts';
import { mutateInPlace, pick } from './byte-mutations.ts';
import type { Format } from './format.ts';
import { STRANGERS, withData } from './load-case.ts';
import { mjcfSeeds, RARE_MJCF } from './model-seeds.ts';
import { Neighbour } from './neighbour.ts';

const STEPS = 20;
/** Models of a few kilobytes have more to find than their pictures. */
const LARGEST = 60_000;
const SEEDS = 50;
const EXTREMES = [0, 1, -1, -2, 2, 7, 1e5, 0x7fffffff, -0x80000000];

let neighbour: Neighbour | undefined;

function seeds(): Uint8Array[] {
  const texts = mjcfSeeds();
  const some = texts.filter((_, k) => k % Math.ceil(texts.length / SEEDS) === 0);
  return [...some, new TextEncoder().encode(RARE_MJCF)]
    .map((text) => writeMjb(loadModel(text, { onWarning() {} })))
    .filter((bytes) => bytes.length < LARGEST);
}

/** The sizes that a file says it has. */
function sizesOf(view: DataView): Record<string, number> {
  return Object.fromEntries(
    sizeNames.map((name, k) => [name, Number(view.getBigInt64(HEADER_BYTES + 8 * k, true))] as const),
  );
}

/** Changes one integer of an array: to an extreme, a size, or a neighbour. */
function mutateIndex(random: Random, bytes: Uint8Array): Uint8Array {
  const out = bytes.slice();
  const view = new DataView(out.buffer);
  const sizes = sizesOf(view);
  const places: { at: number; bytes: number }[] = [];
  let at = out.length;
  for (const array of arrays.toReversed()) {
    const length = lengthOf(array, sizes);
    at -= length * array.bytes;
    if (length > 0 && (array.type === 'i32' || array.type === 'u8'))
      places.push({ at: at + array.bytes * random.below(length), bytes: array.bytes });
  }
  const place = pick(random, places);
  const value = place.bytes === 1 ? view.getUint8(place.at) : view.getInt32(place.at, true);
  const other = [pick(random, EXTREMES), pick(random, Object.values(sizes)), value + 1 - 2 * random.below(2)];
  if (place.bytes === 1) view.setUint8(place.at, pick(random, other));
  else view.setInt32(place.at, pick(random, other), true);
  return out;
}

/** An MJB file that `writeMjb` wrote, changed. */
export const mjb: Format = {
  name: 'mjb',
  extension: 'mjb',
  seeds,
  mutate: (random, bytes, other) =>
    random.chance(0.7) ? mutateIndex(random, bytes) : mutateInPlace(random, bytes, other),
  run: (bytes) => {
    neighbour ??= new Neighbour();
    try {
      const model = readMjb(bytes, [], STRANGERS);
      withData(model, (data) => step(model, data, STEPS));
    } finally {
      neighbour.check();
    }
  },
};
