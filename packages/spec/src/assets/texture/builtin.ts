import { Mt19937 } from '../order/mt19937.ts';
import type { TextureOptions } from '../types.ts';
import { fillRadial, fillSky } from './gradient.ts';

const RANDOM_SEED = 42;

type Rgb = readonly number[];

/** Fills a builtin 2D texture, three bytes per pixel. */
export function fillBuiltin2d(data: Uint8Array, width: number, height: number, options: TextureOptions): void {
  const { rgb1, rgb2 } = options;
  if (options.builtin === 'gradient') {
    fillRadial(data, width, height, rgb1, rgb2);
  } else if (options.builtin === 'checker') {
    fillChecker(data, 0, width, height, rgb1, rgb2);
  } else {
    fillFlat(data, 0, width * height, rgb1);
  }
  mark(data, 0, width, height, options);
  if (options.mark === 'random') scatter(data, width, height, options);
}

/** Fills six square faces (right, left, up, down, front, back), one below the other. */
export function fillBuiltinCube(data: Uint8Array, width: number, options: TextureOptions): void {
  const { rgb1, rgb2 } = options;
  const face = 3 * width * width;
  if (options.builtin === 'gradient') {
    fillSky(data, width, rgb1, rgb2);
  } else {
    for (let k = 0; k < 6; k++) {
      if (options.builtin === 'checker') {
        const [a, b] = k < 4 ? [rgb1, rgb2] : [rgb2, rgb1];
        fillChecker(data, k * face, width, width, a, b);
      } else {
        fillFlat(data, k * face, width * width, k === 3 ? rgb2 : rgb1);
      }
    }
  }
  for (let k = 0; k < 6; k++) mark(data, k * face, width, width, options);
  if (options.mark === 'random') scatter(data, width, 6 * width, options);
}

/** A colour channel as a byte: truncated, not rounded. */
function toByte(x: number): number {
  return Math.trunc(255 * Math.max(0, x)) & 255;
}

function setPixel(data: Uint8Array, at: number, rgb: Rgb): void {
  for (let k = 0; k < 3; k++) data[at + k] = toByte(rgb[k]);
}

/** Gives `pixels` pixels one colour. */
export function fillFlat(data: Uint8Array, start: number, pixels: number, rgb: Rgb): void {
  if (pixels === 0) return;
  setPixel(data, start, rgb);
  const end = start + 3 * pixels;
  for (let done = 3; done < end - start; done *= 2) {
    data.copyWithin(start + done, start, Math.min(start + done, end - done));
  }
}

/** Two rows of fields, each of two: the upper rows repeat the first one, the lower rows its opposite. */
function fillChecker(data: Uint8Array, start: number, width: number, height: number, a: Rgb, b: Rgb): void {
  const [middleRow, middleColumn] = [Math.floor(height / 2), Math.floor(width / 2)];
  const row = 3 * width;
  for (let r = 0; r < height; r++) {
    const at = start + r * row;
    const source = r < middleRow ? start : start + middleRow * row;
    if (at !== source) {
      data.copyWithin(at, source, source + row);
      continue;
    }
    const [left, right] = r < middleRow ? [a, b] : [b, a];
    fillFlat(data, at, middleColumn, left);
    fillFlat(data, at + 3 * middleColumn, width - middleColumn, right);
  }
}

/** Border or centre lines. */
function mark(data: Uint8Array, start: number, width: number, height: number, options: TextureOptions): void {
  const isEdge = options.mark === 'edge';
  if (!isEdge && options.mark !== 'cross') return;
  const columns = isEdge ? [0, width - 1] : [Math.floor(width / 2)];
  const rows = isEdge ? [0, height - 1] : [Math.floor(height / 2)];
  for (let r = 0; r < height; r++) {
    for (const c of columns) setPixel(data, start + 3 * (r * width + c), options.markrgb);
  }
  for (const r of rows) {
    for (let c = 0; c < width; c++) setPixel(data, start + 3 * (r * width + c), options.markrgb);
  }
}

/** Random dots with a fixed seed, row by row. */
function scatter(data: Uint8Array, width: number, height: number, options: TextureOptions): void {
  if (!(options.random > 0)) return;
  const rng = new Mt19937(RANDOM_SEED);
  const pixels = width * height;
  for (let i = 0; i < pixels; i++) {
    i += rng.skip(options.random, pixels - i);
    if (i < pixels) setPixel(data, 3 * i, options.markrgb);
  }
}
