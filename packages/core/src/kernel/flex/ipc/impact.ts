// @cold

/** How far vertices may go along straight lines before a pair meets, by steps that are never too long. */
import { type F64, type f64, type i32, scratchF64 } from '../../dialect.ts';
import { max } from '../../math/scalar.ts';
import { addTo3, norm3, scl3, sub3, subFrom3, zero3 } from '../../math/vec3.ts';
import type { Data, Model } from '../../model/classes.ts';
import { EDGE_EDGE, isOfSheets, measureAlong, VERTEX_TRIANGLE, vertexCount, vertexOf } from './pairs.ts';

/** Part of its distance that a pair keeps. */
const KEEP: f64 = 0.2;

/** Ways below this do not count. */
const STILL: f64 = 1e-12;

/** Part of the distance at which a pair has arrived, and steps until then. */
const ARRIVED: f64 = 1e-9;
const STEPS: i32 = 32;

/** `ipcMeets` of a pair that does not meet. */
export const NEVER: f64 = 2;

const ways = scratchF64(12); // of the vertices of the pair at hand
const mean = scratchF64(3);

/** Takes the mean of the ways off them: features of one flex that move together do not meet. */
function removeMean(n: i32): void {
  zero3(mean, 0);
  for (let q = 0; q < n; q++) addTo3(mean, 0, ways, 3 * q);
  scl3(mean, 0, mean, 0, 1 / n);
  for (let q = 0; q < n; q++) subFrom3(ways, 3 * q, mean, 0);
}

/** The longest of the ways from the first on up to the end. */
function longest(first: i32, end: i32): f64 {
  let most: f64 = 0;
  for (let q = first; q < end; q++) most = max(most, norm3(ways, 3 * q));
  return most;
}

/** The distance by which pair `p` comes closer at most. @reads ipcKind ipcFlex */
function speedOf(d: Data, p: i32, from: F64, to: F64): f64 {
  const kind = d.ipcKind[p];
  const n = vertexCount(kind);
  const first = kind === VERTEX_TRIANGLE ? 1 : 2;
  for (let q = 0; q < n; q++) {
    const v = 3 * vertexOf(d, p, q);
    sub3(ways, 3 * q, to, v, from, v);
  }
  if (!isOfSheets(d, p)) return longest(0, n);
  if (d.ipcFlex[vertexOf(d, p, 0)] === d.ipcFlex[vertexOf(d, p, kind === EDGE_EDGE ? 2 : 1)]) removeMean(n);
  return longest(0, first) + longest(first, 4);
}

/** When pair `p`, at a distance of `gap` at first, has come down to the part that it keeps, but not later than `end`. */
function arrival(m: Model, d: Data, p: i32, from: F64, to: F64, gap: f64, speed: f64, end: f64): f64 {
  let t: f64 = 0;
  for (let k = 0; k < STEPS; k++) {
    const room = measureAlong(m, d, p, from, to, t) - KEEP * gap;
    if (room <= ARRIVED * gap) return t;
    t += room / speed;
    if (t >= end) return end;
  }
  return t;
}

/**
 * The part of the ways from `from` to `to` after which all pairs from `first` to `end` still keep a part of their distance. Pairs that
 * touch already do not stop anything.
 *
 * @reads ipcGap
 * @writes ipcMeets
 * @see mjc_advance
 */
export function freePart(m: Model, d: Data, first: i32, end: i32, from: F64, to: F64): f64 {
  let part: f64 = 1;
  for (let p = first; p < end; p++) {
    const gap = d.ipcGap[p];
    d.ipcMeets[p] = NEVER;
    const speed = speedOf(d, p, from, to);
    if (speed < STILL || gap <= 0 || speed <= (1 - KEEP) * gap) continue;
    const t = arrival(m, d, p, from, to, gap, speed, part);
    d.ipcMeets[p] = t;
    if (t < part) part = t;
  }
  return part;
}
