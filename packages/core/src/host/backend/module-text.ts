import { wasmByteOrder, wasmText } from './wasm-bytes.ts';

/** The characters of the text: printable, and none that has to be escaped. The last two lead: a byte after one of them takes two characters. */
const ALPHABET = ' !#%&()*+,-./0123456789:;=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_abcdefghijklmnopqrstuvwxyz{|}~';
const SINGLES = ALPHABET.length - 2;

/** The bytes of a text of `scripts/wasm/byte-text.mjs`; `order` lists them by rank, two hexadecimal digits each. */
export function bytesOfText(order: string, text: string): Uint8Array<ArrayBuffer> {
  const numbers = new Uint8Array(128); // of the characters
  for (let k = 0; k < ALPHABET.length; k++) numbers[ALPHABET.charCodeAt(k)] = k;
  const ranked = Uint8Array.from({ length: 256 }, (_, k) => Number.parseInt(order.slice(2 * k, 2 * k + 2), 16));
  const bytes = new Uint8Array(text.length);
  let count = 0;
  for (let k = 0; k < text.length; k++) {
    let rank = numbers[text.charCodeAt(k)] as number;
    if (rank >= SINGLES)
      rank = SINGLES + ALPHABET.length * (rank - SINGLES) + (numbers[text.charCodeAt(++k)] as number);
    bytes[count++] = ranked[rank] as number;
  }
  return bytes.slice(0, count);
}

/** The bytes of the WebAssembly module, from the text in the bundle. */
export const moduleBytes = (): Uint8Array<ArrayBuffer> => bytesOfText(wasmByteOrder, wasmText);
