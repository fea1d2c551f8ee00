import { readPng } from '../../../packages/spec/src/assets/formats/png.ts';
import { defaultAssetLimits } from '../../../packages/spec/src/assets/types.ts';

/** Whether a pixel has a colour that is looked for. */
export type Like = (r: number, g: number, b: number) => boolean;

/** Saturated pixels of a hue, in degrees: 0 is red, 120 green, 240 blue. */
export const hue =
  (wanted: number, tolerance = 22, saturation = 0.5): Like =>
  (r, g, b) => {
    const most = Math.max(r, g, b);
    const range = most - Math.min(r, g, b);
    if (most < 60 || range < saturation * most) return false;
    const sector = most === r ? (g - b) / range : most === g ? 2 + (b - r) / range : 4 + (r - g) / range;
    const off = Math.abs(((60 * sector - wanted + 540) % 360) - 180);
    return off <= tolerance;
  };

export const red = hue(0);
export const green = hue(120);
export const magenta = hue(300);

/** What was found of a colour: how much of the picture it is, its middle and its bounds, from 0 to 1 each way. */
export interface Found {
  readonly count: number;
  readonly part: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A picture of the screen, to be asked for colours. */
export class Picture {
  readonly width: number;
  readonly height: number;
  readonly #data: Uint8Array;
  readonly png: Uint8Array;

  constructor(png: Uint8Array) {
    const { width, height, data } = readPng(png, 4, defaultAssetLimits);
    this.width = width;
    this.height = height;
    this.#data = data;
    this.png = png;
  }

  /** Mean difference to another picture, of 255. */
  distance(other: Picture): number {
    if (this.width !== other.width || this.height !== other.height) return 255;
    let sum = 0;
    for (let i = 0; i < this.#data.length; i++) sum += Math.abs((this.#data[i] ?? 0) - (other.#data[i] ?? 0));
    return sum / this.#data.length;
  }

  /** Where a colour is, in the whole picture or in a part of it. */
  find(like: Like, { left = 0, right = 1, top = 0, bottom = 1 } = {}): Found {
    const from = Math.round(left * this.width);
    const to = Math.round(right * this.width);
    const end = Math.round(bottom * this.height);
    const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    const high = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
    let [count, x, y] = [0, 0, 0];
    for (let row = Math.round(top * this.height); row < end; row++)
      for (let column = from; column < to; column++) {
        const at = 4 * (row * this.width + column);
        if (!like(this.#data[at] ?? 0, this.#data[at + 1] ?? 0, this.#data[at + 2] ?? 0)) continue;
        count++;
        x += column;
        y += row;
        low[0] = Math.min(low[0] ?? 0, column);
        low[1] = Math.min(low[1] ?? 0, row);
        high[0] = Math.max(high[0] ?? 0, column);
        high[1] = Math.max(high[1] ?? 0, row);
      }
    return {
      count,
      part: count / (this.width * this.height),
      x: x / count / this.width,
      y: y / count / this.height,
      width: count === 0 ? 0 : ((high[0] ?? 0) - (low[0] ?? 0) + 1) / this.width,
      height: count === 0 ? 0 : ((high[1] ?? 0) - (low[1] ?? 0) + 1) / this.height,
    };
  }
}
