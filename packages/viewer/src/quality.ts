import { ArgumentError } from '@qpos/core';

/** Levels of quality, from the cheapest. */
export const qualities = ['low', 'medium', 'high'] as const;

/**
 * How much work goes into a picture. `low` has matte surfaces and hard-edged shadows, and suits machines without a graphics card; `medium`
 * adds materials, environment light, soft shadows and ambient occlusion; `high` adds shadows that soften with distance, sharper mirror
 * images and more samples of everything.
 */
export type Quality = (typeof qualities)[number];

/** A quality, or `auto`: as much as keeps the frames fast. */
export type QualityChoice = Quality | 'auto';

let known: Quality | undefined;

/**
 * The quality that suits what draws on this machine.
 *
 * @param context A context to ask; without one another is made for the question, which takes a moment.
 * @returns `low` if a program draws instead of a graphics card.
 * @example
 * console.log(suitableQuality());
 */
export function suitableQuality(context?: WebGLRenderingContext | WebGL2RenderingContext): Quality {
  if (known !== undefined) return known;
  const gl = context ?? document.createElement('canvas').getContext('webgl2');
  const info = gl?.getExtension('WEBGL_debug_renderer_info');
  const name = gl && info ? String(gl.getParameter(info.UNMASKED_RENDERER_WEBGL)) : '';
  if (context === undefined) gl?.getExtension('WEBGL_lose_context')?.loseContext();
  known = /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name) ? 'low' : 'high';
  return known;
}

/**
 * Checks a quality that was given from outside.
 *
 * @param choice What was given.
 * @returns The same.
 */
export function checkQuality(choice: unknown): QualityChoice {
  if (choice === 'auto' || qualities.includes(choice as Quality)) return choice as QualityChoice;
  throw new ArgumentError(`quality is one of ${qualities.join(', ')} and auto, not '${String(choice)}'`);
}

/** One rung of the ladder between the fastest and the best picture. */
export interface Effort {
  /** What is drawn. */
  readonly quality: Quality;
  /** Pixels on a side, as a part of the full resolution. */
  readonly scale: number;
}

/** From the cheapest to the best; a quality gives way only after its resolution has. */
const LADDER: readonly Effort[] = [
  { quality: 'low', scale: 0.5 },
  { quality: 'low', scale: 0.6 },
  { quality: 'low', scale: 0.8 },
  { quality: 'low', scale: 1 },
  { quality: 'medium', scale: 0.75 },
  { quality: 'medium', scale: 1 },
  { quality: 'high', scale: 0.8 },
  { quality: 'high', scale: 1 },
];
const SLOW_MS = 36; // frames that take longer lower the effort
const FAST_MS = 20; // frames that are this fast may raise it
const SMOOTHING = 0.15;
const SETTLE = 12; // frames until the next change
const STUBBORN = 3; // slow frames in a row: one may have another cause
const PATIENCE = 90; // fast frames until more is tried
const WORST_MS = 1000; // a tab in the background says nothing about drawing

/**
 * Chooses the effort by the time between frames: less at once when they are slow, more only after many fast ones, and never again a rung
 * that was too slow twice.
 *
 * @example
 * const budget = new FrameBudget('high');
 * if (budget.frame(80)) console.log(budget.effort);
 */
export class FrameBudget {
  readonly #most: number;
  #rung: number;
  #ceiling: number;
  #ms = 16;
  #wait = SETTLE;
  #fast = 0;
  #slow = 0;
  readonly #failures = new Map<number, number>();

  /** @param suitable The best quality that it may choose; a machine for which that is `low` starts with few pixels. */
  constructor(suitable: Quality) {
    if (!qualities.includes(suitable))
      throw new ArgumentError(`quality is one of ${qualities.join(', ')}, not '${String(suitable)}'`);
    this.#most = LADDER.findLastIndex((e) => e.quality === suitable);
    this.#ceiling = this.#most;
    this.#rung = suitable === 'low' ? 1 : this.#most;
  }

  /** What the next frame should be drawn with. */
  get effort(): Effort {
    return LADDER[this.#rung] as Effort;
  }

  /** Time between frames, smoothed. */
  get milliseconds(): number {
    return this.#ms;
  }

  /**
   * Takes a frame into account.
   *
   * @param ms Time since the one before, in milliseconds.
   * @returns Whether the effort changed.
   */
  frame(ms: number): boolean {
    this.#ms += SMOOTHING * (Math.min(ms, WORST_MS) - this.#ms);
    this.#fast = this.#ms < FAST_MS ? this.#fast + 1 : 0;
    this.#slow = ms > SLOW_MS ? this.#slow + 1 : 0;
    if (--this.#wait > 0) return false;
    if (this.#slow >= STUBBORN && this.#ms > SLOW_MS && this.#rung > 0) return this.#lower();
    if (this.#fast < PATIENCE || this.#rung >= this.#ceiling) return false;
    return this.#go(this.#rung + 1);
  }

  #lower(): boolean {
    const failures = (this.#failures.get(this.#rung) ?? 0) + 1;
    this.#failures.set(this.#rung, failures);
    if (failures > 1) this.#ceiling = Math.min(this.#ceiling, this.#rung - 1);
    return this.#go(this.#rung - (this.#ms > 3 * SLOW_MS ? 2 : 1));
  }

  #go(rung: number): boolean {
    this.#rung = Math.max(0, rung);
    this.#wait = SETTLE;
    this.#fast = 0;
    this.#ms = 0.5 * (SLOW_MS + FAST_MS); // what was measured belongs to the rung before
    return true;
  }
}
