import zlib from 'node:zlib';
import { UsageError } from '../io.ts';

/** A picture as red, green and blue, row by row. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
}

const COLOUR = 2; // colour types of PNG
const COLOUR_AND_OPACITY = 6;

/** Reads a PNG as browsers write them: eight bits, not interlaced. Opacity is dropped. */
export function readPixels(png: Uint8Array): Pixels {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  const [depth, colour, , , interlaced] = png.subarray(24, 29);
  if (depth !== 8 || (colour !== COLOUR && colour !== COLOUR_AND_OPACITY) || interlaced !== 0)
    throw new UsageError('the browser took a picture of an unknown kind');
  const parts: Uint8Array[] = [];
  for (let at = 8; at + 12 <= png.length; at += 12 + view.getUint32(at))
    if (String.fromCharCode(...png.subarray(at + 4, at + 8)) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + view.getUint32(at)));
  const channels = colour === COLOUR ? 3 : 4;
  const rows = unfilter(zlib.inflateSync(Buffer.concat(parts)), width * channels, height, channels);
  const rgb = new Uint8Array(3 * width * height);
  for (let k = 0; k < width * height; k++) rgb.set(rows.subarray(channels * k, channels * k + 3), 3 * k);
  return { width, height, rgb };
}

/** Undoes the prediction of each row from its neighbours. */
function unfilter(data: Uint8Array, stride: number, height: number, channels: number): Uint8Array {
  const out = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = data[y * (stride + 1)];
    for (let x = 0; x < stride; x++) {
      const at = y * stride + x;
      const left = x < channels ? 0 : (out[at - channels] ?? 0);
      const up = y === 0 ? 0 : (out[at - stride] ?? 0);
      const corner = x < channels || y === 0 ? 0 : (out[at - stride - channels] ?? 0);
      out[at] = (data[y * (stride + 1) + 1 + x] ?? 0) + predict(filter, left, up, corner);
    }
  }
  return out;
}

function predict(filter: number | undefined, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter !== 4) return 0;
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}
