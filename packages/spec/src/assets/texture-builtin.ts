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
        blend(data, 3 * (r * width + c), rgb2, rgb1, 2 * Math.sqrt(x * x + y * y) - 1);
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
  for (let r = 0; r < width; r++) {
    for (let c = 0; c < width; c++) {
      const x = (2 * c) / (width - 1) - 1;
      const y = 1 - (2 * r) / (width - 1);
      const length = Math.sqrt(1 + x * x + y * y);
      const side = asin(y / length) / (0.5 * Math.PI);
      const up = 1 - acos(1 / length) / (0.5 * Math.PI);
      const at = 3 * (r * width + c);
      blend(data, at, rgb1, rgb2, side);
      blend(data, 2 * face + at, rgb1, rgb2, up);
      blend(data, 3 * face + at, rgb1, rgb2, -up);
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

/** Mix of two colours by a sigmoid of pos in [-1, 1]. */
function blend(data: Uint8Array, at: number, high: Rgb, low: Rgb, pos: number): void {
  const correction = 1 / Math.sqrt(2);
  const alpha = Math.min(1, Math.max(0, 0.5 * (1 + pos / Math.sqrt(1 + pos * pos) / correction)));
  for (let k = 0; k < 3; k++) data[at + k] = Math.trunc(255 * (alpha * high[k] + (1 - alpha) * low[k])) & 255;
}

function fillFlat(data: Uint8Array, start: number, pixels: number, rgb: Rgb): void {
  for (let i = 0; i < pixels; i++) setPixel(data, start + 3 * i, rgb);
}

function fillChecker(data: Uint8Array, start: number, width: number, height: number, a: Rgb, b: Rgb): void {
  const [middleRow, middleColumn] = [Math.floor(height / 2), Math.floor(width / 2)];
  for (let r = 0; r < height; r++) {
    for (let c = 0; c < width; c++) {
      setPixel(data, start + 3 * (r * width + c), r < middleRow === c < middleColumn ? a : b);
    }
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
  for (let i = 0; i < width * height; i++) {
    if (rng.next() < options.random) setPixel(data, 3 * i, options.markrgb);
  }
}
