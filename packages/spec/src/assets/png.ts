import { type DecodedPng, decode } from 'fast-png';
import { Unzlib } from 'fflate';
import { AssetError } from './errors.ts';
import type { AssetLimits } from './types.ts';

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
/** Channels of each colour type. */
const CHANNELS = [1, 0, 3, 1, 2, 0, 4];
/** Input per step of the trial inflation; deflate expands at most 1032 times. */
const STEP_BYTES = 1 << 14;

interface Header {
  width: number;
  height: number;
  depth: number;
  colorType: number;
  isInterlaced: boolean;
  isSrgb: boolean;
  /** compressed data */
  parts: Uint8Array[];
}

/**
 * Decodes a PNG to the wanted channels: grey is the red of a colour image, alpha is dropped or opaque where it is
 * missing, 16 bits keep the high byte. Size and inflated size are checked before anything of that size is allocated.
 */
export function readPng(bytes: Uint8Array, channels: number, limits: AssetLimits): Image {
  if (bytes.length === 0) throw new AssetError('asset-empty', 'empty PNG file');
  const header = readHeader(bytes);
  const { width, height } = header;
  if (width * height > limits.pixels) {
    throw new AssetError('asset-limit', `PNG has ${width}x${height} pixels, more than ${limits.pixels}`);
  }
  checkInflatedSize(header);
  const png = decodeChecked(bytes);
  return { width, height, channels, data: convert(png, header.colorType, channels), isSrgb: header.isSrgb };
}

function broken(reason: string): AssetError {
  return new AssetError('asset-format', `error decoding PNG file: ${reason}`);
}

/** Walks over the chunks: IHDR first, complete up to IEND. */
function readHeader(bytes: Uint8Array): Header {
  if (SIGNATURE.some((b, i) => bytes[i] !== b)) throw broken('it does not start with the PNG signature');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let header: Header | undefined;
  for (let at = 8; ; ) {
    if (at + 12 > bytes.length) throw new AssetError('asset-truncated', 'error decoding PNG file: it ends too early');
    const length = view.getUint32(at);
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const body = at + 8;
    if (length > bytes.length - body - 4) {
      throw new AssetError('asset-truncated', 'error decoding PNG file: a chunk is longer than the file');
    }
    if (!header) {
      if (type !== 'IHDR' || length !== 13) throw broken('the first chunk is no header');
      header = {
        width: view.getUint32(body),
        height: view.getUint32(body + 4),
        depth: bytes[body + 8],
        colorType: bytes[body + 9],
        isInterlaced: bytes[body + 12] !== 0,
        isSrgb: false,
        parts: [],
      };
      checkHeader(header);
    }
    if (type === 'sRGB') header.isSrgb = true;
    if (type === 'IDAT') header.parts.push(bytes.subarray(body, body + length));
    if (type === 'IEND') return header;
    at = body + length + 4;
  }
}

function checkHeader({ width, height, depth, colorType, isInterlaced }: Header): void {
  if (width === 0 || height === 0) throw broken('dimensions are invalid');
  if (!CHANNELS[colorType]) throw broken(`unknown color type ${colorType}`);
  if (![1, 2, 4, 8, 16].includes(depth)) throw broken(`unknown bit depth ${depth}`);
  if (isInterlaced && depth < 8) {
    throw new AssetError('asset-unsupported', 'interlaced PNG with less than 8 bits', 'save it without interlacing');
  }
}

/** Inflates the data in small steps without keeping it, and stops beyond the size that the header implies. */
function checkInflatedSize(header: Header): void {
  const { width, height, depth, colorType, isInterlaced } = header;
  const rowBytes = Math.ceil((width * depth * CHANNELS[colorType]) / 8);
  // interlacing adds a filter byte per row of seven passes, and pads them
  const most = isInterlaced ? 2 * (rowBytes + 8) * height + 64 : (rowBytes + 1) * height;
  let size = 0;
  const inflate = new Unzlib((chunk) => {
    size += chunk.length;
    if (size > most) throw new AssetError('asset-limit', 'error decoding PNG file: more data than the header states');
  });
  try {
    for (const part of header.parts) {
      for (let at = 0; at < part.length; at += STEP_BYTES) inflate.push(part.subarray(at, at + STEP_BYTES), false);
    }
    inflate.push(new Uint8Array(0), true);
  } catch (error) {
    if (error instanceof AssetError) throw error;
    throw broken(String((error as Error).message));
  }
  if (!isInterlaced && size !== most) throw broken('invalid decompressed size');
}

function decodeChecked(bytes: Uint8Array): DecodedPng {
  try {
    return decode(bytes, { checkCrc: true });
  } catch (error) {
    throw broken(String((error as Error).message));
  }
}

/** 8-bit grey, RGB or RGBA from whatever the file holds. */
function convert(png: DecodedPng, colorType: number, channels: number): Uint8Array {
  const samples = png.depth < 8 ? unpack(png) : png.data;
  if (colorType === 3) return fromPalette(samples, png.palette ?? [], channels);
  const own = png.channels;
  if (own === channels && png.depth === 8 && !png.transparency) return Uint8Array.from(samples);
  const [green, blue] = own > 2 ? [1, 2] : [0, 0];
  const alpha = own === 2 || own === 4 ? own - 1 : -1;
  const key = png.transparency;
  const count = png.width * png.height;
  const out = new Uint8Array(count * channels);
  const scale = to8Bits(png.depth);
  for (let i = 0, from = 0, at = 0; i < count; i++, from += own, at += channels) {
    out[at] = scale[samples[from]];
    if (channels === 1) continue;
    out[at + 1] = scale[samples[from + green]];
    out[at + 2] = scale[samples[from + blue]];
    if (channels === 3) continue;
    if (alpha >= 0) out[at + 3] = scale[samples[from + alpha]];
    else out[at + 3] = key && isKey(key, samples, from, own) ? 0 : 255;
  }
  return out;
}

function fromPalette(samples: ArrayLike<number>, palette: number[][], channels: number): Uint8Array {
  const out = new Uint8Array(samples.length * channels);
  for (let i = 0, at = 0; i < samples.length; i++, at += channels) {
    // an index beyond the palette is black
    const entry = palette[samples[i]];
    for (let k = 0; k < Math.min(channels, 3); k++) out[at + k] = entry ? entry[k] : 0;
    if (channels === 4) out[at + 3] = entry?.[3] ?? 255;
  }
  return out;
}

/** Samples of less than 8 bits, which are packed in rows of whole bytes. */
function unpack({ data, width, height, depth }: DecodedPng): Uint8Array {
  const rowBytes = Math.ceil((width * depth) / 8);
  const mask = (1 << depth) - 1;
  const out = new Uint8Array(width * height);
  for (let r = 0; r < height; r++) {
    for (let c = 0; c < width; c++) {
      const bit = depth * c;
      out[r * width + c] = (data[r * rowBytes + (bit >> 3)] >> (8 - depth - (bit & 7))) & mask;
    }
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

function isKey(key: Uint16Array, samples: ArrayLike<number>, at: number, channels: number): boolean {
  for (let k = 0; k < Math.min(channels, key.length); k++) if (samples[at + k] !== key[k]) return false;
  return true;
}
