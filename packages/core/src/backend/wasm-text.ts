/** Escapes and prefixes, which stand for no byte. */
const EXCLUDED = `'"\`\\$|~`;

/** The place of each character among those that stand for bytes. */
function symbolPlaces(): { places: Uint8Array; count: number } {
  const places = new Uint8Array(128);
  let count = 0;
  for (let code = 32; code < 127; code++) if (!EXCLUDED.includes(String.fromCharCode(code))) places[code] = count++;
  return { places, count };
}

/**
 * The bytes of a module that `scripts/wasm-text.mjs` wrote as text: a character for each of the most frequent bytes, in
 * the order of `order`; after `|` for one of the next ones, and after `~` for one of the rest.
 */
export function bytesOfText(order: string, text: string): Uint8Array<ArrayBuffer> {
  const byteAt = new Uint8Array(256);
  for (let k = 0; k < 256; k++) byteAt[k] = Number.parseInt(order.slice(2 * k, 2 * k + 2), 16);
  const { places, count } = symbolPlaces();
  const bytes = new Uint8Array(text.length);
  let n = 0;
  let page = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 124) page = count;
    else if (code === 126) page = 2 * count;
    else {
      bytes[n++] = byteAt[page + (places[code] as number)] as number;
      page = 0;
    }
  }
  return bytes.subarray(0, n);
}
