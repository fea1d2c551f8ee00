import { EMPTY_F64, EMPTY_I32, type F64, type I32, type i32, scratchI32 } from '../dialect.ts';

/** Most rows of a block. */
export const MOST_ROWS: i32 = 12;

/**
 * A product SᵀT, and where its lower triangle is added to the one of H: element (i, j), j ≤ i < `width`, j < `ncol`, goes to row
 * `place[p + i] - first` and column `place[p + j] - first`. Rows of S and T are `stride` apart; those of T are the ones in `chosen`.
 */
export class OuterProduct {
  S: F64 = EMPTY_F64;
  s: i32 = 0;
  T: F64 = EMPTY_F64;
  t: i32 = 0;
  stride: i32 = 0;
  readonly chosen: I32 = scratchI32(MOST_ROWS);
  width: i32 = 0;
  ncol: i32 = 0;

  /** H starts at `h`, column major with leading dimension `ld`. */
  h: i32 = 0;
  ld: i32 = 0;
  H: F64 = EMPTY_F64;
  place: I32 = EMPTY_I32;
  p: i32 = 0;
  first: i32 = 0;
}
