import { acos, asin } from '../spatial/trig.ts';
import { Mt19937 } from './mt19937.ts';
import type { TextureOptions } from './types.ts';

const RANDOM_SEED = 42;

type Rgb = readonly number[];

/** Fills a builtin 2D texture, three bytes per pixel. */
export function fillBuiltin2d(data: Uint8Array, width: number, height: number, options: TextureOptions): void {
  const { rgb1, rgb2 } = options;
  if (options.builtin === 'gradient') {
    for (let r = 0; r < height; r++) {
      for (let c = 0; c < width; c++) {
        const x = (2 * c) / (width - 1) - 1;
        const y = 1 - (2 * r) / (height - 1);
        mix(data, 3 * (r * width + c), rgb2, rgb1, share(sigmoid(2 * Math.sqrt(x * x + y * y) - 1)));
      }
    }
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

/** Gradient by elevation as seen from the centre of the cube. */
function fillSky(data: Uint8Array, width: number, rgb1: Rgb, rgb2: Rgb): void {
  const face = 3 * width * width;
  const quarter = 0.5 * Math.PI;
  for (let r = 0, at = 0; r < width; r++) {
    const y = 1 - (2 * r) / (width - 1);
    for (let c = 0; c < width; c++, at += 3) {
      const x = (2 * c) / (width - 1) - 1;
      const length = Math.sqrt(1 + x * x + y * y);
      const side = sigmoid(asin(y / length) / quarter);
      const up = sigmoid(1 - acos(1 / length) / quarter);
      mix(data, at, rgb1, rgb2, share(side));
      mix(data, 2 * face + at, rgb1, rgb2, share(up));
      mix(data, 3 * face + at, rgb1, rgb2, share(-up));
    }
  }
  // the four sides are alike
  for (const k of [1, 4, 5]) data.copyWithin(k * face, 0, face);
}

/** A colour channel as a byte: truncated, not rounded. */
export function toByte(x: number): number {
  return Math.trunc(255 * x) & 255;
}

function setPixel(data: Uint8Array, at: number, rgb: Rgb): void {
  for (let k = 0; k < 3; k++) data[at + k] = toByte(rgb[k]);
}

/** A sigmoid of pos in [-1, 1], odd in it. */
const sigmoid = (pos: number): number => pos / Math.sqrt(1 + pos * pos) / CORRECTION;
const CORRECTION = 1 / Math.sqrt(2);

/** The share of the high colour, from the sigmoid's value. */
function share(s: number): number {
  const alpha = 0.5 * (1 + s);
  return Math.min(1, Math.max(0, alpha));
}

/** Mix of two colours. */
function mix(data: Uint8Array, at: number, high: Rgb, low: Rgb, alpha: number): void {
  const rest = 1 - alpha;
  data[at] = 255 * (alpha * high[0] + rest * low[0]);
  data[at + 1] = 255 * (alpha * high[1] + rest * low[1]);
  data[at + 2] = 255 * (alpha * high[2] + rest * low[2]);
}

function fillFlat(data: Uint8Array, start: number, pixels: number, rgb: Rgb): void {
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
