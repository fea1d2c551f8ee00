/** Points and elements of a flexcomp in its own frame. */
export interface FlexShape {
  dim: number;
  /** 3 numbers each */
  point: number[];
  /** dim + 1 points each */
  element: number[];
  /** 2 numbers each; empty: none */
  texcoord: number[];
  /** dim + 1 texture coordinates of each element; empty: those of its points */
  elemtexcoord: number[];
}

/** What the attributes of a flexcomp say about a regular shape. */
export interface ShapeOptions {
  readonly dim: number;
  readonly count: readonly number[];
  readonly spacing: readonly number[];
  /** Texture coordinates are wanted. */
  readonly textured: boolean;
}

export const emptyShape = (dim: number): FlexShape => ({
  dim,
  point: [],
  element: [],
  texcoord: [],
  elemtexcoord: [],
});

/** Coordinate of point i of n along a line through the middle. */
export const centred = (spacing: number, i: number, n: number): number => spacing * (i - 0.5 * (n - 1));

/** Place of point i of n in the unit interval, in 32 bits. */
export const share = (i: number, n: number): number => Math.fround(i / Math.max(n - 1, 1));

/** Half sizes of a grid. */
export const halfSizes = ({ spacing, count }: ShapeOptions): number[] =>
  spacing.map((s, k) => 0.5 * s * (count[k] - 1));
