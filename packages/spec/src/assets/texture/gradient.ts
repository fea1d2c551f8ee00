import { acos, asin, sin } from '../../spatial/trig.ts';

type Rgb = readonly number[];

const QUARTER = 0.5 * Math.PI;

/** Fills a picture with a radial gradient, three bytes per pixel. */
export function fillRadial(data: Uint8Array, width: number, height: number, centre: Rgb, rim: Rgb): void {
  for (let r = 0; r < height; r++) {
    for (let c = 0; c < width; c++) {
      const x = (2 * c) / (width - 1) - 1;
      const y = 1 - (2 * r) / (height - 1);
      mix(data, 3 * (r * width + c), rim, centre, sigmoid(2 * Math.sqrt(x * x + y * y) - 1));
    }
  }
}

/**
 * Fills the faces of a cube with a gradient by elevation as seen from its centre.
 *
 * The colour depends on the sine of the elevation alone, which mirrored pixels share up to rounding. So a table of that sine
 * gives it, but near a change of colour, where rounding decides: a seventh of the time that the arcs of all pixels take.
 */
export function fillSky(data: Uint8Array, width: number, high: Rgb, low: Rgb): void {
  const row = 3 * width;
  const face = width * row;
  const last = width - 1;
  const half = width - (width >> 1);
  const colors = tabulate(high, low);
  const opposite = colors.slice().reverse();
  const [side, up] = [new Int32Array(half), new Int32Array(half)];
  const mixSide = (r: number, c: number): void => {
    const { y, length } = look(r, c, last);
    mix(data, r * row + 3 * c, high, low, sigmoid(asin(y / length) / QUARTER));
  };
  const mixPoles = (r: number, c: number): void => {
    const s = sigmoid(1 - acos(1 / look(r, c, last).length) / QUARTER);
    mix(data, 2 * face + r * row + 3 * c, high, low, s);
    mix(data, 3 * face + r * row + 3 * c, high, low, -s);
  };
  for (let r = 0; r < half; r++) {
    const mirrored = last - r;
    locate(side, up, r, last);
    for (const c of paint(data, r * row, row, side, colors)) mixSide(r, c);
    for (const c of paint(data, mirrored * row, row, side, opposite)) mixSide(mirrored, c);
    const [top, bottom] = [2 * face + r * row, 3 * face + r * row];
    const unsure = [...paint(data, top, row, up, colors), ...paint(data, bottom, row, up, opposite)];
    for (const at of [top, bottom]) data.copyWithin(at + (mirrored - r) * row, at, at + row);
    for (const c of unsure) {
      mixPoles(r, c);
      mixPoles(mirrored, c);
    }
  }
  // the four sides are alike
  for (const k of [1, 4, 5]) data.copyWithin(k * face, 0, face);
}

/** From the centre of a face to one of its pixels, and from the centre of the cube. */
function look(r: number, c: number, last: number): { y: number; length: number } {
  const y = 1 - (2 * r) / last;
  const x = (2 * c) / last - 1;
  return { y, length: Math.sqrt(1 + x * x + y * y) };
}

/** Entries of the table for the left half of a row: on the sides, and at the top. */
function locate(side: Int32Array, up: Int32Array, r: number, last: number): void {
  const y = 1 - (2 * r) / last;
  const square = 1 + y * y;
  for (let c = 0; c < side.length; c++) {
    const x = (2 * c) / last - 1;
    const scale = SCALE / Math.sqrt(square + x * x);
    side[c] = SINES + y * scale;
    up[c] = SINES + scale;
  }
}

/**
 * Sets a row, whose right half mirrors the left one; returns the columns without a sure colour. A function of its own,
 * which the compiler is soon done with: half of the time of the first call.
 */
function paint(data: Uint8Array, at: number, row: number, entries: Int32Array, colors: Int32Array): number[] {
  const unsure: number[] = [];
  for (let c = 0, left = at, right = at + row - 3; left <= right; c++, left += 3, right -= 3) {
    const color = colors[entries[c]];
    data[left] = data[right] = color;
    data[left + 1] = data[right + 1] = color >> 8;
    data[left + 2] = data[right + 2] = color >> 16;
    if (color < 0) unsure.push(c, row / 3 - 1 - c);
  }
  return unsure;
}

const SINES = 1 << 15; // entries of the table on either side of the horizon
const SCALE = SINES - 0.5; // from a sine to its entry: none is beyond the last one
const MARGIN = 1e-9; // of a sine and of a channel: far above rounding errors

/** The colours of all sines of the elevation, from -1 to 1: three bytes in a number, or -1 where the colour changes. */
function tabulate(high: Rgb, low: Rgb): Int32Array {
  const colors = new Int32Array(2 * SINES).fill(-1);
  const changes: number[] = []; // each as 8 first entry + 4 if it touches the next one too + channel
  const steps = [0, 0, 0];
  let color = 0;
  for (let k = 0; k < 3; k++) {
    const [start, end] = [255 * low[k], 255 * high[k]];
    const [least, most] = [Math.floor(Math.min(start, end) - MARGIN), Math.floor(Math.max(start, end) + MARGIN)];
    // a channel that hardly changes, but at the edge of a byte, and colours that are none: rounding decides everywhere
    if ((Math.abs(end - start) < 0.01 && least < most) || !(least >= -1 && most <= 255)) return colors;
    color += (start < end ? least : most) << (8 * k);
    steps[k] = Math.sign(end - start) << (8 * k);
    for (let n = least + 1; n <= most; n++) {
      const s = Math.min(1, Math.max(-1, (2 * (n - start)) / (end - start) - 1));
      const sine = sin((QUARTER * s) / Math.sqrt(2 - s * s));
      const first = Math.floor(SINES + SCALE * (sine - MARGIN));
      changes.push(8 * first + (SINES + SCALE * (sine + MARGIN) < first + 1 ? 0 : 4) + k);
    }
  }
  let next = 1;
  for (const change of Int32Array.from(changes).sort()) {
    const first = change >> 3;
    colors.fill(color, next, first);
    color += steps[change & 3];
    next = Math.max(next, first + (change & 4 ? 2 : 1));
  }
  return colors.fill(color, next, 2 * SINES - 1);
}

/** A sigmoid of pos in [-1, 1], odd in it. */
const sigmoid = (pos: number): number => pos / Math.sqrt(1 + pos * pos) / CORRECTION;
const CORRECTION = 1 / Math.sqrt(2);

/** Mix of two colours, from the sigmoid's value. */
function mix(data: Uint8Array, at: number, high: Rgb, low: Rgb, s: number): void {
  const alpha = Math.min(1, Math.max(0, 0.5 * (1 + s)));
  for (let k = 0; k < 3; k++) data[at + k] = Math.max(0, 255 * (alpha * high[k] + (1 - alpha) * low[k]));
}
