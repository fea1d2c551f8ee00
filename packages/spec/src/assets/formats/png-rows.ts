import { AssetError } from '../errors.ts';

/** What the chunks of a PNG say, with the compressed data still in parts. */
export interface PngHeader {
  width: number;
  height: number;
  depth: number;
  colorType: number;
  /** samples per pixel in the file */
  channels: number;
  isInterlaced: boolean;
  isSrgb: boolean;
  palette: Uint8Array;
  transparency: Uint8Array | undefined;
  parts: Uint8Array[];
}

/** Passes of an image: offsets and steps of the columns and rows that each holds. */
const WHOLE = [[0, 0, 1, 1]];
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
];

interface PngPass {
  x: number;
  y: number;
  stepX: number;
  stepY: number;
  columns: number;
  rows: number;
  /** bytes of a row without its filter byte */
  rowBytes: number;
}

/** The passes that hold any pixel, in file order. */
export function passesOf({ width, height, depth, channels, isInterlaced }: PngHeader): PngPass[] {
  const passes: PngPass[] = [];
  for (const [x, y, stepX, stepY] of isInterlaced ? ADAM7 : WHOLE) {
    const columns = Math.ceil((width - x) / stepX);
    const rows = Math.ceil((height - y) / stepY);
    if (columns <= 0 || rows <= 0) continue;
    passes.push({ x, y, stepX, stepY, columns, rows, rowBytes: Math.ceil((columns * depth * channels) / 8) });
  }
  return passes;
}

/** Undoes the filters of a PNG's rows and the interlacing; one number per sample, in pixel order. */
export function unfilter(header: PngHeader, data: Uint8Array): Uint8Array | Uint16Array {
  const { width, height, depth, channels } = header;
  const size = width * height * channels;
  const samples = depth === 16 ? new Uint16Array(size) : new Uint8Array(size);
  const pixelBytes = Math.max(1, (depth * channels) >> 3);
  let at = 0;
  for (const { x, y, stepX, stepY, columns, rows, rowBytes } of passesOf(header)) {
    for (let r = 0; r < rows; r++) {
      const row = at + 1;
      undoFilter(data, row, r === 0 ? -1 : row - rowBytes - 1, rowBytes, pixelBytes, data[at]);
      const first = channels * ((y + r * stepY) * width + x);
      copyRow(samples, first, channels * stepX, data, row, columns, channels, depth);
      at += rowBytes + 1;
    }
  }
  return samples;
}

/** Replaces the bytes of a row by their values; `above` is the offset of the row before, or -1. */
function undoFilter(
  data: Uint8Array,
  row: number,
  above: number,
  count: number,
  pixelBytes: number,
  filter: number,
): void {
  if (filter > 4) throw new AssetError('asset-format', `error decoding PNG file: unknown filter ${filter}`);
  if (filter === 1) addLeft(data, row, count, pixelBytes);
  else if (filter === 2 && above >= 0) addUp(data, row, above, count);
  if (filter < 3) return;

  // the mean of the bytes to the left and above (filter 3), or the one that is closest to the plane through three of them (4)
  for (let i = 0; i < count; i++) {
    const left = i >= pixelBytes ? data[row + i - pixelBytes] : 0;
    const up = above >= 0 ? data[above + i] : 0;
    const corner = above >= 0 && i >= pixelBytes ? data[above + i - pixelBytes] : 0;
    data[row + i] += filter === 3 ? (left + up) >> 1 : paeth(left, up, corner);
  }
}

function addLeft(data: Uint8Array, row: number, count: number, pixelBytes: number): void {
  for (let i = row + pixelBytes; i < row + count; i++) data[i] += data[i - pixelBytes];
}

function addUp(data: Uint8Array, row: number, above: number, count: number): void {
  for (let i = 0; i < count; i++) data[row + i] += data[above + i];
}

/** The neighbour closest to left + up - corner; left wins over up, up over corner. */
function paeth(left: number, up: number, corner: number): number {
  const toLeft = Math.abs(up - corner);
  const toUp = Math.abs(left - corner);
  const toCorner = Math.abs(left + up - 2 * corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

/** Spreads the pixels of a row, `stride` samples apart. */
function copyRow(
  samples: Uint8Array | Uint16Array,
  first: number,
  stride: number,
  data: Uint8Array,
  row: number,
  columns: number,
  channels: number,
  depth: number,
): void {
  if (depth === 8 && stride === channels) {
    samples.set(data.subarray(row, row + columns * channels), first);
    return;
  }
  const mask = (1 << depth) - 1;
  for (let c = 0; c < columns; c++) {
    for (let k = 0; k < channels; k++) {
      const i = c * channels + k;
      let value: number;
      if (depth === 16) {
        value = 256 * data[row + 2 * i] + data[row + 2 * i + 1];
      } else if (depth === 8) {
        value = data[row + i];
      } else {
        const bit = depth * i;
        value = (data[row + (bit >> 3)] >> (8 - depth - (bit & 7))) & mask;
      }
      samples[first + c * stride + k] = value;
    }
  }
}
