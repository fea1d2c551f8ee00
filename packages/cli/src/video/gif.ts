import { cellOf, makePalette, type Palette } from './palette.ts';
import { readPixels } from './png-pixels.ts';

const COLOURS = 256;
const CODE_BITS = 8; // of a colour
const LARGEST_CODE = 4095;
const SAMPLES = 16; // pictures that the palette is made from

const word = (n: number): number[] => [n & 255, n >> 8];

/** Codes of growing width, packed into bytes from the lowest bit up. */
class BitWriter {
  readonly bytes: number[] = [];
  #held = 0;
  #count = 0;

  write(code: number, bits: number): void {
    this.#held |= code << this.#count;
    this.#count += bits;
    for (; this.#count >= 8; this.#count -= 8) {
      this.bytes.push(this.#held & 255);
      this.#held >>>= 8;
    }
  }

  end(): void {
    if (this.#count > 0) this.bytes.push(this.#held & 255);
  }
}

/**
 * Compresses colour numbers with the dictionary coding of GIF: each code stands for a run of pixels seen before, and codes grow by a bit
 * when the dictionary does.
 */
export function compress(pixels: Uint8Array): Uint8Array {
  const clear = 1 << CODE_BITS;
  const out = new BitWriter();
  const runs = new Map<number, number>(); // a run's code and the colour that follows, to the code of both
  let next = clear + 2;
  let bits = CODE_BITS + 1;
  out.write(clear, bits);
  let run = pixels[0] ?? 0;
  for (const colour of pixels.subarray(1)) {
    const key = run * COLOURS + colour;
    const known = runs.get(key);
    if (known !== undefined) {
      run = known;
      continue;
    }
    out.write(run, bits);
    run = colour;
    if (next > LARGEST_CODE) {
      out.write(clear, bits);
      runs.clear();
      next = clear + 2;
      bits = CODE_BITS + 1;
    } else {
      runs.set(key, next);
      if (next >= 1 << bits) bits++;
      next++;
    }
  }
  out.write(run, bits);
  out.write(clear + 1, bits);
  out.end();
  return Uint8Array.from(out.bytes);
}

/** Data in blocks of at most 255 bytes, each after its length. */
function inBlocks(data: Uint8Array): number[] {
  const out: number[] = [];
  for (let at = 0; at < data.length; at += 255) {
    const block = data.subarray(at, at + 255);
    out.push(block.length, ...block);
  }
  return [...out, 0];
}

function frame(rgb: Uint8Array, width: number, height: number, { indexOf }: Palette, delay: number): Uint8Array {
  const pixels = new Uint8Array(width * height);
  for (let k = 0; k < pixels.length; k++)
    pixels[k] = indexOf[cellOf(rgb[3 * k] ?? 0, rgb[3 * k + 1] ?? 0, rgb[3 * k + 2] ?? 0)] ?? 0;
  const control = [0x21, 0xf9, 4, 4, ...word(delay), 0, 0];
  const descriptor = [0x2c, ...word(0), ...word(0), ...word(width), ...word(height), 0, CODE_BITS];
  return Uint8Array.from([...control, ...descriptor, ...inBlocks(compress(pixels))]);
}

/** PNG pictures of one size as an animated GIF that repeats, in the 256 colours that suit them best. */
export function encodeGif(pictures: readonly Uint8Array[], fps: number): Uint8Array {
  const frames = pictures.map(readPixels);
  const [first] = frames;
  if (first === undefined) return new Uint8Array();
  const { width, height } = first;
  const every = Math.ceil(frames.length / SAMPLES);
  const palette = makePalette(
    frames.filter((_, k) => k % every === 0).map((f) => f.rgb),
    COLOURS,
  );
  const table = new Uint8Array(3 * COLOURS);
  table.set(palette.colours);
  const text = (s: string): number[] => [...s].map((ch) => ch.charCodeAt(0));
  const head = [...text('GIF89a'), ...word(width), ...word(height), 0xf7, 0, 0, ...table];
  const repeat = [0x21, 0xff, 11, ...text('NETSCAPE2.0'), 3, 1, 0, 0, 0];
  const delay = Math.max(2, Math.round(100 / fps)); // hundredths of a second; browsers slow shorter ones down
  const parts = frames.map(({ rgb }) => frame(rgb, width, height, palette, delay));
  return Buffer.concat([Uint8Array.from([...head, ...repeat]), ...parts, Uint8Array.of(0x3b)]);
}
