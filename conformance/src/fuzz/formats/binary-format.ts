import { loadModel, restoreModel, saveModel, step } from 'qpos';
import { mutateField } from '../saved-models/mutate-fields.ts';
import { mutateInPlace } from './byte-mutations.ts';
import type { Format } from './format.ts';
import { STRANGERS, withData } from './load-case.ts';
import { mjcfSeeds, RARE_MJCF } from './model-seeds.ts';
import { Neighbour } from './neighbour.ts';

const HEADER_BYTES = 24; // magic, version, fingerprint, checksum, length (2 words)
const STEPS = 20;
/** Models of a few kilobytes have more to find than their pictures. */
const LARGEST = 60_000;
const SEEDS = 50;

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

/** The bytes with the right length and checksum. */
export function seal(bytes: Uint8Array): Uint8Array {
  const out = bytes.slice();
  if (out.length < HEADER_BYTES) return out;
  const view = new DataView(out.buffer);
  view.setUint32(12, checksum(out.subarray(HEADER_BYTES)), true);
  view.setUint32(16, out.length - HEADER_BYTES, true);
  view.setUint32(20, 0, true);
  return out;
}

/** A model that `saveModel` wrote, changed, with the right checksum. */
export const binary: Format = {
  name: 'binary',
  extension: 'qposb',
  seeds,
  seal,
  mutate: (random, bytes, other) =>
    random.chance(0.8) ? mutateField(random, bytes) : mutateInPlace(random, bytes, other),
  run: (bytes) => {
    neighbour ??= new Neighbour();
    try {
      const model = restoreModel(bytes, [], STRANGERS);
      withData(model, (data) => step(model, data, STEPS));
    } finally {
      neighbour.check();
    }
  },
};
