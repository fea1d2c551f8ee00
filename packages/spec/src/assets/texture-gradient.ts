import { acos, asin, sin } from '../spatial/trig.ts';

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
 * gives it, but near a change of colour, where rounding decides (a tenth of the time that all pixels would take).
 */
export function fillSky(data: Uint8Array, width: number, high: Rgb, low: Rgb): void {
  const row = 3 * width;
  const [last, top, bottom] = [width - 1, 2 * width * row, 3 * width * row];
  const colors = tabulate(high, low);
  for (let r = 0; 2 * r <= last; r++) {
    const y = 1 - (2 * r) / last;
    const [at, mirrored] = [r * row, (last - r) * row];
    const unsure: number[] = [];
    for (let c = 0; 2 * c <= last; c++) {
      const x = (2 * c) / last - 1;
      const scale = SINES / Math.sqrt(1 + x * x + y * y);
      const side = Math.floor(y * scale);
      const up = Math.floor(scale);
      const sideColor = colors[SINES + side];
      const sideOpposite = colors[SINES - 1 - side];
      const upColor = colors[SINES + up];
      const upOpposite = colors[SINES - 1 - up];
      setMirrored(data, at, row, c, sideColor);
      setMirrored(data, mirrored, row, c, sideOpposite);
      setMirrored(data, top + at, row, c, upColor);
      setMirrored(data, bottom + at, row, c, upOpposite);
      if (!(sideColor >= 0 && sideOpposite >= 0 && upColor >= 0 && upOpposite >= 0)) unsure.push(c, last - c);
    }
    for (const face of [top, bottom]) data.copyWithin(face + mirrored, face + at, face + at + row);
    for (const c of unsure) {
      mixSky(data, r, c, width, high, low);
      mixSky(data, last - r, c, width, high, low);
    }
  }
  // the four sides are alike
  for (const k of [1, 4, 5]) data.copyWithin(k * width * row, 0, width * row);
}

/** Sets the pixels of column c and of the column that mirrors it. */
function setMirrored(data: Uint8Array, at: number, row: number, c: number, color: number): void {
  const left = at + 3 * c;
  const right = at + row - 3 - 3 * c;
  data[left] = color;
  data[left + 1] = color >> 8;
  data[left + 2] = color >> 16;
  data[right] = color;
  data[right + 1] = color >> 8;
  data[right + 2] = color >> 16;
}

/** Colours of a side, of the top and of the bottom at one pixel. */
function mixSky(data: Uint8Array, r: number, c: number, width: number, high: Rgb, low: Rgb): void {
  const face = 3 * width * width;
  const at = 3 * (r * width + c);
  const y = 1 - (2 * r) / (width - 1);
  const x = (2 * c) / (width - 1) - 1;
  const length = Math.sqrt(1 + x * x + y * y);
  const up = sigmoid(1 - acos(1 / length) / QUARTER);
  mix(data, at, high, low, sigmoid(asin(y / length) / QUARTER));
  mix(data, 2 * face + at, high, low, up);
  mix(data, 3 * face + at, high, low, -up);
}

const SINES = 1 << 14; // entries of the table on either side of the horizon
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
    if ((Math.abs(end - start) < 1e-3 && least < most) || !(least >= -1 && most <= 255)) return colors;
    color += (start < end ? least : most) << (8 * k);
    steps[k] = Math.sign(end - start) << (8 * k);
    for (let n = least + 1; n <= most; n++) {
      const s = Math.min(1, Math.max(-1, (2 * (n - start)) / (end - start) - 1));
      const sine = sin((QUARTER * s) / Math.sqrt(2 - s * s));
      const first = Math.max(0, Math.floor(SINES * (1 + sine - MARGIN)));
      changes.push(8 * first + (SINES * (1 + sine + MARGIN) < first + 1 ? 0 : 4) + k);
    }
  }
  let next = 0;
  for (const change of Int32Array.from(changes).sort()) {
    const first = change >> 3;
    colors.fill(color, next, first);
    color += steps[change & 3];
    next = Math.max(next, first + (change & 4 ? 2 : 1));
  }
  return colors.fill(color, next);
}

/** A sigmoid of pos in [-1, 1], odd in it. */
const sigmoid = (pos: number): number => pos / Math.sqrt(1 + pos * pos) / CORRECTION;
const CORRECTION = 1 / Math.sqrt(2);

/** Mix of two colours, from the sigmoid's value. */
function mix(data: Uint8Array, at: number, high: Rgb, low: Rgb, s: number): void {
  const alpha = Math.min(1, Math.max(0, 0.5 * (1 + s)));
  for (let k = 0; k < 3; k++) data[at + k] = 255 * (alpha * high[k] + (1 - alpha) * low[k]);
}
