import { loadModel, restoreModel, saveModel, step } from 'qpos';
import type { Random } from '../../models/random-tree.ts';
import { mutateInPlace, pick } from './byte-mutations.ts';
import type { Format } from './format.ts';
import { withData } from './load-case.ts';
import { mjcfSeeds, RARE_MJCF } from './model-seeds.ts';
import { Neighbour } from './neighbour.ts';

const HEADER_BYTES = 24; // magic, version, fingerprint, checksum, length (2 words)
const STEPS = 20;
/** Models of a few kilobytes have more to find than their pictures. */
const LARGEST = 60_000;
const SEEDS = 20;

let neighbour: Neighbour | undefined;

function seeds(): Uint8Array[] {
  const texts = mjcfSeeds();
  const some = texts.filter((_, k) => k % Math.ceil(texts.length / SEEDS) === 0);
  return [...some, new TextEncoder().encode(RARE_MJCF)]
    .map((text) => saveModel(loadModel(text, { onWarning() {} })))
    .filter((bytes) => bytes.length < LARGEST);
}

/** FNV-1a, as `saveModel` has it. */
function checksum(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

function seal(bytes: Uint8Array): Uint8Array {
  const out = bytes.slice();
  if (out.length < HEADER_BYTES) return out;
  const view = new DataView(out.buffer);
  view.setUint32(12, checksum(out.subarray(HEADER_BYTES)), true);
  view.setUint32(16, out.length - HEADER_BYTES, true);
  view.setUint32(20, 0, true);
  return out;
}

/** Changes what looks like an index, a count or an address; a random word is mostly a part of a number. */
function mutateIndex(random: Random, bytes: Uint8Array): Uint8Array {
  const out = bytes.slice();
  const view = new DataView(out.buffer);
  const words = Math.floor((out.length - HEADER_BYTES) / 4);
  for (let k = 0; k < 50 && words > 0; k++) {
    const at = HEADER_BYTES + 4 * random.below(words);
    const value = view.getInt32(at, true);
    if (value < -1 || value > 1e5 || value === 0) continue;
    view.setInt32(at, pick(random, [value + 1, value - 1, -value, -28088, 1e6, 0x7fffffff, -0x80000000, 1e5]), true);
    break;
  }
  return out;
}

/** A model that `saveModel` wrote, changed, with the right checksum. */
export const binary: Format = {
  name: 'binary',
  extension: 'qposb',
  seeds,
  seal,
  mutate: (random, bytes, other) =>
    random.chance(0.6) ? mutateIndex(random, bytes) : mutateInPlace(random, bytes, other),
  run: (bytes) => {
    neighbour ??= new Neighbour();
    try {
      const model = restoreModel(bytes);
      withData(model, (data) => step(model, data, STEPS));
    } finally {
      neighbour.check();
    }
  },
};
