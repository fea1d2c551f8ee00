import { ArgumentError } from '@qpos/core/errors';
import { requireCount } from '../arguments.ts';
import { crc32 } from '../compression/checksum.ts';
import { zlibDeflate } from './deflate.ts';

/** Colour types of PNG by number of channels. */
const COLORS = [0, 0, 4, 2, 6];
const UP = 2; // a filter of PNG
const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/**
 * Encodes a picture as PNG.
 *
 * @param width Width in pixels.
 * @param height Height in pixels.
 * @param channels Channels of a pixel: 1 grey, 2 grey and alpha, 3 RGB, 4 RGBA.
 * @param pixels The picture, row by row from the top; a byte for each channel.
 * @returns The file.
 * @example
 * const red = encodePng(1, 1, 3, Uint8Array.of(255, 0, 0));
 * console.log(red.length);
 */
export function encodePng(width: number, height: number, channels: number, pixels: Uint8Array): Uint8Array {
  requireCount('width', width, 1);
  requireCount('height', height, 1);
  if (COLORS[channels] === undefined) throw new ArgumentError(`a picture has 1 to 4 channels, not ${String(channels)}`);
  if (!(pixels instanceof Uint8Array) || pixels.length < width * height * channels)
    throw new ArgumentError(`pixels must be a Uint8Array of at least ${width * height * channels} bytes`);
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([8, COLORS[channels]], 8);
  const stride = width * channels;
  const rows = new Uint8Array(height * (stride + 1));
  for (let r = 0; r < height; r++) {
    const at = r * (stride + 1);
    rows[at] = UP; // each row as its difference from the one above: nothing, where colours run down
    for (let k = 0; k < stride; k++)
      rows[at + 1 + k] = pixels[r * stride + k] - (r > 0 ? pixels[(r - 1) * stride + k] : 0);
  }
  const parts = [
    Uint8Array.from(SIGNATURE),
    chunk('IHDR', header),
    chunk('IDAT', zlibDeflate(rows)),
    chunk('IEND', new Uint8Array(0)),
  ];
  const out = new Uint8Array(parts.reduce((n, p) => n + p.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** A chunk of a PNG file: length, type, data and checksum. */
export function chunk(type: string, data: Uint8Array): Uint8Array {
  const out = new Uint8Array(12 + data.length);
  const view = new DataView(out.buffer);
  view.setUint32(0, data.length);
  for (let k = 0; k < 4; k++) out[4 + k] = type.charCodeAt(k);
  out.set(data, 8);
  view.setUint32(8 + data.length, crc32(out, 4, 8 + data.length));
  return out;
}
