import { type F64, type f64, type I32, type i32, toF64, toInt } from '../dialect.ts';
import { max, min } from '../math/scalar.ts';
import { COUNT_NBODYPAIR, type Data, type Model } from '../model/classes.ts';
import { ENBL_OVERRIDE, GEOM_PLANE } from '../model/constants.ts';
import { reserve } from '../model/reserve.ts';
import { bodiesMeet, bodyCollides } from './filter.ts';

/** Whether body b is paired with everything, without a box test: the world, and immovable bodies with a plane. */
export function isUnbounded(m: Model, b: i32): boolean {
  if (b === 0) return true;
  if (m.body_dofnum[m.body_weldid[b]] !== 0) return false;
  const end = m.body_geomadr[b] + m.body_geomnum[b];
  for (let g = m.body_geomadr[b]; g < end; g++) if (m.geom_type[g] === GEOM_PLANE) return true;
  return false;
}

/** World-aligned box of body b: over its geoms, the smaller of the turned bounding box and the bounding sphere. */
function boundBody(m: Model, d: Data, b: i32): void {
  const { geom_xpos: xpos, geom_xmat: xmat, sweepBox: box } = d;
  const { geom_aabb: aabb, geom_rbound: rbound } = m;
  const overridden = (m.opt_enableflags & ENBL_OVERRIDE) !== 0;
  const first = m.body_geomadr[b];
  const end = first + m.body_geomnum[b];
  for (let k = 0; k < 3; k++) {
    let low: f64 = 1e300;
    let high: f64 = -1e300;
    for (let g = first; g < end; g++) {
      const margin = overridden ? 0.5 * m.opt_o_margin : m.geom_margin[g] + m.geom_gap[g];
      const row = 9 * g + 3 * k;
      const x = xmat[row];
      const y = xmat[row + 1];
      const z = xmat[row + 2];
      const at = xpos[3 * g + k];
      const centre = at + x * aabb[6 * g] + y * aabb[6 * g + 1] + z * aabb[6 * g + 2];
      const half = Math.abs(x) * aabb[6 * g + 3] + Math.abs(y) * aabb[6 * g + 4] + Math.abs(z) * aabb[6 * g + 5];
      let least = centre - half;
      let greatest = centre + half;
      if (m.geom_type[g] !== GEOM_PLANE) {
        least = max(least, at - rbound[g]);
        greatest = min(greatest, at + rbound[g]);
      }
      low = min(low, least - margin);
      high = max(high, greatest + margin);
    }
    box[6 * b + k] = low;
    box[6 * b + 3 + k] = high;
  }
}

/** The axis along which the boxes are spread most, other than `excluded`. */
function widestAxis(box: F64, order: I32, n: i32, excluded: i32): i32 {
  let axis = excluded === 0 ? 1 : 0;
  let widest: f64 = -1;
  for (let k = 0; k < 3; k++) {
    if (k === excluded) continue;
    let sum: f64 = 0;
    let squares: f64 = 0;
    for (let i = 0; i < n; i++) {
      const x = box[6 * order[i] + k] + box[6 * order[i] + 3 + k];
      sum += x;
      squares += x * x;
    }
    const spread = squares - (sum * sum) / n;
    if (spread > widest) {
      widest = spread;
      axis = k;
    }
  }
  return axis;
}

/** Merge sort of `order` by box[axis], bottom up. */
function sortOrder(box: F64, axis: i32, order: I32, buffer: I32, n: i32): void {
  for (let width = 1; width < n; width *= 2) {
    for (let start = 0; start < n; start += 2 * width) {
      const middle = start + width < n ? start + width : n;
      const end = start + 2 * width < n ? start + 2 * width : n;
      let i = start;
      let j = middle;
      for (let k = start; k < end; k++) {
        const left = i < middle && (j >= end || box[6 * order[i] + axis] <= box[6 * order[j] + axis]);
        buffer[k] = left ? order[i++] : order[j++];
      }
    }
    for (let k = 0; k < n; k++) order[k] = buffer[k];
  }
}

/** Insertion sort from the previous order, which is nearly sorted; false if it turns out not to be. */
function repairOrder(box: F64, axis: i32, order: I32, n: i32): boolean {
  let moves = 8 * n;
  for (let k = 1; k < n; k++) {
    const b = order[k];
    const key = box[6 * b + axis];
    let i = k - 1;
    while (i >= 0 && box[6 * order[i] + axis] > key) {
      order[i + 1] = order[i];
      i--;
      moves--;
    }
    order[i + 1] = b;
    if (moves < 0) return false;
  }
  return true;
}

function addPair(m: Model, d: Data, b1: i32, b2: i32): void {
  const k = d.nbodypair;
  reserve(m, d, COUNT_NBODYPAIR, k + 1);
  if (k >= d.capacity[COUNT_NBODYPAIR]) return; // on a GPU
  d.bodyPair1[k] = b1 < b2 ? b1 : b2;
  d.bodyPair2[k] = b1 < b2 ? b2 : b1;
  d.nbodypair = k + 1;
}

/** Pairs of an unbounded body with all that can meet it; pairs of two unbounded bodies are listed once. */
function addUnbounded(m: Model, d: Data): void {
  for (let b1 = 0; b1 < m.nbody; b1++) {
    if (!bodyCollides(m, b1) || !isUnbounded(m, b1)) continue;
    for (let b2 = 0; b2 < m.nbody; b2++) {
      if (b1 === b2 || !bodyCollides(m, b2) || !bodiesMeet(m, b1, b2)) continue;
      if (b2 < b1 && isUnbounded(m, b2)) continue;
      addPair(m, d, b1, b2);
    }
  }
}

/** Turns the sizes of `n` groups that follow one another into their starts. */
function countsToStarts(count: I32, n: i32): void {
  let at = 0;
  for (let k = 0; k < n; k++) {
    const size = count[k];
    count[k] = at;
    at += size;
  }
}

/** Stable counting sort of the body pairs by one of their bodies. */
function sortPairsBy(key: I32, other: I32, buffer: I32, count: I32, nbody: i32, n: i32): void {
  for (let b = 0; b < nbody; b++) count[b] = 0;
  for (let k = 0; k < n; k++) count[key[k]]++;
  countsToStarts(count, nbody);
  for (let k = 0; k < n; k++) {
    const to = count[key[k]]++;
    buffer[2 * to] = key[k];
    buffer[2 * to + 1] = other[k];
  }
  for (let k = 0; k < n; k++) {
    key[k] = buffer[2 * k];
    other[k] = buffer[2 * k + 1];
  }
}

/**
 * Sorts the boxes into strips across the sweep axis, in sweep order, and returns the number of strips; 1 when strips would not help.
 * A strip is about two boxes wide, so that a box is in few of them, and only boxes near each other are compared: collision takes 0.84 of the time on 22 humanoids; no gain on sparse scenes of 500 bodies.
 */
function fillStrips(d: Data, n: i32, across: i32): i32 {
  const { sweepOrder: order, sweepBox: box, stripFirst: first, stripLast: last, stripStart: start } = d;
  const { stripBody: body } = d;
  let least: f64 = 1e300;
  let greatest: f64 = -1e300;
  let widths: f64 = 0;
  for (let i = 0; i < n; i++) {
    const b = 6 * order[i] + across;
    least = min(box[b], least);
    greatest = max(box[b + 3], greatest);
    widths += box[b + 3] - box[b];
  }
  const wanted = min((greatest - least) / ((2 * widths) / toF64(n)), 0.25 * toF64(n));
  if (!(wanted >= 2)) return 1;
  const nstrip = toInt(wanted);
  const scale = toF64(nstrip) / (greatest - least);
  const top = toF64(nstrip - 1);

  // count, then place
  for (let s = 0; s < nstrip; s++) start[s] = 0;
  let entries = 0;
  for (let i = 0; i < n; i++) {
    const b = order[i];
    const from = toInt(min((box[6 * b + across] - least) * scale, top));
    const to = toInt(min((box[6 * b + 3 + across] - least) * scale, top));
    first[b] = from;
    last[b] = to;
    entries += to - from + 1;
    if (entries > 4 * n) return 1;
    for (let s = from; s <= to; s++) start[s]++;
  }
  countsToStarts(start, nstrip);
  for (let i = 0; i < n; i++) {
    const b = order[i];
    for (let s = first[b]; s <= last[b]; s++) body[start[s]++] = b;
  }
  return nstrip;
}

/** Adds the pairs of list[from, to) whose boxes overlap; a pair that is in several strips belongs to the first of them. */
function sweepStrip(m: Model, d: Data, list: I32, from: i32, to: i32, axis: i32, strip: i32): void {
  const { sweepBox: box, stripFirst: first } = d;
  const axis2 = axis === 2 ? 0 : axis + 1;
  const axis3 = axis === 0 ? 2 : axis - 1;
  for (let i = from; i < to; i++) {
    const b1 = list[i];
    const end = box[6 * b1 + 3 + axis];
    const least2 = box[6 * b1 + axis2];
    const greatest2 = box[6 * b1 + 3 + axis2];
    const least3 = box[6 * b1 + axis3];
    const greatest3 = box[6 * b1 + 3 + axis3];
    for (let j = i + 1; j < to; j++) {
      const b2 = list[j];
      if (box[6 * b2 + axis] > end) break;
      if (least2 > box[6 * b2 + 3 + axis2] || box[6 * b2 + axis2] > greatest2) continue;
      if (least3 > box[6 * b2 + 3 + axis3] || box[6 * b2 + axis3] > greatest3) continue;
      if (strip >= 0 && first[b1] !== strip && first[b2] !== strip) continue;
      if (bodiesMeet(m, b1, b2)) addPair(m, d, b1, b2);
    }
  }
}

/**
 * Sweep and prune: the body pairs whose boxes overlap, in the order of their numbers.
 * The order along the axis is kept from the last sweep, so that sorting is linear when bodies move little; what is
 * found does not depend on it. O(n + pairs + overlaps along the axis within a strip).
 *
 * @reads geom_xpos geom_xmat
 * @writes sweepBox sweepOrder sweepBuffer sweptBodies sweepAxis stripFirst stripLast stripStart stripBody bodyPair1 bodyPair2 bodyPairBuffer bodyPairCount nbodypair
 */
export function sweep(m: Model, d: Data): void {
  const { sweepOrder: order, sweepBox: box } = d;
  d.nbodypair = 0;
  addUnbounded(m, d);

  let n = 0;
  for (let b = 1; b < m.nbody; b++) {
    if (!bodyCollides(m, b) || isUnbounded(m, b)) continue;
    boundBody(m, d, b);
    d.sweepBuffer[n++] = b;
  }
  const known = d.sweptBodies[0] === n && sameBodies(d, n);
  if (!known) for (let i = 0; i < n; i++) order[i] = d.sweepBuffer[i];
  const axis = widestAxis(box, order, n, -1);
  if (!known || axis !== d.sweepAxis[0] || !repairOrder(box, axis, order, n))
    sortOrder(box, axis, order, d.sweepBuffer, n);
  d.sweptBodies[0] = n;
  d.sweepAxis[0] = axis;

  const across = widestAxis(box, order, n, axis);
  const nstrip = fillStrips(d, n, across);
  if (nstrip === 1) sweepStrip(m, d, order, 0, n, axis, -1);
  else {
    const start = d.stripStart;
    for (let s = 0; s < nstrip; s++) sweepStrip(m, d, d.stripBody, s === 0 ? 0 : start[s - 1], start[s], axis, s);
  }
  sortPairsBy(d.bodyPair2, d.bodyPair1, d.bodyPairBuffer, d.bodyPairCount, m.nbody, d.nbodypair);
  sortPairsBy(d.bodyPair1, d.bodyPair2, d.bodyPairBuffer, d.bodyPairCount, m.nbody, d.nbodypair);
}

/** Whether the previous order holds exactly the bodies in `sweepBuffer`: their number and sum agree. */
function sameBodies(d: Data, n: i32): boolean {
  let difference = 0;
  for (let i = 0; i < n; i++) difference += d.sweepBuffer[i] - d.sweepOrder[i];
  return difference === 0 && n > 0 && d.sweepOrder[0] !== d.sweepOrder[n - 1];
}
