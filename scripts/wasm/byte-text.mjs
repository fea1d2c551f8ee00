// Bytes as text for a bundle: each byte is one character, or two for those that are rare.
//
// The characters are printable, and none has to be escaped in a string or a page. The bytes are ranked by how often they occur: a byte whose
// rank is below SINGLES is the character of that number, any other is one of the last characters, which lead, and another after it. A
// sequence of bytes is then the same text everywhere, so that a compressor finds repeated code as it does in the bytes themselves: the
// compressed module is a tenth smaller than two hexadecimal digits a byte, and a quarter smaller than base64.

/** The characters in order; `packages/core/src/host/backend/module-text.ts` has the same. */
export const ALPHABET = [...Array(95).keys()]
  .map((k) => String.fromCharCode(32 + k))
  .filter((c) => !'"\'`\\$<'.includes(c))
  .join('');

const LEADS = 2;
const SINGLES = ALPHABET.length - LEADS;

/** The bytes from the most to the least frequent; equal ones in their own order. */
function rank(bytes) {
  const count = new Array(256).fill(0);
  for (const byte of bytes) count[byte]++;
  return Uint8Array.from([...count.keys()].sort((a, b) => count[b] - count[a] || a - b));
}

/** The text of the byte with a rank. */
function codeOf(rank) {
  if (rank < SINGLES) return ALPHABET[rank];
  const rest = rank - SINGLES;
  return ALPHABET[SINGLES + Math.floor(rest / ALPHABET.length)] + ALPHABET[rest % ALPHABET.length];
}

/** Bytes as `{ order, text }`: the ranked bytes in hexadecimal digits, and the text. */
export function byteText(bytes) {
  const ranked = rank(bytes);
  const codes = [];
  ranked.forEach((byte, k) => {
    codes[byte] = codeOf(k);
  });
  return { order: Buffer.from(ranked).toString('hex'), text: Array.from(bytes, (byte) => codes[byte]).join('') };
}
