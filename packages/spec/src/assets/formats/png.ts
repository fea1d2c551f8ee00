import { crc32 } from '../../compression/checksum.ts';
import { InflateError } from '../../compression/inflate.ts';
import { inflateZlib } from '../../compression/zlib.ts';
import { AssetError } from '../errors.ts';
import type { AssetLimits } from '../types.ts';
import { type PngHeader, passesOf, unfilter } from './png-rows.ts';

/** Pixels of a PNG with 8 bits per channel, top row first. */
export interface Image {
  width: number;
  height: number;
  /** 1 grey, 3 RGB, 4 RGBA */
  channels: number;
  data: Uint8Array;
  /** whether the file declares the sRGB colour space */
  isSrgb: boolean;
}

const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10];
/** Channels of each colour type, 0 for those that do not exist. */
const CHANNELS = [1, 0, 3, 1, 2, 0, 4];
/** Bit depths of each colour type. */
const DEPTHS = [[1, 2, 4, 8, 16], [], [8, 16], [1, 2, 4, 8], [8, 16], [], [8, 16]];
const PALETTE_TYPE = 3;
const INFLATE_CODES = { truncated: 'asset-truncated', 'too-long': 'asset-limit', broken: 'asset-format' } as const;
/**
 * Decodes a PNG to the wanted channels: grey is the red of a colour image, alpha is dropped or opaque where it is
 * missing, 16 bits keep the high byte. The size is checked before anything of that size is allocated, and inflation
 * stops beyond what the size implies.
 */
export function readPng(bytes: Uint8Array, channels: number, limits: AssetLimits): Image {
  if (bytes.length === 0) throw new AssetError('asset-empty', 'empty PNG file');
  const header = readChunks(bytes);
  const { width, height } = header;
  if (width * height > limits.pixels) {
    throw new AssetError('asset-limit', `PNG has ${width}x${height} pixels, more than ${limits.pixels}`);
  }
  const samples = unfilter(header, inflate(header.parts, filteredSize(header)));
  return { width, height, channels, data: convert(header, samples, channels), isSrgb: header.isSrgb };
}

function broken(reason: string): AssetError {
  return new AssetError('asset-format', `error decoding PNG file: ${reason}`);
}

function cut(reason: string): AssetError {
  return new AssetError('asset-truncated', `error decoding PNG file: ${reason}`);
}

/** Walks over the chunks, with their checksums: IHDR first, complete up to IEND. */
function readChunks(bytes: Uint8Array): PngHeader {
  if (SIGNATURE.some((b, i) => bytes[i] !== b)) throw broken('it does not start with the PNG signature');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let header: PngHeader | undefined;
  for (let at = 8; ; ) {
    if (at + 12 > bytes.length) throw cut('it ends too early');
    const length = view.getUint32(at);
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (length > bytes.length - at - 12) throw cut('a chunk is longer than the file');
    const body = bytes.subarray(at + 8, at + 8 + length);
    if (crc32(bytes, at + 4, at + 8 + length) !== view.getUint32(at + 8 + length)) throw broken('a checksum is wrong');
    if (!header) header = readHeader(type, body);
    else if (type === 'IDAT') header.parts.push(body);
    else if (type === 'PLTE') header.palette = body;
    else if (type === 'tRNS') header.transparency = body;
    else if (type === 'sRGB') header.isSrgb = true;
    else if (type === 'IEND') break;
    else if ((bytes[at + 4] & 0x20) === 0) throw broken(`unknown critical chunk ${type}`);
    at += 12 + length;
  }
  if (header.colorType === PALETTE_TYPE && (header.palette.length === 0 || header.palette.length % 3 !== 0)) {
    throw broken('the palette is missing or broken');
  }
  return header;
}

function readHeader(type: string, body: Uint8Array): PngHeader {
  if (type !== 'IHDR' || body.length !== 13) throw broken('the first chunk is not a header');
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const [width, height] = [view.getUint32(0), view.getUint32(4)];
  const [depth, colorType, compression, filter, interlace] = body.subarray(8);
  if (width === 0 || height === 0) throw broken('dimensions are invalid');
  if (!DEPTHS[colorType]?.includes(depth)) throw broken(`color type ${colorType} cannot have ${depth} bits`);
  if (compression !== 0 || filter !== 0 || interlace > 1)
    throw broken('unknown compression, filter or interlace method');
  return {
    width,
    height,
    depth,
    colorType,
    channels: CHANNELS[colorType],
    isInterlaced: interlace === 1,
    isSrgb: false,
    palette: new Uint8Array(0),
    transparency: undefined,
    parts: [],
  };
}

function filteredSize(header: PngHeader): number {
  return passesOf(header).reduce((sum, { rows, rowBytes }) => sum + rows * (rowBytes + 1), 0);
}

/** Inflates the parts to exactly `size` bytes. */
function inflate(parts: Uint8Array[], size: number): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  try {
    return inflateZlib(concatenate(parts, length), size);
  } catch (error) {
    if (!(error instanceof InflateError)) throw error;
    throw new AssetError(INFLATE_CODES[error.problem], `error decoding PNG file: ${error.message}`);
  }
}

function concatenate(parts: Uint8Array[], size: number): Uint8Array {
  if (parts.length === 1) return parts[0];
  const out = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** 8-bit grey, RGB or RGBA from the samples of the file. */
function convert(header: PngHeader, samples: Uint8Array | Uint16Array, channels: number): Uint8Array {
  const { width, height, depth, colorType, channels: own, transparency } = header;
  if (colorType === PALETTE_TYPE) return fromPalette(header, samples, channels);
  if (own === channels && samples instanceof Uint8Array && depth === 8) return samples;
  const green = own > 2 ? 1 : 0;
  const blue = own > 2 ? 2 : 0;
  const alpha = own === 2 || own === 4 ? own - 1 : -1;
  const count = width * height;
  const out = new Uint8Array(count * channels);
  const scale = to8Bits(depth);
  for (let i = 0, from = 0, at = 0; i < count; i++, from += own, at += channels) {
    out[at] = scale[samples[from]];
    if (channels === 1) continue;
    out[at + 1] = scale[samples[from + green]];
    out[at + 2] = scale[samples[from + blue]];
    if (channels === 3) continue;
    if (alpha >= 0) out[at + 3] = scale[samples[from + alpha]];
    else out[at + 3] = transparency && isKey(transparency, samples, from, own) ? 0 : 255;
  }
  return out;
}

function fromPalette(header: PngHeader, samples: Uint8Array | Uint16Array, channels: number): Uint8Array {
  const { palette, transparency } = header;
  const out = new Uint8Array(samples.length * channels);
  for (let i = 0, at = 0; i < samples.length; i++, at += channels) {
    // an index beyond the palette is opaque black
    const entry = 3 * samples[i];
    for (let k = 0; k < Math.min(channels, 3); k++) out[at + k] = palette[entry + k] ?? 0;
    if (channels === 4) out[at + 3] = transparency?.[samples[i]] ?? 255;
  }
  return out;
}

/** Table from a sample to 8 bits: high byte of 16 bits, full range of fewer than 8. */
function to8Bits(depth: number): Uint8Array {
  const table = new Uint8Array(1 << depth);
  for (let x = 0; x < table.length; x++) {
    table[x] = depth === 16 ? x >> 8 : Math.floor((x * 255) / (table.length - 1));
  }
  return table;
}

/** Whether a pixel is the transparent colour, stored as 16 bits per channel. */
function isKey(key: Uint8Array, samples: ArrayLike<number>, at: number, channels: number): boolean {
  for (let k = 0; k < channels; k++) if (samples[at + k] !== 256 * key[2 * k] + key[2 * k + 1]) return false;
  return true;
}
