const EPSILON = 2 ** -52;
/** Merges beyond which heights are trusted half as much. */
const MANY_MERGES = 50;

/** How far the points reach. */
export interface Extent {
  /** largest coordinate */
  maxAbs: number;
  /** sum of the largest of each axis */
  maxSum: number;
}

/** Heights above planes that rounding cannot tell apart. Sizes are the oracle's: they decide what it calls coplanar. */
export class Tolerance {
  /** error of a computed height */
  readonly rounding: number;
  /** a point within this of a plane lies in it */
  readonly coplanar: number;
  /** a point above this is outside */
  readonly outside: number;
  /** a neighbour's corner above this is more than a merge can cause */
  readonly tooConcave: number;
  /** largest height of a vertex above a face that it was merged into */
  private thickness = 0;
  private merges = 0;

  constructor({ maxAbs, maxSum }: Extent) {
    const span = Math.min(Math.sqrt(3) * maxAbs, maxSum);
    this.rounding = EPSILON * (3 * span * 1.01 + maxAbs);
    this.coplanar = 2 * this.rounding;
    this.outside = 2 * this.coplanar;
    this.tooConcave = 16 * this.coplanar;
  }

  /** Notes that a point at this height becomes a corner of a face. */
  thicken(height: number): void {
    if (height > this.thickness) this.thickness = height;
  }

  countMerge(): void {
    this.merges++;
  }

  get hasManyMerges(): boolean {
    return this.merges > MANY_MERGES;
  }

  /** Height that ends a search. */
  get clearlyOutside(): number {
    return (this.hasManyMerges ? 2 : 1) * Math.max(2 * this.outside, this.thickness);
  }

  /** Faces worse than the best by no more than this may lead to a better one. */
  get searchRange(): number {
    return (this.hasManyMerges ? 2 : 1) * (this.thickness + 2 * this.rounding + this.coplanar);
  }
}
