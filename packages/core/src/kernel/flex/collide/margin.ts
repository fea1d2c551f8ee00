import type { F64, f64, i32 } from '../../dialect.ts';
import type { Model } from '../../model/classes.ts';
import { ENBL_OVERRIDE } from '../../model/constants.ts';

/** `sum` of two margins, or the override. */
function orOverride(m: Model, sum: f64): f64 {
  return (m.opt_enableflags & ENBL_OVERRIDE) !== 0 ? m.opt_o_margin : sum;
}

/** Margin of a geom and a flex. */
export function geomFlexMargin(m: Model, g: i32, f: i32): f64 {
  return orOverride(m, m.geom_margin[g] + m.flex_margin[f]);
}

/** Distance within which contacts of a geom and a flex are listed. */
export function geomFlexReach(m: Model, g: i32, f: i32): f64 {
  return geomFlexMargin(m, g, f) + (m.geom_gap[g] + m.flex_gap[f]);
}

/** Margin of the bounding volumes of a body and a flex. */
export function bodyFlexMargin(m: Model, b: i32, f: i32): f64 {
  return orOverride(m, m.body_margin[b] + m.flex_margin[f]);
}

/** Margin of two flexes. */
export function flexMargin(m: Model, f1: i32, f2: i32): f64 {
  return orOverride(m, m.flex_margin[f1] + m.flex_margin[f2]);
}

/** Margin of a vertex of a flex and an element of it. */
export function ownMargin(m: Model, f: i32): f64 {
  return orOverride(m, m.flex_margin[f]);
}

/** Whether two world-aligned boxes (centre, half sizes) are within `margin` along each axis. */
export function alignedBoxesMeet(a: F64, i: i32, b: F64, j: i32, margin: f64): boolean {
  for (let k = 0; k < 3; k++) {
    if (a[i + k] + a[i + 3 + k] + margin < b[j + k] - b[j + 3 + k]) return false;
    if (b[j + k] + b[j + 3 + k] + margin < a[i + k] - a[i + 3 + k]) return false;
  }
  return true;
}

/** Whether the cube about the point at pos[p] that reaches `bound` to each side meets a world-aligned box. */
export function cubeMeetsBox(pos: F64, p: i32, bound: f64, box: F64, b: i32): boolean {
  for (let k = 0; k < 3; k++) {
    if (pos[p + k] + bound < box[b + k] - box[b + 3 + k]) return false;
    if (pos[p + k] - bound > box[b + k] + box[b + 3 + k]) return false;
  }
  return true;
}
