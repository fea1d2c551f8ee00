import { EMPTY_F32, type F32, type F64, type f64, type i32, scratchF64, toF64 } from '../dialect.ts';

/** A height field in the world: a grid of heights over a box. */
export class HeightField {
  readonly pos: F64 = scratchF64(3);
  readonly mat: F64 = scratchF64(9);
  /** Half extents along x and y, height of the top, depth of the base. */
  readonly size: F64 = scratchF64(4);
  /** Heights in [0, 1], row by row from `adr` on. */
  data: F32 = EMPTY_F32;
  adr: i32 = 0;
  nrow: i32 = 0;
  ncol: i32 = 0;
}

/** Distance of the columns of the grid, along x. */
export function columnWidth(field: HeightField): f64 {
  return (2 * field.size[0]) / toF64(field.ncol - 1);
}

/** Distance of the rows of the grid, along y. */
export function rowWidth(field: HeightField): f64 {
  return (2 * field.size[1]) / toF64(field.nrow - 1);
}

/** The height at a vertex of the grid, in the units of `size`. */
export function heightAt(field: HeightField, row: i32, column: i32): f64 {
  return field.data[field.adr + row * field.ncol + column] * field.size[2];
}
