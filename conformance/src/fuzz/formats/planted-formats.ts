import { mutateBytes } from './byte-mutations.ts';
import type { Format } from './format.ts';

/** Keeps what it is given alive and used. */
const kept: Uint8Array[] = [];

const planted = (name: string, fail: () => void): Format => ({
  name: `planted-${name}`,
  extension: 'bin',
  seeds: () => [new TextEncoder().encode('a good input of forty bytes, with an A..')],
  mutate: mutateBytes,
  run: (bytes) => {
    if (bytes.includes(0xff)) fail();
  },
});

/** Formats with a fault of each kind, at any input with the byte 255: tests see that the fuzzer finds them. */
export const PLANTED: readonly Format[] = [
  planted('nothing', () => {}),
  planted('error', () => {
    throw new TypeError('planted');
  }),
  planted('hang', () => {
    for (;;);
  }),
  planted('memory', () => {
    for (let k = 0; k < 1300; k++) kept.push(new Uint8Array(2 ** 20).fill(1));
    kept.length = 0;
  }),
  planted('crash', () => process.kill(process.pid, 'SIGKILL')),
];
