// A palette for pictures: colours are counted on a grid of 32 steps for each channel, and the grid is cut where it is widest.
const BITS = 5;
const CELLS = 1 << (3 * BITS);
const SHIFT = 8 - BITS;

/** The grid cell of a colour. */
export const cellOf = (r: number, g: number, b: number): number =>
  ((r >> SHIFT) << (2 * BITS)) | ((g >> SHIFT) << BITS) | (b >> SHIFT);

/** Colours, and for each cell of the grid the number of its colour. */
export interface Palette {
  /** Red, green and blue of each colour. */
  readonly colours: Uint8Array;
  readonly indexOf: Uint8Array;
}

interface Box {
  readonly cells: number[];
  readonly count: number;
  /** The channel in which its cells are spread most, and how much that weighs. */
  readonly channel: number;
  readonly spread: number;
}

const channelOf = (cell: number, channel: number): number => (cell >> ((2 - channel) * BITS)) & ((1 << BITS) - 1);

function makeBox(cells: number[], counts: Uint32Array): Box {
  let best = { channel: 0, spread: -1 };
  for (let channel = 0; channel < 3; channel++) {
    let [low, high] = [1 << BITS, 0];
    for (const cell of cells) {
      low = Math.min(low, channelOf(cell, channel));
      high = Math.max(high, channelOf(cell, channel));
    }
    if (high - low > best.spread) best = { channel, spread: high - low };
  }
  const count = cells.reduce((sum, cell) => sum + (counts[cell] ?? 0), 0);
  return { cells, count, channel: best.channel, spread: best.spread };
}

/** The two halves of a box with about as many pixels each. */
function cut(box: Box, counts: Uint32Array): [Box, Box] {
  const cells = box.cells.toSorted((a, b) => channelOf(a, box.channel) - channelOf(b, box.channel));
  let seen = 0;
  let k = 0;
  while (k < cells.length - 2 && seen + (counts[cells[k] ?? 0] ?? 0) <= box.count / 2)
    seen += counts[cells[k++] ?? 0] ?? 0;
  return [makeBox(cells.slice(0, k + 1), counts), makeBox(cells.slice(k + 1), counts)];
}

/** At most `most` colours for pictures in red, green and blue. */
export function makePalette(pictures: Iterable<Uint8Array>, most: number): Palette {
  const counts = new Uint32Array(CELLS);
  const sums = new Float64Array(3 * CELLS);
  for (const rgb of pictures)
    for (let k = 0; k < rgb.length; k += 3) {
      const [r = 0, g = 0, b = 0] = [rgb[k], rgb[k + 1], rgb[k + 2]];
      const cell = cellOf(r, g, b);
      counts[cell] = (counts[cell] ?? 0) + 1;
      for (const [c, value] of [r, g, b].entries()) sums[3 * cell + c] = (sums[3 * cell + c] ?? 0) + value;
    }
  let boxes = [
    makeBox(
      [...counts.keys()].filter((cell) => (counts[cell] ?? 0) > 0),
      counts,
    ),
  ];
  while (boxes.length < most) {
    const widest = boxes.reduce((a, b) => (b.spread * Math.sqrt(b.count) > a.spread * Math.sqrt(a.count) ? b : a));
    if (widest.cells.length < 2) break;
    boxes = [...boxes.filter((box) => box !== widest), ...cut(widest, counts)];
  }
  const colours = new Uint8Array(3 * boxes.length);
  const indexOf = new Uint8Array(CELLS);
  for (const [n, { cells, count }] of boxes.entries()) {
    for (const cell of cells) indexOf[cell] = n;
    for (let c = 0; c < 3; c++) {
      const sum = cells.reduce((total, cell) => total + (sums[3 * cell + c] ?? 0), 0);
      colours[3 * n + c] = Math.round(sum / Math.max(1, count));
    }
  }
  return { colours, indexOf };
}
