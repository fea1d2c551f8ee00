let crcTable: Uint32Array | undefined;

function makeCrcTable(): Uint32Array {
  return new Uint32Array(256).map((_, n) => {
    let c = n;
    for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
    return c;
  });
}

/** CRC-32 of a part of `bytes`, as PNG and zip use it. */
export function crc32(bytes: Uint8Array, start: number, end: number): number {
  crcTable ??= makeCrcTable();
  const table = crcTable;
  let c = 0xffffffff;
  for (let i = start; i < end; i++) c = table[(c ^ bytes[i]) & 255] ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}

/** Largest number of bytes whose sums stay below 2^31. */
const ADLER_RUN = 3800;

/** Adler-32 of `bytes`, as zlib uses it. */
export function adler32(bytes: Uint8Array): number {
  let a = 1;
  let b = 0;
  for (let i = 0; i < bytes.length; ) {
    const end = Math.min(i + ADLER_RUN, bytes.length);
    // four at a time, so that no sum waits for the one before, and as integers: a third of the time
    for (; i <= end - 4; i += 4) {
      const w = bytes[i];
      const x = bytes[i + 1];
      const y = bytes[i + 2];
      const z = bytes[i + 3];
      b = (b + 4 * (a + w) + 3 * x + 2 * y + z) | 0;
      a = (a + w + x + y + z) | 0;
    }
    for (; i < end; i++) {
      a += bytes[i];
      b += a;
    }
    a %= 65521;
    b %= 65521;
  }
  return ((b << 16) | a) >>> 0;
}
