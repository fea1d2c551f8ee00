import zlib from 'node:zlib';
import { readAddress } from '../../../../apps/studio/src/share.ts';
import type { Random } from '../../models/random-tree.ts';
import { mutateBytes, pick } from './byte-mutations.ts';
import type { Format } from './format.ts';
import { URDF } from './model-seeds.ts';

const MODELS = 'https://example.org/models/';

/** As the studio packs what a link carries. */
const packed = (bytes: Uint8Array): string => zlib.deflateRawSync(bytes).toString('base64url');

const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);

function seeds(): Uint8Array[] {
  const state = packed(new Uint8Array(Float64Array.of(0, 1, 2, Number.NaN).buffer));
  const text = packed(ascii(URDF));
  return [
    '?model=humanoid&speed=0.5&paused',
    '?model=https://example.org/a/b.xml#camera=0,0,1,2,90,-20',
    `?paused=#mjcf=${text}&camera=1,2,3,4,5,6&state=${state}`,
    `#mjcf=${packed(new Uint8Array(1e6))}`,
  ].map(ascii);
}

/** Characters that mean something in an address. */
const SCRAPS = [
  '?',
  '#',
  '&',
  '=',
  '%',
  '%00',
  '%ff',
  '+',
  '/',
  '..',
  '//',
  'javascript:',
  'data:',
  'NaN',
  '1e999',
  '-',
  '_',
  '\u0000',
  'é',
  '[',
  'http://[',
];

function mutate(random: Random, bytes: Uint8Array, other: Uint8Array): Uint8Array {
  if (random.chance(0.5)) return mutateBytes(random, bytes, other);
  const at = random.below(bytes.length + 1);
  const scrap = ascii(pick(random, SCRAPS));
  return Uint8Array.from([...bytes.subarray(0, at), ...scrap, ...bytes.subarray(at + random.below(4))]);
}

/** The page's own address: the studio takes what it says from there. */
function visit(text: string): void {
  const cut = text.indexOf('#');
  const search = cut < 0 ? text : text.slice(0, cut);
  Object.assign(globalThis, {
    location: { search, hash: cut < 0 ? '' : text.slice(cut) },
    document: { baseURI: 'https://example.org/studio/' },
  });
}

/** Links of the studio: it shows the `LinkError` that reading one throws. */
export const link: Format = {
  name: 'link',
  extension: 'txt',
  seeds,
  mutate,
  run: async (bytes) => {
    visit(new TextDecoder().decode(bytes));
    const { camera, speed, state } = await readAddress(MODELS);
    if (camera !== undefined && !(camera.length === 6 && camera.every(Number.isFinite))) throw new Error('bad camera');
    if (speed !== undefined && !(speed > 0)) throw new Error('bad speed');
    if (state !== undefined && !(state instanceof Float64Array)) throw new Error('bad state');
  },
};
