import { crc32 } from 'node:zlib';

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

interface Chunk {
  readonly type: string;
  readonly data: Uint8Array;
}

function chunks(png: Uint8Array): Chunk[] {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const found: Chunk[] = [];
  for (let at = 8; at + 12 <= png.length; ) {
    const length = view.getUint32(at);
    const type = String.fromCharCode(...png.subarray(at + 4, at + 8));
    found.push({ type, data: png.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return found;
}

function encodeChunk({ type, data }: Chunk): Uint8Array {
  const out = new Uint8Array(12 + data.length);
  const view = new DataView(out.buffer);
  view.setUint32(0, data.length);
  out.set(
    [...type].map((ch) => ch.charCodeAt(0)),
    4,
  );
  out.set(data, 8);
  view.setUint32(8 + data.length, crc32(out.subarray(4, 8 + data.length)));
  return out;
}

/** Big-endian words (4 bytes) and half words (2 bytes) in a row. */
function pack(...numbers: readonly (readonly [value: number, bytes: 1 | 2 | 4])[]): Uint8Array {
  return Uint8Array.from(
    numbers.flatMap(([v, n]) => Array.from({ length: n }, (_, k) => (v >>> (8 * (n - 1 - k))) & 0xff)),
  );
}

/** PNG pictures of one size as an animated PNG. */
export function encodeApng(pictures: readonly Uint8Array[], fps: number): Uint8Array {
  const header = chunks(pictures[0] ?? new Uint8Array())[0]?.data ?? new Uint8Array(13);
  const size = new DataView(header.buffer, header.byteOffset, 8);
  const [width, height] = [size.getUint32(0), size.getUint32(4)];
  const out: Chunk[] = [
    { type: 'IHDR', data: header },
    { type: 'acTL', data: pack([pictures.length, 4], [0, 4]) },
  ];
  let sequence = 0;
  const control = (): Chunk => ({
    type: 'fcTL',
    data: pack(
      [sequence++, 4],
      [width, 4],
      [height, 4],
      [0, 4],
      [0, 4],
      [100, 2],
      [Math.round(100 * fps), 2],
      [0, 1],
      [0, 1],
    ),
  });
  pictures.forEach((picture, k) => {
    out.push(control());
    for (const { type, data } of chunks(picture)) {
      if (type !== 'IDAT') continue;
      out.push(k === 0 ? { type, data } : { type: 'fdAT', data: Buffer.concat([pack([sequence++, 4]), data]) });
    }
  });
  out.push({ type: 'IEND', data: new Uint8Array() });
  return Buffer.concat([SIGNATURE, ...out.map(encodeChunk)]);
}
