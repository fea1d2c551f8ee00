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
  const { width, height, depth, palette, transparency } = png;
  const count = width * height;
  const own = png.channels;
  const sample = sampler(png);
  const out = new Uint8Array(count * channels);
  for (let i = 0; i < count; i++) {
    let [r, g, b, a] = [0, 0, 0, 255];
    if (colorType === 3) {
      const entry = palette?.[sample(i, 0)];
      if (entry) [r, g, b, a = 255] = entry;
      else a = 255;
    } else {
      r = sample(i, 0);
      g = own > 2 ? sample(i, 1) : r;
      b = own > 2 ? sample(i, 2) : r;
      if (own === 2 || own === 4) a = scaleTo8(sample(i, own - 1), depth);
      else if (transparency && isTransparent(transparency, r, g, b)) a = 0;
      r = scaleTo8(r, depth);
      g = scaleTo8(g, depth);
      b = scaleTo8(b, depth);
    }
    const at = channels * i;
    out[at] = r;
    if (channels > 1) {
      out[at + 1] = g;
      out[at + 2] = b;
    }
    if (channels === 4) out[at + 3] = a;
  }
  return out;
}

/** Reads channel k of pixel i; samples of less than 8 bits are packed in rows of whole bytes. */
function sampler(png: DecodedPng): (i: number, k: number) => number {
  const { data, width, depth, channels } = png;
  if (depth >= 8) return (i, k) => data[channels * i + k];
  const rowBytes = Math.ceil((width * depth) / 8);
  const mask = (1 << depth) - 1;
  return (i) => {
    const row = Math.floor(i / width);
    const bit = depth * (i - row * width);
    return (data[row * rowBytes + (bit >> 3)] >> (8 - depth - (bit & 7))) & mask;
  };
}

function scaleTo8(value: number, depth: number): number {
  if (depth === 16) return value >> 8;
  return depth === 8 ? value : Math.floor((value * 255) / ((1 << depth) - 1));
}

function isTransparent(key: Uint16Array, r: number, g: number, b: number): boolean {
  return key.length < 3 ? key[0] === r : key[0] === r && key[1] === g && key[2] === b;
}
