import type { Model } from '@qpos/core';
import { ControlError, checkCount } from '../errors.ts';
import { clampControl } from '../feedback/linear-feedback.ts';

/** How controls go from one knot to the next: in steps, in straight lines, or smoothly. */
export type Interpolation = 'zero' | 'linear' | 'cubic';

const KINDS: readonly string[] = ['zero', 'linear', 'cubic'] satisfies Interpolation[];

/**
 * Controls as a function of time, through knots at equal distances. Before the first knot the controls are those of the first, after the
 * last those of the last. Cubic pieces are Hermite polynomials whose slopes are the differences of the neighbours (Catmull, Rom).
 *
 * @example
 * const spline = new ControlSpline(1, 3, 'linear');
 * spline.place(0, 0.5); // knots at 0, 0.5 and 1
 * spline.knots.set([0, 1, 0]);
 * console.log(spline.sample(0.25, new Float64Array(1))); // 0.5
 */
export class ControlSpline {
  /** Controls at each knot, one after the other. */
  readonly knots: Float64Array;
  /** Controls. */
  readonly nu: number;
  /** Knots. */
  readonly count: number;
  /** How controls go from knot to knot. */
  readonly interpolation: Interpolation;
  /** Time of the first knot. */
  start = 0;
  /** Time from knot to knot. */
  spacing = 1;

  /**
   * @param nu Controls.
   * @param count Knots.
   * @param interpolation How controls go from knot to knot; `cubic` by default.
   */
  constructor(nu: number, count: number, interpolation: Interpolation = 'cubic') {
    checkCount('nu', nu);
    checkCount('count', count);
    if (!KINDS.includes(interpolation))
      throw new ControlError('bad-argument', `'${String(interpolation)}' is no interpolation`, {
        hint: `one of ${KINDS.join(', ')}`,
      });
    this.nu = nu;
    this.count = count;
    this.interpolation = interpolation;
    this.knots = new Float64Array(nu * count);
  }

  /**
   * Sets the times of the knots, and leaves their controls.
   *
   * @param start Time of the first.
   * @param spacing Time from knot to knot.
   */
  place(start: number, spacing: number): void {
    this.start = start;
    this.spacing = spacing;
  }

  /**
   * The controls at a time.
   *
   * @param time When.
   * @param ctrl Receives nu controls.
   * @param knots Controls at the knots; its own by default.
   * @returns `ctrl`.
   */
  sample(time: number, ctrl: Float64Array, knots: Float64Array = this.knots): Float64Array {
    const { nu, count, interpolation } = this;
    const at = Math.min(Math.max((time - this.start) / this.spacing, 0), count - 1);
    const k = Math.min(Math.floor(at), Math.max(count - 2, 0));
    const s = at - k;
    if (interpolation === 'zero' || count === 1) {
      const first = nu * Math.floor(at);
      for (let i = 0; i < nu; i++) ctrl[i] = knots[first + i];
      return ctrl;
    }
    for (let i = 0; i < nu; i++) {
      const a = knots[nu * k + i];
      const b = knots[nu * (k + 1) + i];
      if (interpolation === 'linear') ctrl[i] = a + s * (b - a);
      else {
        const before = k > 0 ? knots[nu * (k - 1) + i] : a;
        const after = k + 2 < count ? knots[nu * (k + 2) + i] : b;
        const slopeA = k > 0 ? 0.5 * (b - before) : b - a;
        const slopeB = k + 2 < count ? 0.5 * (after - a) : b - a;
        ctrl[i] = hermite(s, a, slopeA, b, slopeB);
      }
    }
    return ctrl;
  }

  /**
   * Moves the knots to later times with the controls that the spline has there.
   *
   * @param start The new time of the first knot.
   * @param model Whose ranges the controls keep.
   */
  shift(start: number, model: Model): void {
    const moved = new Float64Array(this.knots.length);
    const { nu } = this;
    const ctrl = new Float64Array(nu);
    for (let k = 0; k < this.count; k++) {
      this.sample(start + k * this.spacing, ctrl);
      for (let i = 0; i < nu; i++) moved[nu * k + i] = clampControl(model, i, ctrl[i]);
    }
    this.knots.set(moved);
    this.start = start;
  }
}

/** The cubic with values a, b and slopes at 0 and 1. */
function hermite(s: number, a: number, slopeA: number, b: number, slopeB: number): number {
  const t = 1 - s;
  return t * t * ((1 + 2 * s) * a + s * slopeA) + s * s * ((1 + 2 * t) * b - t * slopeB);
}
